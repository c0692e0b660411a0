use adwright_checks::Phase;
use serde::Serialize;

use super::Severity;

/// One checked object of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckedObject {
    /// The file's name, as given.
    pub file: String,
    /// The object's position in the file, from 0; also 0 if the whole file cannot be read.
    pub index: usize,
    /// Its kind, such as `Campaign`; none if neither its type nor its shape reveals the kind.
    pub kind: Option<String>,
    /// The phase of the check; none if no rule applies.
    pub phase: Option<Phase>,
    /// True if it could be read.
    pub readable: bool,
    /// The reason why it could not be read, as a sentence. It starts with the position, if one is known.
    pub error: Option<String>,
    /// The findings, in the order of the text.
    pub findings: Vec<PlacedFinding>,
}

/// One finding in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlacedFinding {
    /// The rule's name.
    pub rule: String,
    /// Its severity.
    pub severity: Severity,
    /// The path of the value inside its object, such as `a.b[2].c`; empty for the whole object.
    pub path: String,
    /// The problem and its remedy, as sentences.
    pub message: String,
    /// The line in the file, from 1. For a missing value, the line of its parent.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}
