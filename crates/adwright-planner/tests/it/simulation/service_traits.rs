//! The lasting properties of a simulated service.

use super::random::Random;

/// How a service treats the references of its objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReferenceHandling {
    Kept,
    Nulled,
    Dropped,
    Cut,
    /// It keeps short references, also those of others, and stores null for long ones.
    LongNulled,
    /// It stores a reference of its own instead.
    Replaced,
    /// It keeps the reference, but its lists do not show it.
    Unlisted,
}

/// How much of an object a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListForm {
    Full,
    /// The name or value, and the reference.
    Summary,
    /// The id and the reference only.
    Bare,
}

/// How a service answers a call with a bad row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadRowReply {
    /// A 207 with the codes of the bad rows, in their places or elsewhere.
    PerItem,
    /// A refusal of the whole call that names no row. It created nothing.
    WholeCall,
    /// A refusal of the whole call, although the rows before the bad row were created.
    AfterPartialCreate,
    /// A 207 with the created objects, and the codes in its envelope.
    ResultsAndErrors,
}

/// The form of the reply to an accepted call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReplyForm {
    /// A list of objects.
    Entities,
    /// A 207 with a list of objects in `result` members.
    PerItem,
    /// A 207 that has no part for some rows.
    PerItemWithGaps,
}

/// The lasting properties of a service.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServiceTraits {
    pub(crate) reference: ReferenceHandling,
    pub(crate) list: ListForm,
    /// The most rows in one call.
    pub(crate) cap: usize,
    pub(crate) bad_row: BadRowReply,
    pub(crate) reply: ReplyForm,
    pub(crate) shows_references_in_replies: bool,
    pub(crate) shows_ids_in_replies: bool,
    pub(crate) reorders_replies: bool,
    /// The share of requests with a fault, in percent.
    pub(crate) faults: usize,
}

impl ServiceTraits {
    pub(crate) fn new(random: &mut Random, faults: usize) -> Self {
        use ReferenceHandling::{Cut, Dropped, Kept, LongNulled, Nulled, Replaced, Unlisted};
        let mut reference = random.pick(&[
            Kept, Kept, Kept, Kept, Nulled, Dropped, Cut, Replaced, Unlisted,
        ]);
        if reference == Nulled && random.percent(50) {
            reference = LongNulled;
        }
        Self {
            reference,
            list: random.pick(&[
                ListForm::Full,
                ListForm::Full,
                ListForm::Summary,
                ListForm::Bare,
            ]),
            cap: random.pick(&[1, 2, 3, 5, 100, 100]),
            bad_row: random.pick(&[
                BadRowReply::PerItem,
                BadRowReply::WholeCall,
                BadRowReply::AfterPartialCreate,
                BadRowReply::ResultsAndErrors,
            ]),
            reply: random.pick(&[
                ReplyForm::Entities,
                ReplyForm::PerItem,
                ReplyForm::PerItemWithGaps,
            ]),
            shows_references_in_replies: random.percent(70),
            shows_ids_in_replies: random.percent(85),
            reorders_replies: random.percent(40),
            faults,
        }
    }

    /// Returns whether the lists of the service show our whole references.
    pub(crate) const fn shows_references(&self) -> bool {
        matches!(self.reference, ReferenceHandling::Kept)
    }
}
