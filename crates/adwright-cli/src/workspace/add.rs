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
    let plain = Dialect {
        authentication: add.auth.clone(),
        ..Dialect::default()
    };
    let dialect = settings::apply_settings(&plain, &add.settings)?;
    let desk = connect::open_practice().await?;
    let form = to_workspace_form(&desk, add, &dialect)?;
    let judged = desk.workspaces.validate_workspace(None, &form)?;
    if let Some(problem) = judged.problems.first() {
        return Err(CommandFailure::usage(problem.message.clone()).into());
    }
    let wanted = dialect.authentication.secret_names();
    let secrets = if add.no_secret {
        BTreeMap::new()
    } else {
        read_secrets(&desk, &wanted, &add.secrets)?
    };
    let saved = desk.workspaces.add_workspace(&form, &dialect)?;
    store_secrets(&desk, &saved.id, secrets)?;
    if add.named.json {
        print_json(&json!({ "id": saved.id, "name": saved.name }), out)?;
    } else {
        let secret = if add.no_secret && !wanted.is_empty() {
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
    let wanted = desk.workspaces.workspace_secret_names(&row.id)?;
    if wanted.is_empty() {
        return Err(CommandFailure::usage(format!("{} needs no secret.", row.name)).into());
    }
    let secrets = read_secrets(&desk, &wanted, &secret.secrets)?;
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
    let plain = dialect.plain_headers.iter().map(ToString::to_string);
    let empty = desk.workspaces.workspace_form(None)?.form;
    Ok(WorkspaceForm {
        name: add.named.name.clone(),
        address: add.base_url.clone(),
        plain_http: add.allow_plain_http,
        login,
        login_name: add.username.clone().unwrap_or_default(),
        headers: headers.join(", "),
        plain_headers: plain.collect::<Vec<_>>().join("\n"),
        read_only: add.read_only,
        production: add.production,
        confirm_above: add
            .confirm_above
            .map_or(empty.confirm_above, |above| above.to_string()),
        colour: empty.colour,
    })
}

/// Reads the secrets from their sources. Otherwise asks the person, once it is clear that the secrets can be saved.
fn read_secrets(
    desk: &Desk,
    wanted: &[SecretName],
    given: &SecretSourceArgs,
) -> Result<BTreeMap<SecretName, SecretString>, CommandFailure> {
    if wanted.is_empty() {
        return secrets::collect_secrets(wanted, secret_sources(given));
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
    if given.has_source() {
        return secrets::collect_secrets(wanted, secret_sources(given));
    }
    let asked = wanted.iter().map(|name| {
        let what = match name {
            SecretName::Password => "Password".to_owned(),
            SecretName::Token => "Token".to_owned(),
            SecretName::Header(header) => format!("Value of {header}"),
        };
        Ok((name.clone(), prompt_secret(&what)?))
    });
    asked.collect()
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
