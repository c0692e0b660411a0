//! Explanations of the rules and of the service's error codes.

use adwright_checks::{Rule, rules};
use adwright_views::{Explanation, RuleSummary};
use adwright_wire::codes;

/// Returns every rule, in the order of checking.
#[must_use]
pub fn rule_list() -> Vec<RuleSummary> {
    let line = |rule: &Rule| RuleSummary {
        name: rule.id,
        title: rule.title,
    };
    rules().iter().map(line).collect()
}

/// Explains a rule's name or an error code; none for other words.
#[must_use]
pub fn explain(word: &str) -> Option<Explanation> {
    match word.parse() {
        Ok(code) => explain_code(code),
        Err(_) => rules()
            .iter()
            .find(|rule| rule.id == word)
            .map(explain_rule),
    }
}

fn explain_rule(rule: &Rule) -> Explanation {
    let wordings = rule.cases.iter().map(|case| case.wording.to_owned());
    Explanation {
        name: rule.id.to_owned(),
        title: rule.title.to_owned(),
        about: rule.about.to_owned(),
        source: Some(rule.source.to_owned()),
        wordings: wordings.collect(),
        related: rule.code.iter().map(u32::to_string).collect(),
    }
}

fn explain_code(code: u32) -> Option<Explanation> {
    let predicting_rules = rules().iter().filter(|rule| rule.code == Some(code));
    Some(Explanation {
        name: code.to_string(),
        title: codes::meaning(code)?.to_owned(),
        about: codes::remedy(Some(code)).to_owned(),
        source: None,
        wordings: Vec::new(),
        related: predicting_rules.map(|rule| rule.id.to_owned()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_rule_and_code_is_explained() {
        for line in rule_list() {
            let rule = explain(line.name).expect("a rule of the list");
            assert_eq!(rule.title, line.title);
            for code in &rule.related {
                let code = explain(code).expect("a code that a rule foretells");
                assert!(code.related.contains(&rule.name), "{}", rule.name);
            }
        }
    }

    #[test]
    fn unknown_word_has_no_explanation() {
        assert_eq!(explain("rnage"), None);
        assert_eq!(explain("1"), None);
        assert_eq!(explain("-62000"), None);
    }
}
