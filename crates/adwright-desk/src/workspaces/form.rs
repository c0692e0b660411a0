//! The form of a workspace: what it says of its settings, and what is said of it.

use adwright_store::{Guards, WorkspaceSettings};
use adwright_wire::{
    Authentication, Dialect, PlainHeader, SecretName, SessionLogin, plain_headers, why_ours,
};
use url::Url;

use super::is_this_computer;
use crate::backend::PRACTICE;
use crate::desk::Desk;
use crate::error::Error;
use crate::views::{
    Colour, FormField, FormJudgement, FormProblem, LoginKind, SecretSlot, WorkspaceEdit,
    WorkspaceForm,
};
use crate::workspace_secrets::secrets_of;

/// Longer names do not fit where they have to be read.
const LONGEST_NAME: usize = 60;

const UNENCRYPTED: &str = "This address is not encrypted: whoever is on the way can read your password and change what \
    is sent. Use https:// where the service has it.";

const ORIGIN_CHANGES: &str = "The address changes to another server. What is kept for this workspace in the \
    keyring is forgotten, so that it does not go there by mistake.";

impl Desk {
    /// The form of a workspace, or an empty one for a new one.
    pub fn workspace_form(&self, id: Option<&str>) -> Result<WorkspaceEdit, Error> {
        let Some(id) = id else {
            return Ok(WorkspaceEdit {
                id: None,
                practice: false,
                form: empty(self.next_colour()?),
            });
        };
        let settings = self.store.workspace_get(id)?.settings;
        Ok(WorkspaceEdit {
            id: Some(id.to_owned()),
            practice: settings.base_url == PRACTICE,
            form: form_of(&settings),
        })
    }

    /// What is to be said of a form, for the workspace `id` or a new one. Nothing is kept.
    pub fn judge_workspace(
        &self,
        id: Option<&str>,
        form: &WorkspaceForm,
    ) -> Result<FormJudgement, Error> {
        let before = id.map(|id| self.store.workspace_get(id)).transpose()?;
        self.judge_on((id, before.map(|workspace| workspace.settings)), form)
    }

    /// The same on top of these settings, which the workspace would have.
    pub(super) fn judge_on(
        &self,
        (id, before): (Option<&str>, Option<WorkspaceSettings>),
        form: &WorkspaceForm,
    ) -> Result<FormJudgement, Error> {
        let is_practice = before.as_ref().is_some_and(|one| one.base_url == PRACTICE);
        let mut problems = Vec::new();
        let mut refuse = |field, message: Option<String>| {
            problems.extend(message.map(|message| FormProblem { field, message }));
        };
        refuse(FormField::Name, self.wrong_name(id, form)?);
        let address = address_of(form);
        let is_open = address.as_ref().is_ok_and(is_unencrypted);
        if !is_practice {
            refuse(FormField::Address, address.as_ref().err().cloned());
            let unchosen = is_open && !form.plain_http;
            let choose = || "Choose it here, or use an https:// address.".to_owned();
            refuse(FormField::PlainHttp, unchosen.then(choose));
            refuse(FormField::LoginName, wrong_login(form));
            refuse(FormField::Headers, wrong_headers(form));
            refuse(
                FormField::PlainHeaders,
                wrong_plain_headers(before.as_ref(), form),
            );
        }
        refuse(FormField::ConfirmAbove, number(&form.confirm_above).err());
        let moves = |before: WorkspaceSettings| {
            let address = address.as_ref().map_or("", Url::as_str);
            !secrets_of(&before.dialect).is_empty() && is_other_server(&before, address)
        };
        let moves = !is_practice && address.is_ok() && before.is_some_and(moves);
        Ok(FormJudgement {
            problems,
            plain_http: (!is_practice && is_open).then(|| UNENCRYPTED.to_owned()),
            note: moves.then(|| ORIGIN_CHANGES.to_owned()),
            slots: if is_practice {
                Vec::new()
            } else {
                slots_of(form)
            },
        })
    }

    fn wrong_name(&self, id: Option<&str>, form: &WorkspaceForm) -> Result<Option<String>, Error> {
        let name = form.name.trim();
        if name.is_empty() {
            return Ok(Some("Give the workspace a name.".to_owned()));
        }
        if name.contains(is_unseen) {
            let why = "The name has a line end or a character in it that cannot be seen. Type it anew without it.";
            return Ok(Some(why.to_owned()));
        }
        if name.chars().count() > LONGEST_NAME {
            return Ok(Some(format!("Use {LONGEST_NAME} characters at most.")));
        }
        let others = self.workspaces()?.into_iter();
        let mut others = others.filter(|other| Some(other.id.as_str()) != id);
        let taken = others.any(|other| other.name.to_lowercase() == name.to_lowercase());
        Ok(taken.then(|| format!("There is a workspace “{name}” already.")))
    }

    /// A colour that no workspace has yet, as long as there is one.
    fn next_colour(&self) -> Result<Colour, Error> {
        let rows = self.workspaces()?;
        let is_free = |colour: &Colour| rows.iter().all(|row| row.colour != *colour);
        Ok(Colour::ALL
            .into_iter()
            .find(is_free)
            .unwrap_or(Colour::Blue))
    }
}

fn empty(colour: Colour) -> WorkspaceForm {
    let guards = Guards::default();
    WorkspaceForm {
        name: String::new(),
        colour,
        address: "https://".to_owned(),
        plain_http: false,
        login: LoginKind::Session,
        login_name: String::new(),
        headers: String::new(),
        plain_headers: String::new(),
        read_only: guards.read_only,
        production: guards.production,
        confirm_above: guards.confirm_above.to_string(),
    }
}

/// The form that says what these settings say.
pub(super) fn form_of(settings: &WorkspaceSettings) -> WorkspaceForm {
    // A dialect that cannot be read says nothing about the login.
    let dialect: Dialect = serde_json::from_str(&settings.dialect).unwrap_or_default();
    WorkspaceForm {
        name: settings.name.clone(),
        colour: Colour::of_word(&settings.colour),
        address: settings.base_url.clone(),
        plain_http: settings.plain_http,
        login: kind_of(&dialect.authentication),
        login_name: settings.login.clone().unwrap_or_default(),
        headers: headers_of(&dialect.authentication).join(", "),
        plain_headers: lines_of(&dialect.plain_headers),
        read_only: settings.guards.read_only,
        production: settings.guards.production,
        confirm_above: settings.guards.confirm_above.to_string(),
    }
}

/// How a service with this authentication knows who asks.
pub(super) const fn kind_of(authentication: &Authentication) -> LoginKind {
    match authentication {
        Authentication::None => LoginKind::None,
        Authentication::Basic => LoginKind::Basic,
        Authentication::Bearer => LoginKind::Bearer,
        Authentication::Headers(_) => LoginKind::Headers,
        Authentication::Session(_) => LoginKind::Session,
    }
}

/// The headers whose values are secrets.
pub(super) fn headers_of(authentication: &Authentication) -> &[String] {
    match authentication {
        Authentication::Headers(names) => names,
        Authentication::Session(login) => &login.headers,
        Authentication::None | Authentication::Basic | Authentication::Bearer => &[],
    }
}

/// Headers with their values, one a line.
pub(super) fn lines_of(headers: &[PlainHeader]) -> String {
    let lines: Vec<_> = headers.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// The settings that a form stands for, on top of those `before`. The form was judged.
pub(super) fn settings_of(
    form: &WorkspaceForm,
    before: Option<&WorkspaceSettings>,
) -> Result<WorkspaceSettings, Error> {
    let mut settings = before.cloned().unwrap_or_else(|| fresh(form));
    form.name.trim().clone_into(&mut settings.name);
    form.colour.word().clone_into(&mut settings.colour);
    settings.guards = Guards {
        read_only: form.read_only,
        production: form.production,
        confirm_above: number(&form.confirm_above).map_err(Error::Unfit)?,
    };
    if settings.base_url == PRACTICE {
        return Ok(settings);
    }
    let address = address_of(form).map_err(Error::Unfit)?;
    settings.base_url = address.to_string();
    settings.plain_http = form.plain_http && is_unencrypted(&address);
    let name = form.login_name.trim();
    settings.login = has_name(form.login).then(|| name.to_owned());
    settings.dialect = with_login(&settings, form)?;
    Ok(settings)
}

fn fresh(form: &WorkspaceForm) -> WorkspaceSettings {
    let dialect = serde_json::to_string(&Dialect::default()).expect("a dialect is plain data");
    WorkspaceSettings::new(&form.name, "", &dialect, None)
}

/// The dialect with the form's way of logging in; what the form does not ask about it stays as it is.
fn with_login(settings: &WorkspaceSettings, form: &WorkspaceForm) -> Result<String, Error> {
    let dialect = serde_json::from_str::<Dialect>(&settings.dialect);
    let mut dialect = dialect.map_err(|_| Error::WorkspaceUnusable {
        name: settings.name.clone(),
        why: "its settings are damaged, or of a newer version of Adwright".to_owned(),
    })?;
    let before = dialect.clone();
    dialect.authentication = authentication(&before.authentication, form);
    dialect.plain_headers = plain_headers(&form.plain_headers).map_err(Error::Unfit)?;
    if dialect == before {
        return Ok(settings.dialect.clone());
    }
    Ok(serde_json::to_string(&dialect).expect("a dialect is plain data"))
}

fn authentication(before: &Authentication, form: &WorkspaceForm) -> Authentication {
    match form.login {
        LoginKind::None => Authentication::None,
        LoginKind::Basic => Authentication::Basic,
        LoginKind::Bearer => Authentication::Bearer,
        LoginKind::Headers => Authentication::Headers(header_names(form)),
        LoginKind::Session => {
            let login = match before {
                Authentication::Session(login) => login.clone(),
                _ => SessionLogin::default(),
            };
            Authentication::Session(SessionLogin {
                headers: header_names(form),
                ..login
            })
        }
    }
}

const fn has_name(login: LoginKind) -> bool {
    matches!(login, LoginKind::Session | LoginKind::Basic)
}

/// The names of headers, between which commas or blanks stand; each once.
fn header_names(form: &WorkspaceForm) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let typed = form.headers.split([',', ';', ' ']).map(str::trim);
    for name in typed.filter(|name| !name.is_empty()) {
        if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The address of a form; otherwise what is wrong with it.
fn address_of(form: &WorkspaceForm) -> Result<Url, String> {
    let typed = form.address.trim();
    let url = typed.parse::<Url>().ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some());
    let url = url.ok_or("Enter the service’s web address, such as https://ads.example.com/api.")?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(
            "Leave name and password out of the address; they have fields of their own.".to_owned(),
        );
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("The address ends with its path: leave out “?” and “#”.".to_owned());
    }
    Ok(url)
}

/// Whether a character breaks a line, turns the direction of writing or is not drawn at all: with one of them in it a name may
/// look like another one, and the name is what guards a large send.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

fn is_unencrypted(url: &Url) -> bool {
    url.scheme() == "http" && !is_this_computer(url)
}

fn wrong_login(form: &WorkspaceForm) -> Option<String> {
    let missing = has_name(form.login) && form.login_name.trim().is_empty();
    missing.then(|| "Enter the name that you log in by.".to_owned())
}

fn wrong_headers(form: &WorkspaceForm) -> Option<String> {
    let names = header_names(form);
    match form.login {
        LoginKind::Headers if names.is_empty() => {
            Some("Enter the name of the header, such as X-Api-Key.".to_owned())
        }
        LoginKind::Headers | LoginKind::Session => names.iter().find_map(|name| wrong_header(name)),
        LoginKind::None | LoginKind::Basic | LoginKind::Bearer => None,
    }
}

fn wrong_header(name: &str) -> Option<String> {
    if is_header_name(name) {
        return why_ours(name);
    }
    Some(format!(
        "“{name}” is no name of a header. The secret goes into a field of its own."
    ))
}

/// What is wrong with the headers without a secret, also beside those that carry one.
fn wrong_plain_headers(before: Option<&WorkspaceSettings>, form: &WorkspaceForm) -> Option<String> {
    let headers = match plain_headers(&form.plain_headers) {
        Ok(headers) => headers,
        Err(why) => return Some(why),
    };
    let before = before.and_then(|before| serde_json::from_str::<Dialect>(&before.dialect).ok());
    let before = before.unwrap_or_default().authentication;
    let dialect = Dialect {
        authentication: authentication(&before, form),
        plain_headers: headers,
        ..Dialect::default()
    };
    dialect.clash()
}

/// As names in use are; others that HTTP would allow look more like a value that slipped into the wrong field.
fn is_header_name(name: &str) -> bool {
    name.chars()
        .all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
}

fn number(typed: &str) -> Result<u32, String> {
    let number = typed.trim().parse();
    number.map_err(|_| "Enter a whole number, such as 10.".to_owned())
}

/// Whether an address is on another server than the settings so far: there a kept secret has no business.
pub(super) fn is_other_server(before: &WorkspaceSettings, address: &str) -> bool {
    match (before.base_url.parse::<Url>(), address.parse::<Url>()) {
        (Ok(was), Ok(now)) => was.origin() != now.origin(),
        _ => before.base_url != address,
    }
}

fn slots_of(form: &WorkspaceForm) -> Vec<SecretSlot> {
    let names = authentication(&Authentication::None, form).secrets();
    let view = |name: SecretName| SecretSlot {
        slot: name.to_string(),
        label: match name {
            SecretName::Password => "Password".to_owned(),
            SecretName::Token => "Token".to_owned(),
            SecretName::Header(header) => format!("Value of {header}"),
        },
    };
    names.into_iter().map(view).collect()
}
