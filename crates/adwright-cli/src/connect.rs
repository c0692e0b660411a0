//! The connection to a service: that of a workspace, or one that the command line names.

use std::env;
use std::io;
use std::sync::Arc;

use adwright_client::{BaseUrl, Client, MemoryTokenStore, PlainHttp};
use adwright_desk::{Desk, Paths, Ports, SecretStore, SystemClock, WorkspaceSelector};
use adwright_secrets::{KeyringSecrets, MemorySecrets, NonPromptingKeyring};
use adwright_views::SecretsState;
use adwright_wire::{Authentication, Dialect};
use secrecy::SecretString;
use url::Url;

use crate::arguments::{ConnectionArgs, SecretSourceArgs, ServiceSelectionArgs};
use crate::exit::Exit;
use crate::failure::CommandFailure;
use crate::secrets::{self, SecretSources};
use crate::settings;

/// A connected service.
pub(crate) struct ServiceConnection {
    pub(crate) client: Client,
    pub(crate) dialect: Dialect,
    /// The workspace of the service, which stores learned settings. Its practice service runs while this lives.
    pub(crate) desk: Option<Desk>,
    /// The first row whose page the service refused. Only for a service without a workspace.
    pub(crate) refused_from: Option<u64>,
}

impl ServiceConnection {
    /// Connects to the selected service for reads only. Sends nothing yet, and stores nothing about a service without a
    /// workspace.
    pub(crate) async fn connect(arguments: &ServiceSelectionArgs) -> Result<Self, CommandFailure> {
        let ServiceSelectionArgs {
            connection,
            settings,
        } = arguments;
        let Some(address) = &connection.base_url else {
            let desk = open_workspace(connection).await?;
            let (client, dialect) = desk.client_and_dialect();
            return Ok(Self {
                client,
                dialect,
                desk: Some(desk),
                refused_from: None,
            });
        };
        let base = parse_base_url(address, connection.allow_plain_http)?;
        let dialect = dialect(connection, settings)?;
        let username = username(connection, &dialect.authentication)?;
        let secrets = secrets::collect_secrets(
            &dialect.authentication.secret_names(),
            secret_sources(&connection.secrets),
        )?;
        let credentials = adwright_client::Credentials { username, secrets };
        let tokens = Arc::new(MemoryTokenStore::default());
        let client = Client::new(base, dialect.clone(), credentials, tokens)?;
        Ok(Self {
            client,
            dialect,
            desk: None,
            refused_from: None,
        })
    }
}

/// Opens the selected workspace with its secrets.
pub(crate) async fn open_workspace(connection: &ConnectionArgs) -> Result<Desk, CommandFailure> {
    let (desk, has_own_secrets) = open_with_secrets(connection).await?;
    match desk.workspaces.load_secrets().await {
        Some(status) if status.state != SecretsState::Found && !has_own_secrets => {
            Err(CommandFailure::new(
                Exit::Unauthorized,
                format!(
                    "{} Or pass it with --secret-env or --secret-stdin.",
                    status.message
                ),
            ))
        }
        _ => Ok(desk),
    }
}

/// Opens the selected workspace without access to the service or the keyring.
pub(crate) async fn open_offline(connection: &ConnectionArgs) -> Result<Desk, CommandFailure> {
    let which = workspace_selector(connection)?;
    let ports = ports(Arc::new(MemorySecrets::default()));
    Ok(Desk::open_selected(&paths()?, ports, &which).await?)
}

/// Opens the workspace of this name without access to the service or the keyring.
pub(crate) async fn open_named_offline(name: &str) -> Result<Desk, CommandFailure> {
    let ports = ports(Arc::new(MemorySecrets::default()));
    Ok(Desk::open_selected(&paths()?, ports, &WorkspaceSelector::Named(name.to_owned())).await?)
}

/// Opens Practice, to manage workspaces from there.
pub(crate) async fn open_practice() -> Result<Desk, CommandFailure> {
    let ports = ports(Arc::new(KeyringSecrets));
    Ok(Desk::open_selected(&paths()?, ports, &WorkspaceSelector::Practice).await?)
}

async fn open_with_secrets(connection: &ConnectionArgs) -> Result<(Desk, bool), CommandFailure> {
    let which = workspace_selector(connection)?;
    let ports = ports(secret_store(&connection.secrets));
    let desk = Desk::open_selected(&paths()?, ports, &which).await?;
    if !connection.secrets.has_source() {
        return Ok((desk, false));
    }
    let secrets = secrets::collect_secrets(
        &desk.workspaces.required_secret_names(),
        secret_sources(&connection.secrets),
    )?;
    Ok((desk.reopen_with_secrets(secrets).await?, true))
}

/// Returns the store of the secrets and of the session token.
fn secret_store(sources: &SecretSourceArgs) -> Arc<dyn SecretStore> {
    if sources.has_source() {
        // The caller may be a program, and then nobody can unlock the keyring.
        Arc::new(NonPromptingKeyring)
    } else {
        Arc::new(KeyringSecrets)
    }
}

fn workspace_selector(connection: &ConnectionArgs) -> Result<WorkspaceSelector, CommandFailure> {
    require_workspace(connection, &[])?;
    let named = connection.workspace.clone();
    Ok(named.map_or(WorkspaceSelector::Default, WorkspaceSelector::Named))
}

/// Refuses a service without a workspace, which can only be read. Names the command that adds a workspace with these
/// settings.
pub(crate) fn require_workspace(
    connection: &ConnectionArgs,
    settings: &[String],
) -> Result<(), CommandFailure> {
    let Some(address) = &connection.base_url else {
        return Ok(());
    };
    // An invalid address may contain a password, so the command below must not repeat it.
    parse_base_url(address, connection.allow_plain_http)?;
    let add = connection.add_command(settings);
    Err(CommandFailure::usage(format!(
        "--base-url only reads. For drafts and sends, add a workspace: {add}"
    )))
}

pub(crate) fn paths() -> Result<Paths, CommandFailure> {
    Ok(Paths::for_current_user().map_err(adwright_desk::Error::NoUserHome)?)
}

fn ports(secrets: Arc<dyn SecretStore>) -> Ports {
    let clock = Arc::new(SystemClock);
    Ports { clock, secrets }
}

/// Returns the sources of the secrets, from the command line.
pub(crate) fn secret_sources(
    sources: &SecretSourceArgs,
) -> SecretSources<'_, impl Fn(&str) -> Result<String, env::VarError>, io::Stdin> {
    SecretSources {
        named: &sources.secret_env,
        environment: |name: &str| env::var(name),
        input: sources.secret_stdin.then(io::stdin),
    }
}

/// Returns the dialect of a service without a workspace.
pub(crate) fn dialect(
    connection: &ConnectionArgs,
    settings: &[String],
) -> Result<Dialect, CommandFailure> {
    let default_dialect = Dialect {
        authentication: connection.auth.clone().unwrap_or_default(),
        ..Dialect::default()
    };
    settings::apply_settings(&default_dialect, settings)
}

fn parse_base_url(address: &str, allow_plain_http: bool) -> Result<BaseUrl, CommandFailure> {
    // The message leaves the text out, because it may contain a password by mistake.
    let url: Url = address.parse().map_err(|error| {
        let wrong = format!("The value of --base-url is not a URL: {error}.");
        CommandFailure::usage(format!(
            "{wrong} Use a URL such as https://service.example/api."
        ))
    })?;
    let plain = if allow_plain_http {
        PlainHttp::Anywhere
    } else {
        PlainHttp::LoopbackOnly
    };
    Ok(BaseUrl::new(url, plain)?)
}

/// Returns the username if the login needs one, otherwise an empty text.
pub(crate) fn username(
    connection: &ConnectionArgs,
    authentication: &Authentication,
) -> Result<String, CommandFailure> {
    match (&connection.username, authentication.has_username()) {
        (Some(name), true) => Ok(name.clone()),
        (None, false) => Ok(String::new()),
        (None, true) => Err(CommandFailure::usage(
            "This way to log in also needs a name. Add --username NAME.",
        )),
        (Some(_), false) => Err(CommandFailure::usage(
            "This --auth uses no name. Leave --username out, or use --auth basic or --auth session.",
        )),
    }
}

/// Asks for a secret on the terminal without echo.
pub(crate) fn prompt_secret(what: &str) -> Result<SecretString, CommandFailure> {
    let typed = rpassword::prompt_password(format!("{what}: "));
    match typed {
        Ok(secret) if secret.is_empty() => Err(unauthorized_failure("No secret was entered.")),
        Ok(secret) => Ok(secret.into()),
        Err(_) => Err(unauthorized_failure(
            "Standard input is not a terminal, so the secret cannot be entered. Pass it with --secret-env or \
             --secret-stdin.",
        )),
    }
}

fn unauthorized_failure(sentence: &str) -> CommandFailure {
    CommandFailure::new(Exit::Unauthorized, sentence.to_owned())
}
