//! Importing: what is read is kept file by file, each file as a whole.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use adwright_model::{Catalog, Editable};
use adwright_store::NewFileAd;

use super::import_source::{FileName, ImportFile, ImportSource, walk_files};
use super::messages::ImportSummary;
use super::split::for_each_ad;
use crate::desk::Desk;
use crate::document::id_of;
use crate::error::Error;
use crate::file::read_file;
use crate::list::{ListFields, RowId, kind_of_ad, saturating_u32};
use crate::operation::CancellationToken;
use crate::views::{AdImportProgress, AdImportResult, AdImportSource, DocumentRef, ListId};

/// A file of so many megabytes is not read.
const LARGEST: u64 = 64;

/// So many ads, or bytes of their texts, are kept in one commit, with all others of the last file.
const AT_ONCE: usize = 500;
const BYTES_AT_ONCE: usize = 4 * 1024 * 1024;

/// After so many files it is said how far it has come.
const STRIDE: u32 = 20;

/// The same after so many entries of folders, most of which may be nothing to read.
const ENTRIES: u32 = 500;

/// An import that is under way.
struct ImportJob<'a> {
    desk: &'a Desk,
    id: String,
    catalog: Arc<Catalog>,
    fields: Arc<ListFields>,
    watch: &'a ImportReporter<'a>,
    /// What was read and is not kept yet.
    waiting: Vec<NewFileAd>,
    waiting_bytes: usize,
    /// The numbers of those that came.
    came: Vec<i64>,
    tally: ImportSummary,
}

/// Tells how far an import has come, and knows whether a person wants it to end.
struct ImportReporter<'a> {
    stop: &'a CancellationToken,
    tell: &'a dyn Fn(AdImportProgress),
    told: Cell<AdImportProgress>,
}

impl ImportReporter<'_> {
    /// One more entry of a folder is come by; whether to go on.
    fn count_entry(&self) -> bool {
        let mut now = self.told.get();
        now.entries += 1;
        self.told.set(now);
        if now.entries.is_multiple_of(ENTRIES) {
            (self.tell)(now);
        }
        !self.stop.is_cancelled()
    }

    fn report(&self, files: u32, ads: u32) {
        let entries = self.told.get().entries;
        let now = AdImportProgress {
            entries,
            files,
            ads,
        };
        self.told.set(now);
        (self.tell)(now);
    }
}

impl Desk {
    /// Imports the ads of files, folders and pasted texts. What came is kept, however it ends; what is no ad, or cannot be
    /// read, is left out and named. It takes as long as reading does.
    ///
    /// # Errors
    /// Where nothing could be kept.
    pub fn import_ads(
        &self,
        source: AdImportSource,
        operation: &str,
        progress: impl Fn(AdImportProgress),
    ) -> Result<AdImportResult, Error> {
        let running = self.operations.start(operation);
        let watch = ImportReporter {
            stop: &running.stop,
            tell: &progress,
            told: Cell::default(),
        };
        let mut importing = ImportJob {
            desk: self,
            id: self.store.file_ad_new_import(),
            catalog: self.catalog(),
            fields: self.fields_of(ListId::OtherAds),
            watch: &watch,
            waiting: Vec::new(),
            waiting_bytes: 0,
            came: Vec::new(),
            tally: ImportSummary::default(),
        };
        let read = importing.import_source(ImportSource::of(source));
        if let Err(error) = read {
            if importing.came.is_empty() {
                return Err(error);
            }
            importing.tally.record_failure(&error);
        }
        if !importing.came.is_empty() {
            self.ad_list_cache.reload()?;
        }
        importing.finish()
    }
}

impl ImportJob<'_> {
    fn import_source(&mut self, named: ImportSource) -> Result<(), Error> {
        match named {
            ImportSource::Pasted(text) => {
                self.import_text(&FileName::for_pasted_text(), text.as_bytes())?;
            }
            ImportSource::Paths(paths) => {
                let watch = self.watch;
                self.import_files(walk_files(paths, &|| watch.count_entry()))?;
            }
        }
        self.flush()
    }

    fn import_files(&mut self, files: impl Iterator<Item = ImportFile>) -> Result<(), Error> {
        for file in files {
            if self.watch.stop.is_cancelled() {
                break;
            }
            match file.found.and_then(|()| read_file(&file.path, LARGEST)) {
                Ok(bytes) => self.import_text(&file.name, &bytes)?,
                Err(why) => self.tally.record_skipped(&file.name, why),
            }
        }
        self.note_stop();
        Ok(())
    }

    fn note_stop(&mut self) {
        if self.watch.stop.is_cancelled() {
            self.tally.record_stop();
        }
    }

    /// Takes the ads out of one text: all of them, or none where the person stops before its end.
    fn import_text(&mut self, name: &FileName, bytes: &[u8]) -> Result<(), Error> {
        let catalog = Arc::clone(&self.catalog);
        let (before, bytes_before) = (self.waiting.len(), self.waiting_bytes);
        let ended = for_each_ad(bytes, &catalog, &mut |ad| {
            if self.watch.stop.is_cancelled() {
                return ControlFlow::Break(());
            }
            match ad {
                Ok(ad) => self.queue_ad(name, &ad),
                Err(why) => self.tally.record_skipped(name, why),
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

    fn queue_ad(&mut self, name: &FileName, ad: &Editable) {
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

    /// Keeps what was read so far.
    fn flush(&mut self) -> Result<(), Error> {
        let ads = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let (desk, at) = (self.desk, self.desk.now());
        let came = desk
            .store
            .file_ad_put(&desk.workspace.id, &self.id, &ads, at)?;
        self.tally
            .record_stored(saturating_u32(came.len()), saturating_u32(ads.len()));
        self.came.extend(came);
        Ok(())
    }

    fn report_progress(&self) {
        let ads = saturating_u32(self.came.len() + self.waiting.len());
        self.watch.report(self.tally.files, ads);
    }

    /// The list of the first of those that are new.
    fn first_list(&self) -> Result<Option<ListId>, Error> {
        let Some(first) = self.came.first() else {
            return Ok(None);
        };
        let (store, workspace) = (&self.desk.store, &self.desk.workspace.id);
        let first = store.file_ad_get(workspace, *first)?;
        let first = first.and_then(|ad| Editable::parse(&ad.text).ok());
        Ok(first.map(|ad| ListId::from_kind(kind_of_ad(&ad))))
    }

    fn finish(self) -> Result<AdImportResult, Error> {
        let only = match self.came.as_slice() {
            [only] => Some(DocumentRef::Ad(RowId::FromFile(*only).to_string())),
            _ => None,
        };
        Ok(AdImportResult {
            ads: saturating_u32(self.came.len()),
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
