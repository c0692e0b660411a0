//! Caches the answers to the last queries of a list, so that scrolling and typing need not repeat them.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::Kind;
use adwright_views::{ListId, SortBy};
use adwright_wire::ListFilters;

use crate::list_index::ListIndex;

/// The number of entries for each kind of query. One window needs fewer.
const CAPACITY: usize = 4;

/// The answers to the last queries of one list snapshot.
#[derive(Debug, Default)]
pub struct QueryCache {
    orders: MruCache<ListOrder, Option<Arc<[u32]>>>,
    /// The rows of an ad list, which shows only some of the cached ads.
    list_masks: MruCache<ListId, Arc<[bool]>>,
    filter_masks: MruCache<ListFilters, Option<Arc<[bool]>>>,
    rows: MruCache<RowQuery, Arc<[u32]>>,
}

/// A query for rows.
#[derive(Debug, Clone, PartialEq)]
pub struct RowQuery {
    /// The list to search.
    pub list: ListId,
    /// The words that each row must contain.
    pub search: String,
    /// The filters that each row must match.
    pub filters: ListFilters,
    /// The order of the rows.
    pub order: ListOrder,
}

/// The order of a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListOrder {
    /// The column to sort by; by name if none.
    pub sort: Option<SortBy>,
    /// Whether the rows are grouped by advertiser and brand first.
    pub grouped: bool,
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
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = lock().iter().find(|(cached, _)| cached == key) {
            return value.clone();
        }
        let value = look_up();
        let mut entries = lock();
        entries.insert(0, (key.clone(), value.clone()));
        entries.truncate(CAPACITY);
        value
    }
}

impl QueryCache {
    /// Returns the matching rows in order; by name if the list cannot be sorted by that field.
    pub fn matching_rows(&self, index: &ListIndex, key: &RowQuery) -> Arc<[u32]> {
        self.rows.get_or_insert_with(key, || {
            let order = self.ordered_rows(index, &key.order);
            let filter_mask = self.filter_masks.get_or_insert_with(&key.filters, || {
                index.filter_mask(&key.filters).map(Arc::from)
            });
            let search_mask = index.search_mask(&key.search).map(Arc::from);
            let masks = [filter_mask, search_mask, self.list_mask(index, key.list)];
            let masks: Vec<Arc<[bool]>> = masks.into_iter().flatten().collect();
            if masks.is_empty() {
                return order;
            }
            let matches = |row: &u32| masks.iter().all(|mask| mask[*row as usize]);
            order.iter().copied().filter(matches).collect()
        })
    }

    /// Returns a mask of the rows that a list shows; `None` if it shows all.
    pub fn list_mask(&self, index: &ListIndex, list: ListId) -> Option<Arc<[bool]>> {
        let is_part = index.fields().kind() == Kind::Ad;
        is_part.then(|| {
            self.list_masks
                .get_or_insert_with(&list, || index.list_mask(list).into())
        })
    }

    /// Returns the number of rows that a list shows.
    #[must_use]
    pub fn row_count(&self, index: &ListIndex, list: ListId) -> usize {
        let mask = self.list_mask(index, list);
        mask.map_or(index.row_count(), |mask| {
            mask.iter().filter(|is_shown| **is_shown).count()
        })
    }

    /// Returns all rows in an order; by name if the list cannot be sorted by that field.
    pub fn ordered_rows(&self, index: &ListIndex, order: &ListOrder) -> Arc<[u32]> {
        let by_name = ListOrder {
            sort: None,
            ..*order
        };
        self.sorted_rows(index, order)
            .or_else(|| self.sorted_rows(index, &by_name))
            .unwrap_or_default()
    }

    /// Returns all rows in an order; none if the list cannot be sorted by that field.
    pub fn sorted_rows(&self, index: &ListIndex, order: &ListOrder) -> Option<Arc<[u32]>> {
        self.orders.get_or_insert_with(order, || {
            let rows = index.sorted_rows(order.sort.as_ref())?;
            Some(if order.grouped {
                index.grouped_rows(rows)
            } else {
                rows
            })
        })
    }
}
