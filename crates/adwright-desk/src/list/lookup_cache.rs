//! What was looked up last in the list, so that scrolling and typing on do not begin anew.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::Kind;
use adwright_wire::ListFilters;

use super::list_index::ListIndex;
use crate::views::{ListId, SortBy};

/// So many lookups of a sort are kept: more than one window looks through in turn.
const KEPT: usize = 4;

/// The last lookups of one state of the list.
#[derive(Debug, Default)]
pub(crate) struct LookupCache {
    orders: MruCache<Option<SortBy>, Option<Arc<[u32]>>>,
    /// The rows of a list, where it does not show all that is kept of a kind.
    parts: MruCache<ListId, Arc<[bool]>>,
    like: MruCache<ListFilters, Arc<[bool]>>,
    rows: MruCache<LookupKey, Arc<[u32]>>,
}

/// What rows were looked up for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LookupKey {
    pub(crate) list: ListId,
    pub(crate) search: String,
    pub(crate) filters: ListFilters,
    pub(crate) sort: Option<SortBy>,
}

#[derive(Debug)]
struct MruCache<K, V>(Mutex<Vec<(K, V)>>);

impl<K, V> Default for MruCache<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: PartialEq + Clone, V: Clone> MruCache<K, V> {
    fn get_or_insert_with(&self, key: &K, look_up: impl FnOnce() -> V) -> V {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = kept().iter().find(|(known, _)| known == key) {
            return value.clone();
        }
        let value = look_up();
        let mut kept = kept();
        kept.insert(0, (key.clone(), value.clone()));
        kept.truncate(KEPT);
        value
    }
}

impl LookupCache {
    /// The rows that are wanted, in their order; by name where the list cannot be sorted by that field.
    pub(crate) fn matching_rows(&self, index: &ListIndex, wanted: &LookupKey) -> Arc<[u32]> {
        self.rows.get_or_insert_with(wanted, || {
            let like = self.like.get_or_insert_with(&wanted.filters, || {
                index.filter_mask(&wanted.filters).into()
            });
            let order = self
                .sorted_rows(index, wanted.sort.as_ref())
                .or_else(|| self.sorted_rows(index, None))
                .unwrap_or_default();
            let words = index.search_mask(&wanted.search);
            let part = self.list_mask(index, wanted.list);
            let fits = |row: &u32| {
                let row = *row as usize;
                like[row]
                    && part.as_ref().is_none_or(|part| part[row])
                    && words.as_ref().is_none_or(|words| words[row])
            };
            order.iter().copied().filter(fits).collect()
        })
    }

    /// Which rows a list shows; none where it shows all.
    pub(crate) fn list_mask(&self, index: &ListIndex, list: ListId) -> Option<Arc<[bool]>> {
        let is_part = index.fields().kind() == Kind::Ad;
        is_part.then(|| {
            self.parts
                .get_or_insert_with(&list, || index.list_mask(list).into())
        })
    }

    /// How many rows a list has.
    pub(crate) fn row_count(&self, index: &ListIndex, list: ListId) -> usize {
        let part = self.list_mask(index, list);
        part.map_or(index.len(), |part| part.iter().filter(|is| **is).count())
    }

    /// All rows in an order; none where the list cannot be sorted by that field.
    pub(crate) fn sorted_rows(
        &self,
        index: &ListIndex,
        sort: Option<&SortBy>,
    ) -> Option<Arc<[u32]>> {
        self.orders.get_or_insert_with(&sort.cloned(), || {
            index.sorted_rows(sort).map(std::convert::Into::into)
        })
    }
}
