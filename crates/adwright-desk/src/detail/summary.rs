//! Less than an object: what a list shows of one.

use crate::desk::Desk;
use crate::draft::LoadedObject;
use crate::views::SummaryNotice;

impl Desk {
    /// Why less is known than the object has, and whether asking the service can help; none where all of it is here.
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
