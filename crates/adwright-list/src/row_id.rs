//! The id of a row in a list.

use std::fmt;
use std::str::FromStr;

use adwright_model::Id;

/// The prefix of the row id of a file ad, before its number.
const FILE: &str = "file-";

/// The id of a row. Objects of the service sort before file ads, each group by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowId {
    /// An object of the service with this id.
    OnService(Id),
    /// The file ad with this number.
    FromFile(i64),
}

impl RowId {
    /// Returns the id on the service; none for a file ad.
    #[must_use]
    pub const fn service_id(self) -> Option<Id> {
        match self {
            Self::OnService(id) => Some(id),
            Self::FromFile(_) => None,
        }
    }
}

impl fmt::Display for RowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnService(id) => id.fmt(f),
            Self::FromFile(number) => write!(f, "{FILE}{number}"),
        }
    }
}

impl FromStr for RowId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix(FILE) {
            Some(number) => number.parse().map(Self::FromFile),
            None => text.parse().map(|id| Self::OnService(Id(id))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_id_round_trips_as_text() {
        for key in [RowId::OnService(Id(-7)), RowId::FromFile(7)] {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        assert!("file-".parse::<RowId>().is_err());
        assert!(RowId::OnService(Id(i64::MAX)) < RowId::FromFile(1));
    }
}
