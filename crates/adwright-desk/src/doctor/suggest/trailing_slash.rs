//! Suggests which paths end with a slash, separately for lists and for single objects.

use adwright_wire::{Dialect, TrailingSlash};

use super::{LISTS, suggestion};
use crate::doctor::probe::Probe;
use crate::views::{DoctorStepId, DoctorSuggestion};

/// The key of the setting.
pub(super) const KEY: &str = "trailingSlash";

/// Whether the requested path and the answered path of a read end with a slash, if only the slash may differ.
struct SlashRedirect<'a> {
    asked: bool,
    answered: bool,
    path: &'a str,
}

/// Returns the trailing slashes that all probes show, through changes that worked and through redirects.
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

/// Suggests the observed slashes. A service that redirects reads also redirects writes, and writes do not follow
/// redirects.
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

/// Returns the first redirect if all answers agree on the slash. If lists disagree, no setting fits both; each list
/// learns its own slash when it is read.
fn consistent_redirect<'a, 'p>(all: &'a [SlashRedirect<'p>]) -> Option<&'a SlashRedirect<'p>> {
    let first = all.iter().find(|one| one.asked != one.answered)?;
    let agree = all.iter().all(|one| one.answered == first.answered);
    agree.then_some(first)
}
