//! The notice for an object that is known only as a summary from a list.

use adwright_views::SummaryNotice;

use crate::draft::{LoadedObject, Objects};

impl Objects {
    /// Returns why only a summary is known, and whether asking the service can help; none if the object is complete.
    pub(crate) fn summary_of(&self, opened: &LoadedObject) -> Option<SummaryNotice> {
        opened.is_summary().then(|| {
            let why = self.summary_reason(opened);
            SummaryNotice {
                said: why.sentence(),
                gettable: why.gettable,
            }
        })
    }
}
