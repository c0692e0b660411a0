//! What a row of a list is about.

use std::fmt;
use std::str::FromStr;

use adwright_model::Id;

/// How the key of an ad from a file begins, before its number.
const FILE: &str = "file-";

/// What a row is about. What the service has comes before what files have, each in the order of its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum RowKey {
    /// What the service knows by that id.
    Object(Id),
    /// The ad from a file that has that number.
    File(i64),
}

impl RowKey {
    /// The id on the service; none for what came from a file.
    pub(crate) const fn id(self) -> Option<Id> {
        match self {
            Self::Object(id) => Some(id),
            Self::File(_) => None,
        }
    }
}

impl fmt::Display for RowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(id) => id.fmt(f),
            Self::File(number) => write!(f, "{FILE}{number}"),
        }
    }
}

impl FromStr for RowKey {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix(FILE) {
            Some(number) => number.parse().map(Self::File),
            None => text.parse().map(|id| Self::Object(Id(id))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        for key in [RowKey::Object(Id(-7)), RowKey::File(7)] {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        assert!("file-".parse::<RowKey>().is_err());
        assert!(RowKey::Object(Id(i64::MAX)) < RowKey::File(1));
    }
}
