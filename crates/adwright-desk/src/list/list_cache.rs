//! The cached objects of one list in memory. They are read in the background, so that no window waits at its start.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use adwright_model::{Editable, Id, Kind};
use adwright_store::{CellPage, RowCells, Store, StoreError};

use super::list_fields::ListFields;
use super::list_index::{ListIndex, ListIndexBuilder};
use super::lookup_cache::LookupCache;
use super::page_entry::parse_cells;
use super::row_id::RowId;
use crate::id_suggestions::IdSuggestions;

/// How long the drawing of the first rows has the computer for itself, unless somebody needs the others sooner.
const REST: Duration = Duration::from_millis(500);

/// So many rows are read at a time, so that others get at the database in between.
const AT_A_TIME: u32 = 4000;

/// What the cache holds, ready to be searched.
#[derive(Debug)]
pub(crate) struct ListSnapshot {
    pub(crate) index: ListIndex,
    pub(crate) pickers: OnceLock<Arc<IdSuggestions>>,
    pub(crate) lookups: LookupCache,
}

/// The shelf that stands now, and the one that is being filled.
#[derive(Debug)]
pub(crate) struct ListCache {
    source: Arc<SnapshotLoader>,
    state: Arc<(Mutex<FillState>, Condvar)>,
    /// Held while the cache is read anew, so that an older reading never takes the place of a newer one.
    refilling: Mutex<()>,
    filling: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
enum FillState {
    /// Nobody needed it yet.
    Unread,
    /// It is read after a rest, or as soon as somebody needs it.
    Scheduled,
    Filling,
    /// Reading failed, or other fields are to be read by; the next one who asks has it read, and is told.
    Stale,
    Filled(Arc<ListSnapshot>),
}

/// The first campaigns of the list, and the fields that they were read by.
#[derive(Debug)]
pub(crate) struct FirstRows {
    pub(crate) fields: Arc<ListFields>,
    pub(crate) cells: CellPage,
}

/// Where the rows come from.
#[derive(Debug)]
struct SnapshotLoader {
    store: Arc<Store>,
    workspace: String,
    /// By what they are read from now on.
    fields: Mutex<Arc<ListFields>>,
    stop: AtomicBool,
}

impl ListCache {
    /// Nothing is read before it is needed.
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

    /// Has the cache read beside the caller after a rest, unless that was begun before.
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
        // Without a thread, whoever asks first reads it then.
        *state = begun
            .as_ref()
            .map_or(FillState::Stale, |_| FillState::Scheduled);
        drop(state);
        *lock(&self.filling) = begun.ok();
    }

    /// Has it read at once.
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

    /// Whether the campaigns can be had without waiting.
    pub(crate) fn is_filled(&self) -> bool {
        matches!(*lock(&self.state.0), FillState::Filled(_))
    }

    /// The first campaigns of the list where nobody chose another order, without waiting for all of them; none where
    /// the cache cannot tell them by itself.
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

    /// The campaigns as they were last read; no lock is held while they are used.
    pub(crate) fn snapshot(&self) -> Result<Arc<ListSnapshot>, StoreError> {
        self.start_now();
        let (state, filled) = &*self.state;
        let mut state = filled
            .wait_while(lock(state), |state| matches!(state, FillState::Filling))
            .unwrap_or_else(PoisonError::into_inner);
        if let FillState::Filled(shelf) = &*state {
            return Ok(Arc::clone(shelf));
        }
        let read = Arc::new(self.source.load()?);
        *state = FillState::Filled(Arc::clone(&read));
        Ok(read)
    }

    /// Says which fields the cells hold that are put into the cache from now on: nobody may have listed them before.
    pub(crate) fn save_layout(&self) -> Result<(), StoreError> {
        self.source.apply_layout().map(drop)
    }

    /// Reads the cache anew by other fields.
    pub(crate) fn set_layout(&self, fields: Arc<ListFields>) -> Result<(), StoreError> {
        *lock(&self.source.fields) = fields;
        self.reload()
    }

    /// Has the cache read anew by other fields when somebody next needs it.
    pub(crate) fn set_layout_later(&self, fields: Arc<ListFields>) {
        *lock(&self.source.fields) = fields;
        let mut state = lock(&self.state.0);
        if matches!(*state, FillState::Filled(_)) {
            *state = FillState::Stale;
        }
    }

    /// Reads the cache anew, after something in it changed.
    pub(crate) fn reload(&self) -> Result<(), StoreError> {
        // One that has not begun will find the change.
        if matches!(
            *lock(&self.state.0),
            FillState::Unread | FillState::Scheduled
        ) {
            return Ok(());
        }
        // One that is still being read at the start would otherwise take the place of this one.
        drop(self.snapshot()?);
        let turn = self
            .refilling
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let read = Arc::new(self.source.load()?);
        *lock(&self.state.0) = FillState::Filled(read);
        drop(turn);
        Ok(())
    }
}

impl Drop for ListCache {
    /// The database is closed with the desk, not some time after it.
    fn drop(&mut self) {
        self.source.stop.store(true, Ordering::Release);
        self.end_delay();
        if let Some(filling) = lock(&self.filling).take() {
            // It has said in the log what went wrong.
            drop(filling.join());
        }
    }
}

impl SnapshotLoader {
    /// The fields that the campaigns are read by; cells of others are gone.
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
        Ok(ListSnapshot {
            index: builder.finish(),
            pickers: OnceLock::new(),
            lookups: LookupCache::default(),
        })
    }

    /// Reads the campaigns after one; the last of those, none where it was the last of all.
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
            // What was put there by another layout meanwhile does not count.
            let values = cells.and_then(|cells| fields.strip_layout_hash(cells));
            if values.is_none() {
                missing.push((builder.len(), id));
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

    /// Reads the ads that came from files, which stand after those of the service.
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

    /// Reads those after a number; the number of the last one, none where it was the last of all.
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
                    missing.push((builder.len(), number));
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

    /// Reads the whole text of an ad from a file that was kept with the cells of another layout.
    fn rebuild_file_ad_cells(
        &self,
        number: i64,
        fields: &ListFields,
    ) -> Result<String, StoreError> {
        let ad = self.store.file_ad_get(&self.workspace, number)?;
        let ad = ad.and_then(|ad| Some((Editable::parse(&ad.text).ok()?, ad.file)));
        let values = ad.map(|(ad, file)| fields.values_with_file(&ad, Some(&file)));
        Ok(fields.add_layout_hash(&values.unwrap_or_default()))
    }

    /// Reads the whole text of a campaign of which an earlier version kept no cells, or other ones.
    fn rebuild_cells(&self, id: Id, fields: &ListFields) -> Result<RowCells, StoreError> {
        let known = self.store.cache_get(&self.workspace, fields.kind(), id)?;
        let text = known.map(|known| known.entry.text).unwrap_or_default();
        Ok(parse_cells(text, fields))
    }
}

/// Waits until the reading is to begin.
fn delay_fill((state, changed): &(Mutex<FillState>, Condvar)) {
    let (mut state, _) = changed
        .wait_timeout_while(lock(state), REST, |state| {
            matches!(state, FillState::Scheduled)
        })
        .unwrap_or_else(PoisonError::into_inner);
    *state = FillState::Filling;
}

/// Tells those who wait how the first reading ended, also where it breaks down.
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
