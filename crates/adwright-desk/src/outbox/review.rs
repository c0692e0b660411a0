//! "Review and send": every draft as it would be sent, with the proof that nothing is dropped.

use adwright_model::{Change, Document, Edit, Editable, proof};
use adwright_store::{Draft, SendLock};

use crate::campaign::count;
use crate::desk::Desk;
use crate::draft::Opened;
use crate::error::Error;
use crate::views::{DraftRow, ProofLine, Review, ReviewItem, Verb};

impl Desk {
    /// Everything that "Review and send" draws.
    pub fn review(&self) -> Result<Review, Error> {
        let items: Result<Vec<_>, Error> = self
            .drafts()?
            .into_iter()
            .map(|row| self.review_item(row))
            .collect();
        let holder = SendLock::holder(self.paths.home(), &self.workspace.id)?;
        Ok(Review {
            items: items?,
            sending: holder.map(|holder| {
                format!("{} is sending from this workspace just now.", holder.person)
            }),
        })
    }

    fn review_item(&self, row: DraftRow) -> Result<ReviewItem, Error> {
        let opened = self.find_draft(&row.id)?;
        let revision = opened.draft.as_ref().map_or(0, |draft| draft.revision);
        let mut item = ReviewItem {
            verb: if opened.id.is_some() {
                Verb::Update
            } else {
                Verb::Create
            },
            title: row.title,
            campaign: row.campaign,
            changes: Vec::new(),
            proof: ProofLine {
                changed: 0,
                carried: 0,
                dropped: 0,
            },
            findings: Vec::new(),
            revision,
            blocked: row.lock.map(|lock| lock.reason),
            draft: row.id,
        };
        match &opened.document {
            Document::Editable(document) => self.fill(&mut item, &opened, document)?,
            Document::TextOnly(text) => item.blocked = Some(text.to_string()),
        }
        Ok(item)
    }

    fn fill(
        &self,
        item: &mut ReviewItem,
        opened: &Opened,
        document: &Editable,
    ) -> Result<(), Error> {
        let describe = self.describe();
        let facts = self.facts(opened)?;
        item.changes = opened
            .changes(document)
            .iter()
            .map(|change| describe.change(change))
            .collect();
        item.findings = self
            .check(opened, document, &facts)
            .iter()
            .map(|finding| describe.finding(finding))
            .collect();
        // Begun from something, a new campaign may lack what an empty one has; nobody dropped that.
        let adds_only = |change: &Change| change.before.is_none();
        let is_kept = opened.id.is_some() || opened.changes(document).iter().all(adds_only);
        let start = opened.start().filter(|_| is_kept);
        let edits = opened
            .draft
            .as_ref()
            .map(|draft| self.applied_edits(draft))
            .transpose()?;
        let proof = proof(start.as_ref(), document, &edits.unwrap_or_default());
        item.proof = ProofLine {
            changed: count(proof.changed),
            carried: count(proof.carried),
            dropped: count(proof.dropped),
        };
        Ok(())
    }

    /// The draft's edits that are applied, in order.
    pub(super) fn applied_edits(&self, draft: &Draft) -> Result<Vec<Edit>, Error> {
        let edits = self.store.draft_edits(&draft.id)?;
        let applied = edits.into_iter().filter(|edit| edit.seq <= draft.position);
        Ok(applied.map(|edit| edit.edit).collect())
    }
}
