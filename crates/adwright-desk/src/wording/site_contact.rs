//! The wording of site contacts, whose second id the interface does not define.

use adwright_model::Path;

/// The explanation of the second id.
pub(crate) const CONTACT_ID_EXPLANATION: &str = "The service needs a second id here, and its documentation does not define it. It may be the id of a site or of the contact. Adwright does not guess: enter or choose an id. Adwright keeps the answer and uses it the next time.";

/// The title of a contact without a name.
pub(crate) const UNNAMED_CONTACT: &str = "A contact without a name";

/// The summary of an answer without a contact.
pub(crate) const NO_CONTACT: &str = "Nothing";

/// The reason why an id may be the second id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ContactIdReason {
    /// The campaign has the id at this path.
    InCampaign(Path),
    /// A placement of the campaign is on the site with this id.
    SiteOfPlacement {
        placement: String,
        /// The number of the campaign's other placements on the site.
        others: usize,
    },
    /// The id worked for the campaign with this name.
    WorkedFor(String),
}

/// Returns why an id is suggested.
pub(crate) fn contact_id_reason_message(reason: &ContactIdReason) -> String {
    match reason {
        ContactIdReason::InCampaign(path) => format!("The campaign has it as {path}."),
        ContactIdReason::SiteOfPlacement { placement, others } => match others {
            0 => format!("In the practice admin, the site of the placement “{placement}”."),
            1 => format!("In the practice admin, the site of “{placement}” and 1 more placement."),
            others => format!(
                "In the practice admin, the site of “{placement}” and {others} more placements."
            ),
        },
        ContactIdReason::WorkedFor(campaign) => format!("Worked for “{campaign}”."),
    }
}

/// Returns which field of the contact has the id of the question.
pub(crate) fn contact_lesson_message(field: Option<&str>) -> String {
    match field {
        Some(field) => format!("The id was the contact’s {field}."),
        None => "No field of the contact has this number.".to_owned(),
    }
}

/// Returns which field of the contact had the id in `agreeing` of `all` answers.
pub(crate) fn contact_lessons_message(field: &str, agreeing: usize, all: usize) -> String {
    if all == 1 {
        format!("Learned from one answer of this service: the id was the contact’s {field}.")
    } else if agreeing == all {
        format!(
            "Learned from {all} answers of this service: the id was the contact’s {field} each time."
        )
    } else {
        format!(
            "Learned from {all} answers of this service: the id was the contact’s {field} in {agreeing} of them."
        )
    }
}
