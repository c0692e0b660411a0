//! The result of an import so far.

use adwright_views::AdImportProblem;

use super::import_source::FileName;

use crate::error::{Error, FileError};
use crate::wording::{ImportOutcome, file_error_message, import_message};

/// At most this many problems are listed; the rest are counted.
const MAX_LISTED: usize = 1000;

/// The result of an import so far.
#[derive(Debug, Default)]
pub(super) struct ImportSummary {
    /// The number of files that were read.
    pub(super) files: u32,
    /// The number of files that contained an ad.
    with_ads: u32,
    /// The name of the last file that contained an ad.
    from: String,
    added: u32,
    /// The number of ads that were imported before.
    duplicates: u32,
    pub(super) troubles: Vec<AdImportProblem>,
    pub(super) more_troubles: u32,
    is_stopped: bool,
    /// Why ads could not be stored.
    failure: Option<Error>,
}

impl ImportSummary {
    /// Records that a file was read, and how many ads it contained.
    pub(super) fn record_file(&mut self, name: &FileName, ads: u32) {
        self.files += 1;
        if ads > 0 {
            self.with_ads += 1;
            self.from.clone_from(&name.own);
        }
    }

    /// Records that `added` of `total` ads are new. The others were imported before.
    pub(super) fn record_stored(&mut self, added: u32, total: u32) {
        self.added += added;
        self.duplicates += total - added;
    }

    /// Records that a file, or an object in it, was skipped.
    pub(super) fn record_skipped(&mut self, name: &FileName, error: &FileError) {
        if self.troubles.len() == MAX_LISTED {
            self.more_troubles += 1;
            return;
        }
        self.troubles.push(AdImportProblem {
            file: name.shown.clone(),
            message: file_error_message(error),
        });
    }

    pub(super) fn record_stop(&mut self) {
        self.is_stopped = true;
    }

    /// Records that the ads after this point could not be stored.
    pub(super) fn record_failure(&mut self, error: Error) {
        self.failure = Some(error);
    }

    pub(super) fn is_complete(&self) -> bool {
        !self.is_stopped && self.failure.is_none()
    }

    /// Returns the result as sentences.
    pub(super) fn message(&self) -> String {
        import_message(&ImportOutcome {
            imported: self.added,
            duplicates: self.duplicates,
            files: self.with_ads,
            last_file: &self.from,
            skipped: self.troubles.len() + self.more_troubles as usize,
            first_skipped: self.troubles.first(),
            is_stopped: self.is_stopped,
            failure: self.failure.as_ref(),
        })
    }
}
