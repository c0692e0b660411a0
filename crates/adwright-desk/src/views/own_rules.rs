use serde::Serialize;
use specta::Type;

/// The rules of a workspace's own, as a person wrote them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OwnRulesText {
    /// JSON, as it was written.
    pub text: String,
    /// How many rules it has.
    pub rules: u32,
    /// Why they are not used, as a sentence; none where they are.
    pub problem: Option<String>,
}
