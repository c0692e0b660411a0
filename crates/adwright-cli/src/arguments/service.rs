//! The selection of the service, and the login.

use adwright_wire::Authentication;
use clap::Args;

use super::ArgumentError;

use crate::printable::quote_shell_word;

/// A workspace, or a service to read from without one, and what its dialect is set to for this time.
#[derive(Debug, Args)]
#[command(next_help_heading = "Service and login")]
pub(crate) struct ServiceSelectionArgs {
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
    /// Change a setting that the interface does not specify, such as `dialect.trailingSlash=yes`, `dialect.pageSize=100`
    /// or `dialect.authentication.session.path=login`. The error for a wrong name lists all names.
    ///
    /// Requires `--base-url`: a workspace has its own settings.
    #[arg(long = "set", value_name = "dialect.KEY=VALUE", requires = "base_url")]
    pub(crate) settings: Vec<String>,
}

/// A workspace, or a service to read from without one.
#[derive(Debug, Args)]
#[command(next_help_heading = "Service and login")]
pub(crate) struct ConnectionArgs {
    /// The workspace's name; `Practice` always exists.
    ///
    /// Without this option, the workspace is the one that the window opens at its next start. If the window never
    /// opened another workspace, it is the only workspace with a real service, or Practice if there is none.
    #[arg(long, value_name = "NAME", conflicts_with = "base_url")]
    pub(crate) workspace: Option<String>,
    /// Read from a service without a workspace: its base URL, such as `https://service.example/api`.
    ///
    /// Only commands that read objects accept it. Drafts and sends need a workspace: `adwright workspace add`.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// Allow plain HTTP to another computer. Everyone on the network path can read the traffic, including secrets.
    #[arg(long, requires = "base_url")]
    pub(crate) allow_plain_http: bool,
    /// The way to log in: `none`, `basic`, `bearer`, `header:NAME` (several names separated by commas) or `session`, a
    /// login that returns a token. The default is `none`.
    #[arg(long, value_name = "FORM", value_parser = parse_auth, requires = "base_url")]
    pub(crate) auth: Option<Authentication>,
    /// The login name.
    #[arg(long, value_name = "NAME", requires = "base_url")]
    pub(crate) username: Option<String>,
    #[command(flatten)]
    pub(crate) secrets: SecretSourceArgs,
    /// If an answer of the service caused a failure, print it below the message, without secrets.
    ///
    /// With `--json`, standard error has one line `{message, reply}` instead, with more of the body.
    #[arg(long)]
    pub(crate) show_reply: bool,
    /// After reading with `--base-url`, print on standard error the command that stores this service as a workspace. It
    /// includes the settings found in the service's answers.
    #[arg(long, requires = "base_url")]
    pub(crate) show_settings: bool,
}

/// The sources of secrets, instead of the keyring.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Service and login")]
pub(crate) struct SecretSourceArgs {
    /// Read the secret from this environment variable, not from the keyring.
    ///
    /// The session token is still stored in the keyring, if a keyring works.
    ///
    /// For several secrets, name each one: `password=VARIABLE` or `header/NAME=VARIABLE`, once per secret. A secret is
    /// never an argument, because everyone on this computer can see arguments.
    #[arg(long, value_name = "[SECRET=]VARIABLE")]
    pub(crate) secret_env: Vec<String>,
    /// Read the secret from the first line of standard input, not from the keyring.
    ///
    /// For several secrets, one line per secret: the password, then the headers in their order. Secrets from
    /// environment variables have no line.
    #[arg(long)]
    pub(crate) secret_stdin: bool,
}

impl ConnectionArgs {
    /// Returns the command that stores this service as a workspace, with these settings.
    pub(crate) fn add_command(&self, settings: &[String]) -> String {
        let base_url = self.base_url.as_deref().unwrap_or_default();
        let auth = self.auth.as_ref().unwrap_or(&Authentication::None);
        let given = [("--base-url", base_url), ("--auth", &format_auth(auth))];
        let given = given.into_iter();
        let named = self.username.as_deref().map(|name| ("--username", name));
        let set = settings.iter().map(|setting| ("--set", setting.as_str()));
        let options = given.chain(named).chain(set);
        let options =
            options.map(|(option, value)| format!(" {option} {}", quote_shell_word(value)));
        let plain = if self.allow_plain_http {
            " --allow-plain-http"
        } else {
            ""
        };
        format!(
            "adwright workspace add NAME{}{plain}",
            options.collect::<String>()
        )
    }

    /// Returns the options that open the same workspace again.
    pub(crate) fn workspace_options(&self) -> Vec<String> {
        let named = self.workspace.iter().map(|name| ("--workspace", name));
        let variables = self.secrets.secret_env.iter();
        let variables = variables.map(|variable| ("--secret-env", variable));
        let options = named.chain(variables);
        let mut options: Vec<_> = options
            .map(|(option, value)| format!("{option} {}", quote_shell_word(value)))
            .collect();
        if self.secrets.secret_stdin {
            options.push("--secret-stdin".to_owned());
        }
        options
    }

    /// Returns the same options as they follow a command; empty if there are none.
    pub(crate) fn workspace_suffix(&self) -> String {
        let options = self.workspace_options();
        options.iter().flat_map(|option| [" ", option]).collect()
    }
}

impl SecretSourceArgs {
    /// Returns whether a source is given.
    pub(crate) fn has_source(&self) -> bool {
        self.secret_stdin || !self.secret_env.is_empty()
    }
}

/// Returns the value of `--auth`.
fn format_auth(authentication: &Authentication) -> String {
    match authentication {
        Authentication::None => "none".to_owned(),
        Authentication::Basic => "basic".to_owned(),
        Authentication::Bearer => "bearer".to_owned(),
        Authentication::Session(_) => "session".to_owned(),
        Authentication::Headers(names) => format!("header:{}", names.join(",")),
    }
}

/// Parses the value of `--auth`.
pub(crate) fn parse_auth(text: &str) -> Result<Authentication, ArgumentError> {
    match text {
        "none" => Ok(Authentication::None),
        "basic" => Ok(Authentication::Basic),
        "bearer" => Ok(Authentication::Bearer),
        "session" => Ok(Authentication::Session(
            adwright_wire::SessionLogin::default(),
        )),
        other => match other.strip_prefix("header:") {
            Some(names) if names.split(',').all(|name| !name.trim().is_empty()) => {
                let names = names.split(',').map(|name| name.trim().to_owned());
                Ok(Authentication::Headers(names.collect()))
            }
            _ => Err(ArgumentError::UnknownLogin),
        },
    }
}
