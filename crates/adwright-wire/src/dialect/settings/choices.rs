//! The values of settings that are chosen from a list.

use super::SettingOption;
use crate::dialect::{Authentication, Dialect, SessionLogin};

pub(super) const AUTHENTICATIONS: &[SettingOption] = &[
    choice("none", "No login"),
    choice("session", "A login for each session"),
    choice("basic", "Name and password with every request"),
    choice("bearer", "A token with every request"),
    choice("headers", "Secret headers with every request"),
];

pub(super) const PARTITIONS: &[SettingOption] = &[
    choice("advertiser", "In parts, by advertiser"),
    choice("brand", "In parts, by brand"),
    choice("off", "Not at all"),
];

pub(super) const FOREIGN_CHANGES: &[SettingOption] = &[
    choice("merge", "Send them together"),
    choice("stop", "Stop"),
];

pub(super) const NOT_FOUND: &[SettingOption] = &[
    choice("auto", "An empty reply, or a 404 that is not a web page"),
    choice("404", "Any 404"),
];

const fn choice(value: &'static str, label: &'static str) -> SettingOption {
    SettingOption { value, label }
}

pub(super) fn session_login(dialect: &mut Dialect) -> Option<&mut SessionLogin> {
    match &mut dialect.authentication {
        Authentication::Session(login) => Some(login),
        _ => None,
    }
}

pub(super) const fn authentication_word(dialect: &Dialect) -> &'static str {
    match dialect.authentication {
        Authentication::None => "none",
        Authentication::Basic => "basic",
        Authentication::Bearer => "bearer",
        Authentication::Headers(_) => "headers",
        Authentication::Session(_) => "session",
    }
}

/// Changes the authentication. A new one begins with its defaults. The current one keeps its settings.
pub(super) fn set_authentication(dialect: &mut Dialect, word: &str) {
    if word == authentication_word(dialect) {
        return;
    }
    dialect.authentication = match word {
        "basic" => Authentication::Basic,
        "bearer" => Authentication::Bearer,
        "headers" => Authentication::Headers(Vec::new()),
        "session" => Authentication::Session(SessionLogin::default()),
        _ => Authentication::None,
    };
}
