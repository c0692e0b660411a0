//! Suggests whether paths end with a slash, from reads that the service redirected.

use adwright_views::DoctorStepId;
use adwright_wire::Dialect;

use super::{Suggestion, SuggestionReason, suggestion};

use crate::doctor::probe::{Probe, ProbeRequest, ProbedSetting};

/// Whether the requested path and the answered path of a read end with a slash, if only the slash may differ.
struct SlashRedirect<'a> {
    asked: bool,
    answered: bool,
    path: &'a str,
}

/// Suggests the trailing slash to which the service redirects reads, because writes do not follow redirects. If some
/// reads are answered with a slash and others without, no setting fits all paths.
pub(super) fn suggest_trailing_slash(dialect: &Dialect, probes: &[Probe]) -> Option<Suggestion> {
    let reads: Vec<_> = probes.iter().filter_map(slash_redirect).collect();
    let redirect = reads.iter().find(|read| read.asked != read.answered)?;
    if reads.iter().any(|read| read.answered != redirect.answered) {
        return None;
    }
    let reason = SuggestionReason::SlashRedirected {
        path: redirect.path.to_owned(),
    };
    let change = (
        ProbedSetting::TrailingSlash.key(),
        &*redirect.answered.to_string(),
    );
    suggestion(dialect, reason, &[change])
}

fn slash_redirect(probe: &Probe) -> Option<SlashRedirect<'_>> {
    let is_read = matches!(
        probe.step,
        DoctorStepId::Campaigns | DoctorStepId::Campaign | DoctorStepId::Values | DoctorStepId::Ads
    );
    let response = probe.result.response()?;
    if !is_read || !probe.is_success() {
        return None;
    }
    let ProbeRequest::Get { url } = &probe.request else {
        return None;
    };
    let asked = url.split('?').next()?;
    let path = response.head.path.as_str();
    let is_same = asked
        .trim_end_matches('/')
        .ends_with(path.trim_end_matches('/'));
    is_same.then(|| SlashRedirect {
        asked: asked.ends_with('/'),
        answered: path.ends_with('/'),
        path,
    })
}
