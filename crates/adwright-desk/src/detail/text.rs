//! The detail of a text that is not a valid document: the text, the reason, and the known facts.

use adwright_checks::Facts;
use adwright_model::UneditableText;
use adwright_views::{Detail, saturating_u32};

use crate::detail::Details;
use crate::error::Error;
use crate::field::describe_kind;
use crate::object::LoadedObject;

/// The rule that reports why a text is not a document.
const NOT_JSON: &str = "json";

impl Details {
    /// Builds the detail of text that was written under Source. It keeps its former name, and a finding says what to
    /// fix.
    pub(super) fn detail_of_text(
        &self,
        object: &LoadedObject,
        text: &UneditableText,
        facts: &Facts,
    ) -> Result<Detail, Error> {
        let written = object.unparsed_draft_text();
        let describe = describe_kind(&self.context, object.kind());
        let findings = written
            .as_ref()
            .map(|kept| self.checker.check(object, kept, facts));
        let findings = findings.unwrap_or_default();
        let of_the_text = findings.iter().filter(|finding| finding.rule == NOT_JSON);
        let whole = written
            .as_ref()
            .map(|_| self.objects.last_valid_base(object))
            .transpose()?;
        let head = whole.as_ref().map(|whole| {
            let changes = object.changes(&whole.document).len();
            (&whole.document, saturating_u32(changes.max(1)))
        });
        Ok(Detail {
            findings: of_the_text
                .map(|finding| describe.finding(finding))
                .collect(),
            text_only: Some(adwright_views::TextOnlyReason {
                reason: text.to_string(),
                line: saturating_u32(text.position.line),
                column: saturating_u32(text.position.column),
                written: written.is_some(),
            }),
            source: text.text.clone(),
            ..self.detail_header(object, head)?
        })
    }
}
