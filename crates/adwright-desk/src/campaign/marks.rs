//! What drafts show in the rows of their campaigns, checked once for each change of a draft.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::{Editable, Id};

use crate::desk::Desk;
use crate::error::Error;
use crate::views::DraftRow;

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

/// What the drafts came to when they were last checked.
#[derive(Debug, Default)]
pub(crate) struct CheckedDrafts {
    checked: Mutex<Checked>,
    /// Counts what may change a verdict without a change of the draft: what the service said or showed.
    news: AtomicU64,
}

#[derive(Debug, Default)]
struct Checked {
    news: u64,
    drafts: HashMap<String, (u32, Option<(Id, DraftMark)>)>,
    marks: Arc<DraftMarks>,
}

impl CheckedDrafts {
    /// Tells that drafts may come to something else now, although nobody changed them.
    pub(crate) fn doubt(&self) {
        self.news.fetch_add(1, Ordering::AcqRel);
    }
}

impl Desk {
    /// What the drafts of listed campaigns show in their rows.
    pub(crate) fn draft_marks(&self) -> Result<Arc<DraftMarks>, Error> {
        let news = self.checked.news.load(Ordering::Acquire);
        let revisions = self.store.draft_revisions(&self.workspace.id)?;
        let mut checked = self
            .checked
            .checked
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if checked.news != news {
            *checked = Checked {
                news,
                ..Checked::default()
            };
        }
        let is_known = |(draft, revision): &(String, u32)| {
            let known = checked.drafts.get(draft);
            known.is_some_and(|(known, _)| known == revision)
        };
        if revisions.len() == checked.drafts.len() && revisions.iter().all(is_known) {
            return Ok(Arc::clone(&checked.marks));
        }
        let mut before = std::mem::take(&mut checked.drafts);
        for (draft, revision) in revisions {
            let known = before
                .remove(&draft)
                .filter(|(known, _)| *known == revision);
            let known = match known {
                Some(known) => known,
                None => (revision, self.mark_of(&draft)?),
            };
            checked.drafts.insert(draft, known);
        }
        let marks = checked.drafts.values().filter_map(|(_, mark)| mark.clone());
        checked.marks = Arc::new(marks.collect());
        Ok(Arc::clone(&checked.marks))
    }

    /// The mark of one draft; none where it is of a new campaign, or every change was taken back.
    fn mark_of(&self, draft: &str) -> Result<Option<(Id, DraftMark)>, Error> {
        let draft = self.store.draft_get(draft)?;
        let (target, document) = (draft.target, Editable::parse(&draft.text).ok());
        let Some((id, row)) = target.zip(self.draft_row(draft)?) else {
            return Ok(None);
        };
        let DraftRow {
            title,
            errors,
            warnings,
            ..
        } = row;
        let fields = self.fields();
        let mark = DraftMark {
            name: title,
            errors,
            warnings,
            values: document.map(|document| fields.sealed(&fields.values(&document))),
        };
        Ok(Some((id, mark)))
    }
}
