use serde::{Deserialize, Serialize};
use specta::Type;

use super::FieldGroup;

/// A question for a campaign's site contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactQuestionView {
    /// The campaign's id on the service.
    pub campaign: String,
    /// The second id, as typed or chosen.
    pub id: String,
    /// True if the contact is looked up at the advertiser.
    pub from_advertiser: bool,
}

/// The known facts about a campaign's site contact, with the question to ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SiteContact {
    /// The reason why an id is required, in sentences.
    pub explanation: String,
    /// The conclusion about the id from the answers so far, as a sentence.
    pub learned: Option<String>,
    /// The initial question: the last one that worked for this campaign. Its id is empty if none worked.
    pub question: ContactQuestionView,
    /// The candidate ids, likeliest first.
    pub candidates: Vec<ContactCandidate>,
    /// The answers for this campaign, newest first.
    pub answers: Vec<ContactAnswerView>,
    /// The answer that was viewed last.
    pub current: Option<ContactResult>,
}

/// A candidate id for the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactCandidate {
    /// The id.
    pub id: String,
    /// The reason, in sentences.
    pub why: String,
}

/// The service's answer to one question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactAnswerView {
    /// The question.
    pub question: ContactQuestionView,
    /// True if there was a contact.
    pub has_contact: bool,
    /// The contact, or its absence, in a few words.
    pub summary: String,
    /// The conclusion about the id, in a few words; none without a conclusion.
    pub lesson: Option<String>,
    /// The time of the answer.
    pub at: String,
}

/// One answer with all details.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactResult {
    /// The question.
    pub question: ContactQuestionView,
    /// The time of the answer.
    pub at: String,
    /// The contact; none if there was none.
    pub contact: Option<ContactCard>,
}

/// A site contact, to read and copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactCard {
    /// The name, or the contact's id if it has no name.
    pub title: String,
    /// Its fields, all read-only.
    pub groups: Vec<FieldGroup>,
    /// Its exact text.
    pub source: String,
    /// The reason why it can only be shown as text, with line and column; none if it can be shown in fields.
    pub text_only_reason: Option<String>,
}
