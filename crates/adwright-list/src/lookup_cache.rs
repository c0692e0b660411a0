//! Caches the last lookups of a list, so that scrolling and typing need not repeat them.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::Kind;
use adwright_views::{ListId, SortBy};
use adwright_wire::ListFilters;

use crate::list_index::ListIndex;

/// The entries to keep per kind of lookup: more than one window uses in turn.
const KEPT: usize = 4;

/// The last lookups of one list snapshot.
#[derive(Debug, Default)]
pub struct LookupCache {
    orders: MruCache<Option<SortBy>, Option<Arc<[u32]>>>,
    /// The rows of an ad list, which shows only some of the cached ads.
    parts: MruCache<ListId, Arc<[bool]>>,
    like: MruCache<ListFilters, Arc<[bool]>>,
    rows: MruCache<LookupKey, Arc<[u32]>>,
}

/// The key of a row lookup.
#[derive(Debug, Clone, PartialEq)]
pub struct LookupKey {
    /// The list whose rows are wanted.
    pub list: ListId,
    /// The words that each row must contain.
    pub search: String,
    /// The filters that each row must match.
    pub filters: ListFilters,
    /// The order; by name if none.
    pub sort: Option<SortBy>,
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
    /// Returns the matching rows in order; by name if the list cannot be sorted by that field.
    pub fn matching_rows(&self, index: &ListIndex, wanted: &LookupKey) -> Arc<[u32]> {
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

    /// Returns which rows a list shows; none if it shows all.
    pub fn list_mask(&self, index: &ListIndex, list: ListId) -> Option<Arc<[bool]>> {
        let is_part = index.fields().kind() == Kind::Ad;
        is_part.then(|| {
            self.parts
                .get_or_insert_with(&list, || index.list_mask(list).into())
        })
    }

    /// Returns the number of rows that a list shows.
    #[must_use]
    pub fn row_count(&self, index: &ListIndex, list: ListId) -> usize {
        let part = self.list_mask(index, list);
        part.map_or(index.row_count(), |part| {
            part.iter().filter(|is| **is).count()
        })
    }

    /// Returns all rows in an order; none if the list cannot be sorted by that field.
    pub fn sorted_rows(&self, index: &ListIndex, sort: Option<&SortBy>) -> Option<Arc<[u32]>> {
        self.orders.get_or_insert_with(&sort.cloned(), || {
            index.sorted_rows(sort).map(std::convert::Into::into)
        })
    }
}
