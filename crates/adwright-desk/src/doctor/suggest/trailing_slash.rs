//! Which paths end with a slash: lists and single entities by themselves.

use adwright_wire::{Dialect, TrailingSlash};

use super::{LISTS, suggestion};
use crate::doctor::probe::Probe;
use crate::views::{DoctorStepId, DoctorSuggestion};

/// The setting of it.
pub(super) const KEY: &str = "trailingSlash";

/// Where a read was asked for and where it was answered in the end, as far as only the slash differs.
struct SlashRedirect<'a> {
    asked: bool,
    answered: bool,
    path: &'a str,
}

/// How paths end by all that was seen: what worked in another way, and what was sent on.
pub(super) fn observed_slash(dialect: &Dialect, probes: &[Probe]) -> TrailingSlash {
    let worked = probes.iter().filter(|probe| probe.is_success());
    let mut tried = worked
        .flat_map(|probe| &probe.changes)
        .filter(|(key, _)| *key == KEY)
        .filter_map(|(_, value)| value.parse::<TrailingSlash>().ok());
    let tried = tried.next_back().unwrap_or(dialect.trailing_slash);
    let lists = consistent_redirect(&lists(probes)).map(|ended| ended.answered);
    let entities = consistent_redirect(&entities(probes)).map(|ended| ended.answered);
    TrailingSlash::from_parts(
        lists.unwrap_or(tried.has_list_slash()),
        entities.unwrap_or(tried.has_entity_slash()),
    )
}

/// A service that sends reads on does so for writes too, and those do not follow.
pub(super) fn suggest_trailing_slash(
    dialect: &Dialect,
    probes: &[Probe],
) -> Option<DoctorSuggestion> {
    let (lists, entities) = (lists(probes), entities(probes));
    let (what, first) = match (consistent_redirect(&lists), consistent_redirect(&entities)) {
        (Some(list), Some(_)) => ("every request", list),
        (Some(list), None) => ("lists", list),
        (None, Some(entity)) => ("single entities", entity),
        (None, None) => return None,
    };
    let slash = observed_slash(dialect, probes);
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

fn lists(probes: &[Probe]) -> Vec<SlashRedirect<'_>> {
    let lists = probes.iter().filter(|probe| LISTS.contains(&probe.step));
    lists.filter_map(slash_redirect).collect()
}

fn entities(probes: &[Probe]) -> Vec<SlashRedirect<'_>> {
    let single = probes
        .iter()
        .filter(|probe| probe.step == DoctorStepId::Campaign);
    single.filter_map(slash_redirect).collect()
}

fn slash_redirect(probe: &Probe) -> Option<SlashRedirect<'_>> {
    let look = probe.came.look().filter(|_| probe.is_success())?;
    let asked = probe.request.split('?').next()?;
    let path = look.head.path.as_str();
    let is_same = asked
        .trim_end_matches('/')
        .ends_with(path.trim_end_matches('/'));
    is_same.then(|| SlashRedirect {
        asked: asked.ends_with('/'),
        answered: path.ends_with('/'),
        path,
    })
}

/// The first of them that was sent on, where all were answered at the same end: of lists that end in two ways no setting
/// would be right for both, and each is learned by itself when it is read.
fn consistent_redirect<'a, 'p>(all: &'a [SlashRedirect<'p>]) -> Option<&'a SlashRedirect<'p>> {
    let first = all.iter().find(|one| one.asked != one.answered)?;
    let agree = all.iter().all(|one| one.answered == first.answered);
    agree.then_some(first)
}
