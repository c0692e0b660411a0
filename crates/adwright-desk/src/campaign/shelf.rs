//! The campaigns of the cache in memory, read in the background so that no window waits for its start.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;

use adwright_model::{Id, Kind};
use adwright_store::{Store, StoreError};

use super::entry::cells_of;
use super::fields::ListFields;
use super::index::{Index, IndexBuilder};
use super::lookup::Lookups;
use crate::pickers::Pickers;

/// So many rows are read at a time, so that others get at the database in between.
const AT_A_TIME: u32 = 4000;

/// What the cache holds, ready to be searched.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub(crate) index: Index,
    pub(crate) pickers: OnceLock<Arc<Pickers>>,
    pub(crate) lookups: Lookups,
}

/// The shelf that stands now, and the one that is being filled.
#[derive(Debug)]
pub(crate) struct Shelves {
    source: Arc<Source>,
    state: Arc<(Mutex<State>, Condvar)>,
    /// Held while the cache is read anew, so that an older reading never takes the place of a newer one.
    refilling: Mutex<()>,
    filling: Option<JoinHandle<()>>,
}

#[derive(Debug)]
enum State {
    Filling,
    /// Reading failed; the next one who asks tries again and is told.
    Failed,
    Filled(Arc<Shelf>),
}

/// Where the rows come from.
#[derive(Debug)]
struct Source {
    store: Arc<Store>,
    workspace: String,
    /// By what they are read from now on.
    fields: Mutex<Arc<ListFields>>,
    stop: AtomicBool,
}

impl Shelves {
    /// Begins to read the cache beside the caller.
    pub(crate) fn fill(store: &Arc<Store>, workspace: &str, fields: &Arc<ListFields>) -> Self {
        let source = Arc::new(Source {
            store: Arc::clone(store),
            workspace: workspace.to_owned(),
            fields: Mutex::new(Arc::clone(fields)),
            stop: AtomicBool::new(false),
        });
        let state = Arc::new((Mutex::new(State::Filling), Condvar::new()));
        let (reading, filled) = (Arc::clone(&source), Arc::clone(&state));
        let begun = std::thread::Builder::new()
            .name("campaign-list".to_owned())
            .spawn(move || {
                let unsettled = Unsettled(filled);
                unsettled.settle(reading.read());
            });
        if begun.is_err() {
            // Whoever asks first reads it then.
            *lock(&state.0) = State::Failed;
        }
        Self {
            source,
            state,
            refilling: Mutex::default(),
            filling: begun.ok(),
        }
    }

    /// The campaigns as they were last read; no lock is held while they are used.
    pub(crate) fn get(&self) -> Result<Arc<Shelf>, StoreError> {
        let (state, filled) = &*self.state;
        let mut state = filled
            .wait_while(lock(state), |state| matches!(state, State::Filling))
            .unwrap_or_else(PoisonError::into_inner);
        if let State::Filled(shelf) = &*state {
            return Ok(Arc::clone(shelf));
        }
        let read = Arc::new(self.source.read()?);
        *state = State::Filled(Arc::clone(&read));
        Ok(read)
    }

    /// Reads the cache anew by other fields.
    pub(crate) fn lay_out(&self, fields: Arc<ListFields>) -> Result<(), StoreError> {
        *lock(&self.source.fields) = fields;
        self.refill()
    }

    /// Reads the cache anew, after something in it changed.
    pub(crate) fn refill(&self) -> Result<(), StoreError> {
        // One that is still being read at the start would otherwise take the place of this one.
        drop(self.get()?);
        let turn = self
            .refilling
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let read = Arc::new(self.source.read()?);
        *lock(&self.state.0) = State::Filled(read);
        drop(turn);
        Ok(())
    }
}

impl Drop for Shelves {
    /// The database is closed with the desk, not some time after it.
    fn drop(&mut self) {
        self.source.stop.store(true, Ordering::Release);
        if let Some(filling) = self.filling.take() {
            // It has said in the log what went wrong.
            drop(filling.join());
        }
    }
}

impl Source {
    fn read(&self) -> Result<Shelf, StoreError> {
        let (store, workspace) = (&self.store, &self.workspace);
        let fields = Arc::clone(&*lock(&self.fields));
        store.cache_lay_out(workspace, Kind::Campaign, &fields.layout())?;
        let mut builder = IndexBuilder::new(&fields);
        let mut after = None;
        while !self.stop.load(Ordering::Acquire) {
            let rows = store.cache_cells(workspace, Kind::Campaign, after, AT_A_TIME)?;
            let Some((last, _)) = rows.last() else { break };
            after = Some(*last);
            let mut missing = Vec::new();
            for (id, cells) in rows {
                // What was put there by another layout meanwhile does not count.
                match cells.as_deref().and_then(|cells| fields.unsealed(cells)) {
                    Some(values) => builder.push(id, values),
                    None => missing.push(self.cells(id, &fields, &mut builder)?),
                }
            }
            store.cache_put_cells(workspace, Kind::Campaign, &missing)?;
        }
        Ok(Shelf {
            index: builder.finish(),
            pickers: OnceLock::new(),
            lookups: Lookups::default(),
        })
    }

    /// Reads the whole text of a campaign of which an earlier version kept no cells, or other ones.
    fn cells(
        &self,
        id: Id,
        fields: &ListFields,
        builder: &mut IndexBuilder,
    ) -> Result<(Id, String), StoreError> {
        let known = self.store.cache_get(&self.workspace, Kind::Campaign, id)?;
        let text = known.map(|known| known.entry.text).unwrap_or_default();
        let cells = cells_of(text, fields);
        builder.push(id, fields.unsealed(&cells).unwrap_or_default());
        Ok((id, cells))
    }
}

/// Tells those who wait how the first reading ended, also where it breaks down.
struct Unsettled(Arc<(Mutex<State>, Condvar)>);

impl Unsettled {
    fn settle(&self, read: Result<Shelf, StoreError>) {
        match read {
            Ok(filled) => *lock(&self.0.0) = State::Filled(Arc::new(filled)),
            Err(error) => tracing::warn!("the campaigns cannot be read: {error}"),
        }
    }
}

impl Drop for Unsettled {
    fn drop(&mut self) {
        let (state, filled) = &*self.0;
        let mut state = lock(state);
        if matches!(*state, State::Filling) {
            *state = State::Failed;
        }
        drop(state);
        filled.notify_all();
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
