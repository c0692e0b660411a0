//! Less than an object: what a list shows of one.

use crate::desk::Desk;
use crate::draft::Opened;
use crate::views::Summary;

impl Desk {
    /// Why less is known than the object has, and whether asking the service can help; none where all of it is here.
    pub(crate) fn summary_of(&self, opened: &Opened) -> Option<Summary> {
        opened.is_summary().then(|| {
            let why = self.why_summary(opened);
            Summary {
                said: why.said(),
                gettable: why.gettable,
            }
        })
    }
}
