//! `adwright workspace add` and `adwright workspace secret`.

use std::collections::BTreeMap;
use std::io::Write;

use adwright_desk::Desk;
use adwright_views::{LoginKind, SecretText, WorkspaceForm};
use adwright_wire::{Authentication, Dialect, SecretName};
use secrecy::SecretString;
use serde_json::json;

use crate::arguments::{AddWorkspaceArgs, SecretSourceArgs, WorkspaceSecretArgs};
use crate::connect::{self, prompt_secret, secret_sources};
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::print_json;
use crate::printable::{escape_line, quote_shell_word};
use crate::{secrets, settings};

/// Adds a workspace, and returns the exit code.
pub(super) async fn run(
    add: &AddWorkspaceArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let name = &add.named.name;
    let default_dialect = Dialect {
        authentication: add.auth.clone(),
        ..Dialect::default()
    };
    let dialect = settings::apply_settings(&default_dialect, &add.settings)?;
    let desk = connect::open_practice().await?;
    let form = to_workspace_form(&desk, add, &dialect)?;
    let validation = desk.workspaces.validate_workspace(None, &form)?;
    if let Some(problem) = validation.problems.first() {
        return Err(CommandFailure::usage(problem.message.clone()).into());
    }
    let required = dialect.authentication.secret_names();
    let secrets = if add.no_secret {
        BTreeMap::new()
    } else {
        read_secrets(&desk, &required, &add.secrets)?
    };
    let saved = desk.workspaces.add_workspace(&form, &dialect)?;
    store_secrets(&desk, &saved.id, secrets)?;
    if add.named.json {
        print_json(&json!({ "id": saved.id, "name": saved.name }), out)?;
    } else {
        let secret = if add.no_secret && !required.is_empty() {
            " --secret-env VARIABLE"
        } else {
            ""
        };
        writeln!(
            out,
            "Added {}. To test it: adwright workspace test {}{secret}",
            escape_line(name),
            escape_line(&quote_shell_word(name))
        )
        .map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

/// Saves the secrets of an existing workspace, and returns the exit code.
pub(super) async fn replace_secrets(
    secret: &WorkspaceSecretArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let desk = connect::open_practice().await?;
    let row = desk.workspaces.workspace_by_name(&secret.named.name)?;
    let required = desk.workspaces.workspace_secret_names(&row.id)?;
    if required.is_empty() {
        return Err(CommandFailure::usage(format!("{} needs no secret.", row.name)).into());
    }
    let secrets = read_secrets(&desk, &required, &secret.secrets)?;
    store_secrets(&desk, &row.id, secrets)?;
    if secret.named.json {
        print_json(&json!({ "id": row.id, "name": row.name }), out)?;
    } else {
        writeln!(out, "Stored in the keyring for {}.", escape_line(&row.name))
            .map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

/// Returns the form that the window would have submitted.
fn to_workspace_form(
    desk: &Desk,
    add: &AddWorkspaceArgs,
    dialect: &Dialect,
) -> Result<WorkspaceForm, CommandFailure> {
    let (login, headers) = match &dialect.authentication {
        Authentication::None => (LoginKind::None, &[][..]),
        Authentication::Basic => (LoginKind::Basic, &[][..]),
        Authentication::Bearer => (LoginKind::Bearer, &[][..]),
        Authentication::Headers(names) => (LoginKind::Headers, &names[..]),
        Authentication::Session(login) => (LoginKind::Session, &login.headers[..]),
    };
    let plain_headers = dialect.plain_headers.iter().map(ToString::to_string);
    let empty = desk.workspaces.workspace_form(None)?.form;
    Ok(WorkspaceForm {
        name: add.named.name.clone(),
        address: add.base_url.clone(),
        plain_http: add.allow_plain_http,
        login,
        login_name: add.username.clone().unwrap_or_default(),
        headers: headers.join(", "),
        plain_headers: plain_headers.collect::<Vec<_>>().join("\n"),
        read_only: add.read_only,
        production: add.production,
        confirm_above: add
            .confirm_above
            .map_or(empty.confirm_above, |above| above.to_string()),
        colour: empty.colour,
    })
}

/// Reads the secrets from their sources, or prompts for them. First checks that the keyring can store secrets.
fn read_secrets(
    desk: &Desk,
    required: &[SecretName],
    sources: &SecretSourceArgs,
) -> Result<BTreeMap<SecretName, SecretString>, CommandFailure> {
    if required.is_empty() {
        return secrets::collect_secrets(required, secret_sources(sources));
    }
    let state = desk.workspaces.test_secret_storage(None)?;
    if !state.works {
        return Err(CommandFailure::new(
            Exit::Unauthorized,
            format!(
                "{} Nothing was changed. To add the workspace without a secret, use --no-secret.",
                state.message
            ),
        ));
    }
    if sources.has_source() {
        return secrets::collect_secrets(required, secret_sources(sources));
    }
    let prompted = required.iter().map(|name| {
        let what = match name {
            SecretName::Password => "Password".to_owned(),
            SecretName::Token => "Token".to_owned(),
            SecretName::Header(header) => format!("Value of {header}"),
        };
        Ok((name.clone(), prompt_secret(&what)?))
    });
    prompted.collect()
}

fn store_secrets(
    desk: &Desk,
    workspace: &str,
    secrets: BTreeMap<SecretName, SecretString>,
) -> Result<(), CommandFailure> {
    for (name, secret) in secrets {
        desk.workspaces
            .save_secret(workspace, &name.to_string(), &SecretText::new(secret))?;
    }
    Ok(())
}
