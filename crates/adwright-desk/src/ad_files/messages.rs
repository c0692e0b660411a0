//! What is said of an import.

use super::import_source::FileName;
use crate::bulk::plural;
use crate::error::Error;
use crate::views::AdImportProblem;

/// So many troubles are listed; the others are counted.
const MOST_LISTED: usize = 1000;

/// What came of an import so far.
#[derive(Debug, Default)]
pub(super) struct ImportSummary {
    /// How many files were looked into.
    pub(super) files: u32,
    /// In how many of them there was an ad.
    with_ads: u32,
    /// The name of the last one of them.
    from: String,
    came: u32,
    /// How many were there already.
    again: u32,
    pub(super) troubles: Vec<AdImportProblem>,
    pub(super) more_troubles: u32,
    is_stopped: bool,
    /// Why not all could be kept.
    broke: Option<String>,
}

impl ImportSummary {
    /// A file was read, with so many ads in it.
    pub(super) fn record_file(&mut self, name: &FileName, ads: u32) {
        self.files += 1;
        if ads > 0 {
            self.with_ads += 1;
            self.from.clone_from(&name.own);
        }
    }

    /// So many ads of so many came: the others were there already.
    pub(super) fn record_stored(&mut self, came: u32, of: u32) {
        self.came += came;
        self.again += of - came;
    }

    /// A file, or something in it, is left out.
    pub(super) fn record_skipped(&mut self, name: &FileName, why: String) {
        if self.troubles.len() == MOST_LISTED {
            self.more_troubles += 1;
            return;
        }
        self.troubles.push(AdImportProblem {
            file: name.shown.clone(),
            message: why,
        });
    }

    pub(super) fn record_stop(&mut self) {
        self.is_stopped = true;
    }

    /// What came after this could not be kept.
    pub(super) fn record_failure(&mut self, error: &Error) {
        self.broke = Some(error.failure().message);
    }

    pub(super) fn is_complete(&self) -> bool {
        !self.is_stopped && self.broke.is_none()
    }

    /// What happened, as sentences.
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
