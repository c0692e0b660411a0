//! `--set dialect.KEY=VALUE`.

use adwright_desk::{header_error_message, setting_error_message};
use adwright_wire::{Dialect, Setting, SettingError};

use crate::failure::CommandFailure;

/// Applies these settings to the dialect, in their order. Every key must exist, and every value must fit.
pub(crate) fn apply_settings(
    dialect: &Dialect,
    settings: &[String],
) -> Result<Dialect, CommandFailure> {
    let mut dialect = dialect.clone();
    for setting in settings {
        let wrong = |error| {
            let why = setting_argument_message(&error);
            CommandFailure::usage(format!("--set {setting}: {why}"))
        };
        apply_setting(&mut dialect, setting).map_err(wrong)?;
    }
    match dialect.header_conflict() {
        Some(error) => Err(CommandFailure::usage(header_error_message(&error))),
        None => Ok(dialect),
    }
}

/// Why a setting on the command line cannot be applied.
#[derive(Debug, thiserror::Error)]
enum SettingArgumentError {
    /// The argument is not `dialect.KEY=VALUE`.
    #[error("not dialect.KEY=VALUE")]
    Malformed,
    /// There is no such setting, or the value does not fit it.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

fn setting_argument_message(error: &SettingArgumentError) -> String {
    match error {
        SettingArgumentError::Malformed => "the form is dialect.KEY=VALUE.".to_owned(),
        SettingArgumentError::Setting(error) => setting_error_message(error),
    }
}

fn apply_setting(dialect: &mut Dialect, setting: &str) -> Result<(), SettingArgumentError> {
    let (key, text) = setting
        .split_once('=')
        .ok_or(SettingArgumentError::Malformed)?;
    let key = key
        .strip_prefix("dialect.")
        .ok_or(SettingArgumentError::Malformed)?;
    Ok(Setting::from_key(key)?.set(dialect, text)?)
}

#[cfg(test)]
mod tests {
    use adwright_wire::{Authentication, SessionLogin};
    use expect_test::{Expect, expect};

    use super::*;

    fn set(settings: &[&str]) -> Result<Dialect, CommandFailure> {
        let start = Dialect {
            authentication: Authentication::Session(SessionLogin::default()),
            ..Dialect::default()
        };
        let settings: Vec<_> = settings.iter().map(|&text| text.to_owned()).collect();
        apply_settings(&start, &settings)
    }

    fn check_refused(setting: &str, expected: &Expect) {
        expected.assert_eq(&set(&[setting]).unwrap_err().sentence);
    }

    #[test]
    fn settings_are_changed_in_order() {
        let dialect = set(&[
            "dialect.adsPath=/ads",
            "dialect.pageSize=7",
            "dialect.pageSize=8",
            "dialect.listSort=",
            "dialect.bindings.name=title.text",
            "dialect.authentication.session.usernameMember=12",
            "dialect.authentication.session.headers=X-Key",
        ])
        .unwrap();
        assert_eq!(dialect.ads_path.as_deref(), Some("/ads"));
        assert_eq!((dialect.page_size, dialect.list_sort), (8, None));
        assert_eq!(dialect.bindings.0.len(), 1);
        let Authentication::Session(login) = dialect.authentication else {
            panic!("the form stays")
        };
        assert_eq!(login.username_member, "12");
        assert_eq!(login.headers, ["X-Key"]);
    }

    #[test]
    fn invalid_setting_is_reported() {
        check_refused(
            "pageSize=7",
            &expect!["--set pageSize=7: the form is dialect.KEY=VALUE."],
        );
        check_refused(
            "dialect.pageSize",
            &expect!["--set dialect.pageSize: the form is dialect.KEY=VALUE."],
        );
        check_refused(
            "dialect.pageSize=many",
            &expect!["--set dialect.pageSize=many: Enter a whole number from 1 to 10000."],
        );
        check_refused(
            "dialect.authentication.headers=X-Key",
            &expect![
                "--set dialect.authentication.headers=X-Key: “Headers with secret values” belongs to another login method. Choose that method first."
            ],
        );
        check_refused(
            "dialect.plainHeaders=Cookie: a",
            &expect![
                "--set dialect.plainHeaders=Cookie: a: “Cookie” identifies the caller, so its value is a secret. Enter it as a header with a secret value, or choose another login method. Adwright then keeps it in the keyring."
            ],
        );
        check_refused(
            "dialect.plainHeaders=authorization: a",
            &expect![
                "--set dialect.plainHeaders=authorization: a: “authorization” identifies the caller, so its value is a secret. Enter it as a header with a secret value, or choose another login method. Adwright then keeps it in the keyring."
            ],
        );
        let unknown = set(&["dialect.pageSze=7"]).unwrap_err().sentence;
        let message =
            "--set dialect.pageSze=7: unknown setting pageSze; the settings are trailingSlash, ";
        assert!(
            unknown.starts_with(message) && unknown.contains(", bindings.version, "),
            "{unknown}"
        );
    }
}
