//! Parses the values of settings as people type them.

use adwright_model::Path;

use super::accessor::{Bounds, SettingOption};
use crate::dialect::plain_header::{is_header_name, reserved_header_problem};
use crate::query::{Sort, SortDirection};

/// Returns whether a text means no value, as people and dialects write it.
pub(super) fn is_empty_value(text: &str) -> bool {
    matches!(text, "" | "null" | "none")
}

pub(super) fn parse_yes_no(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" => Ok(true),
        "false" | "no" => Ok(false),
        _ => Err("Enter true or false.".to_owned()),
    }
}

pub(super) fn parse_number(text: &str, bounds: Bounds) -> Result<u64, String> {
    let number = text.parse().map_err(|_| range_hint(bounds))?;
    if (bounds.least..=bounds.most).contains(&number) {
        return Ok(number);
    }
    Err(range_hint(bounds))
}

pub(super) fn range_hint(Bounds { least, most, unit }: Bounds) -> String {
    let of = if unit.is_empty() {
        String::new()
    } else {
        format!(" of {unit}")
    };
    format!("Enter a whole number{of} from {least} to {most}.")
}

pub(super) fn parse_choice(
    text: &str,
    choices: &'static [SettingOption],
) -> Result<&'static str, String> {
    let found = choices.iter().find(|choice| choice.value == text);
    found
        .map(|choice| choice.value)
        .ok_or_else(|| choices_hint(choices))
}

pub(super) fn choices_hint(choices: &[SettingOption]) -> String {
    let values: Vec<_> = choices.iter().map(|choice| choice.value).collect();
    format!("Enter one of {}.", values.join(", "))
}

pub(super) fn parse_required_text(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("This cannot be empty.".to_owned());
    }
    Ok(text.to_owned())
}

/// Accepts only a path below the base URL. A full URL could lead to another host.
pub(super) fn parse_url_path(text: &str) -> Result<Option<String>, String> {
    if is_empty_value(text) {
        return Ok(None);
    }
    if !is_relative_path(text) {
        return Err("Enter a path below the address, such as /ads.".to_owned());
    }
    Ok(Some(format!("/{}", text.trim_matches('/'))))
}

/// Keeps a slash at the end: some services only accept the login path with it.
pub(super) fn parse_login_path(text: &str) -> Result<String, String> {
    let path = parse_required_text(text)?;
    if !is_relative_path(&path) {
        return Err("Enter a path below the address, such as login/login.".to_owned());
    }
    Ok(path)
}

/// Returns whether a text is only a path.
fn is_relative_path(text: &str) -> bool {
    !text.contains("://") && !text.contains(['?', '#']) && !text.contains(char::is_whitespace)
}

pub(super) fn parse_header_name(text: &str) -> Result<String, String> {
    if !is_header_name(text) {
        return Err("Enter the name of a header, such as X-Session.".to_owned());
    }
    Ok(text.to_owned())
}

pub(super) fn parse_token_header(text: &str) -> Result<String, String> {
    if reserved_header_problem(text).is_some() {
        return Err(format!(
            "Adwright writes “{text}” itself with each request. Enter the name of another header, such as X-Session."
        ));
    }
    parse_header_name(text)
}

pub(super) fn parse_header_names(text: &str) -> Result<Vec<String>, String> {
    let typed = text.split([',', ';', ' ']).map(str::trim);
    let mut names: Vec<String> = Vec::new();
    for name in typed.filter(|name| !name.is_empty()) {
        if !is_header_name(name) {
            return Err(
                "Enter names of headers, such as X-Api-Key, with commas between them.".to_owned(),
            );
        }
        if let Some(why) = reserved_header_problem(name) {
            return Err(why);
        }
        if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

pub(super) fn parse_document_path(text: &str) -> Result<Path, String> {
    let wrong = || "Enter a place in the document, such as settings.mode.".to_owned();
    let path: Path = text.parse().map_err(|_| wrong())?;
    if path.is_root() {
        return Err(wrong());
    }
    Ok(path)
}

pub(super) fn parse_sort(text: &str) -> Result<Option<Sort>, String> {
    if is_empty_value(text) {
        return Ok(None);
    }
    let (field, order) = text.rsplit_once(' ').unwrap_or((text, "ASC"));
    let order = match order.to_ascii_uppercase().as_str() {
        "ASC" => SortDirection::Asc,
        "DESC" => SortDirection::Desc,
        _ => {
            return Err(
                "Enter a field and ASC or DESC, such as id ASC; or leave it empty.".to_owned(),
            );
        }
    };
    let field = field.trim().to_owned();
    Ok(Some(Sort { field, order }))
}
