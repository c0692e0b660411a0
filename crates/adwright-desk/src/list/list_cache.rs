//! The cached objects of one list in memory. They are read in the background, so that no window waits at its start.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use adwright_list::{ListFields, ListIndex, ListIndexBuilder, QueryCache, RowChange, RowId};
use adwright_model::{EditableDocument, Id, Kind};
use adwright_store::{CellPage, RowCells, Store, StoreError};

use crate::list::id_suggestions::IdSuggestions;
use crate::object::parse_cells;

/// The delay before the other rows are read, so that the first rows can be drawn. It ends early if the rows are needed.
const FILL_DELAY: Duration = Duration::from_millis(500);

/// The rows to read at a time. An edit waits for one such read at most, which takes a few milliseconds.
const AT_A_TIME: u32 = 1000;

/// The cached objects of a list, ready to be searched.
#[derive(Debug)]
pub(crate) struct ListSnapshot {
    pub(crate) index: ListIndex,
    pub(crate) pickers: OnceLock<Arc<IdSuggestions>>,
    pub(crate) queries: QueryCache,
}

impl ListSnapshot {
    pub(crate) fn of(index: ListIndex) -> Self {
        Self {
            index,
            pickers: OnceLock::new(),
            queries: QueryCache::default(),
        }
    }
}

/// The current snapshot of a list, and the loader that fills it.
#[derive(Debug)]
pub(crate) struct ListCache {
    source: Arc<SnapshotLoader>,
    state: Arc<(Mutex<FillState>, Condvar)>,
    /// Held while the cache is read again, so that an older snapshot never replaces a newer one.
    refilling: Mutex<()>,
    filling: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
enum FillState {
    /// The cache was not needed yet.
    Unread,
    /// The cache is read after a delay, or as soon as it is needed.
    Scheduled,
    Filling,
    /// Reading failed, or the layout changed. The next caller reads the cache and sees any error.
    Stale,
    Filled(Arc<ListSnapshot>),
}

/// The first rows of the list, and the fields of their cells.
#[derive(Debug)]
pub(crate) struct FirstRows {
    pub(crate) fields: Arc<ListFields>,
    pub(crate) cells: CellPage,
}

/// A loader of snapshots from the store.
#[derive(Debug)]
struct SnapshotLoader {
    store: Arc<Store>,
    workspace: String,
    /// The fields for the next read.
    fields: Mutex<Arc<ListFields>>,
    stop: AtomicBool,
}

impl ListCache {
    /// Creates a cache that reads nothing until it is needed.
    pub(crate) fn new(store: &Arc<Store>, workspace: &str, fields: &Arc<ListFields>) -> Self {
        let source = SnapshotLoader {
            store: Arc::clone(store),
            workspace: workspace.to_owned(),
            fields: Mutex::new(Arc::clone(fields)),
            stop: AtomicBool::new(false),
        };
        Self {
            source: Arc::new(source),
            state: Arc::new((Mutex::new(FillState::Unread), Condvar::new())),
            refilling: Mutex::default(),
            filling: Mutex::default(),
        }
    }

    /// Starts a background read after a delay, unless one was started before.
    pub(crate) fn warm_up(&self) {
        let mut state = lock(&self.state.0);
        if !matches!(*state, FillState::Unread) {
            return;
        }
        let (reading, filled) = (Arc::clone(&self.source), Arc::clone(&self.state));
        let begun = std::thread::Builder::new()
            .name("campaign-list".to_owned())
            .spawn(move || {
                delay_fill(&filled);
                let unsettled = FillGuard(filled);
                unsettled.finish(reading.load());
            });
        // Without a thread, the first caller reads the cache.
        *state = begun
            .as_ref()
            .map_or(FillState::Stale, |_| FillState::Scheduled);
        drop(state);
        *lock(&self.filling) = begun.ok();
    }

    /// Starts the background read at once.
    fn start_now(&self) {
        self.warm_up();
        self.end_delay();
    }

    fn end_delay(&self) {
        let (state, changed) = &*self.state;
        let mut state = lock(state);
        if matches!(*state, FillState::Scheduled) {
            *state = FillState::Filling;
            changed.notify_all();
        }
    }

    /// Returns whether the rows are in memory.
    pub(crate) fn is_filled(&self) -> bool {
        matches!(*lock(&self.state.0), FillState::Filled(_))
    }

    /// Returns the first rows in default order, without waiting for all rows; none if the cache alone cannot order
    /// them.
    pub(crate) fn first_rows(
        &self,
        offset: u32,
        limit: u32,
    ) -> Result<Option<FirstRows>, StoreError> {
        let SnapshotLoader {
            store, workspace, ..
        } = &*self.source;
        let fields = self.source.apply_layout()?;
        let cells = store.cache_first_page(workspace, fields.kind(), offset, limit)?;
        Ok(cells.map(|cells| FirstRows { fields, cells }))
    }

    /// Returns the last snapshot. It holds no lock.
    pub(crate) fn snapshot(&self) -> Result<Arc<ListSnapshot>, StoreError> {
        self.start_now();
        let (state, filled) = &*self.state;
        let mut state = filled
            .wait_while(lock(state), |state| matches!(state, FillState::Filling))
            .unwrap_or_else(PoisonError::into_inner);
        if let FillState::Filled(list_snapshot) = &*state {
            return Ok(Arc::clone(list_snapshot));
        }
        let read = Arc::new(self.source.load()?);
        *state = FillState::Filled(Arc::clone(&read));
        Ok(read)
    }

    /// Sets the layout of cells that are cached from now on, because the list may not have been opened yet.
    pub(crate) fn save_layout(&self) -> Result<(), StoreError> {
        self.source.apply_layout().map(drop)
    }

    /// Reads the cache again with other fields.
    pub(crate) fn set_layout(&self, fields: Arc<ListFields>) -> Result<(), StoreError> {
        *lock(&self.source.fields) = fields;
        self.reload()
    }

    /// Marks the cache for a read with other fields when it is next needed.
    pub(crate) fn set_layout_later(&self, fields: Arc<ListFields>) {
        *lock(&self.source.fields) = fields;
        let mut state = lock(&self.state.0);
        if matches!(*state, FillState::Filled(_)) {
            *state = FillState::Stale;
        }
    }

    /// Reads some objects again after a change.
    pub(crate) fn reload_rows(&self, ids: &[Id]) -> Result<(), StoreError> {
        self.refill(|before| self.source.load_changes(before, ids))
    }

    /// Reads the cache again after a change.
    pub(crate) fn reload(&self) -> Result<(), StoreError> {
        self.refill(|_| self.source.load())
    }

    /// Replaces the snapshot, unless nobody has needed one yet.
    fn refill(
        &self,
        load: impl FnOnce(&ListSnapshot) -> Result<ListSnapshot, StoreError>,
    ) -> Result<(), StoreError> {
        // A read that has not started will see the change.
        if matches!(
            *lock(&self.state.0),
            FillState::Unread | FillState::Scheduled
        ) {
            return Ok(());
        }
        // Otherwise a first read that is still running would replace this newer one.
        drop(self.snapshot()?);
        let turn = self
            .refilling
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let read = load(&*self.snapshot()?)?;
        *lock(&self.state.0) = FillState::Filled(Arc::new(read));
        drop(turn);
        Ok(())
    }
}

impl Drop for ListCache {
    /// Waits for the loader, so that the database closes together with the desk.
    fn drop(&mut self) {
        self.source.stop.store(true, Ordering::Release);
        self.end_delay();
        if let Some(filling) = lock(&self.filling).take() {
            // The loader has logged any error.
            drop(filling.join());
        }
    }
}

impl SnapshotLoader {
    /// Sets the layout of the cached cells. Cells with another layout are dropped.
    fn apply_layout(&self) -> Result<Arc<ListFields>, StoreError> {
        let fields = Arc::clone(&*lock(&self.fields));
        self.store
            .cache_set_layout(&self.workspace, fields.kind(), &fields.layout_text())?;
        Ok(fields)
    }

    fn load(&self) -> Result<ListSnapshot, StoreError> {
        let fields = self.apply_layout()?;
        let mut builder = ListIndexBuilder::new(&fields);
        let mut after = None;
        while !self.stop.load(Ordering::Acquire) {
            match self.read_batch(after, &fields, &mut builder)? {
                Some(last) => after = Some(last),
                None => break,
            }
        }
        if fields.kind() == Kind::Ad {
            self.read_file_ads(&fields, &mut builder)?;
        }
        Ok(ListSnapshot::of(builder.finish()))
    }

    /// Reads these objects only, and takes all others from a snapshot.
    fn load_changes(&self, before: &ListSnapshot, ids: &[Id]) -> Result<ListSnapshot, StoreError> {
        let fields = self.apply_layout()?;
        if !Arc::ptr_eq(&fields, before.index.fields()) {
            return self.load();
        }
        let changes = ids.iter().map(|id| {
            Ok(RowChange {
                key: RowId::OnService(*id),
                values: self.row_values(*id, &fields)?,
            })
        });
        let changes = changes.collect::<Result<Vec<_>, StoreError>>()?;
        Ok(ListSnapshot::of(before.index.patched(&changes)))
    }

    /// Returns the current values of an object; none if the cache does not hold it.
    fn row_values(&self, id: Id, fields: &ListFields) -> Result<Option<String>, StoreError> {
        let (store, workspace) = (&self.store, &self.workspace);
        let Some(cells) = store.cache_get_cells(workspace, fields.kind(), id)? else {
            return Ok(None);
        };
        let values = |cells: &str| fields.strip_layout_hash(cells).map(str::to_owned);
        if let Some(values) = cells.as_deref().and_then(values) {
            return Ok(Some(values));
        }
        Ok(values(&self.rebuild_cells(id, fields)?.values))
    }

    /// Reads a batch of rows after an id. Returns the last id of the batch; none at the end.
    fn read_batch(
        &self,
        after: Option<Id>,
        fields: &ListFields,
        builder: &mut ListIndexBuilder,
    ) -> Result<Option<Id>, StoreError> {
        let (store, workspace) = (&self.store, &self.workspace);
        let mut missing = Vec::new();
        let part = (after, AT_A_TIME);
        let last = store.cache_for_each_cells(workspace, fields.kind(), part, |id, cells| {
            // Cells that another layout wrote meanwhile do not count.
            let values = cells.and_then(|cells| fields.strip_layout_hash(cells));
            if values.is_none() {
                missing.push((builder.row_count(), id));
            }
            builder.push(RowId::OnService(id), values.unwrap_or_default());
        })?;
        let mut found = Vec::with_capacity(missing.len());
        for (row, id) in missing {
            let cells = self.rebuild_cells(id, fields)?;
            builder.set_values(
                row,
                fields.strip_layout_hash(&cells.values).unwrap_or_default(),
            );
            found.push((id, cells));
        }
        store.cache_put_cells(workspace, fields.kind(), &found)?;
        Ok(last)
    }

    /// Reads the ads from files, which follow the ads of the service.
    fn read_file_ads(
        &self,
        fields: &ListFields,
        builder: &mut ListIndexBuilder,
    ) -> Result<(), StoreError> {
        let mut after = 0;
        while !self.stop.load(Ordering::Acquire) {
            match self.read_file_ad_batch(after, fields, builder)? {
                Some(last) => after = last,
                None => break,
            }
        }
        Ok(())
    }

    /// Reads a batch of file ads after a number. Returns the last number; none at the end.
    fn read_file_ad_batch(
        &self,
        after: i64,
        fields: &ListFields,
        builder: &mut ListIndexBuilder,
    ) -> Result<Option<i64>, StoreError> {
        let (store, workspace) = (&self.store, &self.workspace);
        let mut missing = Vec::new();
        let last =
            store.file_ad_for_each_cells(workspace, (after, AT_A_TIME), |number, cells| {
                let values = cells.and_then(|cells| fields.strip_layout_hash(cells));
                if values.is_none() {
                    missing.push((builder.row_count(), number));
                }
                builder.push(RowId::FromFile(number), values.unwrap_or_default());
            })?;
        let mut found = Vec::with_capacity(missing.len());
        for (row, number) in missing {
            let cells = self.rebuild_file_ad_cells(number, fields)?;
            builder.set_values(row, fields.strip_layout_hash(&cells).unwrap_or_default());
            found.push((number, cells));
        }
        store.file_ad_put_cells(workspace, &found)?;
        Ok(last)
    }

    /// Rebuilds the cells of a file ad that has cells of another layout.
    fn rebuild_file_ad_cells(
        &self,
        number: i64,
        fields: &ListFields,
    ) -> Result<String, StoreError> {
        let ad = self.store.file_ad_get(&self.workspace, number)?;
        let ad = ad.and_then(|ad| Some((EditableDocument::parse(&ad.text).ok()?, ad.file)));
        let values = ad.map(|(ad, file)| fields.values_with_file(&ad, Some(&file)));
        Ok(fields.add_layout_hash(&values.unwrap_or_default()))
    }

    /// Rebuilds the cells of an object whose cells are missing or have another layout.
    fn rebuild_cells(&self, id: Id, fields: &ListFields) -> Result<RowCells, StoreError> {
        let known = self.store.cache_get(&self.workspace, fields.kind(), id)?;
        let text = known.map(|known| known.entry.text).unwrap_or_default();
        Ok(parse_cells(text, fields))
    }
}

/// Waits until the background read should start.
fn delay_fill((state, changed): &(Mutex<FillState>, Condvar)) {
    let (mut state, _) = changed
        .wait_timeout_while(lock(state), FILL_DELAY, |state| {
            matches!(state, FillState::Scheduled)
        })
        .unwrap_or_else(PoisonError::into_inner);
    *state = FillState::Filling;
}

/// A guard that reports the end of the first read to all waiting threads, even after a panic.
struct FillGuard(Arc<(Mutex<FillState>, Condvar)>);

impl FillGuard {
    fn finish(&self, read: Result<ListSnapshot, StoreError>) {
        match read {
            Ok(filled) => *lock(&self.0.0) = FillState::Filled(Arc::new(filled)),
            Err(error) => tracing::warn!("the campaigns cannot be read: {error}"),
        }
    }
}

impl Drop for FillGuard {
    fn drop(&mut self) {
        let (state, filled) = &*self.0;
        let mut state = lock(state);
        if matches!(*state, FillState::Filling) {
            *state = FillState::Stale;
        }
        drop(state);
        filled.notify_all();
    }
}

fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}
