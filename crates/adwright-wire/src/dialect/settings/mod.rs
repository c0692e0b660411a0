//! Every setting of a dialect, once: its key, its words, what it takes and where its default is from.
//!
//! The settings view, the terminal's `--set` and the connection doctor read and write dialects through it. A member of
//! [`Dialect`] that has no row here turns a test red.

mod accessor;
mod definitions;
mod parse;
#[cfg(test)]
mod tests;

use super::Dialect;
use accessor::SettingAccessor;

pub use accessor::{SettingOption, SettingType};

/// One setting of a dialect. What it is set to travels as text, as a person writes it.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// What it is called in a stored dialect and on the command line, such as `authentication.session.path`.
    pub key: &'static str,
    /// What it is called to a person.
    pub title: &'static str,
    /// What it does, as a sentence.
    pub help: &'static str,
    /// Who says that its default is right.
    pub source: DefaultSource,
    held: SettingAccessor,
}

/// Settings that are shown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SettingCategory {
    /// Where the service has what.
    Paths,
    /// How the service knows who asks.
    Login,
    /// How lists and single entities are asked for and read.
    Reading,
    /// What may be written, and how.
    Writing,
    /// How long to wait and how much to take.
    Limits,
    /// Where documents have the fields that rules need.
    Bindings,
}

/// Who says that a default is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DefaultSource {
    /// INTERFACE.md.
    Interface,
    /// PUBLIC-FACTS.md: how a public service of this interface answered.
    Public,
    /// Our own choice.
    Ours,
}

/// Why a text was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no setting of that key.
    #[error("there is no setting {0}; there are {names}", names = joined_keys())]
    Unknown(String),
    /// It belongs to another way of logging in than the dialect has.
    #[error("“{title}” belongs to another way to log in. Choose that first.")]
    OtherLogin {
        /// What the setting is called.
        title: &'static str,
    },
    /// The text does not fit; what would, as a sentence.
    #[error("{0}")]
    InvalidValue(String),
}

impl Dialect {
    /// The first setting whose value is none that could be set here, or that stands in another one's way, with what would
    /// fit, as a sentence; none where all are well. A dialect may come from a file that someone else wrote.
    #[must_use]
    pub fn validation_error(&self) -> Option<String> {
        let unfit = Setting::all().find_map(|setting| {
            let why = setting.held.validation_error(self)?;
            let held = setting.get(self)?;
            Some(format!("“{}” cannot be “{held}”. {why}", setting.title))
        });
        unfit.or_else(|| self.header_conflict())
    }
}

impl SettingCategory {
    /// All groups, in the order in which they are shown.
    pub const ALL: [Self; 6] = [
        Self::Paths,
        Self::Login,
        Self::Reading,
        Self::Writing,
        Self::Limits,
        Self::Bindings,
    ];

    /// What it is called to a person.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Paths => "Address and paths",
            Self::Login => "Login",
            Self::Reading => "Lists and replies",
            Self::Writing => "Writing",
            Self::Limits => "Waiting and limits",
            Self::Bindings => "Where fields are",
        }
    }

    /// Its settings, in the order in which they are shown.
    #[must_use]
    pub const fn settings(self) -> &'static [Setting] {
        match self {
            Self::Paths => definitions::PATHS,
            Self::Login => definitions::LOGIN,
            Self::Reading => definitions::READING,
            Self::Writing => definitions::WRITING,
            Self::Limits => definitions::LIMITS,
            Self::Bindings => definitions::BINDINGS,
        }
    }
}

impl Setting {
    /// Every setting, in the order in which they are shown.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        SettingCategory::ALL
            .into_iter()
            .flat_map(SettingCategory::settings)
    }

    /// The setting of that key.
    pub fn from_key(key: &str) -> Result<&'static Self, SettingError> {
        let found = Self::all().find(|setting| setting.key == key);
        found.ok_or_else(|| SettingError::Unknown(key.to_owned()))
    }

    /// What it takes.
    #[must_use]
    pub const fn value_type(&self) -> SettingType {
        self.held.value_type()
    }

    /// What a dialect has it set to; none where it belongs to another way of logging in. Empty for a setting that may
    /// be left open and is.
    #[must_use]
    pub fn get(&self, dialect: &Dialect) -> Option<String> {
        self.held.get(dialect)
    }

    /// Sets it. A text that does not fit leaves the dialect as it was.
    pub fn set(&self, dialect: &mut Dialect, text: &str) -> Result<(), SettingError> {
        let other = || SettingError::OtherLogin { title: self.title };
        self.get(dialect).ok_or_else(other)?;
        self.held
            .set(dialect, text.trim())
            .map_err(SettingError::InvalidValue)
    }

    /// A value as a person reads it, such as "30 seconds" for `30000`.
    #[must_use]
    pub fn display_value(&self, value: &str) -> String {
        self.held.display_value(value)
    }
}

fn joined_keys() -> String {
    let keys: Vec<_> = Setting::all().map(|setting| setting.key).collect();
    keys.join(", ")
}
