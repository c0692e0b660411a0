//! The list of drafts.

use adwright_checks::{Finding, Severity};
use adwright_model::{Binding, Document};
use adwright_store::Draft;

use super::Opened;
use crate::campaign::count;
use crate::desk::Desk;
use crate::error::Error;
use crate::pickers::text;
use crate::views::{DraftList, DraftRow};
use crate::zone::rfc3339;

impl Desk {
    /// The drafts that can be sent, and those that can be restored.
    pub fn draft_list(&self) -> Result<DraftList, Error> {
        let discarded = self.store.draft_list_discarded(&self.workspace.id)?;
        let discarded: Result<Vec<_>, Error> = discarded
            .into_iter()
            .map(|draft| self.draft_row(draft))
            .collect();
        Ok(DraftList {
            live: self.drafts()?,
            discarded: discarded?.into_iter().flatten().collect(),
        })
    }

    /// The drafts that differ from their base, and every new campaign, in the order in which they were begun.
    pub(crate) fn drafts(&self) -> Result<Vec<DraftRow>, Error> {
        let drafts = self.store.draft_list(&self.workspace.id)?;
        let rows: Result<Vec<_>, Error> = drafts
            .into_iter()
            .map(|draft| self.draft_row(draft))
            .collect();
        Ok(rows?.into_iter().flatten().collect())
    }

    /// One row; none where the person took back every change.
    pub(crate) fn draft_row(&self, draft: Draft) -> Result<Option<DraftRow>, Error> {
        let opened = Opened::of_draft(draft);
        let facts = self.facts(&opened)?;
        let draft = opened.draft.as_ref().expect("it was just made of one");
        let mut row = DraftRow {
            id: draft.id.clone(),
            target: opened.target(),
            title: opened.fallback_title(),
            campaign: opened.id.map(|id| id.to_string()),
            advertiser: String::new(),
            changed: 0,
            errors: 0,
            warnings: 0,
            saved: rfc3339(draft.discarded_at.unwrap_or(draft.saved_at)),
            lock: self.lock_of(draft)?,
        };
        let Document::Editable(document) = &opened.document else {
            return Ok(Some(row));
        };
        let findings = self.check(&opened, document, &facts);
        row.title = self.title(&opened, document);
        row.advertiser =
            text(document, &self.dialect.bindings, Binding::AdvertiserName).unwrap_or_default();
        row.changed = count(opened.changes(document).len());
        row.errors = of_severity(&findings, Severity::Error);
        row.warnings = of_severity(&findings, Severity::Warning);
        Ok((row.changed > 0 || opened.id.is_none()).then_some(row))
    }
}

fn of_severity(findings: &[Finding], severity: Severity) -> u32 {
    count(
        findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count(),
    )
}
