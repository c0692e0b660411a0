//! The login step: whether the login works, and where it may be instead.

use std::collections::HashSet;

use adwright_client::ClientError;
use adwright_wire::{Authentication, SecretName, SessionLogin, TokenScheme};

use super::probe::ProbeResult;
use super::probe_session::{ProbeSession, sends_secrets_every_time};
use super::steps::failure_sentence;
use super::{NextStep, StepOutcome};

/// The HTTP statuses of a path that does not exist or does not accept the method.
const NOT_THERE: [u16; 2] = [404, 405];

/// Runs the login step.
pub(super) async fn check_login(asking: &mut ProbeSession<'_>) -> (StepOutcome, NextStep) {
    let first = asking.probe_login(&[]).await.came.failure().cloned();
    let Some(mut failure) = first else {
        return (login_accepted(asking), NextStep::Continue);
    };
    let mut changes = Vec::new();
    if is_session_refused(asking, &failure) {
        return try_other_scheme(asking, failure).await;
    }
    // A missing path has not rejected any password, so another path may be tried.
    for path in candidate_paths(&failure, &asking.working.authentication) {
        let change = vec![("authentication.session.path", path)];
        let Some(other) = asking.probe_login(&change).await.came.failure().cloned() else {
            asking.adopt_changes(&change);
            let told = "The login is at another path than the settings say.";
            return (StepOutcome::notable(told), NextStep::Continue);
        };
        if !is_elsewhere(&other) {
            (changes, failure) = (change, other);
            break;
        }
    }
    // Name and password were accepted, so sending them again is safe.
    if let ClientError::NoToken {
        elsewhere: Some(place),
        ..
    } = &failure
    {
        changes.push(("authentication.session.token", place.to_string()));
        if asking.probe_login(&changes).await.is_success() {
            asking.adopt_changes(&changes);
            let told = "The login’s reply has the token at another place than the settings say.";
            return (StepOutcome::notable(told), NextStep::Continue);
        }
    }
    login_failed(&failure)
}

/// Returns whether a session was opened but is not accepted.
fn is_session_refused(asking: &ProbeSession<'_>, failure: &ClientError) -> bool {
    let is_opened = asking
        .probes
        .iter()
        .any(|probe| matches!(probe.came, ProbeResult::Session));
    is_opened
        && matches!(
            failure,
            ClientError::Unauthorized { .. } | ClientError::Refused { .. }
        )
}

/// Sends the session token in the other common scheme.
async fn try_other_scheme(
    asking: &mut ProbeSession<'_>,
    failure: ClientError,
) -> (StepOutcome, NextStep) {
    let Authentication::Session(login) = &asking.working.authentication else {
        return login_failed(&failure);
    };
    let other = match login.scheme {
        TokenScheme::None => "bearer",
        TokenScheme::Bearer => "none",
    };
    let change = vec![("authentication.session.scheme", other.to_owned())];
    if asking.probe_login(&change).await.is_success() {
        asking.adopt_changes(&change);
        let told =
            "The service takes the token of the session in another way than the settings say.";
        return (StepOutcome::notable(told), NextStep::Continue);
    }
    if failure.is_unauthorized() {
        return login_failed(&failure);
    }
    let told = format!("The service opened a session, but does not give its campaigns: {failure}.");
    (StepOutcome::notable(told), NextStep::Continue)
}

fn login_failed(failure: &ClientError) -> (StepOutcome, NextStep) {
    let told = StepOutcome::failed(format!("{}.", failure_sentence(failure)));
    (
        told.with_advice(&login_advice(failure)),
        NextStep::SkipRest("The service has to accept the login first."),
    )
}

fn login_accepted(asking: &ProbeSession<'_>) -> StepOutcome {
    let status = asking.last_probe().came.look().map(|look| look.status);
    if let Some(status) = status.filter(|status| !matches!(status, 200..300))
        && sends_secrets_every_time(&asking.working.authentication)
    {
        return StepOutcome::notable(format!(
            "The service does not say that it refuses what goes with every request, nor that it accepts it (status {status})."
        ));
    }
    StepOutcome::fine(match asking.working.authentication {
        Authentication::None => "No login is set, and the service does not ask for one.",
        Authentication::Session(_) => "The service accepted the login and opened a session.",
        _ => "The service accepts what goes with every request.",
    })
}

/// Returns whether the login is at another path.
fn is_elsewhere(failure: &ClientError) -> bool {
    match failure {
        ClientError::LoginRedirected { path, .. } => path.is_some(),
        _ => is_not_there(failure),
    }
}

/// Returns whether a login failed because its path does not exist.
pub(super) fn is_not_there(failure: &ClientError) -> bool {
    matches!(failure, ClientError::LoginRefused { status, .. } if NOT_THERE.contains(status))
}

/// Returns other paths for the login, starting with a redirect target on the same service.
fn candidate_paths(failure: &ClientError, authentication: &Authentication) -> Vec<String> {
    let Authentication::Session(SessionLogin { path, .. }) = authentication else {
        return Vec::new();
    };
    if !is_elsewhere(failure) {
        return Vec::new();
    }
    let sent_on = match failure {
        ClientError::LoginRedirected { path, .. } => path.clone(),
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

fn login_advice(failure: &ClientError) -> String {
    if let Some(header) = failure.missing_header() {
        return format!(
            "Set the header {header} under “Plain headers”, or as a further header with a secret value."
        );
    }
    let advice = match failure {
        ClientError::NoSecret(SecretName::Password) => {
            "Enter the password in the workspace’s form."
        }
        ClientError::NoSecret(_) => "Enter the token or header’s value in the workspace’s form.",
        _ if is_not_there(failure) => {
            "The service has no login at this path. Ask for the right one, and set “Path of the login”."
        }
        ClientError::LoginRedirected { .. } => {
            "Your password goes to no other address by itself. Ask whoever runs the service where its login is, and set “Path of \
             the login”."
        }
        ClientError::NoToken { .. } => {
            "Name and password were accepted. Set “Where the token is” to its place in the login’s reply."
        }
        ClientError::Unauthorized { .. }
        | ClientError::LoginRefused { .. }
        | ClientError::Refused { .. } => {
            "Look at the name, the password and the way to log in. It was tried once only, so that nothing gets locked."
        }
        _ => "Try again; if it goes on, ask whoever runs the service.",
    };
    advice.to_owned()
}
