//! Findings as a person reads them.

use adwright_checks::{Finding, Fix, Severity, message};
use adwright_model::Edit;

use super::Describe;
use super::value::{kind_of, show_raw};
use crate::views::{self, EditRequest, FieldInput, FieldKind};

impl Describe<'_> {
    pub(crate) fn finding(&self, finding: &Finding) -> views::Finding {
        views::Finding {
            rule: finding.rule.to_owned(),
            code: finding.code,
            severity: severity(finding.severity),
            path: finding.path.to_string(),
            label: self.label(&finding.path),
            message: message(finding),
            source: finding.source.clone(),
            fix: finding.fix.as_ref().and_then(|fix| self.fix(fix)),
        }
    }

    /// The fix as the one edit that a person would make; a fix of several edits is not offered.
    fn fix(&self, fix: &Fix) -> Option<views::Fix> {
        let [edit] = fix.edits.as_slice() else {
            return None;
        };
        let (path, input) = match edit {
            Edit::Set { path, json } => (path, FieldInput::Text(self.typed(path, json))),
            Edit::Remove { path } => (path, FieldInput::Absent),
            Edit::Insert { .. } => return None,
        };
        Some(views::Fix {
            label: fix.label.clone(),
            edit: EditRequest {
                path: path.to_string(),
                input,
            },
        })
    }

    /// The raw value as it would be typed into its field.
    fn typed(&self, path: &adwright_model::Path, json: &str) -> String {
        let field = self.catalog.field(self.kind, path);
        let kind = field.map_or(FieldKind::Json, kind_of);
        show_raw(json, kind, field.and_then(|field| field.unit), self.zone)
    }
}

fn severity(severity: Severity) -> views::Severity {
    match severity {
        Severity::Error => views::Severity::Error,
        Severity::Warning => views::Severity::Warning,
        Severity::Note => views::Severity::Note,
    }
}
