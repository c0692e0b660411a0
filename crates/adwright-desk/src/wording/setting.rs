//! The wording of invalid settings and headers.

use adwright_wire::{DialectError, HeaderError, Setting, SettingError, SettingValueError};

/// Returns why a setting cannot be set, and what would be valid.
#[must_use]
pub fn setting_error_message(error: &SettingError) -> String {
    match error {
        SettingError::Unknown(key) => {
            let keys: Vec<_> = Setting::all().map(|setting| setting.key).collect();
            format!(
                "unknown setting {key}; the settings are {}.",
                keys.join(", ")
            )
        }
        SettingError::OtherLogin { title } => {
            format!("“{title}” belongs to another login method. Choose that method first.")
        }
        SettingError::InvalidValue(error) => setting_value_message(error),
    }
}

/// Returns why a dialect cannot be used.
pub(super) fn dialect_error_message(error: &DialectError) -> String {
    match error {
        DialectError::Setting {
            title,
            value,
            error,
        } => format!(
            "“{title}” cannot be “{value}”. {}",
            setting_value_message(error)
        ),
        DialectError::Header(error) => header_error_message(error),
    }
}

/// Returns why a header cannot be sent, and what to do.
#[must_use]
pub fn header_error_message(error: &HeaderError) -> String {
    match error {
        HeaderError::Malformed => {
            "Enter name and value of each header, such as X-Account-Id: 1021, one on each line, or \
             separated by semicolons."
                .to_owned()
        }
        HeaderError::Duplicate(name) => {
            format!("“{name}” is listed twice. Remove one of them.")
        }
        HeaderError::Secret(name) => format!(
            "“{name}” identifies the caller, so its value is a secret. Enter it as a header with a secret value, \
             or choose another login method. Adwright then keeps it in the keyring."
        ),
        HeaderError::Reserved(name) => {
            format!("Adwright writes “{name}” itself with each request. Remove it.")
        }
        HeaderError::PlainAndSecret(name) => format!(
            "“{name}” is a header with a secret value, and also a plain header. Remove one of them."
        ),
    }
}

fn setting_value_message(error: &SettingValueError) -> String {
    match error {
        SettingValueError::NotYesNo => "Enter true or false.".to_owned(),
        SettingValueError::OutOfRange { least, most, unit } => {
            let of = if unit.is_empty() {
                String::new()
            } else {
                format!(" of {unit}")
            };
            format!("Enter a whole number{of} from {least} to {most}.")
        }
        SettingValueError::UnknownChoice(choices) => {
            let values: Vec<_> = choices.iter().map(|choice| choice.value).collect();
            format!("Enter one of {}.", values.join(", "))
        }
        SettingValueError::Empty => "This cannot be empty.".to_owned(),
        SettingValueError::NotUrlPath => "Enter a path below the address, such as /ads.".to_owned(),
        SettingValueError::NotLoginPath => {
            "Enter a path below the address, such as login/login.".to_owned()
        }
        SettingValueError::NotHeaderName => {
            "Enter the name of a header, such as X-Session.".to_owned()
        }
        SettingValueError::NotHeaderNames => {
            "Enter names of headers, such as X-Api-Key, with commas between them.".to_owned()
        }
        SettingValueError::ReservedTokenHeader(name) => format!(
            "Adwright writes “{name}” itself with each request. Enter the name of another header, such as X-Session."
        ),
        SettingValueError::Header(error) => header_error_message(error),
        SettingValueError::NotDocumentPath => {
            "Enter a place in the document, such as settings.mode.".to_owned()
        }
        SettingValueError::NotSort => {
            "Enter a field and ASC or DESC, such as id ASC; or leave it empty.".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_settings_are_described() {
        for (key, value, expected) in [
            ("pageSize", "0", "Enter a whole number from 1 to 10000."),
            (
                "connectTimeoutMs",
                "0",
                "Enter a whole number of milliseconds from 1 to 600000.",
            ),
            (
                "clientRefId.Campaign",
                "number",
                "Enter one of off, text, integer.",
            ),
            (
                "authentication.headers",
                "X-Key",
                "“Headers with secret values” belongs to another login method. Choose that method first.",
            ),
            (
                "plainHeaders",
                "Host: a",
                "Adwright writes “Host” itself with each request. Remove it.",
            ),
        ] {
            let setting = Setting::from_key(key).unwrap();
            let error = setting.set(&mut adwright_wire::Dialect::default(), value);
            assert_eq!(setting_error_message(&error.unwrap_err()), expected);
        }
    }
}
