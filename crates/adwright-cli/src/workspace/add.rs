//! `adwright workspace add` and `adwright workspace secret`.

use std::collections::BTreeMap;
use std::io::Write;

use adwright_desk::Desk;
use adwright_desk::views::{LoginKind, SecretText, WorkspaceForm};
use adwright_wire::{Authentication, Dialect, SecretName};
use secrecy::SecretString;
use serde_json::json;

use crate::arguments::{Add, GivenSecrets, Secret};
use crate::connect::{self, ask, sources};
use crate::exit::Exit;
use crate::failure::{Failure, Stopped};
use crate::json::print_json;
use crate::printable::{one_line, shell_word};
use crate::{secrets, settings};

/// Adds a workspace; says how the program ends.
pub(super) async fn run(add: &Add, out: &mut impl Write) -> Result<Exit, Stopped> {
    let name = &add.named.name;
    let plain = Dialect {
        authentication: add.auth.clone(),
        ..Dialect::default()
    };
    let dialect = settings::changed(&plain, &add.settings)?;
    let desk = connect::open_practice().await?;
    let form = form(&desk, add, &dialect)?;
    let judged = desk.judge_workspace(None, &form)?;
    if let Some(problem) = judged.problems.first() {
        return Err(Failure::usage(problem.message.clone()).into());
    }
    let wanted = dialect.authentication.secrets();
    let secrets = if add.no_secret {
        BTreeMap::new()
    } else {
        typed_or_given(&desk, &wanted, &add.secrets)?
    };
    let saved = desk.add_workspace(&form, &dialect)?;
    keep(&desk, &saved.id, secrets)?;
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
            "Added {}. See that it answers: adwright workspace test {}{secret}",
            one_line(name),
            one_line(&shell_word(name))
        )
        .map_err(Stopped::Output)?;
    }
    Ok(Exit::Fine)
}

/// Keeps the secrets of a workspace that is there; says how the program ends.
pub(super) async fn keep_anew(secret: &Secret, out: &mut impl Write) -> Result<Exit, Stopped> {
    let desk = connect::open_practice().await?;
    let row = desk.workspace_named(&secret.named.name)?;
    let wanted = desk.secrets_of_workspace(&row.id)?;
    if wanted.is_empty() {
        return Err(Failure::usage(format!("{} needs no secret.", row.name)).into());
    }
    let secrets = typed_or_given(&desk, &wanted, &secret.secrets)?;
    keep(&desk, &row.id, secrets)?;
    if secret.named.json {
        print_json(&json!({ "id": row.id, "name": row.name }), out)?;
    } else {
        writeln!(out, "Kept in the keyring for {}.", one_line(&row.name))
            .map_err(Stopped::Output)?;
    }
    Ok(Exit::Fine)
}

/// The form that the window would have been filled in with.
fn form(desk: &Desk, add: &Add, dialect: &Dialect) -> Result<WorkspaceForm, Failure> {
    let (login, headers) = match &dialect.authentication {
        Authentication::None => (LoginKind::None, &[][..]),
        Authentication::Basic => (LoginKind::Basic, &[][..]),
        Authentication::Bearer => (LoginKind::Bearer, &[][..]),
        Authentication::Headers(names) => (LoginKind::Headers, &names[..]),
        Authentication::Session(login) => (LoginKind::Session, &login.headers[..]),
    };
    let plain = dialect.plain_headers.iter().map(ToString::to_string);
    let empty = desk.workspace_form(None)?.form;
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

/// The secrets from where they are given; otherwise a person is asked for them, once it is sure that they can be kept.
fn typed_or_given(
    desk: &Desk,
    wanted: &[SecretName],
    given: &GivenSecrets,
) -> Result<BTreeMap<SecretName, SecretString>, Failure> {
    if wanted.is_empty() {
        return secrets::given(wanted, sources(given));
    }
    let state = desk.secrets_state(None)?;
    if !state.works {
        return Err(Failure::new(
            Exit::Unauthorized,
            format!(
                "{} Nothing was changed. A workspace can do without: add it with --no-secret.",
                state.message
            ),
        ));
    }
    if given.are_given() {
        return secrets::given(wanted, sources(given));
    }
    let asked = wanted.iter().map(|name| {
        let what = match name {
            SecretName::Password => "Password".to_owned(),
            SecretName::Token => "Token".to_owned(),
            SecretName::Header(header) => format!("Value of {header}"),
        };
        Ok((name.clone(), ask(&what)?))
    });
    asked.collect()
}

fn keep(
    desk: &Desk,
    workspace: &str,
    secrets: BTreeMap<SecretName, SecretString>,
) -> Result<(), Failure> {
    for (name, secret) in secrets {
        desk.keep_secret(workspace, &name.to_string(), &SecretText::new(secret))?;
    }
    Ok(())
}
