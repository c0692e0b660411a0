//! The selection of the service, and the login.

use adwright_wire::Authentication;
use clap::Args;

use crate::printable::quote_shell_word;

/// A workspace, or a service that none describes, and what its dialect is set to for this time.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which service, and who asks")]
pub(crate) struct ServiceSelectionArgs {
    #[command(flatten)]
    pub(crate) place: ConnectionArgs,
    /// Change a setting for what the interface leaves unsaid, such as `dialect.trailingSlash=lists`, `dialect.pageSize=100`
    /// or `dialect.authentication.session.path=login`. A wrong name is told with all names that there are.
    ///
    /// Goes with `--base-url`: a workspace has settings of its own.
    #[arg(long = "set", value_name = "dialect.KEY=VALUE", requires = "base_url")]
    pub(crate) settings: Vec<String>,
}

impl ServiceSelectionArgs {
    /// What follows a command that is to lead to the same place; empty where nothing need.
    pub(crate) fn options_suffix(&self) -> String {
        let options = self.place.to_options(&self.settings);
        [vec![String::new()], options].concat().join(" ")
    }
}

/// A workspace, or a service that none describes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which service, and who asks")]
pub(crate) struct ConnectionArgs {
    /// The workspace, by its name; `Practice` is always there.
    ///
    /// Without it, it is the one that the window opens at its next start. Where the window never opened another one, it
    /// is the only one of a real service, or Practice where there is none.
    #[arg(long, value_name = "NAME", conflicts_with = "base_url")]
    pub(crate) workspace: Option<String>,
    /// A service without a workspace: its base URL, such as `https://service.example/api`.
    ///
    /// Its drafts and receipts are kept for the address, the form and the name to log in with, and the headers that go along.
    /// What is secret does not count, so that a new token finds them; for two accounts of one address make two workspaces.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// Speak plain HTTP to another computer, too. Everyone along the way can read it, secrets included.
    #[arg(long, requires = "base_url")]
    pub(crate) allow_plain_http: bool,
    /// How the service knows who asks: `none`, `basic`, `bearer`, `header:NAME` (several with commas between them) or
    /// `session`, a login that answers with a token. Without it, `none`.
    #[arg(long, value_name = "FORM", value_parser = parse_auth, requires = "base_url")]
    pub(crate) auth: Option<Authentication>,
    /// The name to log in with.
    #[arg(long, value_name = "NAME", requires = "base_url")]
    pub(crate) username: Option<String>,
    #[command(flatten)]
    pub(crate) secrets: SecretSourceArgs,
    /// Where an answer of the service is why something failed, print it below the sentence, without secrets.
    ///
    /// With `--json`, what is said on standard error is one line `{message, reply}` instead, with more of the body.
    #[arg(long)]
    pub(crate) show_reply: bool,
    /// After reading with `--base-url`, say on standard error which command keeps this service as a workspace, with the
    /// settings that its answers showed.
    #[arg(long, requires = "base_url")]
    pub(crate) show_settings: bool,
}

/// Where secrets come from, instead of the keyring.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Which service, and who asks")]
pub(crate) struct SecretSourceArgs {
    /// Take the secret from this environment variable, not from the keyring.
    ///
    /// The token of a session that it opens is kept in the keyring all the same, where one works.
    ///
    /// With several secrets, say which: `password=VARIABLE` or `header/NAME=VARIABLE`, once for each. A secret is never
    /// an argument, since everyone on this computer can see those.
    #[arg(long, value_name = "[SECRET=]VARIABLE")]
    pub(crate) secret_env: Vec<String>,
    /// Read the secret from the first line of standard input, not from the keyring.
    ///
    /// With several secrets, one line for each: the password, then the headers in their order. Those from environment
    /// variables are left out.
    #[arg(long)]
    pub(crate) secret_stdin: bool,
}

impl ConnectionArgs {
    /// The command that keeps this service as a workspace, with these settings.
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

    /// The options that lead to the same place once more, with these settings.
    pub(crate) fn to_options(&self, settings: &[String]) -> Vec<String> {
        let mut options = Vec::new();
        let mut add = |option: &str, value: Option<&str>| {
            let value = value.map(quote_shell_word);
            options.extend(value.map(|value| format!("{option} {value}")));
        };
        add("--workspace", self.workspace.as_deref());
        add("--base-url", self.base_url.as_deref());
        let auth = self.auth.as_ref().map(format_auth);
        add("--auth", auth.as_deref());
        add("--username", self.username.as_deref());
        for variable in &self.secrets.secret_env {
            add("--secret-env", Some(variable));
        }
        for setting in settings {
            add("--set", Some(setting));
        }
        let switches = [
            (self.allow_plain_http, "--allow-plain-http"),
            (self.secrets.secret_stdin, "--secret-stdin"),
        ];
        let switches = switches.into_iter().filter(|(is_on, _)| *is_on);
        options.extend(switches.map(|(_, switch)| switch.to_owned()));
        options
    }
}

impl SecretSourceArgs {
    /// Whether any are given here.
    pub(crate) fn has_source(&self) -> bool {
        self.secret_stdin || !self.secret_env.is_empty()
    }
}

/// What `--auth` was given.
fn format_auth(authentication: &Authentication) -> String {
    match authentication {
        Authentication::None => "none".to_owned(),
        Authentication::Basic => "basic".to_owned(),
        Authentication::Bearer => "bearer".to_owned(),
        Authentication::Session(_) => "session".to_owned(),
        Authentication::Headers(names) => format!("header:{}", names.join(",")),
    }
}

/// How a service knows who asks, from `--auth`.
pub(crate) fn parse_auth(text: &str) -> Result<Authentication, String> {
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
            _ => Err("it is one of none, basic, bearer, header:NAME and session".to_owned()),
        },
    }
}
