//! What settings hold: read from text, written as text.

use adwright_model::{Binding, Kind, Path};

use crate::dialect::plain_header::{
    PlainHeader, is_header_name, plain_headers, why_ours, wrong_plain_header,
};
use crate::dialect::{ClientRefId, Dialect, TokenScheme, TrailingSlash};
use crate::query::{Order, Sort};

/// A member of a dialect.
type At<T> = fn(&mut Dialect) -> &mut T;

/// A member of a dialect that is there for one way of logging in only.
type Maybe<T> = fn(&mut Dialect) -> Option<&mut T>;

/// What a setting holds, and where.
#[derive(Debug, Clone, Copy)]
pub(super) enum Held {
    YesNo(At<bool>),
    /// Which paths end with a slash. Yes and no are taken as well.
    Slash(At<TrailingSlash>),
    Small(At<u32>, Bounds),
    Large(At<u64>, Bounds),
    /// A number that may be left open.
    Limit(At<Option<u64>>, Bounds),
    Choice {
        choices: &'static [Choice],
        get: fn(&Dialect) -> &'static str,
        set: fn(&mut Dialect, &str),
    },
    /// A text that has to be there.
    Word(Maybe<String>),
    /// A path below the base URL; empty for none.
    UrlPath(At<Option<String>>),
    /// A path below the base URL that has to be there.
    LoginPath(Maybe<String>),
    /// The name of a header.
    Header(Maybe<String>),
    /// What stands before a token.
    Scheme(Maybe<TokenScheme>),
    /// The names of headers, with commas between them.
    Headers(Maybe<Vec<String>>),
    /// Headers with their values, with semicolons between them.
    PlainHeaders(At<Vec<PlainHeader>>),
    Place(Maybe<Path>),
    /// A place that is looked for where it is left open.
    OpenPlace(At<Option<Path>>),
    Sort(At<Option<Sort>>),
    /// Whether a reference goes with what is new of a kind.
    Reference(Kind),
    Binding(Binding),
}

/// The least and the most that a number may be, and of what.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) least: u64,
    pub(super) most: u64,
    pub(super) unit: &'static str,
}

/// One of the values that a setting can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// As it is set.
    pub value: &'static str,
    /// As a person reads it.
    pub label: &'static str,
}

/// What a setting takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingForm {
    /// `true` or `false`.
    YesNo,
    /// A whole number.
    Number {
        /// The least that is taken.
        least: u64,
        /// The most that is taken.
        most: u64,
        /// Of what, such as `milliseconds` or `bytes`; empty for things that are counted.
        unit: &'static str,
    },
    /// One of these.
    OneOf(&'static [Choice]),
    /// Free text.
    Text {
        /// Whether it may be empty.
        optional: bool,
    },
    /// A place in a document, such as `result.sessionId`.
    Place {
        /// Whether it may be empty: then it is looked for.
        optional: bool,
    },
}

pub(super) const MS: &str = "milliseconds";
pub(super) const BYTES: &str = "bytes";

const REFERENCES: &[Choice] = &[
    Choice {
        value: "off",
        label: "Not sent",
    },
    Choice {
        value: "text",
        label: "Sent as text",
    },
    Choice {
        value: "integer",
        label: "Sent as a number",
    },
];

const SCHEMES: &[Choice] = &[
    Choice {
        value: "none",
        label: "As it is",
    },
    Choice {
        value: "bearer",
        label: "With “Bearer” before it",
    },
];

const SLASHES: &[Choice] = &[
    Choice {
        value: "no",
        label: "No",
    },
    Choice {
        value: "lists",
        label: "Those of lists",
    },
    Choice {
        value: "entities",
        label: "Those of single entities",
    },
    Choice {
        value: "all",
        label: "Yes, all",
    },
];

const YES_NO: [Choice; 2] = [
    Choice {
        value: "true",
        label: "Yes",
    },
    Choice {
        value: "false",
        label: "No",
    },
];

impl Held {
    pub(super) const fn form(&self) -> SettingForm {
        match self {
            Self::YesNo(_) => SettingForm::YesNo,
            Self::Small(_, bounds) | Self::Large(_, bounds) => SettingForm::Number {
                least: bounds.least,
                most: bounds.most,
                unit: bounds.unit,
            },
            Self::Choice { choices, .. } => SettingForm::OneOf(choices),
            Self::Slash(_) => SettingForm::OneOf(SLASHES),
            Self::Reference(_) => SettingForm::OneOf(REFERENCES),
            Self::Scheme(_) => SettingForm::OneOf(SCHEMES),
            Self::Word(_) | Self::LoginPath(_) | Self::Header(_) => {
                SettingForm::Text { optional: false }
            }
            Self::UrlPath(_)
            | Self::Headers(_)
            | Self::PlainHeaders(_)
            | Self::Sort(_)
            | Self::Limit(..) => SettingForm::Text { optional: true },
            Self::Place(_) => SettingForm::Place { optional: false },
            Self::Binding(_) | Self::OpenPlace(_) => SettingForm::Place { optional: true },
        }
    }

    pub(super) fn get(&self, dialect: &Dialect) -> Option<String> {
        if let Self::Choice { get, .. } = self {
            return Some(get(dialect).to_owned());
        }
        // One way to each member serves reading and writing.
        let dialect = &mut dialect.clone();
        match self {
            Self::YesNo(at) => Some(at(dialect).to_string()),
            Self::Slash(at) => Some(at(dialect).as_str().to_owned()),
            Self::Small(at, _) => Some(at(dialect).to_string()),
            Self::Large(at, _) => Some(at(dialect).to_string()),
            Self::Limit(at, _) => Some(
                at(dialect)
                    .map(|limit| limit.to_string())
                    .unwrap_or_default(),
            ),
            Self::Choice { get, .. } => Some(get(dialect).to_owned()),
            Self::Word(at) | Self::LoginPath(at) | Self::Header(at) => at(dialect).cloned(),
            Self::UrlPath(at) => Some(at(dialect).clone().unwrap_or_default()),
            Self::Scheme(at) => at(dialect).map(|scheme| match scheme {
                TokenScheme::None => "none".to_owned(),
                TokenScheme::Bearer => "bearer".to_owned(),
            }),
            Self::Headers(at) => at(dialect).map(|names| names.join(", ")),
            Self::PlainHeaders(at) => Some(written(at(dialect))),
            Self::Place(at) => at(dialect).map(|path| path.to_string()),
            Self::OpenPlace(at) => Some(
                at(dialect)
                    .as_ref()
                    .map(Path::to_string)
                    .unwrap_or_default(),
            ),
            Self::Sort(at) => Some(at(dialect).as_ref().map(sort_text).unwrap_or_default()),
            Self::Reference(kind) => {
                Some(reference_word(dialect.client_ref_id.of(*kind)).to_owned())
            }
            Self::Binding(binding) => {
                let set = dialect.bindings.0.get(binding);
                Some(set.map(Path::to_string).unwrap_or_default())
            }
        }
    }

    pub(super) fn set(&self, dialect: &mut Dialect, text: &str) -> Result<(), String> {
        match self {
            Self::YesNo(at) => *at(dialect) = yes_no(text)?,
            Self::Slash(at) => *at(dialect) = text.parse().map_err(|_| one_of(SLASHES))?,
            Self::Small(at, bounds) => {
                let number = number(text, *bounds)?;
                *at(dialect) = u32::try_from(number).map_err(|_| expected(*bounds))?;
            }
            Self::Large(at, bounds) => *at(dialect) = number(text, *bounds)?,
            Self::Limit(at, _) if is_none(text) => *at(dialect) = None,
            Self::Limit(at, bounds) => *at(dialect) = Some(number(text, *bounds)?),
            Self::Choice { choices, set, .. } => set(dialect, chosen(text, choices)?),
            Self::Word(at) => give(at(dialect), word(text)?),
            Self::LoginPath(at) => give(at(dialect), login_path(text)?),
            Self::Header(at) => give(at(dialect), token_header(text)?),
            Self::UrlPath(at) => *at(dialect) = url_path(text)?,
            Self::Scheme(at) => {
                let scheme = match chosen(text, SCHEMES)? {
                    "bearer" => TokenScheme::Bearer,
                    _ => TokenScheme::None,
                };
                give(at(dialect), scheme);
            }
            Self::Headers(at) => give(at(dialect), header_names(text)?),
            Self::PlainHeaders(at) if is_none(text) => at(dialect).clear(),
            Self::PlainHeaders(at) => *at(dialect) = plain_headers(text)?,
            Self::Place(at) => give(at(dialect), place(text)?),
            Self::OpenPlace(at) if is_none(text) => *at(dialect) = None,
            Self::OpenPlace(at) => *at(dialect) = Some(place(text)?),
            Self::Sort(at) => *at(dialect) = sort(text)?,
            Self::Reference(kind) => {
                let word = chosen(text, REFERENCES)?;
                dialect.client_ref_id.set(*kind, reference_form(word));
            }
            Self::Binding(binding) if is_none(text) => drop(dialect.bindings.0.remove(binding)),
            Self::Binding(binding) => drop(dialect.bindings.0.insert(*binding, place(text)?)),
        }
        Ok(())
    }

    /// What would fit, where what a dialect holds does not.
    pub(super) fn misfit(&self, dialect: &Dialect) -> Option<String> {
        let dialect = &mut dialect.clone();
        if let Self::Headers(at) = self {
            // Written as one text, a name with a blank in it would be two.
            let mut names = at(dialect)?.iter();
            return names.find_map(|name| header_name(name).err().or_else(|| why_ours(name)));
        }
        if let Self::PlainHeaders(at) = self {
            return wrong_plain_header(at(dialect));
        }
        let held = self.get(dialect)?;
        self.set(dialect, &held).err()
    }

    pub(super) fn spoken(&self, value: &str) -> String {
        match self {
            Self::YesNo(_) => label(value, &YES_NO),
            Self::Slash(_) => label(value, SLASHES),
            Self::Choice { choices, .. } => label(value, choices),
            Self::Reference(_) => label(value, REFERENCES),
            Self::Scheme(_) => label(value, SCHEMES),
            Self::Small(_, bounds) | Self::Large(_, bounds) => amount(value, bounds.unit),
            Self::UrlPath(_) | Self::Headers(_) | Self::PlainHeaders(_) if value.is_empty() => {
                "none".to_owned()
            }
            Self::Sort(_) if value.is_empty() => "no order".to_owned(),
            Self::Limit(..) if value.is_empty() => "found out".to_owned(),
            Self::Binding(_) | Self::OpenPlace(_) if value.is_empty() => "looked for".to_owned(),
            _ => value.to_owned(),
        }
    }
}

const fn reference_word(form: ClientRefId) -> &'static str {
    match form {
        ClientRefId::Off => "off",
        ClientRefId::Text => "text",
        ClientRefId::Integer => "integer",
    }
}

fn reference_form(word: &str) -> ClientRefId {
    match word {
        "text" => ClientRefId::Text,
        "integer" => ClientRefId::Integer,
        _ => ClientRefId::Off,
    }
}

fn give<T>(held: Option<&mut T>, value: T) {
    if let Some(held) = held {
        *held = value;
    }
}

fn label(value: &str, choices: &[Choice]) -> String {
    let known = choices.iter().find(|choice| choice.value == value);
    known.map_or(value, |choice| choice.label).to_owned()
}

/// Seconds and megabytes where they are whole; otherwise as it is set.
fn amount(value: &str, unit: &str) -> String {
    let number: Option<u64> = value.parse().ok();
    let whole = |of: u64| {
        number
            .filter(|number| number % of == 0)
            .map(|number| number / of)
    };
    match unit {
        MS => match whole(1000) {
            Some(1) => "1 second".to_owned(),
            Some(seconds) => format!("{seconds} seconds"),
            None => format!("{value} ms"),
        },
        BYTES => whole(1024 * 1024).map_or_else(
            || format!("{value} bytes"),
            |megabytes| format!("{megabytes} MB"),
        ),
        _ => value.to_owned(),
    }
}

/// What stands for nothing, as people and dialects write it.
fn is_none(text: &str) -> bool {
    matches!(text, "" | "null" | "none")
}

fn yes_no(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" => Ok(true),
        "false" | "no" => Ok(false),
        _ => Err("Enter true or false.".to_owned()),
    }
}

fn number(text: &str, bounds: Bounds) -> Result<u64, String> {
    let number = text.parse().map_err(|_| expected(bounds))?;
    if (bounds.least..=bounds.most).contains(&number) {
        return Ok(number);
    }
    Err(expected(bounds))
}

fn expected(Bounds { least, most, unit }: Bounds) -> String {
    let of = if unit.is_empty() {
        String::new()
    } else {
        format!(" of {unit}")
    };
    format!("Enter a whole number{of} from {least} to {most}.")
}

fn chosen(text: &str, choices: &'static [Choice]) -> Result<&'static str, String> {
    let found = choices.iter().find(|choice| choice.value == text);
    found
        .map(|choice| choice.value)
        .ok_or_else(|| one_of(choices))
}

fn one_of(choices: &[Choice]) -> String {
    let values: Vec<_> = choices.iter().map(|choice| choice.value).collect();
    format!("Enter one of {}.", values.join(", "))
}

fn word(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("This cannot be empty.".to_owned());
    }
    Ok(text.to_owned())
}

/// Below the base URL: an address in full would lead elsewhere.
fn url_path(text: &str) -> Result<Option<String>, String> {
    if is_none(text) {
        return Ok(None);
    }
    if !is_below(text) {
        return Err("Enter a path below the address, such as /ads.".to_owned());
    }
    Ok(Some(format!("/{}", text.trim_matches('/'))))
}

/// Its end stays: a login may be found with a slash only.
fn login_path(text: &str) -> Result<String, String> {
    let path = word(text)?;
    if !is_below(&path) {
        return Err("Enter a path below the address, such as login/login.".to_owned());
    }
    Ok(path)
}

/// Whether a text is a path and nothing else.
fn is_below(text: &str) -> bool {
    !text.contains("://") && !text.contains(['?', '#']) && !text.contains(char::is_whitespace)
}

fn header_name(text: &str) -> Result<String, String> {
    if !is_header_name(text) {
        return Err("Enter the name of a header, such as X-Session.".to_owned());
    }
    Ok(text.to_owned())
}

fn token_header(text: &str) -> Result<String, String> {
    if why_ours(text).is_some() {
        return Err(format!(
            "Adwright writes “{text}” itself with each request. Enter the name of another header, such as X-Session."
        ));
    }
    header_name(text)
}

/// As [`plain_headers`] reads them.
fn written(headers: &[PlainHeader]) -> String {
    let each: Vec<_> = headers.iter().map(ToString::to_string).collect();
    each.join("; ")
}

fn header_names(text: &str) -> Result<Vec<String>, String> {
    let typed = text.split([',', ';', ' ']).map(str::trim);
    let mut names: Vec<String> = Vec::new();
    for name in typed.filter(|name| !name.is_empty()) {
        if !is_header_name(name) {
            return Err(
                "Enter names of headers, such as X-Api-Key, with commas between them.".to_owned(),
            );
        }
        if let Some(why) = why_ours(name) {
            return Err(why);
        }
        if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

fn place(text: &str) -> Result<Path, String> {
    let wrong = || "Enter a place in the document, such as settings.mode.".to_owned();
    let path: Path = text.parse().map_err(|_| wrong())?;
    if path.is_root() {
        return Err(wrong());
    }
    Ok(path)
}

fn sort_text(sort: &Sort) -> String {
    format!("{} {}", sort.field, sort.order.as_str())
}

fn sort(text: &str) -> Result<Option<Sort>, String> {
    if is_none(text) {
        return Ok(None);
    }
    let (field, order) = text.rsplit_once(' ').unwrap_or((text, "ASC"));
    let order = match order.to_ascii_uppercase().as_str() {
        "ASC" => Order::Asc,
        "DESC" => Order::Desc,
        _ => {
            return Err(
                "Enter a field and ASC or DESC, such as id ASC; or leave it empty.".to_owned(),
            );
        }
    };
    let field = field.trim().to_owned();
    Ok(Some(Sort { field, order }))
}
