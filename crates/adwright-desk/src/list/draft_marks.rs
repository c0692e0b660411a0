//! What drafts show in the rows of their campaigns.

use std::collections::HashMap;

use adwright_model::Id;

/// What a draft shows in its campaign's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftMark {
    pub(crate) name: String,
    pub(crate) errors: u32,
    pub(crate) warnings: u32,
    /// The draft's values, sealed as [`super::ListFields::sealed`] does.
    pub(crate) values: Option<String>,
}

/// The marks by campaign.
pub(crate) type DraftMarks = HashMap<Id, DraftMark>;
