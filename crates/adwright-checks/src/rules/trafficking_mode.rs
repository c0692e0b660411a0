use adwright_model::{Binding, Edit, Node, Path};

use crate::fact::Fact;
use crate::finding::{Finding, Severity};
use crate::rule::Rule;
use crate::subject::{Phase, Subject, is_word};

/// 62000: no way back from advanced to simple with a placement attached.
///
/// Looks only at that one move, so it says nothing on create, without a base, or where the setting
/// is not found.
pub(super) const RULE: Rule = Rule {
    id: "trafficking-mode-with-placements",
    code: Some(62000),
    title: "Back to simple with placements attached",
    about: "A campaign with a placement cannot go from advanced back to simple trafficking. No \
           document shows whether it has one; offline that is known only from a person or from an \
           answer of the service.",
    source: "INTERFACE.md, Campaign, rule 2: \"traffickingMode must not change from advanced to \
            simple while a placement is already attached (error 62000).\"",
    wording: &[
        (
            "refused",
            "This campaign has {placements} attached, so the service will refuse the change from \
            advanced to simple (62000). Keep advanced, or detach the placements first.",
        ),
        (
            "unknown",
            "It cannot be told offline whether this campaign has placements attached. If it has, \
            the service will refuse the change from advanced to simple (62000). Keep advanced if \
            you are not sure.",
        ),
        (
            "ambiguous",
            "There is a trafficking mode at several places ({places}), so it cannot be told which \
            one counts. Choose one in the workspace's settings.",
        ),
    ],
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    if subject.phase == Phase::Create {
        return Vec::new();
    }
    let ambiguous = RULE.ambiguous(subject, Binding::TraffickingMode);
    ambiguous.or_else(|| finding(subject)).into_iter().collect()
}

fn finding(subject: &Subject<'_>) -> Option<Finding> {
    let (path, mode) = subject.find(Binding::TraffickingMode)?;
    let before = subject.find_in_base(Binding::TraffickingMode)?;
    if !(is_word(&before, "advanced") && is_word(&mode, "simple")) {
        return None;
    }
    let finding = match subject.fact(Fact::PlacementAttached) {
        Some(known) if !known.value => return None,
        Some(known) => RULE
            .finding(Severity::Error, "refused", path.clone())
            .arg(
                "placements",
                known.detail.as_deref().unwrap_or("placements"),
            )
            .source(known.words()),
        None => RULE.finding(Severity::Note, "unknown", path.clone()),
    };
    Some(keep_advanced(finding, path, &before))
}

fn keep_advanced(finding: Finding, path: Path, before: &Node<'_>) -> Finding {
    finding.fix(
        "Keep advanced",
        Edit::Set {
            path,
            json: before.raw().to_owned(),
        },
    )
}
