//! Turns findings into the service's refusal.

use adwright_checks::{Finding, Severity, title};
use adwright_wire::codes;

use crate::reply::Refusal;

/// The one refusal that the findings about a document amount to. `label` says which document a rule refuses.
pub(super) fn document_refusal(findings: &[Finding], label: Option<&str>) -> Option<Refusal> {
    let first = worst(findings)?;
    Some(to_refusal(first, label.filter(|_| first.code.is_some())))
}

/// The one refusal that the findings about all documents of a call amount to; each comes with its label.
pub(super) fn call_refusal(documents: &[(Option<String>, Vec<Finding>)]) -> Option<Refusal> {
    let worst = documents
        .iter()
        .filter_map(|(label, findings)| Some((worst(findings)?, label)));
    let (finding, label) = worst.min_by_key(|(finding, _)| rank(finding))?;
    Some(to_refusal(finding, label.as_deref()))
}

/// The one refusal of a document of a call that creates one by one.
pub(super) fn item_refusal(findings: &[Finding], label: Option<&str>) -> Option<Refusal> {
    Some(to_refusal(worst(findings)?, label))
}

/// Whether a call is refused as a whole, however its documents are created.
pub(super) fn is_call_refused(
    whole: &(Option<String>, Vec<Finding>),
    documents: &[(Option<String>, Vec<Finding>)],
) -> bool {
    let findings = documents
        .iter()
        .chain([whole])
        .flat_map(|(_, findings)| findings);
    findings
        .filter_map(|finding| finding.code)
        .any(is_call_code)
}

fn worst(findings: &[Finding]) -> Option<&Finding> {
    let errors = findings.iter().filter(|finding| is_refusal(finding));
    errors.min_by_key(|finding| rank(finding))
}

fn to_refusal(finding: &Finding, label: Option<&str>) -> Refusal {
    match finding.code {
        Some(code) => rule_refusal(code, label.filter(|_| !is_call_code(code))),
        None => shape_refusal(finding, label),
    }
}

/// What comes first where several things are wrong: a missing privilege, then a call of the wrong size, then a document
/// that has not the right shape, then the other rules of the interface.
fn rank(finding: &Finding) -> u8 {
    match finding.code {
        Some(codes::PRIVILEGES) => 0,
        Some(code) if is_call_code(code) => 1,
        None => 2,
        Some(_) => 3,
    }
}

/// Whether a code is about a call as a whole.
const fn is_call_code(code: u32) -> bool {
    matches!(code, codes::EMPTY_BATCH | codes::BATCH_SIZE)
}

/// What was sent for a read-only member is overwritten, not refused: the interface has no version check. An id as a text
/// is refused, since ids are numbers here.
fn is_refusal(finding: &Finding) -> bool {
    match finding.rule.as_ref() {
        "read-only" => false,
        "type" if finding.case == "id-as-text" => true,
        _ => finding.severity == Severity::Error,
    }
}

/// A finding foretells what the service will say; here the service says it, and names what it is about.
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

/// A party that the document names is not there.
pub(super) fn missing_party(what: &str) -> Refusal {
    Refusal::Malformed(format!("The entity names no {what}."))
}
