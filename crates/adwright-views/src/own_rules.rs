use serde::Serialize;
use specta::Type;

/// A workspace's own rules, as a person wrote them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OwnRulesText {
    /// The JSON text, as written.
    pub text: String,
    /// The number of rules.
    pub rules: u32,
    /// The reason why the rules are not used, as a sentence; none if they are used.
    pub problem: Option<String>,
}
