//! Reads the value of a setting from text, and writes it as text.

use adwright_model::{Binding, Kind, Path};

use super::parse::{
    is_empty_value, parse_choice, parse_document_path, parse_header_name, parse_header_names,
    parse_login_path, parse_number, parse_required_text, parse_sort, parse_token_header,
    parse_url_path, parse_yes_no, range_error,
};
use super::value_error::SettingValueError;
use crate::dialect::plain_header::{
    PlainHeader, parse_plain_headers, plain_headers_error, reserved_header_error,
};
use crate::dialect::{ClientRefFormat, Dialect, TokenScheme};
use crate::query::Sort;

/// A member of a dialect.
type MemberFn<T> = fn(&mut Dialect) -> &mut T;

/// A member of a dialect that only one authentication has.
type OptionalMemberFn<T> = fn(&mut Dialect) -> Option<&mut T>;

/// The type of a setting's value, and its place in the dialect.
#[derive(Debug, Clone, Copy)]
pub(super) enum SettingAccessor {
    YesNo(MemberFn<bool>),
    U32(MemberFn<u32>, Bounds),
    U64(MemberFn<u64>, Bounds),
    /// A number that may be empty.
    OptionalU64(MemberFn<Option<u64>>, Bounds),
    Choice {
        choices: &'static [SettingOption],
        get: fn(&Dialect) -> &'static str,
        set: fn(&mut Dialect, &str),
    },
    /// A text that must not be empty.
    RequiredText(OptionalMemberFn<String>),
    /// A path below the base URL; empty for none.
    UrlPath(MemberFn<Option<String>>),
    /// A path below the base URL that must not be empty.
    LoginPath(OptionalMemberFn<String>),
    /// The name of a header.
    Header(OptionalMemberFn<String>),
    /// The word before a token.
    Scheme(OptionalMemberFn<TokenScheme>),
    /// The names of headers, separated by commas.
    Headers(OptionalMemberFn<Vec<String>>),
    /// Headers with their values, separated by semicolons.
    PlainHeaders(MemberFn<Vec<PlainHeader>>),
    DocumentPath(OptionalMemberFn<Path>),
    /// A path that may be empty: then the usual places count.
    OptionalDocumentPath(MemberFn<Option<Path>>),
    Sort(MemberFn<Option<Sort>>),
    /// The client reference format of a kind.
    Reference(Kind),
    Binding(Binding),
}

/// The least and the greatest value of a number, and its unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) least: u64,
    pub(super) most: u64,
    pub(super) unit: &'static str,
}

/// One of the possible values of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettingOption {
    /// The stored value.
    pub value: &'static str,
    /// The label for people.
    pub label: &'static str,
}

/// The type of a setting's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingType {
    /// `true` or `false`.
    YesNo,
    /// A whole number.
    Number {
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
        /// The unit, such as `milliseconds` or `bytes`; empty for a count.
        unit: &'static str,
    },
    /// One of these values.
    OneOf(&'static [SettingOption]),
    /// Free text.
    Text {
        /// True if it may be empty.
        optional: bool,
    },
    /// A path in a document, such as `result.sessionId`.
    Place {
        /// True if it may be empty: then the usual places count.
        optional: bool,
    },
}

pub(super) const MS: &str = "milliseconds";
pub(super) const BYTES: &str = "bytes";

const REFERENCES: &[SettingOption] = &[
    SettingOption {
        value: "off",
        label: "Not sent",
    },
    SettingOption {
        value: "text",
        label: "Sent as text",
    },
    SettingOption {
        value: "integer",
        label: "Sent as a number",
    },
];

const SCHEMES: &[SettingOption] = &[
    SettingOption {
        value: "none",
        label: "As it is",
    },
    SettingOption {
        value: "bearer",
        label: "With “Bearer” before it",
    },
];

const YES_NO: [SettingOption; 2] = [
    SettingOption {
        value: "true",
        label: "Yes",
    },
    SettingOption {
        value: "false",
        label: "No",
    },
];

impl SettingAccessor {
    pub(super) const fn value_type(&self) -> SettingType {
        match self {
            Self::YesNo(_) => SettingType::YesNo,
            Self::U32(_, bounds) | Self::U64(_, bounds) => SettingType::Number {
                least: bounds.least,
                most: bounds.most,
                unit: bounds.unit,
            },
            Self::Choice { choices, .. } => SettingType::OneOf(choices),
            Self::Reference(_) => SettingType::OneOf(REFERENCES),
            Self::Scheme(_) => SettingType::OneOf(SCHEMES),
            Self::RequiredText(_) | Self::LoginPath(_) | Self::Header(_) => {
                SettingType::Text { optional: false }
            }
            Self::UrlPath(_)
            | Self::Headers(_)
            | Self::PlainHeaders(_)
            | Self::Sort(_)
            | Self::OptionalU64(..) => SettingType::Text { optional: true },
            Self::DocumentPath(_) => SettingType::Place { optional: false },
            Self::Binding(_) | Self::OptionalDocumentPath(_) => {
                SettingType::Place { optional: true }
            }
        }
    }

    pub(super) fn get(&self, dialect: &Dialect) -> Option<String> {
        if let Self::Choice { get, .. } = self {
            return Some(get(dialect).to_owned());
        }
        // The same accessor serves reading and writing.
        let dialect = &mut dialect.clone();
        match self {
            Self::YesNo(field) => Some(field(dialect).to_string()),
            Self::U32(field, _) => Some(field(dialect).to_string()),
            Self::U64(field, _) => Some(field(dialect).to_string()),
            Self::OptionalU64(field, _) => Some(
                field(dialect)
                    .map(|limit| limit.to_string())
                    .unwrap_or_default(),
            ),
            Self::Choice { get, .. } => Some(get(dialect).to_owned()),
            Self::RequiredText(field) | Self::LoginPath(field) | Self::Header(field) => {
                field(dialect).cloned()
            }
            Self::UrlPath(field) => Some(field(dialect).clone().unwrap_or_default()),
            Self::Scheme(field) => field(dialect).map(|scheme| match scheme {
                TokenScheme::None => "none".to_owned(),
                TokenScheme::Bearer => "bearer".to_owned(),
            }),
            Self::Headers(field) => field(dialect).map(|names| names.join(", ")),
            Self::PlainHeaders(field) => Some(format_plain_headers(field(dialect))),
            Self::DocumentPath(field) => field(dialect).map(|path| path.to_string()),
            Self::OptionalDocumentPath(field) => Some(
                field(dialect)
                    .as_ref()
                    .map(Path::to_string)
                    .unwrap_or_default(),
            ),
            Self::Sort(field) => Some(field(dialect).as_ref().map(format_sort).unwrap_or_default()),
            Self::Reference(kind) => {
                Some(reference_word(dialect.client_ref_id.get(*kind)).to_owned())
            }
            Self::Binding(binding) => {
                let path = dialect.bindings.0.get(binding);
                Some(path.map(Path::to_string).unwrap_or_default())
            }
        }
    }

    pub(super) fn set(&self, dialect: &mut Dialect, text: &str) -> Result<(), SettingValueError> {
        match self {
            Self::YesNo(field) => *field(dialect) = parse_yes_no(text)?,
            Self::U32(field, bounds) => {
                let number = parse_number(text, *bounds)?;
                *field(dialect) = u32::try_from(number).map_err(|_| range_error(*bounds))?;
            }
            Self::U64(field, bounds) => *field(dialect) = parse_number(text, *bounds)?,
            Self::OptionalU64(field, _) if is_empty_value(text) => *field(dialect) = None,
            Self::OptionalU64(field, bounds) => {
                *field(dialect) = Some(parse_number(text, *bounds)?);
            }
            Self::Choice { choices, set, .. } => set(dialect, parse_choice(text, choices)?),
            Self::RequiredText(field) => {
                assign_if_present(field(dialect), parse_required_text(text)?);
            }
            Self::LoginPath(field) => assign_if_present(field(dialect), parse_login_path(text)?),
            Self::Header(field) => assign_if_present(field(dialect), parse_token_header(text)?),
            Self::UrlPath(field) => *field(dialect) = parse_url_path(text)?,
            Self::Scheme(field) => {
                let scheme = match parse_choice(text, SCHEMES)? {
                    "bearer" => TokenScheme::Bearer,
                    _ => TokenScheme::None,
                };
                assign_if_present(field(dialect), scheme);
            }
            Self::Headers(field) => assign_if_present(field(dialect), parse_header_names(text)?),
            Self::PlainHeaders(field) if is_empty_value(text) => field(dialect).clear(),
            Self::PlainHeaders(field) => *field(dialect) = parse_plain_headers(text)?,
            Self::DocumentPath(field) => {
                assign_if_present(field(dialect), parse_document_path(text)?);
            }
            Self::OptionalDocumentPath(field) if is_empty_value(text) => *field(dialect) = None,
            Self::OptionalDocumentPath(field) => *field(dialect) = Some(parse_document_path(text)?),
            Self::Sort(field) => *field(dialect) = parse_sort(text)?,
            Self::Reference(kind) => {
                let word = parse_choice(text, REFERENCES)?;
                dialect.client_ref_id.set(*kind, parse_reference_word(word));
            }
            Self::Binding(binding) if is_empty_value(text) => {
                drop(dialect.bindings.0.remove(binding));
            }
            Self::Binding(binding) => drop(
                dialect
                    .bindings
                    .0
                    .insert(*binding, parse_document_path(text)?),
            ),
        }
        Ok(())
    }

    /// Returns why the dialect's value is invalid; `None` if it is valid.
    pub(super) fn validation_error(&self, dialect: &Dialect) -> Option<SettingValueError> {
        let dialect = &mut dialect.clone();
        if let Self::Headers(field) = self {
            // In the text form, a name that contains a space would become two names.
            let mut names = field(dialect)?.iter();
            return names.find_map(|name| {
                parse_header_name(name)
                    .err()
                    .or_else(|| reserved_header_error(name).map(Into::into))
            });
        }
        if let Self::PlainHeaders(field) = self {
            return plain_headers_error(field(dialect)).map(Into::into);
        }
        let value = self.get(dialect)?;
        self.set(dialect, &value).err()
    }

    pub(super) fn display_value(&self, value: &str) -> String {
        match self {
            Self::YesNo(_) => choice_label(value, &YES_NO),
            Self::Choice { choices, .. } => choice_label(value, choices),
            Self::Reference(_) => choice_label(value, REFERENCES),
            Self::Scheme(_) => choice_label(value, SCHEMES),
            Self::U32(_, bounds) | Self::U64(_, bounds) => format_amount(value, bounds.unit),
            Self::UrlPath(_) | Self::Headers(_) | Self::PlainHeaders(_) if value.is_empty() => {
                "none".to_owned()
            }
            Self::Sort(_) if value.is_empty() => "no order".to_owned(),
            Self::OptionalU64(..) | Self::Binding(_) | Self::OptionalDocumentPath(_)
                if value.is_empty() =>
            {
                "automatic".to_owned()
            }
            _ => value.to_owned(),
        }
    }
}

const fn reference_word(form: ClientRefFormat) -> &'static str {
    match form {
        ClientRefFormat::Off => "off",
        ClientRefFormat::Text => "text",
        ClientRefFormat::Integer => "integer",
    }
}

fn parse_reference_word(word: &str) -> ClientRefFormat {
    match word {
        "text" => ClientRefFormat::Text,
        "integer" => ClientRefFormat::Integer,
        _ => ClientRefFormat::Off,
    }
}

fn assign_if_present<T>(field: Option<&mut T>, value: T) {
    if let Some(field) = field {
        *field = value;
    }
}

fn choice_label(value: &str, choices: &[SettingOption]) -> String {
    let choice = choices.iter().find(|choice| choice.value == value);
    choice.map_or(value, |choice| choice.label).to_owned()
}

/// Returns whole seconds or megabytes if the amount allows it; otherwise the amount as stored.
fn format_amount(value: &str, unit: &str) -> String {
    let number: Option<u64> = value.parse().ok();
    let divide_exactly = |divisor: u64| {
        number
            .filter(|number| number % divisor == 0)
            .map(|number| number / divisor)
    };
    match unit {
        MS => match divide_exactly(1000) {
            Some(1) => "1 second".to_owned(),
            Some(seconds) => format!("{seconds} seconds"),
            None => format!("{value} ms"),
        },
        BYTES => divide_exactly(1024 * 1024).map_or_else(
            || format!("{value} bytes"),
            |megabytes| format!("{megabytes} MB"),
        ),
        _ => value.to_owned(),
    }
}

/// Formats headers so that [`parse_plain_headers`] can read them.
fn format_plain_headers(headers: &[PlainHeader]) -> String {
    let texts: Vec<_> = headers.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

fn format_sort(sort: &Sort) -> String {
    format!("{} {}", sort.field, sort.order.as_str())
}
