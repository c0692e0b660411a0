//! The detail of what is no document: its text, why it is none, and what is known of it all the same.

use adwright_checks::Facts;
use adwright_model::UneditableText;

use crate::desk::Desk;
use crate::draft::LoadedObject;
use crate::error::Error;
use crate::list::saturating_u32;
use crate::views::{self, Detail};

/// The rule that says of a text why it is no document.
const NOT_JSON: &str = "json";

impl Desk {
    /// What was written under Source keeps the name that it had, and says as a finding what is to be mended.
    pub(super) fn detail_of_text(
        &self,
        opened: &LoadedObject,
        text: &UneditableText,
        facts: &Facts,
    ) -> Result<Detail, Error> {
        let written = opened.unparsed_draft_text();
        let describe = self.describe_kind(opened.kind());
        let findings = written.as_ref().map(|kept| self.check(opened, kept, facts));
        let findings = findings.unwrap_or_default();
        let of_the_text = findings.iter().filter(|finding| finding.rule == NOT_JSON);
        let whole = written
            .as_ref()
            .map(|_| self.last_valid_base(opened))
            .transpose()?;
        let head = whole.as_ref().map(|whole| {
            let changes = opened.changes(&whole.document).len();
            (&whole.document, saturating_u32(changes.max(1)))
        });
        Ok(Detail {
            findings: of_the_text
                .map(|finding| describe.finding(finding))
                .collect(),
            text_only: Some(views::TextOnlyReason {
                reason: text.to_string(),
                line: saturating_u32(text.place.line),
                column: saturating_u32(text.place.column),
                written: written.is_some(),
            }),
            source: text.text.clone(),
            ..self.detail_header(opened, head)?
        })
    }
}
