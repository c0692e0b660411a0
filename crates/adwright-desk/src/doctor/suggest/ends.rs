//! Which paths end with a slash: lists and single entities by themselves.

use adwright_wire::{Dialect, TrailingSlash};

use super::{LISTS, suggestion};
use crate::doctor::probe::Probe;
use crate::views::{DoctorStepId, DoctorSuggestion};

/// The setting of it.
pub(super) const KEY: &str = "trailingSlash";

/// Where a read was asked for and where it was answered in the end, as far as only the slash differs.
struct Ended<'a> {
    asked: bool,
    answered: bool,
    path: &'a str,
}

/// How paths end by all that was seen: what worked in another way, and what was sent on.
pub(super) fn seen(dialect: &Dialect, probes: &[Probe]) -> TrailingSlash {
    let worked = probes.iter().filter(|probe| probe.works());
    let mut tried = worked
        .flat_map(|probe| &probe.changes)
        .filter(|(key, _)| *key == KEY)
        .filter_map(|(_, value)| value.parse::<TrailingSlash>().ok());
    let tried = tried.next_back().unwrap_or(dialect.trailing_slash);
    let lists = sent_on(&lists(probes)).map(|ended| ended.answered);
    let entities = sent_on(&entities(probes)).map(|ended| ended.answered);
    TrailingSlash::of(
        lists.unwrap_or(tried.lists()),
        entities.unwrap_or(tried.entities()),
    )
}

/// A service that sends reads on does so for writes too, and those do not follow.
pub(super) fn redirected(dialect: &Dialect, probes: &[Probe]) -> Option<DoctorSuggestion> {
    let (lists, entities) = (lists(probes), entities(probes));
    let (what, first) = match (sent_on(&lists), sent_on(&entities)) {
        (Some(list), Some(_)) => ("every request", list),
        (Some(list), None) => ("lists", list),
        (None, Some(entity)) => ("single entities", entity),
        (None, None) => return None,
    };
    let slash = seen(dialect, probes);
    let title = match slash {
        TrailingSlash::No => "Paths without a slash at their end",
        TrailingSlash::Lists => "Lists with a slash at their end",
        TrailingSlash::Entities => "Single entities with a slash at their end",
        TrailingSlash::All => "Paths with a slash at their end",
    };
    let why = format!(
        "The service sends {what} on to {}. What is written would not follow.",
        first.path
    );
    suggestion(dialect, title, &why, &[(KEY, slash.as_str())])
}

fn lists(probes: &[Probe]) -> Vec<Ended<'_>> {
    let lists = probes.iter().filter(|probe| LISTS.contains(&probe.step));
    lists.filter_map(ended).collect()
}

fn entities(probes: &[Probe]) -> Vec<Ended<'_>> {
    let single = probes
        .iter()
        .filter(|probe| probe.step == DoctorStepId::Campaign);
    single.filter_map(ended).collect()
}

fn ended(probe: &Probe) -> Option<Ended<'_>> {
    let look = probe.came.look().filter(|_| probe.works())?;
    let asked = probe.request.split('?').next()?;
    let path = look.head.path.as_str();
    let is_same = asked
        .trim_end_matches('/')
        .ends_with(path.trim_end_matches('/'));
    is_same.then(|| Ended {
        asked: asked.ends_with('/'),
        answered: path.ends_with('/'),
        path,
    })
}

/// The first of them that was sent on, where all were answered at the same end: of lists that end in two ways no setting
/// would be right for both, and each is learned by itself when it is read.
fn sent_on<'a, 'p>(all: &'a [Ended<'p>]) -> Option<&'a Ended<'p>> {
    let first = all.iter().find(|one| one.asked != one.answered)?;
    let agree = all.iter().all(|one| one.answered == first.answered);
    agree.then_some(first)
}
