//! Imports ads. Each file is stored as a whole or not at all.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use adwright_list::{ListFields, RowId};
use adwright_model::{Catalog, EditableDocument, Kind};
use adwright_store::NewFileAd;
use adwright_views::{
    AdImportProgress, AdImportResult, AdImportSource, DocumentRef, ListId, saturating_u32,
};

use super::import_source::{FileName, ImportFile, ImportSource, walk_files};
use super::import_summary::ImportSummary;
use super::split::for_each_ad;

use crate::ad_files::AdFiles;
use crate::document::id_of;
use crate::error::Error;
use crate::file::read_file;
use crate::host::CancellationToken;

/// The largest file that is read, in megabytes.
const LARGEST: u64 = 64;

/// Ads are committed as soon as this many ads, or bytes of their text, wait. A commit includes all ads of the last
/// file.
const AT_ONCE: usize = 500;
const BYTES_AT_ONCE: usize = 4 * 1024 * 1024;

/// Progress is reported after this many files.
const STRIDE: u32 = 20;

/// Progress is also reported after this many folder entries, because most of them may not be ad files.
const ENTRIES: u32 = 500;

/// A running import.
struct ImportJob<'a> {
    ad_files: &'a AdFiles,
    id: String,
    catalog: Arc<Catalog>,
    fields: Arc<ListFields>,
    reporter: &'a ImportReporter<'a>,
    /// Ads that were read and are not stored yet.
    waiting: Vec<NewFileAd>,
    waiting_bytes: usize,
    /// The local numbers of the ads that the import added.
    added: Vec<i64>,
    tally: ImportSummary,
}

/// Reports the progress of an import, and checks whether the person stopped it.
struct ImportReporter<'a> {
    stop: &'a CancellationToken,
    on_progress: &'a dyn Fn(AdImportProgress),
    last_progress: Cell<AdImportProgress>,
}

impl ImportReporter<'_> {
    /// Counts one folder entry. Returns whether to go on.
    fn count_entry(&self) -> bool {
        let mut progress = self.last_progress.get();
        progress.entries += 1;
        self.last_progress.set(progress);
        if progress.entries.is_multiple_of(ENTRIES) {
            (self.on_progress)(progress);
        }
        !self.stop.is_cancelled()
    }

    fn report(&self, files: u32, ads: u32) {
        let entries = self.last_progress.get().entries;
        let progress = AdImportProgress {
            entries,
            files,
            ads,
        };
        self.last_progress.set(progress);
        (self.on_progress)(progress);
    }
}

impl AdFiles {
    /// Imports the ads of files, folders and pasted text, and blocks until they are read. Ads that were read are
    /// kept, even if the import fails or is stopped. Objects that are not ads, and files that cannot be read, are
    /// skipped and listed.
    ///
    /// # Errors
    /// If no ad could be stored.
    pub fn import_ads(
        &self,
        source: AdImportSource,
        operation: &str,
        progress: impl Fn(AdImportProgress),
    ) -> Result<AdImportResult, Error> {
        let running = self.context.operations.start(operation);
        let reporter = ImportReporter {
            stop: &running.stop,
            on_progress: &progress,
            last_progress: Cell::default(),
        };
        let mut importing = ImportJob {
            ad_files: self,
            id: self.context.store.file_ad_new_import(),
            catalog: self.context.catalog(),
            fields: self.context.fields_of(ListId::OtherAds),
            reporter: &reporter,
            waiting: Vec::new(),
            waiting_bytes: 0,
            added: Vec::new(),
            tally: ImportSummary::default(),
        };
        let read = importing.import_source(ImportSource::of(source));
        if let Err(error) = read {
            if importing.added.is_empty() {
                return Err(error);
            }
            importing.tally.record_failure(error);
        }
        if !importing.added.is_empty() {
            self.lists.refresh_list_cache(Kind::Ad)?;
        }
        importing.finish()
    }
}

impl ImportJob<'_> {
    fn import_source(&mut self, source: ImportSource) -> Result<(), Error> {
        match source {
            ImportSource::Pasted(text) => {
                self.import_text(&FileName::for_pasted_text(), text.as_bytes())?;
            }
            ImportSource::Paths(paths) => {
                let reporter = self.reporter;
                self.import_files(walk_files(paths, &|| reporter.count_entry()))?;
            }
        }
        self.flush()
    }

    fn import_files(&mut self, files: impl Iterator<Item = ImportFile>) -> Result<(), Error> {
        for file in files {
            if self.reporter.stop.is_cancelled() {
                break;
            }
            match file.found.and_then(|()| read_file(&file.path, LARGEST)) {
                Ok(bytes) => self.import_text(&file.name, &bytes)?,
                Err(error) => self.tally.record_skipped(&file.name, &error),
            }
        }
        self.note_stop();
        Ok(())
    }

    fn note_stop(&mut self) {
        if self.reporter.stop.is_cancelled() {
            self.tally.record_stop();
        }
    }

    /// Queues the ads of one text: all of them, or none if the person stops before its end.
    fn import_text(&mut self, name: &FileName, bytes: &[u8]) -> Result<(), Error> {
        let catalog = Arc::clone(&self.catalog);
        let (before, bytes_before) = (self.waiting.len(), self.waiting_bytes);
        let ended = for_each_ad(bytes, &catalog, &mut |ad| {
            if self.reporter.stop.is_cancelled() {
                return ControlFlow::Break(());
            }
            match ad {
                Ok(ad) => self.queue_ad(name, &ad),
                Err(error) => self.tally.record_skipped(name, &error),
            }
            ControlFlow::Continue(())
        });
        if ended.is_break() {
            self.waiting.truncate(before);
            self.waiting_bytes = bytes_before;
        }
        self.tally
            .record_file(name, saturating_u32(self.waiting.len() - before));
        self.note_stop();
        if self.waiting.len() >= AT_ONCE || self.waiting_bytes >= BYTES_AT_ONCE {
            self.flush()?;
        }
        if self.tally.files.is_multiple_of(STRIDE) {
            self.report_progress();
        }
        Ok(())
    }

    fn queue_ad(&mut self, name: &FileName, ad: &EditableDocument) {
        let values = self.fields.values_with_file(ad, Some(&name.own));
        self.waiting_bytes += ad.text().len();
        self.waiting.push(NewFileAd {
            file: name.own.clone(),
            ad_id: id_of(ad),
            cells: self.fields.add_layout_hash(&values),
            text: ad.text().to_owned(),
        });
        if self.waiting.len().is_multiple_of(AT_ONCE) {
            self.report_progress();
        }
    }

    /// Stores the ads that were read so far.
    fn flush(&mut self) -> Result<(), Error> {
        let ads = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let (ad_files, at) = (self.ad_files, self.ad_files.context.now());
        let added = ad_files.context.store.file_ad_put(
            &ad_files.context.workspace.id,
            &self.id,
            &ads,
            at,
        )?;
        self.tally
            .record_stored(saturating_u32(added.len()), saturating_u32(ads.len()));
        self.added.extend(added);
        Ok(())
    }

    fn report_progress(&self) {
        let ads = saturating_u32(self.added.len() + self.waiting.len());
        self.reporter.report(self.tally.files, ads);
    }

    /// Returns the list of the first new ad.
    fn first_list(&self) -> Result<Option<ListId>, Error> {
        let Some(first) = self.added.first() else {
            return Ok(None);
        };
        let (store, workspace) = (
            &self.ad_files.context.store,
            &self.ad_files.context.workspace.id,
        );
        let first = store.file_ad_get(workspace, *first)?;
        let first = first.and_then(|ad| EditableDocument::parse(&ad.text).ok());
        Ok(first.map(|ad| ListId::from_kind(Kind::of_ad(&ad))))
    }

    fn finish(self) -> Result<AdImportResult, Error> {
        let only = match self.added.as_slice() {
            [only] => Some(DocumentRef::Ad(RowId::FromFile(*only).to_string())),
            _ => None,
        };
        Ok(AdImportResult {
            ads: saturating_u32(self.added.len()),
            complete: self.tally.is_complete(),
            message: self.tally.message(),
            list: self.first_list()?,
            only,
            id: self.id,
            more_troubles: self.tally.more_troubles,
            troubles: self.tally.troubles,
        })
    }
}
