//! Suggests whether paths end with a slash, from reads that the service redirected.

use adwright_views::{DoctorStepId, DoctorSuggestion};
use adwright_wire::Dialect;

use super::{LISTS, suggestion};

use crate::doctor::probe::Probe;

/// The key of the setting.
pub(super) const KEY: &str = "trailingSlash";

/// Whether the requested path and the answered path of a read end with a slash, if only the slash may differ.
struct SlashRedirect<'a> {
    asked: bool,
    answered: bool,
    path: &'a str,
}

/// Suggests the trailing slash to which the service redirects reads, because writes do not follow redirects. If some
/// reads are answered with a slash and others without, no setting fits all paths.
pub(super) fn suggest_trailing_slash(
    dialect: &Dialect,
    probes: &[Probe],
) -> Option<DoctorSuggestion> {
    let is_read = |step: DoctorStepId| LISTS.contains(&step) || step == DoctorStepId::Campaign;
    let reads = probes.iter().filter(|probe| is_read(probe.step));
    let reads: Vec<_> = reads.filter_map(slash_redirect).collect();
    let redirect = reads.iter().find(|read| read.asked != read.answered)?;
    if reads.iter().any(|read| read.answered != redirect.answered) {
        return None;
    }
    let title = if redirect.answered {
        "Paths with a slash at their end"
    } else {
        "Paths without a slash at their end"
    };
    let why = format!(
        "The service redirects to {}. What is written would not follow.",
        redirect.path
    );
    suggestion(
        dialect,
        title,
        &why,
        &[(KEY, &redirect.answered.to_string())],
    )
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
