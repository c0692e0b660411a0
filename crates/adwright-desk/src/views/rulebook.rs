use serde::Serialize;

/// What is known of a rule or of an error code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The rule's name, or the code.
    pub name: String,
    /// Its title, or what the code means.
    pub title: String,
    /// What it says and why, or what to do about a refusal with this code.
    pub about: String,
    /// The sentence that a rule rests on, and where that stands.
    pub source: Option<String>,
    /// The wording of each case of a rule; `{name}` stands for what it is about.
    pub wordings: Vec<String>,
    /// The code that a rule foretells, or the names of the rules that foretell a code.
    pub related: Vec<String>,
}

/// A rule in the list of all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleSummary {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
}
