//! Turns findings into the refusal of the service.

use adwright_checks::{Finding, Severity, title};
use adwright_wire::codes;

use crate::reply::Refusal;

/// The findings about one document of a call, or about the call as a whole.
pub(super) struct LabeledFindings {
    /// The label of the document; `None` for the call as a whole.
    pub(super) label: Option<String>,
    pub(super) findings: Vec<Finding>,
}

/// Returns the one refusal for the findings about a document. `label` names the document that a rule refuses.
pub(super) fn document_refusal(findings: &[Finding], label: Option<&str>) -> Option<Refusal> {
    let first = winning_refusal(findings)?;
    Some(to_refusal(first, label.filter(|_| first.code.is_some())))
}

/// Returns the one refusal for the findings about all documents of a call.
pub(super) fn call_refusal(parts: &[LabeledFindings]) -> Option<Refusal> {
    let worst = parts
        .iter()
        .filter_map(|part| Some((winning_refusal(&part.findings)?, &part.label)));
    let (finding, label) = worst.min_by_key(|(finding, _)| rank(finding))?;
    Some(to_refusal(finding, label.as_deref()))
}

/// Returns the one refusal for a document of a call that creates one by one.
pub(super) fn item_refusal(document: &LabeledFindings) -> Option<Refusal> {
    Some(to_refusal(
        winning_refusal(&document.findings)?,
        document.label.as_deref(),
    ))
}

/// Returns whether the call is refused as a whole, even if it creates documents one by one.
pub(super) fn is_call_refused(whole: &LabeledFindings, documents: &[LabeledFindings]) -> bool {
    let findings = documents
        .iter()
        .chain([whole])
        .flat_map(|part| &part.findings);
    findings
        .filter_map(|finding| finding.code)
        .any(is_call_code)
}

/// Returns the finding that the service refuses a document with; none if it accepts the document. With several, the
/// first of the highest rank counts.
#[must_use]
pub fn winning_refusal<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Option<&'a Finding> {
    let errors = findings.into_iter().filter(|finding| is_refusal(finding));
    errors.min_by_key(|finding| rank(finding))
}

fn to_refusal(finding: &Finding, label: Option<&str>) -> Refusal {
    match finding.code {
        Some(code) => rule_refusal(code, label.filter(|_| !is_call_code(code))),
        None => shape_refusal(finding, label),
    }
}

/// Ranks the problems of a call: a missing privilege, a call of the wrong size, a document of the wrong shape, then the
/// other rules of the interface.
fn rank(finding: &Finding) -> u8 {
    match finding.code {
        Some(codes::PRIVILEGES) => 0,
        Some(code) if is_call_code(code) => 1,
        None => 2,
        Some(_) => 3,
    }
}

/// Returns whether a code concerns the call as a whole.
const fn is_call_code(code: u32) -> bool {
    matches!(code, codes::EMPTY_BATCH | codes::BATCH_SIZE)
}

/// Returns whether the service refuses this finding. Read-only members are overwritten, because the interface has no
/// version check. A text id is refused, because ids are numbers here.
fn is_refusal(finding: &Finding) -> bool {
    match finding.rule.as_ref() {
        "read-only" => false,
        "type" if finding.case == "id-as-text" => true,
        _ => finding.severity == Severity::Error,
    }
}

/// Returns the refusal that a rule's finding predicts, with the label of its document.
fn rule_refusal(code: u32, label: Option<&str>) -> Refusal {
    let meaning = codes::meaning(code).unwrap_or("A rule of the service refuses this.");
    let message = match label {
        Some(label) => format!("{label}: {meaning}"),
        None => meaning.to_owned(),
    };
    Refusal::Rule { code, message }
}

fn shape_refusal(finding: &Finding, label: Option<&str>) -> Refusal {
    let (path, title) = (&finding.path, title(finding));
    Refusal::Malformed(match label {
        Some(label) => format!("{label}: {path}: {title}."),
        None => format!("{path}: {title}."),
    })
}

/// Returns the refusal for a party that the document names and that does not exist.
pub(super) fn missing_party(what: &str) -> Refusal {
    Refusal::Malformed(format!("The entity names no {what}."))
}
