use adwright_checks::{OwnRuleError, OwnRulesError, RulePart};
use adwright_views::{RequirementKind, RuleRequirement};

/// Describes the problem of one part of a rule, next to its control in the form.
pub(crate) fn rule_problem_message(
    part: RulePart,
    requirement: Option<&RuleRequirement>,
    error: &OwnRulesError,
) -> String {
    let kind = requirement.map(|requirement| requirement.kind);
    match (error, part, kind) {
        (
            _,
            RulePart::Requirement,
            Some(RequirementKind::BeAtLeast | RequirementKind::BeAtMost),
        ) => "Type a number, such as 10 or 2.5.".to_owned(),
        (_, RulePart::Requirement, Some(RequirementKind::HaveAtMost)) => {
            "Type a whole number of characters or items.".to_owned()
        }
        (OwnRulesError::Form { reason, .. }, ..) => sentence(reason),
        (OwnRulesError::Rule { reason, .. }, ..) => rule_error_message(reason),
    }
}

fn rule_error_message(error: &OwnRuleError) -> String {
    match error {
        OwnRuleError::NotAField(field) if field.is_empty() => "Choose a field.".to_owned(),
        OwnRuleError::EmptyMember(_) => "Type what is wrong and what to do.".to_owned(),
        OwnRuleError::NoChoices => "Type the values, each on its own line.".to_owned(),
        _ => sentence(&error.to_string()),
    }
}

/// Makes a sentence of its words, which may begin with a quoted one.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// Names the objects that a rule checks, by the title of their kind.
pub(crate) fn rule_kind_label(kind: Option<&str>) -> String {
    kind.unwrap_or("Every kind").to_owned()
}
