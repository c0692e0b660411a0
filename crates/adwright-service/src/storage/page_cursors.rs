//! Where in a list which document stands: going past thousands of ids again for each page takes longer than the page.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use rusqlite::{Result, Transaction};

use crate::app::lock;

/// How many documents stand between two bookmarks at least.
const APART: i64 = 32;

/// Places in lists, which hold as long as nothing is written.
#[derive(Default)]
pub(crate) struct PageCursors(Mutex<CursorMap>);

#[derive(Default)]
struct CursorMap {
    /// What had been changed when they were found.
    state: DataVersion,
    of_lists: HashMap<ListKey, BTreeMap<i64, i64>>,
}

/// How much was changed by this program, and a number that is another one whenever another program has changed something.
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

/// A place in a list: `before` documents stand before the first one whose id is `id` or more.
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
    /// The last known place with `from` documents before it at most, in the `state` that the reader sees.
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

    /// Keeps a place that was found in `state`, unless one is near.
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
    /// What `data` sees from its first statement to its last.
    pub(crate) fn read(data: &Transaction<'_>) -> Result<Self> {
        let mut asked = data.prepare_cached("PRAGMA data_version")?;
        Ok(Self {
            own: data.total_changes(),
            of_others: asked.query_row([], |row| row.get(0))?,
        })
    }
}
