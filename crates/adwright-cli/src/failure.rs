//! Why something was not done, for the person and for scripts.

use std::io::{self, Write as _};

use adwright_client::ClientError;
use adwright_desk::capitalised;
use adwright_desk::views::{FailureCode, RawReply};
use adwright_wire::Dialect;
use serde::Serialize;

use crate::arguments::Place;
use crate::exit::Exit;
use crate::printable::{one_line, stderr};
use crate::reply;
use crate::way::Way;

/// Why something was not done: what the program ends with, and a sentence or two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) sentence: String,
    remedies: Vec<Remedy>,
    /// The answer that it is about, where one came.
    pub(crate) reply: Option<Box<RawReply>>,
}

/// Whom a failure is told, and of which service.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Telling<'a> {
    place: Option<&'a Place>,
    is_for_script: bool,
}

impl<'a> Telling<'a> {
    /// Of the service of this place; to a script where the command prints JSON.
    pub(crate) const fn of(place: &'a Place, is_for_script: bool) -> Self {
        Self {
            place: Some(place),
            is_for_script,
        }
    }

    fn shows_reply(self) -> bool {
        self.place.is_some_and(|place| place.show_reply)
    }
}

/// A failure with its answer, as a script reads it.
#[derive(Serialize)]
struct Told<'a> {
    message: &'a str,
    reply: Option<&'a RawReply>,
}

/// A setting that would help.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Remedy {
    /// What it does, as a request.
    what: String,
    /// Such as `dialect.pageSize=NUMBER`.
    setting: String,
}

impl Failure {
    pub(crate) fn new(exit: Exit, sentence: impl Into<String>) -> Self {
        let sentence = sentence.into();
        Self {
            exit,
            sentence,
            remedies: Vec::new(),
            reply: None,
        }
    }

    /// The same about this answer.
    pub(crate) fn about(mut self, reply: Option<Box<RawReply>>) -> Self {
        self.reply = reply;
        self
    }

    /// The command line cannot be used.
    pub(crate) fn usage(sentence: impl Into<String>) -> Self {
        Self::new(Exit::Unusable, sentence)
    }

    /// The same, with a setting that would help. How it is set is said once it is known where.
    pub(crate) fn unless(mut self, what: impl Into<String>, setting: impl Into<String>) -> Self {
        let (what, setting) = (what.into(), setting.into());
        self.remedies.push(Remedy { what, setting });
        self
    }

    /// The same in words, with what to type where the service is this one's.
    pub(crate) fn at(mut self, telling: Telling<'_>) -> Self {
        let Some(place) = telling.place.filter(|_| !self.remedies.is_empty()) else {
            return self;
        };
        let way = Way::of(place);
        for Remedy { what, setting } in std::mem::take(&mut self.remedies) {
            if let Some(line) = way.line(&[setting]) {
                let said = [" ", &what, ": `", &line, "`."];
                self.sentence.extend(said);
            }
        }
        self
    }

    /// Says it on standard error, with the answer that it is about, or how to see that; what the program ends with.
    pub(crate) fn tell(self, telling: Telling<'_>) -> io::Result<Exit> {
        let failure = self.at(telling);
        let reply = failure.reply.as_deref();
        let mut out = stderr();
        if telling.shows_reply() && telling.is_for_script {
            let told = Told {
                message: &failure.sentence,
                reply,
            };
            let json = serde_json::to_string(&told)?;
            writeln!(out, "{json}")?;
            return Ok(failure.exit);
        }
        let sentence = one_line(&failure.sentence);
        match reply {
            Some(reply) if telling.shows_reply() => {
                writeln!(out, "{sentence}")?;
                reply::print(reply, &mut out)?;
            }
            Some(_) if telling.place.is_some() => writeln!(out, "{sentence} {HOW_TO_SEE}")?,
            _ => writeln!(out, "{sentence}")?,
        }
        Ok(failure.exit)
    }
}

/// How an answer is looked at.
pub(crate) const HOW_TO_SEE: &str = "Add --show-reply to see what came.";

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Stopped {
    Failure(Failure),
    /// Nothing more can be printed.
    Output(io::Error),
}

impl<E: Into<Failure>> From<E> for Stopped {
    fn from(error: E) -> Self {
        Self::Failure(error.into())
    }
}

/// How the program ends, once a failure was told.
pub(crate) fn concluded(done: Result<Exit, Stopped>, telling: Telling<'_>) -> io::Result<Exit> {
    match done {
        Ok(exit) => Ok(exit),
        Err(Stopped::Failure(failure)) => failure.tell(telling),
        Err(Stopped::Output(error)) => Err(error),
    }
}

impl From<adwright_desk::Error> for Failure {
    fn from(error: adwright_desk::Error) -> Self {
        if let adwright_desk::Error::Client(error) = error {
            return error.into();
        }
        let failure = error.failure();
        let exit = match (&error, failure.code) {
            (adwright_desk::Error::SendLock(_), FailureCode::Conflict) => Exit::Held,
            (adwright_desk::Error::Secrets(_), _) | (_, FailureCode::Unauthorized) => {
                Exit::Unauthorized
            }
            (_, FailureCode::Offline) => Exit::Unreachable,
            (_, FailureCode::Refused | FailureCode::NotFound) => Exit::Refused,
            (_, FailureCode::Cancelled) => Exit::Incomplete,
            _ => Exit::Unusable,
        };
        let how = match error {
            adwright_desk::Error::NameNotTyped { .. } => " Type it after --confirm.".to_owned(),
            adwright_desk::Error::OtherDraft { draft, .. } => format!(
                " That is `adwright send {draft} --go`, `adwright draft discard {draft}`, or the same once more with --onto-draft."
            ),
            _ => String::new(),
        };
        Self::new(exit, format!("{}{how}", failure.message)).about(failure.reply)
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        if let ClientError::PlainHttp { origin } = &error {
            return Self::usage(format!(
                "Everyone along the way could read what goes to {origin} in plain HTTP: use https, or allow it with --allow-plain-http."
            ));
        }
        let said = capitalised(&error.to_string());
        let sentence = format!("{}.{}", said.trim_end_matches('.'), advice(&error));
        let failure = remedied(Self::new(exit(&error), sentence), &error);
        failure.about(adwright_desk::Error::Client(error).failure().reply)
    }
}

/// The failure with the settings that help against it.
fn remedied(failure: Failure, error: &ClientError) -> Failure {
    if let Some(header) = error.missing_header() {
        let failure = failure.unless(
            format!("Send the header {header}"),
            format!("dialect.plainHeaders={header}: VALUE"),
        );
        return match error {
            ClientError::LoginRefused { .. } => failure.unless(
                "If its value is a secret",
                format!("dialect.authentication.session.headers={header}"),
            ),
            _ => failure,
        };
    }
    match error {
        ClientError::LoginRefused {
            status: 404 | 405, ..
        } => failure.unless(
            "Say where the login is",
            "dialect.authentication.session.path=PATH",
        ),
        ClientError::Refused { status: 404, .. } => elsewhere(failure, error),
        ClientError::NoToken { .. } => {
            failure.unless("Say where it is", "dialect.authentication.session.token=PATH")
        }
        ClientError::LoginSentOn {
            path: Some(path), ..
        } => failure.unless(
            "Log in there",
            format!("dialect.authentication.session.path={path}"),
        ),
        ClientError::TooLarge { .. } => failure
            .unless("Ask for smaller pages", "dialect.pageSize=NUMBER")
            .unless("Or allow more", "dialect.replyLimitBytes=NUMBER"),
        ClientError::RepeatsSecret {
            header: Some(name), ..
        } if Dialect::may_be_plain(name) => failure.unless(
            format!("If {name} is no secret, take it out of the headers with secret values and make it a plain one"),
            format!("dialect.plainHeaders={name}: VALUE"),
        ),
        _ => failure,
    }
}

/// The failure with the setting of the path where nothing is.
fn elsewhere(failure: Failure, error: &ClientError) -> Failure {
    let address = error.evidence().map(|came| came.address.as_str());
    let address = address.unwrap_or_default();
    if address.contains("/rest/tagManagers") {
        failure.unless("Ask for values without /rest", "dialect.restPrefix=false")
    } else if address.contains("/tagManagers") {
        failure.unless("Ask for values below /rest", "dialect.restPrefix=true")
    } else if address.contains("/campaigns") {
        failure
    } else {
        failure.unless("Say where the ads are", "dialect.adsPath=PATH")
    }
}

fn exit(error: &ClientError) -> Exit {
    match error {
        error if error.is_unauthorized() => Exit::Unauthorized,
        error if error.is_unreachable() => Exit::Unreachable,
        ClientError::Busy { .. } => Exit::Unreachable,
        ClientError::LoginSentOn { .. } => Exit::Unauthorized,
        ClientError::Refused { .. } => Exit::Refused,
        ClientError::TooLarge { .. }
        | ClientError::RepeatsSecret { .. }
        | ClientError::Unclear { .. }
        | ClientError::Unreadable { .. } => Exit::Incomplete,
        _ => Exit::Unusable,
    }
}

/// What to do next.
fn advice(error: &ClientError) -> &'static str {
    match error {
        error if error.missing_header().is_some() => "",
        ClientError::LoginRefused {
            status: 404 | 405, ..
        } => "",
        ClientError::Refused {
            status: 404, came, ..
        } if came
            .as_ref()
            .is_some_and(|came| came.address.contains("/campaigns")) =>
        {
            " Check the service’s address: the path /campaigns is below it."
        }
        ClientError::NoSecret(_) => " Give it with --secret-env or --secret-stdin.",
        ClientError::LoginRefused { .. } => " Check the name and the password.",
        ClientError::LoginSentOn { path: None, .. } => {
            " Ask whoever runs it for the address of its login."
        }
        ClientError::Unauthorized { .. } => {
            " Check how it wants to know who asks, the name and the secret."
        }
        ClientError::Unreachable { .. } => " Check the service’s address and the network.",
        ClientError::Unclear { .. } | ClientError::Unreadable { .. } => {
            " Check that the address leads to the service itself."
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::arguments::GivenSecrets;

    #[test]
    fn what_helps_is_said_for_the_service_in_use() {
        let place = Place {
            workspace: Some("Nobody has this one".to_owned()),
            base_url: Some("https://a.example".to_owned()),
            allow_plain_http: false,
            auth: None,
            username: None,
            secrets: GivenSecrets {
                secret_env: Vec::new(),
                secret_stdin: false,
            },
            show_reply: false,
            show_settings: false,
        };
        let error = ClientError::RepeatsSecret {
            header: Some("X-Account-Id".to_owned()),
            came: None,
        };
        let failure = Failure::from(error).at(Telling::of(&place, false));
        expect!["The answer repeats the secret value of the header X-Account-Id, and was not kept for that reason. If X-Account-Id is no secret, take it out of the headers with secret values and make it a plain one: `--set 'dialect.plainHeaders=X-Account-Id: VALUE'`."].assert_eq(&failure.sentence);
        let way = Way::Workspace("Acme, DE".to_owned());
        let line = way.line(&[
            "dialect.pageSize=7".to_owned(),
            "dialect.listSort=".to_owned(),
        ]);
        expect!["adwright workspace set 'Acme, DE' dialect.pageSize=7 dialect.listSort="]
            .assert_eq(&line.unwrap());
        assert_eq!(Way::Closed.line(&[]), None);
    }
}
