//! A list fetched in parts, after the service refused further pages of the whole list.

use std::collections::{BTreeSet, HashSet, VecDeque};

use adwright_model::{BindingLocation, Bindings, EditableDocument, Kind, Path};
use adwright_wire::{
    Dialect, IncompleteList, ListEnd, ListQuery, Partition, RawRowKey, RequestFailure, raw_row_key,
    raw_row_key_and_id,
};

use super::ListPage;
use super::paginator::{PageBounds, Paginator};
use crate::client::Client;
use crate::error::ClientError;

/// How many rows of a page are searched for the place of the id.
const SEARCHED_ROWS: usize = 3;

/// The ids by which a list can be fetched in parts.
#[derive(Debug, Default)]
pub(super) struct PartitionIds {
    by: Partition,
    bindings: Bindings,
    /// The path of the id in a row, once it was seen.
    place: Option<Path>,
    ids: BTreeSet<i64>,
}

/// The remaining parts of a list, and the keys of the rows so far.
#[derive(Debug)]
pub(super) struct PartitionedList {
    client: Client,
    kind: Kind,
    queries: VecDeque<ListQuery>,
    part: Option<ActivePart>,
    /// True if a part was requested.
    has_begun: bool,
    seen: HashSet<RawRowKey>,
    limit: u64,
    /// The index from which on pages were refused. It applies to parts, too.
    refused_from: Option<u64>,
    /// The total of the whole list, as the service reported it, and whether reaching it proves completeness.
    total: Option<u64>,
    can_prove_completeness: bool,
    end: Option<ListEnd>,
}

#[derive(Debug)]
struct ActivePart {
    paginator: Paginator,
    /// True if this part brought a new row.
    has_new_rows: bool,
}

impl PartitionIds {
    pub(super) fn from_dialect(dialect: &Dialect) -> Self {
        Self {
            by: dialect.partition,
            bindings: dialect.bindings.clone(),
            ..Self::default()
        }
    }

    /// Returns an empty set for lists that cannot be split.
    pub(super) fn none() -> Self {
        Self {
            by: Partition::Off,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, ids: impl IntoIterator<Item = i64>) {
        self.ids.extend(ids);
    }

    /// Returns the keys of a page's rows and collects their partition ids in the same pass, because lists can be long.
    pub(super) fn row_keys(&mut self, items: &[Vec<u8>]) -> Vec<RawRowKey> {
        if self.place.is_none() {
            let first = items.iter().take(SEARCHED_ROWS);
            self.place = first.into_iter().find_map(|raw| self.locate_id(raw));
        }
        let (keys, ids): (Vec<_>, Vec<_>) = items
            .iter()
            .map(|raw| raw_row_key_and_id(raw, self.place.as_ref()))
            .unzip();
        self.ids.extend(ids.into_iter().flatten());
        keys
    }

    /// Returns the path of the partition id in a row.
    fn locate_id(&self, raw: &[u8]) -> Option<Path> {
        let binding = self.by.binding()?;
        let row = EditableDocument::parse(std::str::from_utf8(raw).ok()?).ok()?;
        match self.bindings.locate(binding, &row) {
            BindingLocation::Found { path, .. } => Some(path),
            BindingLocation::Missing | BindingLocation::Ambiguous(_) => None,
        }
    }

    /// Returns one query for each part. Returns none for a list that does not start at its first row.
    pub(super) fn queries(&self, kind: Kind, query: &ListQuery) -> VecDeque<ListQuery> {
        let ids = self.ids.iter().filter(|_| query.from == 0);
        let part = |id: &i64| {
            Some(ListQuery {
                filters: query.filters.for_partition(kind, self.by, *id)?,
                ..query.clone()
            })
        };
        ids.filter_map(part).collect()
    }
}

impl PartitionedList {
    /// Creates the parts of a list that ended too early, at the window of `bounds` if pages from there on were refused.
    pub(super) fn new(
        full_list: &mut Paginator,
        queries: VecDeque<ListQuery>,
        client: Client,
        kind: Kind,
        bounds: PageBounds,
    ) -> Self {
        Self {
            client,
            kind,
            queries,
            part: None,
            has_begun: false,
            total: full_list.total(),
            can_prove_completeness: full_list.can_parts_prove_completeness(),
            seen: full_list.take_seen_keys(),
            limit: bounds.limit,
            refused_from: bounds.window,
            end: None,
        }
    }

    /// Fetches the next page with new rows. Returns `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<ListPage>, ClientError> {
        while self.end.is_none() {
            let Some(part) = &mut self.part else {
                self.begin_part();
                continue;
            };
            match part.paginator.next().await {
                Ok(Some(page)) => {
                    let page = self.filter_new_rows(page);
                    if !page.items.is_empty() {
                        return Ok(Some(page));
                    }
                }
                Ok(None) => self.end_part(),
                // If a part is refused, the rest of the list stays unknown.
                Err(error) if matches!(error.failure, RequestFailure::Refused { .. }) => {
                    self.give_up();
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    pub(super) fn row_count(&self) -> u64 {
        self.seen.len() as u64
    }

    pub(super) const fn list_end(&self) -> Option<ListEnd> {
        self.end
    }

    fn begin_part(&mut self) {
        let Some(query) = self.queries.pop_front().filter(|_| !self.is_complete()) else {
            self.end = Some(self.compute_end());
            return;
        };
        self.has_begun = true;
        let bounds = PageBounds {
            limit: u64::MAX,
            window: self.refused_from,
        };
        self.part = Some(ActivePart {
            paginator: Paginator::new(
                self.client.clone(),
                self.kind,
                query,
                bounds,
                PartitionIds::none(),
            ),
            has_new_rows: false,
        });
    }

    /// Returns the new rows of a part's page. A part as large as the whole list shows that the service ignores the
    /// filter. The exception is a total at the paging limit: then a large part can reach the same total.
    fn filter_new_rows(&mut self, page: ListPage) -> ListPage {
        let max_new_rows = usize::try_from(self.limit - self.row_count()).unwrap_or(usize::MAX);
        let mut items = Vec::new();
        for raw in page.items {
            if items.len() < max_new_rows && self.seen.insert(raw_row_key(&raw)) {
                items.push(raw);
            }
        }
        let (total, can_prove) = (self.total, self.can_prove_completeness);
        if let Some(part) = &mut self.part {
            part.has_new_rows |= !items.is_empty();
            if can_prove && total.is_some() && part.paginator.total() == total {
                self.give_up();
            }
        }
        ListPage { items, total }
    }

    /// Ends a part. If a part was cut off and brought nothing new, all other parts would be cut off as well. The same
    /// applies if a part has too many rows.
    fn end_part(&mut self) {
        let part = self.part.take();
        let end = part.as_ref().and_then(|part| part.paginator.list_end());
        if matches!(
            end,
            Some(ListEnd::Incomplete(IncompleteList::TooManyRows { .. }))
        ) {
            self.give_up();
        }
        let is_cut_off = |part: &ActivePart| {
            let end = part.paginator.list_end();
            matches!(
                end,
                Some(ListEnd::Incomplete(
                    IncompleteList::RefusedFrom { .. } | IncompleteList::Short { .. }
                ))
            )
        };
        if part.is_some_and(|part| is_cut_off(&part) && !part.has_new_rows) {
            self.give_up();
        }
    }

    fn give_up(&mut self) {
        self.part = None;
        self.queries.clear();
    }

    /// Only a total that is reached proves that no row belongs to an unknown part.
    fn is_complete(&self) -> bool {
        let is_reached = self.total == Some(self.row_count());
        self.row_count() >= self.limit || is_reached && self.can_prove_completeness
    }

    fn compute_end(&self) -> ListEnd {
        let received = self.row_count();
        if self.is_complete() {
            return ListEnd::Complete;
        }
        ListEnd::Incomplete(match (self.refused_from, self.total) {
            (None, Some(total)) => IncompleteList::Short { received, total },
            (refused_from, total) => IncompleteList::RefusedFrom {
                row: refused_from.unwrap_or(received),
                received,
                total,
                in_parts: self.has_begun,
            },
        })
    }
}
