//! Turns findings into the service's refusal.

use adwright_checks::{Finding, Severity, title};
use adwright_wire::codes;

use crate::reply::Refusal;

/// The one refusal that the findings amount to: a missing privilege, then a body that has not the right shape,
/// then a rule of the interface. `label` says which document it is about.
pub(super) fn refused(findings: &[Finding], label: Option<&str>) -> Option<Refusal> {
    let errors = || findings.iter().filter(|finding| is_refused(finding));
    let coded = || errors().filter_map(|finding| finding.code);
    if coded().any(|code| code == codes::PRIVILEGES) {
        return Some(rule(codes::PRIVILEGES, label));
    }
    match errors().find(|finding| finding.code.is_none()) {
        Some(finding) => Some(shape(finding)),
        None => coded().next().map(|code| rule(code, label)),
    }
}

/// What was sent for a read-only member is overwritten, not refused: the interface has no version check.
fn is_refused(finding: &Finding) -> bool {
    finding.severity == Severity::Error && finding.rule != "read-only"
}

/// A finding foretells what the service will say; here the service says it, and names what it is about.
fn rule(code: u32, label: Option<&str>) -> Refusal {
    let meaning = codes::meaning(code).unwrap_or("A rule of the service refuses this.");
    let message = match label {
        Some(label) => format!("{label}: {meaning}"),
        None => meaning.to_owned(),
    };
    Refusal::Rule { code, message }
}

fn shape(finding: &Finding) -> Refusal {
    let title = title(finding);
    Refusal::Malformed(format!("{}: {title}.", finding.path))
}

/// A party that the document names is not there.
pub(super) fn nobody(what: &str) -> Refusal {
    Refusal::Malformed(format!("The entity names no {what}."))
}
