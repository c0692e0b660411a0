//! The line to a service that the command line names.

use std::env;
use std::io;
use std::sync::Arc;

use adwright_client::{Base, Client, MemoryTokens, PlainHttp};
use adwright_wire::{Authentication, Dialect};
use url::Url;

use super::secrets::{self, Sources};
use super::settings;
use crate::arguments::ServiceArguments;
use crate::failure::Failure;

/// A service, ready to be asked.
pub(super) struct Service {
    pub(super) client: Client,
    pub(super) dialect: Dialect,
}

impl Service {
    /// The one that is named. Nothing is sent yet.
    pub(super) fn of(arguments: &ServiceArguments) -> Result<Self, Failure> {
        let base = base(arguments)?;
        let plain = Dialect {
            authentication: arguments.auth.clone(),
            ..Dialect::default()
        };
        let dialect = settings::changed(&plain, &arguments.settings)?;
        let username = username(arguments, &dialect.authentication)?;
        let sources = Sources {
            named: &arguments.secret_env,
            environment: |name: &str| env::var(name),
            input: arguments.secret_stdin.then(io::stdin),
        };
        let credentials = secrets::credentials(username, &dialect.authentication, sources)?;
        let tokens = Arc::new(MemoryTokens::default());
        let client = Client::new(base, dialect.clone(), credentials, tokens)?;
        Ok(Self { client, dialect })
    }
}

fn base(arguments: &ServiceArguments) -> Result<Base, Failure> {
    // The text is not repeated: it may hold a password by mistake.
    let url: Url = arguments.base_url.parse().map_err(|error| {
        let wrong = format!("The value of --base-url is no URL: {error}.");
        Failure::usage(format!(
            "{wrong} It looks like https://service.example/api."
        ))
    })?;
    let plain = if arguments.allow_plain_http {
        PlainHttp::Anywhere
    } else {
        PlainHttp::Here
    };
    Ok(Base::new(url, plain)?)
}

/// The name, where one belongs to the login.
fn username(
    arguments: &ServiceArguments,
    authentication: &Authentication,
) -> Result<String, Failure> {
    match (&arguments.username, authentication.has_username()) {
        (Some(name), true) => Ok(name.clone()),
        (None, false) => Ok(String::new()),
        (None, true) => Err(Failure::usage(
            "This way to log in takes a name, too: --username NAME.",
        )),
        (Some(_), false) => Err(Failure::usage(
            "No name goes with this --auth: leave --username out, or use --auth basic or --auth session.",
        )),
    }
}
