//! The id of a row in a list.

use std::fmt;
use std::str::FromStr;

use adwright_model::Id;
use uuid::Uuid;

/// The prefix of the row id of a file ad, before its number.
const FILE: &str = "file-";

/// The id of a row. Objects of the service sort before file ads, and file ads before new drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowId {
    /// An object of the service with this id.
    OnService(Id),
    /// The file ad with this number.
    FromFile(i64),
    /// The draft of a new object.
    NewDraft(Uuid),
}

impl RowId {
    /// Returns the id on the service; none for a file ad or a new draft.
    #[must_use]
    pub const fn service_id(self) -> Option<Id> {
        match self {
            Self::OnService(id) => Some(id),
            Self::FromFile(_) | Self::NewDraft(_) => None,
        }
    }
}

impl fmt::Display for RowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnService(id) => id.fmt(f),
            Self::FromFile(number) => write!(f, "{FILE}{number}"),
            Self::NewDraft(draft) => write!(f, "{draft}"),
        }
    }
}

impl FromStr for RowId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(number) = text.strip_prefix(FILE) {
            return number.parse().map(Self::FromFile);
        }
        // A UUID in its usual form has hyphens inside. No number does.
        match Uuid::parse_str(text).ok().filter(|_| text.contains('-')) {
            Some(draft) => Ok(Self::NewDraft(draft)),
            None => text.parse().map(|id| Self::OnService(Id(id))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_id_round_trips_as_text() {
        let draft = RowId::NewDraft(Uuid::from_u128(7));
        for key in [RowId::OnService(Id(-7)), RowId::FromFile(7), draft] {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        assert!("file-".parse::<RowId>().is_err());
        assert!(RowId::OnService(Id(i64::MAX)) < RowId::FromFile(1));
        assert!(RowId::FromFile(i64::MAX) < draft);
    }
}
