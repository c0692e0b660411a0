//! Ads of which less is known than they have.

use adwright_model::Editable;
use adwright_review::Head;
use adwright_store::Fullness;

use crate::desk::Desk;
use crate::draft::Opened;
use crate::list;
use crate::views::AdSummary;

/// Stands where a whole ad without something would say that it has none.
pub(super) const NOT_KNOWN: &str = "not in what is known of this ad";

/// Whether an ad may have more than is known of it here.
pub(super) fn is_summary(opened: &Opened, ad: &Editable) -> bool {
    let is_new = opened.id.is_none() && opened.file.is_none();
    !is_new && (opened.fullness == Fullness::Summary || list::is_summary(ad))
}

/// What an ad is; of one in short form, that nobody can tell which.
pub(super) fn head(head: &Head, ad: &Editable) -> Head {
    let kind = if list::is_summary(ad) {
        "Ad of a type that the summary does not tell".to_owned()
    } else {
        head.kind.clone()
    };
    Head {
        kind,
        ..head.clone()
    }
}

impl Desk {
    /// Why less than the ad is known, and whether asking the service can help; none for a whole ad.
    pub(super) fn summary_of(&self, opened: &Opened, ad: &Editable) -> Option<AdSummary> {
        if !is_summary(opened, ad) {
            return None;
        }
        let why = self.why_summary(opened);
        Some(AdSummary {
            said: why.said(),
            gettable: why.gettable,
        })
    }
}
