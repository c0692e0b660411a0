//! Reviews new values as they would be sent.

use adwright_checks::{BatchChecker, CheckInput, Facts, Finding};
use adwright_model::{Document, Kind};
use adwright_views::{
    Collection, FindingKey, ProofLine, ReviewItem, ReviewRow, SendVerb, Severity, saturating_u32,
};

use crate::error::Error;
use crate::field::describe_kind;
use crate::object::LoadedObject;
use crate::values::RetargetingValues;

impl RetargetingValues {
    /// Returns the drafts of new values in the order of their creation. Each has its own findings, and findings in
    /// relation to the earlier values.
    pub fn review_values(&self) -> Result<Vec<ReviewItem>, Error> {
        let kind = Kind::RetargetingDataValue;
        let revisions = self
            .context
            .store
            .draft_revisions(&self.context.workspace.id, kind)?;
        let locks = self.check_cache.locks()?;
        let mut batch = BatchChecker::new(None);
        let items = revisions.into_iter().map(|(id, _)| {
            let mut item = self.review_value(&id, &mut batch)?;
            item.row.blocked = item
                .row
                .blocked
                .or_else(|| locks.get(&id).map(|lock| lock.reason.clone()));
            Ok(item)
        });
        items.collect()
    }

    /// Reviews the discarded drafts, newest first, each on its own.
    pub(crate) fn review_discarded_values(&self) -> Result<Vec<ReviewItem>, Error> {
        let kind = Kind::RetargetingDataValue;
        let discarded = self
            .context
            .store
            .draft_revisions_discarded(&self.context.workspace.id, kind)?;
        let items = discarded
            .iter()
            .map(|(id, _)| self.review_value(id, &mut BatchChecker::new(None)));
        items.collect()
    }

    fn review_value(&self, id: &str, batch: &mut BatchChecker) -> Result<ReviewItem, Error> {
        let object = self.objects.load_draft_or_sent_object(id)?;
        let (mut changes, mut findings, mut blocked) = (Vec::new(), Vec::new(), None);
        let mut title = object.fallback_title();
        match &object.document {
            Document::TextOnly(text) => blocked = Some(text.to_string()),
            Document::Editable(document) => {
                title = self.objects.title(&object, document);
                changes = object.changes(document);
                let facts = self.checker.facts(&object)?;
                findings = self.checker.check(&object, document, &facts);
                let among = self.batch_findings(&object, &facts, batch);
                findings.extend(self.context.rules().apply_severities(among));
            }
        }
        let describe = describe_kind(&self.context, Kind::RetargetingDataValue);
        let findings: Vec<_> = findings.iter().map(|one| describe.finding(one)).collect();
        let fields = saturating_u32(changes.len());
        let errors = findings
            .iter()
            .filter(|one| one.severity == Severity::Error);
        let warnings = findings
            .iter()
            .filter(|one| one.severity == Severity::Warning);
        let key = |finding: &adwright_views::FindingView| FindingKey {
            rule: finding.rule.clone(),
            path: finding.path.clone(),
        };
        Ok(ReviewItem {
            row: ReviewRow {
                draft: id.to_owned(),
                revision: object.draft.as_ref().map_or(0, |draft| draft.revision),
                collection: Collection::Values,
                verb: SendVerb::Create,
                title,
                id: None,
                advertiser: String::new(),
                disambiguation: None,
                changed: fields,
                errors: errors.map(key).collect(),
                warnings: saturating_u32(warnings.count()),
                clashes: 0,
                blocked,
            },
            changes: changes
                .iter()
                .map(|change| describe.change(change))
                .collect(),
            proof: ProofLine {
                changed: fields,
                carried: 0,
                dropped: 0,
            },
            findings,
        })
    }

    fn batch_findings(
        &self,
        object: &LoadedObject,
        facts: &Facts,
        batch: &mut BatchChecker,
    ) -> Vec<Finding> {
        let Document::Editable(document) = &object.document else {
            return Vec::new();
        };
        batch.check_item(&CheckInput {
            kind: object.kind(),
            document,
            base: None,
            phase: object.phase(),
            catalog: &self.context.catalog(),
            bindings: &self.context.dialect.bindings,
            facts,
        })
    }
}
