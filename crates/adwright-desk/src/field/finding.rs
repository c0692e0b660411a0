//! Turns findings into view models.

use adwright_checks::{Finding, Fix, message};
use adwright_model::Edit;
use adwright_views::{EditRequest, FieldInput};

use crate::field::describer::Describer;

impl Describer<'_> {
    pub(crate) fn finding(&self, finding: &Finding) -> adwright_views::FindingView {
        adwright_views::FindingView {
            rule: finding.rule.to_string(),
            code: finding.code,
            severity: finding.severity,
            path: finding.path.to_string(),
            label: self.label(&finding.path),
            message: message(finding),
            source: finding.source.clone(),
            fix: finding.fix.as_ref().and_then(Self::fix),
        }
    }

    /// Returns a fix as the one edit that a person would make; none for a fix of several edits.
    fn fix(fix: &Fix) -> Option<adwright_views::FixView> {
        let [edit] = fix.edits.as_slice() else {
            return None;
        };
        let input = match edit {
            Edit::Set { json, .. } => FieldInput::Raw(json.clone()),
            Edit::Remove { .. } => FieldInput::Absent,
            Edit::PutBefore { .. }
            | Edit::Type { .. }
            | Edit::Insert { .. }
            | Edit::Move { .. } => return None,
        };
        Some(adwright_views::FixView {
            label: fix.label.clone(),
            edit: EditRequest {
                path: edit.path().to_string(),
                input,
            },
        })
    }
}
