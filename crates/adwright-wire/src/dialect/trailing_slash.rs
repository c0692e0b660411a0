//! Which paths end with a slash.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which paths of a service end with `/`. Lists and single entities may differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "PersistedSlash")]
pub enum TrailingSlash {
    /// No path.
    #[default]
    No,
    /// The paths for listing and creating.
    Lists,
    /// The paths of single entities.
    Entities,
    /// All paths.
    All,
}

/// The stored form. Older dialects say yes or no for all paths.
#[derive(Deserialize)]
#[serde(untagged)]
enum PersistedSlash {
    YesNo(bool),
    Word(String),
}

/// The word is not one of [`TrailingSlash`].
#[derive(Debug, thiserror::Error)]
#[error("a slash stands at the end of no, lists, entities or all paths")]
pub struct TrailingSlashError;

impl TrailingSlash {
    /// Returns the setting for these two answers.
    #[must_use]
    pub const fn from_parts(lists: bool, entities: bool) -> Self {
        match (lists, entities) {
            (false, false) => Self::No,
            (true, false) => Self::Lists,
            (false, true) => Self::Entities,
            (true, true) => Self::All,
        }
    }

    /// Returns whether the paths for listing and creating end with a slash.
    #[must_use]
    pub const fn has_list_slash(self) -> bool {
        matches!(self, Self::Lists | Self::All)
    }

    /// Returns whether the path of one entity ends with a slash.
    #[must_use]
    pub const fn has_entity_slash(self) -> bool {
        matches!(self, Self::Entities | Self::All)
    }

    /// Returns this setting with another answer for lists.
    #[must_use]
    pub const fn with_lists(self, lists: bool) -> Self {
        Self::from_parts(lists, self.has_entity_slash())
    }

    /// Returns this setting with another answer for single entities.
    #[must_use]
    pub const fn with_entities(self, entities: bool) -> Self {
        Self::from_parts(self.has_list_slash(), entities)
    }

    /// Returns the word in settings and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Lists => "lists",
            Self::Entities => "entities",
            Self::All => "all",
        }
    }
}

impl From<TrailingSlash> for &'static str {
    fn from(slash: TrailingSlash) -> Self {
        slash.as_str()
    }
}

/// Accepts every form of yes and no as well, because older settings have no other words.
impl FromStr for TrailingSlash {
    type Err = TrailingSlashError;

    fn from_str(word: &str) -> Result<Self, TrailingSlashError> {
        match word.to_ascii_lowercase().as_str() {
            "no" | "false" => Ok(Self::No),
            "lists" => Ok(Self::Lists),
            "entities" => Ok(Self::Entities),
            "all" | "yes" | "true" => Ok(Self::All),
            _ => Err(TrailingSlashError),
        }
    }
}

impl TryFrom<PersistedSlash> for TrailingSlash {
    type Error = TrailingSlashError;

    fn try_from(stored: PersistedSlash) -> Result<Self, TrailingSlashError> {
        match stored {
            PersistedSlash::YesNo(yes) => Ok(Self::from_parts(yes, yes)),
            PersistedSlash::Word(word) => word.parse(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TrailingSlash;

    #[test]
    fn what_was_stored_as_yes_or_no_is_read_and_written_as_a_word() {
        let written = ["true", "false", "\"lists\"", "\"entities\"", "\"all\""].map(|stored| {
            let slash: TrailingSlash = serde_json::from_str(stored).unwrap();
            assert_eq!(
                TrailingSlash::from_parts(slash.has_list_slash(), slash.has_entity_slash()),
                slash,
                "{stored}"
            );
            serde_json::to_string(&slash).unwrap()
        });
        let words = ["\"all\"", "\"no\"", "\"lists\"", "\"entities\"", "\"all\""];
        assert_eq!(written, words);
        for unknown in ["\"some\"", "1", "null"] {
            assert!(serde_json::from_str::<TrailingSlash>(unknown).is_err());
        }
    }
}
