//! Importing: what is read is kept file by file, each file as a whole.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use adwright_model::{Catalog, Editable};
use adwright_store::NewFileAd;

use super::cut::each_ad;
use super::named::{FileName, Named, NamedFile, files};
use super::said::Tally;
use crate::desk::Desk;
use crate::document::id_of;
use crate::error::Error;
use crate::file::read_file;
use crate::list::{ListFields, RowKey, count, kind_of_ad};
use crate::operation::Stop;
use crate::views::{AdImport, AdImportProgress, AdSource, ListId, Target};

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
struct Importing<'a> {
    desk: &'a Desk,
    id: String,
    catalog: Arc<Catalog>,
    fields: Arc<ListFields>,
    watch: &'a Watch<'a>,
    /// What was read and is not kept yet.
    waiting: Vec<NewFileAd>,
    waiting_bytes: usize,
    /// The numbers of those that came.
    came: Vec<i64>,
    tally: Tally,
}

/// Tells how far an import has come, and knows whether a person wants it to end.
struct Watch<'a> {
    stop: &'a Stop,
    tell: &'a dyn Fn(AdImportProgress),
    told: Cell<AdImportProgress>,
}

impl Watch<'_> {
    /// One more entry of a folder is come by; whether to go on.
    fn passes(&self) -> bool {
        let mut now = self.told.get();
        now.entries += 1;
        self.told.set(now);
        if now.entries.is_multiple_of(ENTRIES) {
            (self.tell)(now);
        }
        !self.stop.is_wanted()
    }

    fn came_to(&self, files: u32, ads: u32) {
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
        source: AdSource,
        operation: &str,
        progress: impl Fn(AdImportProgress),
    ) -> Result<AdImport, Error> {
        let running = self.operations.begin(operation);
        let watch = Watch {
            stop: &running.stop,
            tell: &progress,
            told: Cell::default(),
        };
        let mut importing = Importing {
            desk: self,
            id: self.store.file_ad_import(),
            catalog: self.catalog(),
            fields: self.fields_of(ListId::OtherAds),
            watch: &watch,
            waiting: Vec::new(),
            waiting_bytes: 0,
            came: Vec::new(),
            tally: Tally::default(),
        };
        let read = importing.read(Named::of(source));
        if let Err(error) = read {
            if importing.came.is_empty() {
                return Err(error);
            }
            importing.tally.broke(&error);
        }
        if !importing.came.is_empty() {
            self.ad_shelves.refill()?;
        }
        importing.ended()
    }
}

impl Importing<'_> {
    fn read(&mut self, named: Named) -> Result<(), Error> {
        match named {
            Named::Pasted(text) => self.text(&FileName::pasted(), text.as_bytes())?,
            Named::Paths(paths) => {
                let watch = self.watch;
                self.files(files(paths, &|| watch.passes()))?;
            }
        }
        self.keep()
    }

    fn files(&mut self, files: impl Iterator<Item = NamedFile>) -> Result<(), Error> {
        for file in files {
            if self.watch.stop.is_wanted() {
                break;
            }
            match file.found.and_then(|()| read_file(&file.path, LARGEST)) {
                Ok(bytes) => self.text(&file.name, &bytes)?,
                Err(why) => self.tally.left_out(&file.name, why),
            }
        }
        self.see_whether_stopped();
        Ok(())
    }

    fn see_whether_stopped(&mut self) {
        if self.watch.stop.is_wanted() {
            self.tally.stopped();
        }
    }

    /// Takes the ads out of one text: all of them, or none where the person stops before its end.
    fn text(&mut self, name: &FileName, bytes: &[u8]) -> Result<(), Error> {
        let catalog = Arc::clone(&self.catalog);
        let (before, bytes_before) = (self.waiting.len(), self.waiting_bytes);
        let ended = each_ad(bytes, &catalog, &mut |ad| {
            if self.watch.stop.is_wanted() {
                return ControlFlow::Break(());
            }
            match ad {
                Ok(ad) => self.take(name, &ad),
                Err(why) => self.tally.left_out(name, why),
            }
            ControlFlow::Continue(())
        });
        if ended.is_break() {
            self.waiting.truncate(before);
            self.waiting_bytes = bytes_before;
        }
        self.tally.read(name, count(self.waiting.len() - before));
        self.see_whether_stopped();
        if self.waiting.len() >= AT_ONCE || self.waiting_bytes >= BYTES_AT_ONCE {
            self.keep()?;
        }
        if self.tally.files.is_multiple_of(STRIDE) {
            self.tell();
        }
        Ok(())
    }

    fn take(&mut self, name: &FileName, ad: &Editable) {
        let values = self.fields.values_from(ad, Some(&name.own));
        self.waiting_bytes += ad.text().len();
        self.waiting.push(NewFileAd {
            file: name.own.clone(),
            ad_id: id_of(ad),
            cells: self.fields.sealed(&values),
            text: ad.text().to_owned(),
        });
        if self.waiting.len().is_multiple_of(AT_ONCE) {
            self.tell();
        }
    }

    /// Keeps what was read so far.
    fn keep(&mut self) -> Result<(), Error> {
        let ads = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let (desk, at) = (self.desk, self.desk.now());
        let came = desk
            .store
            .file_ad_put(&desk.workspace.id, &self.id, &ads, at)?;
        self.tally.kept(count(came.len()), count(ads.len()));
        self.came.extend(came);
        Ok(())
    }

    fn tell(&self) {
        let ads = count(self.came.len() + self.waiting.len());
        self.watch.came_to(self.tally.files, ads);
    }

    /// The list of the first of those that are new.
    fn list(&self) -> Result<Option<ListId>, Error> {
        let Some(first) = self.came.first() else {
            return Ok(None);
        };
        let (store, workspace) = (&self.desk.store, &self.desk.workspace.id);
        let first = store.file_ad_get(workspace, *first)?;
        let first = first.and_then(|ad| Editable::parse(&ad.text).ok());
        Ok(first.map(|ad| ListId::of_kind(kind_of_ad(&ad))))
    }

    fn ended(self) -> Result<AdImport, Error> {
        let only = match self.came.as_slice() {
            [only] => Some(Target::Ad(RowKey::File(*only).to_string())),
            _ => None,
        };
        Ok(AdImport {
            ads: count(self.came.len()),
            complete: self.tally.is_complete(),
            message: self.tally.sentences(),
            list: self.list()?,
            only,
            id: self.id,
            more_troubles: self.tally.more_troubles,
            troubles: self.tally.troubles,
        })
    }
}
