use serde::Serialize;

/// An explanation of a rule or of an error code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The rule's name, or the code.
    pub name: String,
    /// The rule's title, or the meaning of the code.
    pub title: String,
    /// The rule's content and reason, or the remedy for a refusal with this code.
    pub about: String,
    /// The sentence behind the rule, with its source.
    pub source: Option<String>,
    /// The wording of each case of a rule; `{name}` is a placeholder.
    pub wordings: Vec<String>,
    /// The code that a rule predicts, or the rules that predict a code.
    pub related: Vec<String>,
}

/// A rule in the list of all rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleSummary {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
}
