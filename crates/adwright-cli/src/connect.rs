//! The line to a service: that of a workspace, or one that the command line names.

use std::env;
use std::io;
use std::sync::Arc;

use adwright_client::{Base, Client, MemoryTokens, PlainHttp};
use adwright_desk::views::StandingState;
use adwright_desk::{Desk, Paths, Ports, Secrets, SystemClock, UnlistedService, Which};
use adwright_secrets::{KeyringSecrets, MemorySecrets, UnlockedKeyring};
use adwright_wire::{Authentication, Dialect};
use secrecy::SecretString;
use url::Url;

use crate::arguments::{GivenSecrets, Place, ServiceArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::secrets::{self, Sources};
use crate::settings;

/// A service, ready to be asked.
pub(crate) struct Service {
    pub(crate) client: Client,
    pub(crate) dialect: Dialect,
    /// The workspace behind it, which keeps what is learned; its practice service answers for as long as it is there.
    pub(crate) desk: Option<Desk>,
    /// From where on it refused a page of a list, of a service without a workspace.
    pub(crate) refused_from: Option<u64>,
}

impl Service {
    /// The one that is meant, for whoever only reads. Nothing is sent yet, and nothing is kept of a service without a
    /// workspace.
    pub(crate) async fn of(arguments: &ServiceArguments) -> Result<Self, Failure> {
        let ServiceArguments { place, settings } = arguments;
        let Some(address) = &place.base_url else {
            let desk = open(place, settings).await?;
            let (client, dialect) = desk.line_for_reading();
            return Ok(Self {
                client,
                dialect,
                desk: Some(desk),
                refused_from: None,
            });
        };
        let base = base(address, place.allow_plain_http)?;
        let dialect = dialect(place, settings)?;
        let username = username(place, &dialect.authentication)?;
        let secrets = secrets::given(&dialect.authentication.secrets(), sources(&place.secrets))?;
        let credentials = adwright_client::Credentials { username, secrets };
        let tokens = Arc::new(MemoryTokens::default());
        let client = Client::new(base, dialect.clone(), credentials, tokens)?;
        Ok(Self {
            client,
            dialect,
            desk: None,
            refused_from: None,
        })
    }
}

/// Opens the workspace that is meant, with its secrets; for a service without one, the workspace that keeps its drafts
/// and receipts without being listed.
pub(crate) async fn open(place: &Place, settings: &[String]) -> Result<Desk, Failure> {
    let (desk, given) = open_with(place, settings).await?;
    match desk.look_for_secrets().await {
        Some(standing) if standing.state != StandingState::Found && !given => Err(Failure::new(
            Exit::Unauthorized,
            format!(
                "{} Or give it with --secret-env or --secret-stdin.",
                standing.message
            ),
        )),
        _ => Ok(desk),
    }
}

/// Opens the workspace that is meant for whoever asks neither the service nor the keyring.
pub(crate) async fn open_here(arguments: &ServiceArguments) -> Result<Desk, Failure> {
    let which = which(&arguments.place, &arguments.settings)?;
    let ports = ports(Arc::new(MemorySecrets::default()));
    Ok(Desk::open_which(&paths()?, ports, &which).await?)
}

/// Opens the workspace of this name for whoever asks neither the service nor the keyring.
pub(crate) async fn open_named(name: &str) -> Result<Desk, Failure> {
    let ports = ports(Arc::new(MemorySecrets::default()));
    Ok(Desk::open_which(&paths()?, ports, &Which::Named(name.to_owned())).await?)
}

/// Opens Practice, to deal with workspaces from there.
pub(crate) async fn open_practice() -> Result<Desk, Failure> {
    let ports = ports(Arc::new(KeyringSecrets));
    Ok(Desk::open_which(&paths()?, ports, &Which::Practice).await?)
}

async fn open_with(place: &Place, settings: &[String]) -> Result<(Desk, bool), Failure> {
    let which = which(place, settings)?;
    let ports = ports(kept_in(place));
    let desk = Desk::open_which(&paths()?, ports, &which).await?;
    let given = match which {
        Which::Unlisted(service) => service.secrets,
        _ if place.secrets.are_given() => {
            secrets::given(&desk.wanted_secrets(), sources(&place.secrets))?
        }
        _ => return Ok((desk, false)),
    };
    Ok((desk.reopened_with(given).await?, true))
}

/// Where secrets are kept, and the token of a session with them.
fn kept_in(place: &Place) -> Arc<dyn Secrets> {
    if place.base_url.is_some() {
        // A service without a workspace has nothing in the keyring, and nobody would take it out again.
        Arc::new(MemorySecrets::default())
    } else if place.secrets.are_given() {
        // Whoever gives them may be a program, for which nobody unlocks anything.
        Arc::new(UnlockedKeyring)
    } else {
        Arc::new(KeyringSecrets)
    }
}

fn which(place: &Place, settings: &[String]) -> Result<Which, Failure> {
    let Some(address) = &place.base_url else {
        let named = place.workspace.clone();
        return Ok(named.map_or(Which::Usual, Which::Named));
    };
    // What is wrong with it is said before anything is kept.
    base(address, place.allow_plain_http)?;
    let dialect = dialect(place, settings)?;
    let login = username(place, &dialect.authentication)?;
    let secrets = secrets::given(&dialect.authentication.secrets(), sources(&place.secrets))?;
    Ok(Which::Unlisted(Box::new(UnlistedService {
        address: address.clone(),
        plain_http: place.allow_plain_http,
        login: (!login.is_empty()).then_some(login),
        dialect,
        chosen: settings::keys(settings),
        secrets,
    })))
}

pub(crate) fn paths() -> Result<Paths, Failure> {
    Ok(Paths::of_this_person().map_err(adwright_desk::Error::no_home)?)
}

fn ports(secrets: Arc<dyn Secrets>) -> Ports {
    let clock = Arc::new(SystemClock);
    Ports { clock, secrets }
}

/// Where this process finds the secrets that are given to it.
pub(crate) fn sources(
    given: &GivenSecrets,
) -> Sources<'_, impl Fn(&str) -> Result<String, env::VarError>, io::Stdin> {
    Sources {
        named: &given.secret_env,
        environment: |name: &str| env::var(name),
        input: given.secret_stdin.then(io::stdin),
    }
}

/// The dialect of a service without a workspace.
pub(crate) fn dialect(place: &Place, settings: &[String]) -> Result<Dialect, Failure> {
    let plain = Dialect {
        authentication: place.auth.clone().unwrap_or_default(),
        ..Dialect::default()
    };
    settings::changed(&plain, settings)
}

fn base(address: &str, allow_plain_http: bool) -> Result<Base, Failure> {
    // The text is not repeated: it may hold a password by mistake.
    let url: Url = address.parse().map_err(|error| {
        let wrong = format!("The value of --base-url is no URL: {error}.");
        Failure::usage(format!(
            "{wrong} It looks like https://service.example/api."
        ))
    })?;
    let plain = if allow_plain_http {
        PlainHttp::Anywhere
    } else {
        PlainHttp::Here
    };
    Ok(Base::new(url, plain)?)
}

/// The name, where one belongs to the login; otherwise an empty one.
pub(crate) fn username(place: &Place, authentication: &Authentication) -> Result<String, Failure> {
    match (&place.username, authentication.has_username()) {
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

/// A secret that a person types at the terminal, without it being seen.
pub(crate) fn ask(what: &str) -> Result<SecretString, Failure> {
    let typed = rpassword::prompt_password(format!("{what}: "));
    match typed {
        Ok(secret) if secret.is_empty() => Err(unauthorized("No secret was typed.")),
        Ok(secret) => Ok(secret.into()),
        Err(_) => Err(unauthorized(
            "There is no terminal to ask for the secret on: give it with --secret-env or --secret-stdin.",
        )),
    }
}

fn unauthorized(sentence: &str) -> Failure {
    Failure::new(Exit::Unauthorized, sentence.to_owned())
}
