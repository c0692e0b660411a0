//! The form of a workspace: its fields, and the problems that are shown beside them.

use adwright_store::{WorkspaceGuards, WorkspaceSettings};
use adwright_views::{
    Colour, FormProblem, FormValidation, LoginKind, SecretSlot, WorkspaceEdit, WorkspaceForm,
    WorkspaceFormField,
};
use adwright_wire::{
    Authentication, Dialect, HeaderError, PlainHeader, SecretName, SessionLogin,
    parse_plain_headers, reserved_header_error,
};
use url::Url;

use crate::credentials::required_secrets;
use crate::error::{Error, FormError, WorkspaceError};
use crate::host::PRACTICE;
use crate::settings::{is_loopback_url, is_other_server, parse_stored_dialect};
use crate::wording::{SERVER_CHANGES, UNENCRYPTED_ADDRESS, form_error_message};
use crate::workspaces::Workspaces;

/// The longest name, in characters, that fits where it has to be read.
const MAX_NAME_LENGTH: usize = 60;

/// The result of checking a form.
pub(super) struct CheckedWorkspaceForm {
    /// The errors with their fields, in display order.
    errors: Vec<(WorkspaceFormField, FormError)>,
    is_practice: bool,
    /// Whether the address is not encrypted.
    is_unencrypted: bool,
    /// Whether the address is on another server, which must not get the stored secrets.
    changes_server: bool,
}

impl CheckedWorkspaceForm {
    /// Returns whether the address is not encrypted; fails with the first error.
    pub(super) fn into_result(self) -> Result<bool, WorkspaceError> {
        match self.errors.into_iter().next() {
            Some((_, error)) => Err(error.into()),
            None => Ok(self.is_unencrypted),
        }
    }
}

impl Workspaces {
    /// Returns the form of a workspace, or an empty form for a new one.
    pub fn workspace_form(&self, id: Option<&str>) -> Result<WorkspaceEdit, Error> {
        let Some(id) = id else {
            return Ok(WorkspaceEdit {
                id: None,
                practice: false,
                form: default_form(self.next_colour()?),
            });
        };
        let settings = self.context.store.workspace_get(id)?.settings;
        Ok(WorkspaceEdit {
            id: Some(id.to_owned()),
            practice: settings.base_url == PRACTICE,
            form: form_from_settings(&settings),
        })
    }

    /// Validates a form for the workspace `id` or a new one. Nothing is saved.
    pub fn validate_workspace(
        &self,
        id: Option<&str>,
        form: &WorkspaceForm,
    ) -> Result<FormValidation, Error> {
        let checked = self.check_form(id, None, form)?;
        let problem = |(field, error): (WorkspaceFormField, FormError)| FormProblem {
            field,
            message: form_error_message(&error),
        };
        Ok(FormValidation {
            problems: checked.errors.into_iter().map(problem).collect(),
            plain_http: checked
                .is_unencrypted
                .then(|| UNENCRYPTED_ADDRESS.to_owned()),
            note: checked.changes_server.then(|| SERVER_CHANGES.to_owned()),
            slots: if checked.is_practice {
                Vec::new()
            } else {
                secret_slots(form)
            },
        })
    }

    /// Validates a form on top of these settings, or of the workspace's own if there are none.
    pub(super) fn check_form(
        &self,
        id: Option<&str>,
        before: Option<WorkspaceSettings>,
        form: &WorkspaceForm,
    ) -> Result<CheckedWorkspaceForm, Error> {
        let before = match (id, before) {
            (Some(id), None) => Some(self.context.store.workspace_get(id)?.settings),
            (_, before) => before,
        };
        let is_practice = before
            .as_ref()
            .is_some_and(|settings| settings.base_url == PRACTICE);
        let mut errors = Vec::new();
        let mut refuse = |field, error: Option<FormError>| {
            errors.extend(error.map(|error| (field, error)));
        };
        refuse(WorkspaceFormField::Name, self.name_error(id, form)?);
        let address = parse_address(form);
        let is_plain_http = address.as_ref().is_ok_and(is_unencrypted);
        if !is_practice {
            refuse(WorkspaceFormField::Address, address.as_ref().err().cloned());
            let lacks_consent = is_plain_http && !form.plain_http;
            refuse(
                WorkspaceFormField::PlainHttp,
                lacks_consent.then_some(FormError::PlainHttp),
            );
            refuse(WorkspaceFormField::LoginName, login_error(form));
            refuse(WorkspaceFormField::Headers, headers_error(form));
            refuse(
                WorkspaceFormField::PlainHeaders,
                plain_headers_error(before.as_ref(), form).map(FormError::Header),
            );
        }
        refuse(
            WorkspaceFormField::ConfirmAbove,
            parse_count(&form.confirm_above).err(),
        );
        let changes_server = |before: WorkspaceSettings| {
            let address = address.as_ref().map_or("", Url::as_str);
            !required_secrets(&before.dialect).is_empty() && is_other_server(&before, address)
        };
        Ok(CheckedWorkspaceForm {
            errors,
            is_practice,
            is_unencrypted: !is_practice && is_plain_http,
            changes_server: !is_practice && address.is_ok() && before.is_some_and(changes_server),
        })
    }

    fn name_error(
        &self,
        id: Option<&str>,
        form: &WorkspaceForm,
    ) -> Result<Option<FormError>, Error> {
        let name = form.name.trim();
        if name.is_empty() {
            return Ok(Some(FormError::NoName));
        }
        if name.contains(is_invisible) {
            return Ok(Some(FormError::InvisibleInName));
        }
        if name.chars().count() > MAX_NAME_LENGTH {
            return Ok(Some(FormError::LongName(MAX_NAME_LENGTH)));
        }
        let others = self.workspaces()?.into_iter();
        let mut others = others.filter(|other| Some(other.id.as_str()) != id);
        let is_taken = others.any(|other| other.name.to_lowercase() == name.to_lowercase());
        Ok(is_taken.then(|| FormError::NameTaken(name.to_owned())))
    }

    /// Returns a colour that no workspace has yet, while there is one.
    fn next_colour(&self) -> Result<Colour, Error> {
        let rows = self.workspaces()?;
        let is_free = |colour: &Colour| rows.iter().all(|row| row.colour != *colour);
        Ok(Colour::ALL
            .into_iter()
            .find(is_free)
            .unwrap_or(Colour::Blue))
    }
}

fn default_form(colour: Colour) -> WorkspaceForm {
    let guards = WorkspaceGuards::default();
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

/// Returns the form that shows these settings.
pub(super) fn form_from_settings(settings: &WorkspaceSettings) -> WorkspaceForm {
    // An unreadable dialect says nothing about the login.
    let dialect: Dialect = serde_json::from_str(&settings.dialect).unwrap_or_default();
    WorkspaceForm {
        name: settings.name.clone(),
        colour: Colour::parse(&settings.colour),
        address: settings.base_url.clone(),
        plain_http: settings.plain_http,
        login: login_kind(&dialect.authentication),
        login_name: settings.login.clone().unwrap_or_default(),
        headers: secret_headers(&dialect.authentication).join(", "),
        plain_headers: header_lines(&dialect.plain_headers),
        read_only: settings.guards.read_only,
        production: settings.guards.production,
        confirm_above: settings.guards.confirm_above.to_string(),
    }
}

/// Returns the login kind of an authentication.
pub(super) const fn login_kind(authentication: &Authentication) -> LoginKind {
    match authentication {
        Authentication::None => LoginKind::None,
        Authentication::Basic => LoginKind::Basic,
        Authentication::Bearer => LoginKind::Bearer,
        Authentication::Headers(_) => LoginKind::Headers,
        Authentication::Session(_) => LoginKind::Session,
    }
}

/// Returns the headers whose values are secrets.
pub(super) fn secret_headers(authentication: &Authentication) -> &[String] {
    match authentication {
        Authentication::Headers(names) => names,
        Authentication::Session(login) => &login.headers,
        Authentication::None | Authentication::Basic | Authentication::Bearer => &[],
    }
}

/// Formats headers with their values, one per line.
pub(super) fn header_lines(headers: &[PlainHeader]) -> String {
    let lines: Vec<_> = headers.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Returns the settings from a validated form, on top of the settings `before`.
pub(super) fn settings_from_form(
    form: &WorkspaceForm,
    before: Option<&WorkspaceSettings>,
) -> Result<WorkspaceSettings, Error> {
    let mut settings = before.cloned().unwrap_or_else(|| new_settings(form));
    form.name.trim().clone_into(&mut settings.name);
    form.colour.as_str().clone_into(&mut settings.colour);
    settings.guards = WorkspaceGuards {
        read_only: form.read_only,
        production: form.production,
        confirm_above: parse_count(&form.confirm_above).map_err(WorkspaceError::Form)?,
    };
    if settings.base_url == PRACTICE {
        return Ok(settings);
    }
    let address = parse_address(form).map_err(WorkspaceError::Form)?;
    settings.base_url = address.to_string();
    settings.plain_http = form.plain_http && is_unencrypted(&address);
    let name = form.login_name.trim();
    settings.login = needs_login_name(form.login).then(|| name.to_owned());
    settings.dialect = dialect_with_login(&settings, form)?;
    Ok(settings)
}

fn new_settings(form: &WorkspaceForm) -> WorkspaceSettings {
    let dialect = serde_json::to_string(&Dialect::default()).expect("a dialect is plain data");
    WorkspaceSettings::new(&form.name, "", &dialect, None)
}

/// Returns the dialect with the form's login. Login settings that the form does not ask for stay.
fn dialect_with_login(settings: &WorkspaceSettings, form: &WorkspaceForm) -> Result<String, Error> {
    let mut dialect = parse_stored_dialect(settings)?;
    let before = dialect.clone();
    dialect.authentication = authentication_from_form(&before.authentication, form);
    let headers = parse_plain_headers(&form.plain_headers);
    dialect.plain_headers = headers.map_err(|error| WorkspaceError::Form(error.into()))?;
    if dialect == before {
        return Ok(settings.dialect.clone());
    }
    Ok(serde_json::to_string(&dialect).expect("a dialect is plain data"))
}

fn authentication_from_form(before: &Authentication, form: &WorkspaceForm) -> Authentication {
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

const fn needs_login_name(login: LoginKind) -> bool {
    matches!(login, LoginKind::Session | LoginKind::Basic)
}

/// Splits the header names at commas, semicolons and spaces, without duplicates.
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

fn parse_address(form: &WorkspaceForm) -> Result<Url, FormError> {
    let typed = form.address.trim();
    let url = typed.parse::<Url>().ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some());
    let url = url.ok_or(FormError::NotAnAddress)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(FormError::LoginInAddress);
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(FormError::QueryInAddress);
    }
    Ok(url)
}

/// Returns whether a character breaks a line, changes the writing direction or is not drawn. Such a character could
/// make two names look alike, and the name guards large sends.
fn is_invisible(letter: char) -> bool {
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
    url.scheme() == "http" && !is_loopback_url(url)
}

fn login_error(form: &WorkspaceForm) -> Option<FormError> {
    let missing = needs_login_name(form.login) && form.login_name.trim().is_empty();
    missing.then_some(FormError::NoLoginName)
}

fn headers_error(form: &WorkspaceForm) -> Option<FormError> {
    let names = header_names(form);
    match form.login {
        LoginKind::Headers if names.is_empty() => Some(FormError::NoHeader),
        LoginKind::Headers | LoginKind::Session => names.iter().find_map(|name| header_error(name)),
        LoginKind::None | LoginKind::Basic | LoginKind::Bearer => None,
    }
}

fn header_error(name: &str) -> Option<FormError> {
    if is_header_name(name) {
        return reserved_header_error(name).map(FormError::Header);
    }
    Some(FormError::NotAHeaderName(name.to_owned()))
}

/// Returns the error of the headers without secrets, alone or combined with secret headers.
fn plain_headers_error(
    before: Option<&WorkspaceSettings>,
    form: &WorkspaceForm,
) -> Option<HeaderError> {
    let headers = match parse_plain_headers(&form.plain_headers) {
        Ok(headers) => headers,
        Err(error) => return Some(error),
    };
    let before = before.and_then(|before| serde_json::from_str::<Dialect>(&before.dialect).ok());
    let before = before.unwrap_or_default().authentication;
    let dialect = Dialect {
        authentication: authentication_from_form(&before, form),
        plain_headers: headers,
        ..Dialect::default()
    };
    dialect.header_conflict()
}

/// Accepts only the characters of common header names. Other characters that HTTP allows suggest a value in the wrong
/// field.
fn is_header_name(name: &str) -> bool {
    name.chars()
        .all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
}

fn parse_count(typed: &str) -> Result<u32, FormError> {
    let number = typed.trim().parse();
    number.map_err(|_| FormError::NotANumber)
}

fn secret_slots(form: &WorkspaceForm) -> Vec<SecretSlot> {
    let names = authentication_from_form(&Authentication::None, form).secret_names();
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
