use serde::{Deserialize, Serialize};
use specta::Type;

use super::FieldGroup;

/// What a campaign's site contact is asked for by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactQuestionView {
    /// The campaign's id on the service.
    pub campaign: String,
    /// The second id, as it was typed or chosen.
    pub id: String,
    /// Whether the contact is looked for at the advertiser.
    pub from_advertiser: bool,
}

/// Everything that is known about a campaign's site contact, and what to ask for it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SiteContact {
    /// Why an id has to be given, in sentences.
    pub explanation: String,
    /// What the answers so far tell about the id, as a sentence.
    pub learned: Option<String>,
    /// What to begin with: what worked last for this campaign; an empty id where nothing did.
    pub question: ContactQuestionView,
    /// Ids that may be worth a try, the likeliest first.
    pub candidates: Vec<ContactCandidate>,
    /// What was answered for this campaign, the newest first.
    pub answers: Vec<ContactAnswerView>,
    /// The answer to the question that was looked at last.
    pub shown: Option<ContactResult>,
}

/// An id that may be worth a try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactCandidate {
    /// The id.
    pub id: String,
    /// Why, in sentences.
    pub why: String,
}

/// What the service answered to one question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactAnswerView {
    /// The question.
    pub question: ContactQuestionView,
    /// Whether there was a contact.
    pub found: bool,
    /// Who it is, or that there was nothing, in a few words.
    pub summary: String,
    /// What the answer tells about the id, in a few words; none where it tells nothing.
    pub lesson: Option<String>,
    /// When it was answered.
    pub at: String,
}

/// One answer in full.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactResult {
    /// What was asked.
    pub question: ContactQuestionView,
    /// When it was answered.
    pub at: String,
    /// The contact; none where nothing was found.
    pub contact: Option<ContactCard>,
}

/// A site contact, to read and copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactCard {
    /// The name, or the contact's id where it has none.
    pub title: String,
    /// Its fields, none of which can be edited.
    pub groups: Vec<FieldGroup>,
    /// Its exact text.
    pub source: String,
    /// Why it can only be shown as text, with line and column, where that is so.
    pub text_only: Option<String>,
}
