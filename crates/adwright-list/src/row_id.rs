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

/// The ids of all rows in ascending order, each in the memory that it needs.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowIds {
    on_service: Vec<Id>,
    from_files: Vec<i64>,
    new_drafts: Vec<Uuid>,
}

impl RowIds {
    /// Adds an id that sorts after all others.
    pub(crate) fn push(&mut self, key: RowId) {
        match key {
            RowId::OnService(id) => self.on_service.push(id),
            RowId::FromFile(number) => self.from_files.push(number),
            RowId::NewDraft(draft) => self.new_drafts.push(draft),
        }
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.on_service.shrink_to_fit();
        self.from_files.shrink_to_fit();
        self.new_drafts.shrink_to_fit();
    }

    pub(crate) fn len(&self) -> usize {
        self.on_service.len() + self.from_files.len() + self.new_drafts.len()
    }

    /// Returns the id of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub(crate) fn get(&self, row: usize) -> RowId {
        if let Some(id) = self.on_service.get(row) {
            return RowId::OnService(*id);
        }
        let row = row - self.on_service.len();
        match self.from_files.get(row) {
            Some(number) => RowId::FromFile(*number),
            None => RowId::NewDraft(self.new_drafts[row - self.from_files.len()]),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = RowId> {
        let on_service = self.on_service.iter().copied().map(RowId::OnService);
        let from_files = self.from_files.iter().copied().map(RowId::FromFile);
        let new_drafts = self.new_drafts.iter().copied().map(RowId::NewDraft);
        on_service.chain(from_files).chain(new_drafts)
    }

    /// Returns the ids of the rows that are on the service.
    pub(crate) fn service_ids(&self) -> &[Id] {
        &self.on_service
    }

    /// Returns the row of an id; none if no row has it.
    pub(crate) fn row_of(&self, key: RowId) -> Option<usize> {
        let (on_service, from_files) = (self.on_service.len(), self.from_files.len());
        match key {
            RowId::OnService(id) => self.on_service.binary_search(&id).ok(),
            RowId::FromFile(number) => {
                let at = self.from_files.binary_search(&number).ok()?;
                Some(on_service + at)
            }
            RowId::NewDraft(draft) => {
                let at = self.new_drafts.binary_search(&draft).ok()?;
                Some(on_service + from_files + at)
            }
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
    fn rows_are_found_by_id() {
        let keys = [
            RowId::OnService(Id(-2)),
            RowId::OnService(Id(9)),
            RowId::FromFile(1),
            RowId::FromFile(3),
            RowId::NewDraft(Uuid::from_u128(7)),
        ];
        let mut rows = RowIds::default();
        for key in keys {
            rows.push(key);
        }
        assert_eq!(rows.iter().collect::<Vec<_>>(), keys);
        for (row, key) in keys.into_iter().enumerate() {
            assert_eq!((rows.get(row), rows.row_of(key)), (key, Some(row)));
        }
        let absent = [
            RowId::OnService(Id(1)),
            RowId::FromFile(9),
            RowId::NewDraft(Uuid::nil()),
        ];
        assert_eq!(absent.map(|key| rows.row_of(key)), [None; 3]);
    }

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
