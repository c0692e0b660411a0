//! Failures of commands, for people and for scripts.

use std::io::{self, Write as _};

use adwright_client::ClientError;
use adwright_desk::capitalize;
use adwright_views::{FailureCode, ReplyView};
use adwright_wire::{Dialect, RequestFailure};
use serde::Serialize;

use crate::arguments::ConnectionArgs;
use crate::exit::Exit;
use crate::printable::{escape_line, stderr};
use crate::reply;
use crate::setting_remedy::SettingRemedy;

/// A failed command: its exit code, and a sentence or two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CommandFailure {
    pub(crate) exit: Exit,
    pub(crate) sentence: String,
    remedies: Vec<SuggestedSetting>,
    /// The reply that caused the failure, if there is one.
    pub(crate) reply: Option<Box<ReplyView>>,
}

/// The audience of a failure, and the service that it concerns.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FailureContext<'a> {
    connection: Option<&'a ConnectionArgs>,
    is_json: bool,
}

impl<'a> FailureContext<'a> {
    /// Returns the context of a command for this service.
    pub(crate) const fn for_connection(connection: &'a ConnectionArgs) -> Self {
        Self {
            connection: Some(connection),
            is_json: false,
        }
    }

    /// Returns the context of a command that prints JSON if `is_json`. Its failures are for a script.
    pub(crate) const fn with_json_if(self, is_json: bool) -> Self {
        Self { is_json, ..self }
    }

    fn shows_reply(self) -> bool {
        self.connection
            .is_some_and(|connection| connection.show_reply)
    }
}

/// A failure with its reply, as JSON for scripts.
#[derive(Serialize)]
struct JsonFailure<'a> {
    message: &'a str,
    reply: Option<&'a ReplyView>,
}

/// A setting that would help.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SuggestedSetting {
    /// The effect of the setting, as a request.
    what: String,
    /// Such as `dialect.pageSize=NUMBER`.
    setting: String,
}

impl CommandFailure {
    pub(crate) fn new(exit: Exit, sentence: impl Into<String>) -> Self {
        let sentence = sentence.into();
        Self {
            exit,
            sentence,
            remedies: Vec::new(),
            reply: None,
        }
    }

    /// Adds the reply that caused the failure.
    pub(crate) fn with_reply(mut self, reply: Option<Box<ReplyView>>) -> Self {
        self.reply = reply;
        self
    }

    /// Returns a failure for an unusable command line.
    pub(crate) fn usage(sentence: impl Into<String>) -> Self {
        Self::new(Exit::Unusable, sentence)
    }

    /// Returns a usage failure that suggests a setting. The command for it is added once the service is known.
    pub(crate) fn suggesting(
        mut self,
        what: impl Into<String>,
        setting: impl Into<String>,
    ) -> Self {
        let (what, setting) = (what.into(), setting.into());
        self.remedies.push(SuggestedSetting { what, setting });
        self
    }

    /// Replaces suggested settings by the command that sets them for this service.
    pub(crate) fn with_commands(mut self, context: FailureContext<'_>) -> Self {
        let Some(connection) = context.connection.filter(|_| !self.remedies.is_empty()) else {
            return self;
        };
        let setting_remedy = SettingRemedy::for_connection(connection);
        for SuggestedSetting { what, setting } in std::mem::take(&mut self.remedies) {
            if let Some(line) = setting_remedy.command_line(&[setting]) {
                let hint = [" ", &what, ": `", &line, "`."];
                self.sentence.extend(hint);
            }
        }
        self
    }

    /// Reports the failure on standard error, with its reply or a hint on how to see it. Returns the exit code.
    pub(crate) fn report(self, context: FailureContext<'_>) -> io::Result<Exit> {
        let failure = self.with_commands(context);
        let reply = failure.reply.as_deref();
        let mut out = stderr();
        if context.shows_reply() && context.is_json {
            let json_failure = JsonFailure {
                message: &failure.sentence,
                reply,
            };
            let json = serde_json::to_string(&json_failure)?;
            writeln!(out, "{json}")?;
            return Ok(failure.exit);
        }
        let sentence = escape_line(&failure.sentence);
        match reply {
            Some(reply) if context.shows_reply() => {
                writeln!(out, "{sentence}")?;
                reply::print_reply(reply, &mut out)?;
            }
            Some(_) if context.connection.is_some() => writeln!(out, "{sentence} {HOW_TO_SEE}")?,
            _ => writeln!(out, "{sentence}")?,
        }
        Ok(failure.exit)
    }
}

/// The hint on how to see a reply.
pub(crate) const HOW_TO_SEE: &str = "Add --show-reply to see the service’s reply.";

/// The reason why a command ended early.
#[derive(Debug)]
pub(crate) enum CommandAbort {
    Failure(CommandFailure),
    /// The output cannot be written any more.
    Output(io::Error),
}

impl<E: Into<CommandFailure>> From<E> for CommandAbort {
    fn from(error: E) -> Self {
        Self::Failure(error.into())
    }
}

/// Reports a failure, and returns the exit code.
pub(crate) fn report_result(
    done: Result<Exit, CommandAbort>,
    context: FailureContext<'_>,
) -> io::Result<Exit> {
    match done {
        Ok(exit) => Ok(exit),
        Err(CommandAbort::Failure(failure)) => failure.report(context),
        Err(CommandAbort::Output(error)) => Err(error),
    }
}

impl From<adwright_desk::Error> for CommandFailure {
    fn from(error: adwright_desk::Error) -> Self {
        if let adwright_desk::Error::Client(error) = error {
            return error.into();
        }
        let failure = error.failure();
        let exit = match (&error, failure.code) {
            (adwright_desk::Error::SendLock(_), FailureCode::Conflict) => Exit::SendLocked,
            (adwright_desk::Error::Secrets(_), _) | (_, FailureCode::Unauthorized) => {
                Exit::Unauthorized
            }
            (_, FailureCode::Offline) => Exit::Unreachable,
            (_, FailureCode::Refused | FailureCode::NotFound) => Exit::Refused,
            (_, FailureCode::Cancelled) => Exit::Incomplete,
            _ => Exit::Unusable,
        };
        let how = match error {
            adwright_desk::Error::NameNotTyped { .. } => {
                " Add --confirm with this name.".to_owned()
            }
            adwright_desk::Error::OtherDraft { draft, .. } => format!(
                " Use `adwright send {draft} --go` or `adwright draft discard {draft}`, or add --onto-draft to this \
                 command."
            ),
            _ => String::new(),
        };
        Self::new(exit, format!("{}{how}", failure.message)).with_reply(failure.reply)
    }
}

impl From<ClientError> for CommandFailure {
    fn from(error: ClientError) -> Self {
        if let RequestFailure::PlainHttp { origin } = &error.failure {
            return Self::usage(format!(
                "Plain HTTP to {origin} is not encrypted, and everyone on the network path can read it. Use https, or \
                 allow it with --allow-plain-http."
            ));
        }
        let message = capitalize(&error.to_string());
        let sentence = format!("{}.{}", message.trim_end_matches('.'), advice(&error));
        let failure = with_remedies(Self::new(exit_for(&error), sentence), &error);
        failure.with_reply(adwright_desk::Error::Client(error).failure().reply)
    }
}

impl From<RequestFailure> for CommandFailure {
    fn from(failure: RequestFailure) -> Self {
        ClientError::from(failure).into()
    }
}

/// Adds the settings that help against the error.
fn with_remedies(failure: CommandFailure, error: &ClientError) -> CommandFailure {
    if let Some(header) = error.failure.missing_header() {
        let failure = failure.suggesting(
            format!("Send the header {header}"),
            format!("dialect.plainHeaders={header}: VALUE"),
        );
        return match error.failure {
            RequestFailure::LoginRefused { .. } => failure.suggesting(
                "If its value is a secret",
                format!("dialect.authentication.session.headers={header}"),
            ),
            _ => failure,
        };
    }
    match &error.failure {
        RequestFailure::LoginRefused {
            status: 404 | 405, ..
        } => failure.suggesting(
            "Set the path of the login",
            "dialect.authentication.session.path=PATH",
        ),
        RequestFailure::Refused { status: 404, .. } => with_path_remedy(failure, error),
        RequestFailure::NoToken { .. } => {
            failure.suggesting("Set its place", "dialect.authentication.session.token=PATH")
        }
        RequestFailure::LoginRedirected {
            path: Some(path), ..
        } => failure.suggesting(
            "Log in there",
            format!("dialect.authentication.session.path={path}"),
        ),
        RequestFailure::TooLarge { .. } => failure
            .suggesting("Fetch smaller pages", "dialect.pageSize=NUMBER")
            .suggesting("Or allow larger replies", "dialect.replyLimitBytes=NUMBER"),
        RequestFailure::ReplyLeaksSecret {
            header: Some(name), ..
        } if Dialect::can_be_plain(name) => failure.suggesting(
            format!("If {name} is not a secret, remove it from the headers with secret values and make it a plain \
                     header"),
            format!("dialect.plainHeaders={name}: VALUE"),
        ),
        _ => failure,
    }
}

/// Adds the setting of the path that does not exist.
fn with_path_remedy(failure: CommandFailure, error: &ClientError) -> CommandFailure {
    let address = error.reply().map(|reply| reply.address.as_str());
    let address = address.unwrap_or_default();
    if address.contains("/rest/tagManagers") {
        failure.suggesting("Fetch values without /rest", "dialect.restPrefix=false")
    } else if address.contains("/tagManagers") {
        failure.suggesting("Fetch values below /rest", "dialect.restPrefix=true")
    } else if address.contains("/campaigns") {
        failure
    } else {
        failure.suggesting("Set the path of ads", "dialect.adsPath=PATH")
    }
}

fn exit_for(error: &ClientError) -> Exit {
    match &error.failure {
        failure if failure.is_unauthorized() => Exit::Unauthorized,
        failure if failure.is_unreachable() => Exit::Unreachable,
        RequestFailure::Busy { .. } => Exit::Unreachable,
        RequestFailure::LoginRedirected { .. } => Exit::Unauthorized,
        RequestFailure::Refused { .. } => Exit::Refused,
        RequestFailure::TooLarge { .. }
        | RequestFailure::ReplyLeaksSecret { .. }
        | RequestFailure::Unclear(_)
        | RequestFailure::LoginRedirectedNowhere { .. }
        | RequestFailure::Unreadable(_) => Exit::Incomplete,
        _ => Exit::Unusable,
    }
}

/// Returns advice on what to do next.
fn advice(error: &ClientError) -> &'static str {
    match &error.failure {
        failure if failure.missing_header().is_some() => "",
        RequestFailure::LoginRefused {
            status: 404 | 405, ..
        } => "",
        RequestFailure::Refused { status: 404, .. }
            if error
                .reply()
                .is_some_and(|reply| reply.address.contains("/campaigns")) =>
        {
            " Check the service’s address: it must have /campaigns below it."
        }
        RequestFailure::NoSecret(_) => " Pass it with --secret-env or --secret-stdin.",
        RequestFailure::LoginRefused { .. } => " Check the name and the password.",
        RequestFailure::LoginRedirected { path: None, .. } => {
            " Ask the service’s operator for the address of its login."
        }
        RequestFailure::Unauthorized { .. } => " Check the way to log in, the name and the secret.",
        RequestFailure::Unreachable(_) => " Check the service’s address and the network.",
        RequestFailure::Unclear(_)
        | RequestFailure::LoginRedirectedNowhere { .. }
        | RequestFailure::Unreadable(_) => " Check that the address is the service’s own.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::arguments::SecretSourceArgs;

    #[test]
    fn remedy_fits_the_service_in_use() {
        let connection = ConnectionArgs {
            workspace: Some("Nobody has this one".to_owned()),
            base_url: Some("https://a.example".to_owned()),
            allow_plain_http: false,
            auth: None,
            username: None,
            secrets: SecretSourceArgs {
                secret_env: Vec::new(),
                secret_stdin: false,
            },
            show_reply: false,
            show_settings: false,
        };
        let error = RequestFailure::ReplyLeaksSecret {
            header: Some("X-Account-Id".to_owned()),
        };
        let failure = CommandFailure::from(ClientError::from(error))
            .with_commands(FailureContext::for_connection(&connection));
        expect!["The reply repeats the secret value of the header X-Account-Id, so it was not kept. If X-Account-Id is not a secret, remove it from the headers with secret values and make it a plain header: `--set 'dialect.plainHeaders=X-Account-Id: VALUE'`."].assert_eq(&failure.sentence);
        let setting_remedy = SettingRemedy::Workspace("Acme, DE".to_owned());
        let line = setting_remedy.command_line(&[
            "dialect.pageSize=7".to_owned(),
            "dialect.listSort=".to_owned(),
        ]);
        expect!["adwright workspace set 'Acme, DE' dialect.pageSize=7 dialect.listSort="]
            .assert_eq(&line.unwrap());
        assert_eq!(SettingRemedy::Unavailable.command_line(&[]), None);
    }
}
