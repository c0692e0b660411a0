//! Why something was not done, for the person and for scripts.

use std::io::{self, Write as _};

use adwright_client::ClientError;
use adwright_desk::capitalised;
use adwright_desk::views::FailureCode;

use crate::exit::Exit;
use crate::printable::one_line;

/// Why something was not done: what the program ends with, and a sentence or two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) sentence: String,
}

impl Failure {
    /// The command line cannot be used.
    pub(crate) fn usage(sentence: impl Into<String>) -> Self {
        let sentence = sentence.into();
        Self {
            exit: Exit::Unusable,
            sentence,
        }
    }

    /// Says it on standard error; what the program ends with.
    pub(crate) fn say(&self) -> io::Result<Exit> {
        writeln!(io::stderr(), "{}", one_line(&self.sentence))?;
        Ok(self.exit)
    }
}

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

/// How the program ends, once a failure was said.
pub(crate) fn concluded(done: Result<Exit, Stopped>) -> io::Result<Exit> {
    match done {
        Ok(exit) => Ok(exit),
        Err(Stopped::Failure(failure)) => failure.say(),
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
        Self {
            exit,
            sentence: format!("{}{how}", failure.message),
        }
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
        Self {
            exit: exit(&error),
            sentence,
        }
    }
}

fn exit(error: &ClientError) -> Exit {
    match error {
        error if error.is_unauthorized() => Exit::Unauthorized,
        error if error.is_unreachable() => Exit::Unreachable,
        ClientError::Busy { .. } => Exit::Unreachable,
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
        ClientError::NoSecret(_) => " Give it with --secret-env or --secret-stdin.",
        ClientError::LoginRefused { .. } => " Check the name and the password.",
        ClientError::NoToken { .. } => {
            " Say with --set dialect.authentication.session.token=PATH where it is."
        }
        ClientError::Unauthorized { .. } => {
            " Check how it wants to know who asks, the name and the secret."
        }
        ClientError::Unreachable { .. } => " Check the service’s address and the network.",
        ClientError::TooLarge { .. } => {
            " Ask for smaller pages with --set dialect.pageSize=NUMBER, or allow more with --set dialect.replyLimitBytes=NUMBER."
        }
        ClientError::Unclear { .. } | ClientError::Unreadable { .. } => {
            " Check that the address leads to the service itself."
        }
        _ => "",
    }
}
