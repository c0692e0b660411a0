//! Which service is asked, and as whom.

use adwright_wire::Authentication;
use clap::Args;

/// A service that no workspace describes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which service, and who asks")]
pub(crate) struct ServiceArguments {
    /// The service's base URL, such as `https://service.example/api`.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: String,
    /// Speak plain HTTP to another computer, too. Everyone along the way can read it, secrets included.
    #[arg(long)]
    pub(crate) allow_plain_http: bool,
    /// How the service knows who asks: `none`, `basic`, `bearer`, `header:NAME` (several with commas between them) or
    /// `session`, a login that answers with a token.
    #[arg(long, value_name = "FORM", default_value = "none", value_parser = form, hide_default_value = true)]
    pub(crate) auth: Authentication,
    /// The name to log in with.
    #[arg(long, value_name = "NAME")]
    pub(crate) username: Option<String>,
    /// Take the secret from this environment variable.
    ///
    /// With several secrets, say which: `password=VARIABLE` or `header/NAME=VARIABLE`, once for each. A secret is never
    /// an argument, since everyone on this computer can see those.
    #[arg(long, value_name = "[SECRET=]VARIABLE")]
    pub(crate) secret_env: Vec<String>,
    /// Read the secret from the first line of standard input.
    ///
    /// With several secrets, one line for each: the password, then the headers in their order. Those from environment
    /// variables are left out.
    #[arg(long)]
    pub(crate) secret_stdin: bool,
    /// Change a setting for what the interface leaves unsaid, such as `dialect.trailingSlash=true`, `dialect.pageSize=100`
    /// or `dialect.authentication.session.path=login`. A wrong name is told with all names that there are.
    #[arg(long = "set", value_name = "dialect.KEY=VALUE")]
    pub(crate) settings: Vec<String>,
}

fn form(text: &str) -> Result<Authentication, String> {
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
