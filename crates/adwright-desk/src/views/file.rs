use adwright_checks::Phase;
use serde::Serialize;

use super::SeverityView;

/// One object of a file, as the rules see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckedObject {
    /// The file's name, as it was given.
    pub file: String,
    /// The object's position in the file, from 0; 0 as well where the whole file cannot be read.
    pub index: usize,
    /// What it is, such as `Campaign`; none where neither its type nor its shape tells.
    pub kind: Option<String>,
    /// What it was checked for; none where no rule can judge it.
    pub phase: Option<Phase>,
    /// Whether it could be read.
    pub readable: bool,
    /// Why not: a sentence that begins with the place, where there is one.
    pub error: Option<String>,
    /// What the rules noticed, in the order of the text.
    pub findings: Vec<PlacedFinding>,
}

/// One thing that a rule noticed in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlacedFinding {
    /// The rule's name.
    pub rule: String,
    /// How much it matters.
    pub severity: SeverityView,
    /// The value that it is about, inside its object: `a.b[2].c`; empty for the object as a whole.
    pub path: String,
    /// What is wrong and what to do, as sentences.
    pub message: String,
    /// The line in the file, from 1; of what holds the value where that is missing.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}
