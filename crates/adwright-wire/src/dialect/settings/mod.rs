//! Defines every setting of a dialect once: its key, its texts, its type and the source of its default.
//!
//! The settings view, the terminal's `--set` and the connection doctor read and write dialects through these
//! definitions. A test fails if a member of [`Dialect`] has no definition here.

mod accessor;
mod choices;
mod definitions;
mod parse;
#[cfg(test)]
mod tests;
mod value_error;

use super::{Dialect, HeaderError};
use accessor::SettingAccessor;

pub use accessor::{SettingOption, SettingType};
pub use value_error::SettingValueError;

/// One setting of a dialect. Its value is passed as text, as a person writes it.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name in a stored dialect and on the command line, such as `authentication.session.path`.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// A sentence that says what it does.
    pub help: &'static str,
    /// The source of its default.
    pub source: DefaultSource,
    accessor: SettingAccessor,
}

/// A group of settings that are shown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SettingCategory {
    /// The service's paths.
    Paths,
    /// Authentication.
    Login,
    /// How lists and single entities are requested and parsed.
    Reading,
    /// Which writes are allowed, and their form.
    Writing,
    /// Time-outs, sizes and rates.
    Limits,
    /// The paths of the fields that rules need, in documents.
    Bindings,
}

/// The source of a default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DefaultSource {
    /// INTERFACE.md.
    Interface,
    /// PUBLIC-FACTS.md: observed replies of a public service of this interface.
    Public,
    /// Our own choice.
    Ours,
}

/// The reason why a setting cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No setting has this key.
    #[error("there is no setting {0}")]
    Unknown(String),
    /// The setting belongs to another authentication than the dialect's.
    #[error("{title} belongs to another login method")]
    OtherLogin {
        /// The setting's name for people.
        title: &'static str,
    },
    /// The value is not valid.
    #[error("the value is not valid: {0}")]
    InvalidValue(SettingValueError),
}

/// The reason why a dialect cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DialectError {
    /// A setting has an invalid value.
    #[error("{title} has an invalid value: {error}")]
    Setting {
        /// The setting's name for people.
        title: &'static str,
        /// Its value.
        value: String,
        /// The reason why it is invalid.
        error: SettingValueError,
    },
    /// Two headers conflict.
    #[error(transparent)]
    Header(#[from] HeaderError),
}

impl Dialect {
    /// Returns the error of the first setting that has an invalid value or conflicts with another one; `None` if all
    /// are valid. A dialect may come from a file that someone else wrote.
    #[must_use]
    pub fn validation_error(&self) -> Option<DialectError> {
        let invalid = Setting::all().find_map(|setting| {
            Some(DialectError::Setting {
                error: setting.accessor.validation_error(self)?,
                title: setting.title,
                value: setting.get(self)?,
            })
        });
        invalid.or_else(|| self.header_conflict().map(Into::into))
    }
}

impl SettingCategory {
    /// All categories, in display order.
    pub const ALL: [Self; 6] = [
        Self::Paths,
        Self::Login,
        Self::Reading,
        Self::Writing,
        Self::Limits,
        Self::Bindings,
    ];

    /// Returns the category's name for people.
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

    /// Returns the category's settings, in display order.
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
    /// Returns every setting, in display order.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        SettingCategory::ALL
            .into_iter()
            .flat_map(SettingCategory::settings)
    }

    /// Returns the setting with this key.
    pub fn from_key(key: &str) -> Result<&'static Self, SettingError> {
        let found = Self::all().find(|setting| setting.key == key);
        found.ok_or_else(|| SettingError::Unknown(key.to_owned()))
    }

    /// Returns the type of its value.
    #[must_use]
    pub const fn value_type(&self) -> SettingType {
        self.accessor.value_type()
    }

    /// Returns the value in a dialect; `None` if the setting belongs to another authentication. An empty text means no
    /// value.
    #[must_use]
    pub fn get(&self, dialect: &Dialect) -> Option<String> {
        self.accessor.get(dialect)
    }

    /// Sets the value. An invalid text does not change the dialect.
    pub fn set(&self, dialect: &mut Dialect, text: &str) -> Result<(), SettingError> {
        let other = || SettingError::OtherLogin { title: self.title };
        self.get(dialect).ok_or_else(other)?;
        self.accessor
            .set(dialect, text.trim())
            .map_err(SettingError::InvalidValue)
    }

    /// Returns a value for people, such as "30 seconds" for `30000`.
    #[must_use]
    pub fn display_value(&self, value: &str) -> String {
        self.accessor.display_value(value)
    }
}
