//! Parses the values of settings as people type them.

use adwright_model::Path;

use super::accessor::{Bounds, SettingOption};
use super::value_error::SettingValueError;
use crate::dialect::plain_header::{is_header_name, reserved_header_error};
use crate::query::{Sort, SortDirection};

/// Returns whether a text means no value, as people and dialects write it.
pub(super) fn is_empty_value(text: &str) -> bool {
    matches!(text, "" | "null" | "none")
}

pub(super) fn parse_yes_no(text: &str) -> Result<bool, SettingValueError> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" => Ok(true),
        "false" | "no" => Ok(false),
        _ => Err(SettingValueError::NotYesNo),
    }
}

pub(super) fn parse_number(text: &str, bounds: Bounds) -> Result<u64, SettingValueError> {
    let number = text.parse().map_err(|_| range_error(bounds))?;
    if (bounds.least..=bounds.most).contains(&number) {
        return Ok(number);
    }
    Err(range_error(bounds))
}

pub(super) const fn range_error(bounds: Bounds) -> SettingValueError {
    let Bounds { least, most, unit } = bounds;
    SettingValueError::OutOfRange { least, most, unit }
}

pub(super) fn parse_choice(
    text: &str,
    choices: &'static [SettingOption],
) -> Result<&'static str, SettingValueError> {
    let found = choices.iter().find(|choice| choice.value == text);
    found
        .map(|choice| choice.value)
        .ok_or(SettingValueError::UnknownChoice(choices))
}

pub(super) fn parse_required_text(text: &str) -> Result<String, SettingValueError> {
    if text.is_empty() {
        return Err(SettingValueError::Empty);
    }
    Ok(text.to_owned())
}

/// Accepts only a path below the base URL. A full URL could lead to another host.
pub(super) fn parse_url_path(text: &str) -> Result<Option<String>, SettingValueError> {
    if is_empty_value(text) {
        return Ok(None);
    }
    if !is_relative_path(text) {
        return Err(SettingValueError::NotUrlPath);
    }
    Ok(Some(format!("/{}", text.trim_matches('/'))))
}

/// Keeps a slash at the end: some services only accept the login path with it.
pub(super) fn parse_login_path(text: &str) -> Result<String, SettingValueError> {
    let path = parse_required_text(text)?;
    if !is_relative_path(&path) {
        return Err(SettingValueError::NotLoginPath);
    }
    Ok(path)
}

/// Returns whether a text is only a path.
fn is_relative_path(text: &str) -> bool {
    !text.contains("://") && !text.contains(['?', '#']) && !text.contains(char::is_whitespace)
}

pub(super) fn parse_header_name(text: &str) -> Result<String, SettingValueError> {
    if !is_header_name(text) {
        return Err(SettingValueError::NotHeaderName);
    }
    Ok(text.to_owned())
}

pub(super) fn parse_token_header(text: &str) -> Result<String, SettingValueError> {
    if reserved_header_error(text).is_some() {
        return Err(SettingValueError::ReservedTokenHeader(text.to_owned()));
    }
    parse_header_name(text)
}

pub(super) fn parse_header_names(text: &str) -> Result<Vec<String>, SettingValueError> {
    let typed = text.split([',', ';', ' ']).map(str::trim);
    let mut names: Vec<String> = Vec::new();
    for name in typed.filter(|name| !name.is_empty()) {
        if !is_header_name(name) {
            return Err(SettingValueError::NotHeaderNames);
        }
        if let Some(error) = reserved_header_error(name) {
            return Err(error.into());
        }
        if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

pub(super) fn parse_document_path(text: &str) -> Result<Path, SettingValueError> {
    let path: Option<Path> = text.parse().ok();
    path.filter(|path| !path.is_root())
        .ok_or(SettingValueError::NotDocumentPath)
}

pub(super) fn parse_sort(text: &str) -> Result<Option<Sort>, SettingValueError> {
    if is_empty_value(text) {
        return Ok(None);
    }
    let (field, order) = text.rsplit_once(' ').unwrap_or((text, "ASC"));
    let order = match order.to_ascii_uppercase().as_str() {
        "ASC" => SortDirection::Asc,
        "DESC" => SortDirection::Desc,
        _ => return Err(SettingValueError::NotSort),
    };
    let field = field.trim().to_owned();
    Ok(Some(Sort { field, order }))
}
