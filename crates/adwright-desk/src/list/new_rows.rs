//! The drafts of new campaigns, as rows among the campaigns.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_list::{ListFields, RowChange, RowId};
use adwright_views::{Collection, ListId};

use super::list_cache::ListSnapshot;

use crate::check::{CheckedDraft, DraftMarks};
use crate::error::Error;
use crate::list::Lists;

/// The last snapshot with new rows. It is kept until the list or one of these drafts changes.
#[derive(Debug, Default)]
pub(crate) struct NewRows(Mutex<Option<MergedSnapshot>>);

#[derive(Debug)]
struct MergedSnapshot {
    /// The snapshot without new rows.
    base: Arc<ListSnapshot>,
    drafts: Vec<(RowId, u32)>,
    merged: Arc<ListSnapshot>,
}

impl NewRows {
    /// Adds the rows of new drafts to a snapshot. Without any, the snapshot itself is returned.
    fn merge(&self, base: Arc<ListSnapshot>, drafts: &[&Arc<CheckedDraft>]) -> Arc<ListSnapshot> {
        if drafts.is_empty() {
            return base;
        }
        let version = |draft: &&Arc<CheckedDraft>| Some((draft.row_id()?, draft.revision));
        let versions: Vec<(RowId, u32)> = drafts.iter().filter_map(version).collect();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept_of_base = kept.as_ref().filter(|kept| Arc::ptr_eq(&kept.base, &base));
        if let Some(kept) = kept_of_base.filter(|kept| kept.drafts == versions) {
            return Arc::clone(&kept.merged);
        }
        let before = kept_of_base.map_or(&base, |kept| &kept.merged);
        let gone = kept_of_base
            .map_or(&[][..], |kept| kept.drafts.as_slice())
            .iter()
            .filter(|(key, _)| !versions.iter().any(|(other, _)| other == key))
            .map(|(key, _)| RowChange {
                key: *key,
                values: None,
            });
        let present = drafts.iter().filter_map(|draft| {
            Some(RowChange {
                key: draft.row_id()?,
                values: Some(row_values(draft, base.index.fields())),
            })
        });
        let changes: Vec<RowChange> = gone.chain(present).collect();
        let merged = Arc::new(ListSnapshot::of(before.index.patched(&changes)));
        *kept = Some(MergedSnapshot {
            base,
            drafts: versions,
            merged: Arc::clone(&merged),
        });
        merged
    }
}

impl Lists {
    /// Returns the last snapshot of a list, with its new drafts as rows, and the marks of all its drafts.
    pub(crate) fn drafted_snapshot(
        &self,
        list: ListId,
    ) -> Result<(Arc<ListSnapshot>, Arc<DraftMarks>), Error> {
        let base = self.list_snapshot(list)?;
        if list != ListId::Campaigns {
            return Ok((base, self.check_cache.draft_marks_of(list)?));
        }
        let live = self.check_cache.live()?;
        let is_new = |draft: &&Arc<CheckedDraft>| {
            draft.target.is_none() && draft.collection() == Collection::Campaigns
        };
        let new: Vec<_> = live.drafts.iter().filter(is_new).collect();
        Ok((self.new_rows.merge(base, &new), Arc::clone(&live.marks)))
    }
}

/// Returns the values of a draft's row; empty if its text cannot be read.
fn row_values(draft: &CheckedDraft, fields: &ListFields) -> String {
    let values = draft.values.as_deref();
    let values = values.and_then(|values| fields.strip_layout_hash(values));
    values.unwrap_or_default().to_owned()
}
