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
    state: DataVersion,
    of_lists: HashMap<ListKey, BTreeMap<i64, i64>>,
}

/// The number of changes by this program, and a number that changes with each change by another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct DataVersion {
    own: u64,
    of_others: i64,
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
    /// Returns the last known position with at most `from` documents before it, in the reader's `state`.
    pub(crate) fn find(&self, state: DataVersion, list: ListKey, from: i64) -> ListPosition {
        let mut places = lock(&self.0);
        places.clear_if_changed(state);
        let known = places.of_lists.get(&list);
        let nearest = known.and_then(|known| known.range(..=from).next_back());
        nearest.map_or(ListPosition::BEGINNING, |(&before, &id)| ListPosition {
            before,
            id,
        })
    }

    /// Keeps a position that was found in `state`, unless a known position is near.
    pub(crate) fn insert(&self, state: DataVersion, list: ListKey, place: ListPosition) {
        let mut places = lock(&self.0);
        places.clear_if_changed(state);
        let known = places.of_lists.entry(list).or_default();
        let near = place.before.saturating_sub(APART - 1)..place.before.saturating_add(APART);
        if known.range(near).next().is_none() {
            known.insert(place.before, place.id);
        }
    }
}

impl CursorMap {
    fn clear_if_changed(&mut self, state: DataVersion) {
        if state != self.state {
            self.of_lists.clear();
            self.state = state;
        }
    }
}

impl DataVersion {
    /// Returns the version that `data` sees from its first statement to its last.
    pub(crate) fn read(data: &Transaction<'_>) -> Result<Self> {
        let mut asked = data.prepare_cached("PRAGMA data_version")?;
        Ok(Self {
            own: data.total_changes(),
            of_others: asked.query_row([], |row| row.get(0))?,
        })
    }
}
