//! "Review and send": every draft as it would be sent, with the proof that nothing is dropped.

use std::collections::HashMap;

use adwright_model::{Document, Edit, EditableDocument, ValueChange, prove_edits};
use adwright_store::{Draft, ItemSource, SendLock};
use adwright_views::{
    ChangeGroup, DraftEntry, ProofLine, ReviewItem, ReviewRow, SendReview, SendVerb, saturating_u32,
};

use super::change_groups::group_changes;
use super::{sent_before, wording};

use crate::check::{CheckedDraft, DraftChecks, DraftLocks, changed_drafts, saved_at};
use crate::error::Error;
use crate::field::describe_kind;
use crate::object::LoadedObject;
use crate::outbox::Outbox;
use crate::wording::{id_mismatch_message, open_clashes_message, unsendable_message};

impl Outbox {
    /// Returns every draft for "Review and send", with everything that decides about sending it.
    pub fn review(&self) -> Result<SendReview, Error> {
        let (live, locks) = (self.check_cache.live()?, self.check_cache.locks()?);
        let holder = SendLock::holder(self.context.paths.home(), &self.context.workspace.id)?;
        let mut rows = changed_drafts(&live)
            .map(|draft| self.review_row(draft, &locks))
            .collect::<Result<Vec<_>, _>>()?;
        disambiguate_names(&mut rows);
        Ok(SendReview {
            rows,
            sending: holder.map(|holder| wording::other_sender(&holder.person)),
            guard: self.send_guard()?,
        })
    }

    /// Returns the drafts of the review, grouped by their changes. A draft is in one group per changed field.
    pub fn review_groups(&self) -> Result<Vec<ChangeGroup>, Error> {
        let live = self.check_cache.live()?;
        Ok(group_changes(changed_drafts(&live).map(|draft| &**draft)))
    }

    /// Returns every live draft, including drafts of values, in plan order.
    pub fn draft_entries(&self) -> Result<Vec<DraftEntry>, Error> {
        let (live, locks) = (self.check_cache.live()?, self.check_cache.locks()?);
        self.entries(&live, &locks, self.values.review_values()?)
    }

    /// Returns every discarded draft, including drafts of values, the newest first.
    pub fn discarded_draft_entries(&self) -> Result<Vec<DraftEntry>, Error> {
        let discarded = self.check_cache.discarded()?;
        let values = self.values.review_discarded_values()?;
        let entries = self.entries(&discarded, &DraftLocks::new(), values)?;
        let entries = entries.into_iter().map(|entry| DraftEntry {
            discarded: true,
            ..entry
        });
        Ok(entries.collect())
    }

    /// Returns the entries of these live drafts and values.
    fn entries(
        &self,
        drafts: &DraftChecks,
        locks: &DraftLocks,
        values: Vec<ReviewItem>,
    ) -> Result<Vec<DraftEntry>, Error> {
        let entry = |row: ReviewRow, saved: String| DraftEntry {
            row,
            saved,
            discarded: false,
        };
        let mut entries = Vec::new();
        for draft in changed_drafts(drafts) {
            entries.push(entry(
                self.review_row(draft, locks)?,
                draft.row.saved.clone(),
            ));
        }
        for value in values {
            let draft = self.context.store.draft_get(&value.row.draft)?;
            entries.push(entry(value.row, saved_at(&draft)));
        }
        Ok(entries)
    }

    /// Returns one draft of the review, field by field; none if it was discarded, sent or taken back meanwhile.
    pub fn review_item(&self, draft: &str) -> Result<Option<ReviewItem>, Error> {
        let mut items = self.review_items(&[draft])?;
        Ok(items.pop().flatten())
    }

    /// Returns several drafts of the review, in the given order. All drafts are loaded and checked only once.
    pub fn review_items(&self, drafts: &[&str]) -> Result<Vec<Option<ReviewItem>>, Error> {
        let (live, locks) = (self.check_cache.live()?, self.check_cache.locks()?);
        let by_id: HashMap<&str, &CheckedDraft> = changed_drafts(&live)
            .map(|checked| (checked.row.draft.as_str(), &**checked))
            .collect();
        let items = drafts.iter().map(|draft| {
            let checked = by_id.get(draft);
            checked
                .map(|checked| self.review_draft(checked, &locks))
                .transpose()
        });
        items.collect()
    }

    fn review_draft(
        &self,
        checked: &CheckedDraft,
        locks: &DraftLocks,
    ) -> Result<ReviewItem, Error> {
        let object = self.objects.load_draft_or_sent_object(&checked.row.draft)?;
        let mut item = ReviewItem {
            row: self.review_row(checked, locks)?,
            changes: Vec::new(),
            proof: ProofLine {
                changed: 0,
                carried: 0,
                dropped: 0,
            },
            findings: Vec::new(),
        };
        if let Document::Editable(document) = &object.document {
            self.fill_review_item(&mut item, &object, document)?;
        }
        Ok(item)
    }

    fn fill_review_item(
        &self,
        item: &mut ReviewItem,
        object: &LoadedObject,
        document: &EditableDocument,
    ) -> Result<(), Error> {
        let describe = describe_kind(&self.context, object.kind());
        let facts = self.checker.facts(object)?;
        item.changes = object
            .changes(document)
            .iter()
            .map(|change| describe.change(change))
            .collect();
        item.findings = self
            .checker
            .check(object, document, &facts)
            .iter()
            .map(|finding| describe.finding(finding))
            .chain(self.sent_before_finding(object)?)
            .collect();
        // A new campaign that started from a copy may lack fields that an empty one has. Those are not dropped fields.
        let adds_only = |change: &ValueChange| change.before.is_none();
        let is_kept = object.id.is_some() || object.changes(document).iter().all(adds_only);
        let start = object.diff_base().filter(|_| is_kept);
        let edits = object
            .draft
            .as_ref()
            .map(|draft| self.applied_edits(draft))
            .transpose()?;
        let proof = prove_edits(start.as_ref(), document, &edits.unwrap_or_default());
        item.proof = ProofLine {
            changed: saturating_u32(proof.changed),
            carried: saturating_u32(proof.carried),
            dropped: saturating_u32(proof.dropped),
        };
        Ok(())
    }

    /// Returns the applied edits of a draft, in order.
    pub(crate) fn applied_edits(&self, draft: &Draft) -> Result<Vec<Edit>, Error> {
        let edits = self.context.store.draft_edits(&draft.id)?;
        let applied = edits.into_iter().filter(|edit| edit.seq <= draft.position);
        Ok(applied.map(|edit| edit.edit).collect())
    }

    fn review_row(&self, draft: &CheckedDraft, locks: &DraftLocks) -> Result<ReviewRow, Error> {
        let (id, content) = (&draft.row.draft, draft.content.as_deref());
        let source = ItemSource::Draft(id.clone());
        let earlier = self.earlier_create(draft.collection().kind(), Some(&source), content)?;
        let sent_before = earlier.map(|_| sent_before::key());
        let stays = || {
            self.context
                .unsendable_reason(draft.collection())
                .map(|reason| unsendable_message(reason).to_owned())
        };
        let open_clashes = draft.row.clashes as usize;
        let clashes = || (open_clashes > 0).then(|| open_clashes_message(open_clashes));
        let held = || locks.get(&draft.row.draft).map(|lock| lock.reason.clone());
        Ok(ReviewRow {
            draft: id.clone(),
            revision: draft.revision,
            collection: draft.collection(),
            verb: if draft.target.is_some() {
                SendVerb::Update
            } else {
                SendVerb::Create
            },
            title: draft.row.title.clone(),
            id: draft.row.id.clone(),
            advertiser: draft.row.advertiser.clone(),
            disambiguation: None,
            changed: draft.row.changed,
            errors: draft.errors.iter().cloned().chain(sent_before).collect(),
            warnings: draft.row.warnings,
            clashes: draft.row.clashes,
            blocked: draft
                .unreadable
                .clone()
                .or_else(|| draft.id_mismatch.as_ref().map(id_mismatch_message))
                .or_else(stays)
                .or_else(held)
                .or_else(clashes),
        })
    }
}

/// Adds id and advertiser to the rows whose name another row has as well.
fn disambiguate_names(rows: &mut [ReviewRow]) {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for row in &*rows {
        *counts.entry(row.title.clone()).or_default() += 1;
    }
    for row in rows.iter_mut().filter(|row| counts[&row.title] > 1) {
        let id = row.id.as_deref().unwrap_or_default();
        let known = [id, row.advertiser.as_str()];
        let known: Vec<_> = known.into_iter().filter(|text| !text.is_empty()).collect();
        row.disambiguation = (!known.is_empty()).then(|| known.join(" · "));
    }
}
