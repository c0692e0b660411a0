use adwright_store::Fullness;

use crate::desk::Desk;
use crate::draft::Opened;

impl Desk {
    /// That no more than a summary is there, and why; none where all of it is.
    pub(super) fn summary_mark(&self, opened: &Opened) -> Option<String> {
        let is_summary = opened.fullness == Fullness::Summary && opened.id.is_some();
        (is_summary && opened.file.is_none()).then(|| self.why_summary(opened).said())
    }
}
