//! "Review and send": every draft as it would be sent, with the proof that nothing is dropped.

use adwright_model::{Document, Edit, Editable, proof};
use adwright_store::SendLock;

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
            sending: holder.map(|holder| holder.person),
        })
    }

    fn review_item(&self, row: DraftRow) -> Result<ReviewItem, Error> {
        let opened = self.find_draft(&row.id)?;
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
            blocked: self.lock_of(&row.id)?,
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
        let start = opened.start();
        let proof = proof(start.as_ref(), document, &self.applied_edits(opened)?);
        item.proof = ProofLine {
            changed: count(proof.changed),
            carried: count(proof.carried),
            dropped: count(proof.dropped),
        };
        Ok(())
    }

    /// The draft's edits that are applied, in order.
    pub(super) fn applied_edits(&self, opened: &Opened) -> Result<Vec<Edit>, Error> {
        let Some(draft) = &opened.draft else {
            return Ok(Vec::new());
        };
        let edits = self.store.draft_edits(&draft.id)?;
        Ok(edits
            .into_iter()
            .filter(|edit| edit.seq <= draft.position)
            .map(|edit| edit.edit)
            .collect())
    }
}
