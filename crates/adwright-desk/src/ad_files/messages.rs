//! The wording of import results.

use adwright_views::AdImportProblem;

use super::import_source::FileName;

use crate::error::{Error, FileError};
use crate::wording::{file_error_message, plural};

/// At most this many problems are listed; the rest are counted.
const MOST_LISTED: usize = 1000;

/// The result of an import so far.
#[derive(Debug, Default)]
pub(super) struct ImportSummary {
    /// The number of files that were read.
    pub(super) files: u32,
    /// The number of files that contained an ad.
    with_ads: u32,
    /// The name of the last file that contained an ad.
    from: String,
    came: u32,
    /// The number of ads that were imported before.
    again: u32,
    pub(super) troubles: Vec<AdImportProblem>,
    pub(super) more_troubles: u32,
    is_stopped: bool,
    /// The reason why storing failed.
    broke: Option<String>,
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

    /// Records that `came` of `of` ads are new. The others were imported before.
    pub(super) fn record_stored(&mut self, came: u32, of: u32) {
        self.came += came;
        self.again += of - came;
    }

    /// Records that a file, or an object in it, was skipped.
    pub(super) fn record_skipped(&mut self, name: &FileName, error: &FileError) {
        if self.troubles.len() == MOST_LISTED {
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
    pub(super) fn record_failure(&mut self, error: &Error) {
        self.broke = Some(error.failure().message);
    }

    pub(super) fn is_complete(&self) -> bool {
        !self.is_stopped && self.broke.is_none()
    }

    /// Returns the result as sentences.
    pub(super) fn message(&self) -> String {
        let said = [
            Some(self.added_sentence()),
            self.duplicates_sentence(),
            self.skipped_sentence(),
            self.is_stopped.then(|| self.stopped_sentence()),
            self.broke
                .as_ref()
                .map(|why| format!("Then it broke off: {why}")),
        ];
        said.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn added_sentence(&self) -> String {
        let from = match self.with_ads {
            1 => format!("“{}”", self.from),
            files => plural(files as usize, "file"),
        };
        match (self.came, self.again) {
            (0, 0) => "No ad came.".to_owned(),
            (0, again) => format!(
                "Nothing new: {} from {from} {} here already.",
                count_ads_text(again),
                was_or_were(again)
            ),
            (came, _) => format!("{} came from {from}.", count_ads_text(came)),
        }
    }

    fn stopped_sentence(&self) -> String {
        let kept = if self.came > 0 {
            "; what came is kept"
        } else {
            ""
        };
        format!("It was stopped before the end{kept}.")
    }

    fn duplicates_sentence(&self) -> Option<String> {
        let again = (self.came > 0 && self.again > 0).then_some(self.again)?;
        let are = if again == 1 { "is" } else { "are" };
        Some(format!("{again} more {are} the same as one that is here."))
    }

    fn skipped_sentence(&self) -> Option<String> {
        let first = self.troubles.first()?;
        let what = format!("“{}”: {}", first.file, first.message);
        match self.troubles.len() + self.more_troubles as usize {
            1 => Some(format!("Left out: {what}")),
            several if self.came > 0 => Some(format!("{several} were left out.")),
            several => Some(format!(
                "{several} were left out, the first of them: {what}"
            )),
        }
    }
}

pub(super) fn count_ads_text(number: u32) -> String {
    plural(number as usize, "ad")
}

const fn was_or_were(number: u32) -> &'static str {
    if number == 1 { "was" } else { "were" }
}
