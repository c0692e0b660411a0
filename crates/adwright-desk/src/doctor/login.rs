//! The login step: whether the login works, and where it may be instead.

use std::collections::HashSet;

use adwright_wire::{Authentication, RequestFailure, SessionLogin, TokenScheme};

use super::observation::{LoginObservation, Observation};
use super::probe::{ProbeResult, ProbedSetting};
use super::probe_session::{ProbeSession, sends_secrets_every_time};

/// The HTTP statuses of a path that does not exist or does not accept the method.
const NOT_THERE: [u16; 2] = [404, 405];

/// Runs the login step.
pub(super) async fn check_login(session: &mut ProbeSession<'_>) -> Observation {
    let first = session.probe_login(&[]).await.result.failure().cloned();
    let Some(mut failure) = first else {
        return login_accepted(session);
    };
    let mut changes = Vec::new();
    if is_session_refused(session, &failure) {
        return try_other_scheme(session, failure).await;
    }
    // A missing path has not rejected any password, so another path may be tried.
    for path in candidate_paths(&failure, &session.working.authentication) {
        let change = vec![(ProbedSetting::LoginPath, path)];
        let Some(other) = session.probe_login(&change).await.result.failure().cloned() else {
            session.adopt_changes(&change);
            return Observation::Login(LoginObservation::AtOtherPath);
        };
        if !is_elsewhere(&other) {
            (changes, failure) = (change, other);
            break;
        }
    }
    // Name and password were accepted, so sending them again is safe.
    if let RequestFailure::NoToken {
        elsewhere: Some(place),
        ..
    } = &failure
    {
        changes.push((ProbedSetting::TokenPlace, place.to_string()));
        if session.probe_login(&changes).await.is_success() {
            session.adopt_changes(&changes);
            return Observation::Login(LoginObservation::TokenAtOtherPlace);
        }
    }
    Observation::LoginFailed { failure }
}

/// Returns whether a session was opened but is not accepted.
fn is_session_refused(session: &ProbeSession<'_>, failure: &RequestFailure) -> bool {
    let is_opened = session
        .probes
        .iter()
        .any(|probe| matches!(probe.result, ProbeResult::Session));
    is_opened
        && matches!(
            failure,
            RequestFailure::Unauthorized { .. } | RequestFailure::Refused { .. }
        )
}

/// Sends the session token in the other common scheme.
async fn try_other_scheme(session: &mut ProbeSession<'_>, failure: RequestFailure) -> Observation {
    let Authentication::Session(login) = &session.working.authentication else {
        return Observation::LoginFailed { failure };
    };
    let other = match login.scheme {
        TokenScheme::None => "bearer",
        TokenScheme::Bearer => "none",
    };
    let change = vec![(ProbedSetting::TokenScheme, other.to_owned())];
    if session.probe_login(&change).await.is_success() {
        session.adopt_changes(&change);
        return Observation::Login(LoginObservation::TokenInOtherScheme);
    }
    if failure.is_unauthorized() {
        return Observation::LoginFailed { failure };
    }
    Observation::Login(LoginObservation::SessionUnclear { failure })
}

fn login_accepted(session: &ProbeSession<'_>) -> Observation {
    let authentication = &session.working.authentication;
    let status = session
        .last_probe()
        .result
        .response()
        .map(|response| response.status);
    if let Some(status) = status.filter(|status| !matches!(status, 200..300))
        && sends_secrets_every_time(authentication)
    {
        return Observation::Login(LoginObservation::CredentialsUnclear { status });
    }
    match authentication {
        Authentication::None => Observation::Login(LoginObservation::NotRequired),
        Authentication::Session(_) => Observation::Login(LoginObservation::SessionAccepted),
        Authentication::Basic | Authentication::Bearer | Authentication::Headers(_) => {
            Observation::Login(LoginObservation::CredentialsAccepted)
        }
    }
}

/// Returns whether the login is at another path.
fn is_elsewhere(failure: &RequestFailure) -> bool {
    match failure {
        RequestFailure::LoginRedirected { path, .. } => path.is_some(),
        _ => is_not_there(failure),
    }
}

/// Returns whether a login failed because its path does not exist.
pub(super) fn is_not_there(failure: &RequestFailure) -> bool {
    matches!(failure, RequestFailure::LoginRefused { status, .. } if NOT_THERE.contains(status))
}

/// Returns other paths for the login, starting with a redirect target on the same service.
fn candidate_paths(failure: &RequestFailure, authentication: &Authentication) -> Vec<String> {
    let Authentication::Session(SessionLogin { path, .. }) = authentication else {
        return Vec::new();
    };
    if !is_elsewhere(failure) {
        return Vec::new();
    }
    let sent_on = match failure {
        RequestFailure::LoginRedirected { path, .. } => path.clone(),
        _ => None,
    };
    let plain = path.trim_end_matches('/');
    let slash = if path.ends_with('/') {
        plain.to_owned()
    } else {
        format!("{plain}/")
    };
    let usual = ["login/login".to_owned(), "login".to_owned()];
    let mut others: Vec<_> = sent_on.into_iter().chain([slash]).chain(usual).collect();
    others.retain(|other| other != path);
    let mut known = HashSet::new();
    others.retain(|other| known.insert(other.clone()));
    others
}
