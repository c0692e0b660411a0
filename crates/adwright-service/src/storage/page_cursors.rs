//! Known positions in lists. Stepping over thousands of ids for each page takes longer than the page itself.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use rusqlite::{Result, Transaction};

use crate::app::lock;

/// The smallest number of documents between two known positions.
const APART: i64 = 32;

/// Positions in lists. They are valid until something is written.
#[derive(Default)]
pub(crate) struct PageCursors(Mutex<CursorMap>);

#[derive(Default)]
struct CursorMap {
    /// The version of the data when the positions were found.
    version: DataVersion,
    by_list: HashMap<ListKey, BTreeMap<i64, i64>>,
}

/// The number of changes by this program, and a number that changes with each change by another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct DataVersion {
    own_changes: u64,
    others_version: i64,
}

/// All documents of one table that one user owns, by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ListKey {
    pub(crate) table: &'static str,
    pub(crate) user: i64,
}

/// A position in a list: `before` documents come before the first document whose id is `id` or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListPosition {
    pub(crate) before: i64,
    pub(crate) id: i64,
}

impl ListPosition {
    const BEGINNING: Self = Self {
        before: 0,
        id: i64::MIN,
    };
}

impl PageCursors {
    /// Returns the last known position with at most `from` documents before it, in the reader's `version`.
    pub(crate) fn find(&self, version: DataVersion, list: ListKey, from: i64) -> ListPosition {
        let mut cursors = lock(&self.0);
        cursors.clear_if_changed(version);
        let known = cursors.by_list.get(&list);
        let nearest = known.and_then(|known| known.range(..=from).next_back());
        nearest.map_or(ListPosition::BEGINNING, |(&before, &id)| ListPosition {
            before,
            id,
        })
    }

    /// Stores a position that was found in `version`, unless a known position is near.
    pub(crate) fn insert(&self, version: DataVersion, list: ListKey, position: ListPosition) {
        let mut cursors = lock(&self.0);
        cursors.clear_if_changed(version);
        let known = cursors.by_list.entry(list).or_default();
        let near = position.before.saturating_sub(APART - 1)..position.before.saturating_add(APART);
        if known.range(near).next().is_none() {
            known.insert(position.before, position.id);
        }
    }
}

impl CursorMap {
    fn clear_if_changed(&mut self, version: DataVersion) {
        if version != self.version {
            self.by_list.clear();
            self.version = version;
        }
    }
}

impl DataVersion {
    /// Returns the version that `tx` sees from its first statement to its last.
    pub(crate) fn read(tx: &Transaction<'_>) -> Result<Self> {
        let mut statement = tx.prepare_cached("PRAGMA data_version")?;
        Ok(Self {
            own_changes: tx.total_changes(),
            others_version: statement.query_row([], |row| row.get(0))?,
        })
    }
}
