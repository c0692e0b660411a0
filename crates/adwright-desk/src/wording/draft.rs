//! The wording of draft errors.

use adwright_model::Kind;

use super::join_words;

use crate::document::shape_name;
use crate::draft_source::DraftSource;
use crate::error::{DraftError, IdMismatch, NewObjectError, SetOptionError, UnsendableReason};

/// Returns what happened to a draft and what to do.
pub(super) fn draft_error_message(error: &DraftError) -> String {
    match error {
        DraftError::Unsendable(reason) => unsendable_message(*reason).to_owned(),
        DraftError::IdMismatch(draft) => id_mismatch_message(draft),
        DraftError::TooManyCopies { most, selected } => format!(
            "At most {most} can be copied at once, and {selected} are selected. Select fewer."
        ),
        DraftError::Unchanged(campaign) => {
            format!("Nothing was changed: campaign {campaign} already has these values.")
        }
        DraftError::Set { path, value, error } => {
            format!("--set {path}={value}: {}", set_option_problem(*error))
        }
        DraftError::NewObject { from, error } => {
            format!("{} {}", draft_source_text(from), new_object_message(error))
        }
        DraftError::MemberExists(name) => {
            format!("The field “{name}” already exists. Change that field, or choose another name.")
        }
        DraftError::NothingToMerge => {
            "The draft is of a new object, so nobody else can have changed it. Nothing was changed."
                .to_owned()
        }
        DraftError::ClashMissing => {
            "The draft does not have this clash any more. Nothing was changed.".to_owned()
        }
        DraftError::NotLists => {
            "These values are not lists, so only one of them can be kept. Nothing was changed."
                .to_owned()
        }
        DraftError::NotATemplateSource => {
            "Only a campaign can become a template; this is not a campaign.".to_owned()
        }
        DraftError::NotASample { place, found } => format!(
            "Line {}, column {}: this is {}, not a campaign. A campaign is an object in braces: {{…}}.",
            place.line,
            place.column,
            found.map_or("an empty list", shape_name)
        ),
    }
}

/// Returns the source of a draft, to continue "From".
pub(crate) fn draft_source_text(source: &DraftSource) -> String {
    match source {
        DraftSource::Nothing => "nothing".to_owned(),
        DraftSource::Copy(title) => format!("a copy of “{title}”"),
        DraftSource::Template(name) => format!("the template “{name}”"),
        DraftSource::Input(name) => name.clone(),
    }
}

/// Returns the note of a draft with fields that the template leaves open.
pub(crate) fn template_note(source: &DraftSource, open_fields: &[String]) -> String {
    format!(
        "Created from {}. Still to fill in: {}.",
        draft_source_text(source),
        join_words(open_fields)
    )
}

/// Returns the description of a field that was learned from a sample on a day.
pub(crate) fn learned_field_description(day: &str) -> String {
    format!("Learned from a sample on {day}.")
}

/// Returns why a workspace does not send drafts of ads.
pub(crate) const fn unsendable_message(reason: UnsendableReason) -> &'static str {
    match reason {
        UnsendableReason::NoAdsPath => {
            "The path for ads of this service is unknown, so a draft of an ad stays here. To send it, set “Path of \
             ads” and “Ads may be sent” under Connection."
        }
        UnsendableReason::AdsMayNotBeSent => {
            "This workspace does not send ads, so a draft of an ad stays here. To send it, switch on “Ads may be \
             sent” under Connection."
        }
    }
}

/// Returns why a draft that names another object cannot be sent.
pub(crate) fn id_mismatch_message(draft: &IdMismatch) -> String {
    let (noun, id) = (object_noun(draft.kind), draft.id);
    format!(
        "The draft’s id differs from the id of its {noun}, so the service could change another {noun}. Restore the \
         id {id}."
    )
}

/// Returns why a draft with open clashes cannot be sent.
pub(crate) fn open_clashes_message(count: usize) -> String {
    let (fields, them) = match count {
        1 => ("a field", "it"),
        _ => ("fields", "them"),
    };
    format!(
        "You and someone else changed {fields} differently. Settle {them} in the draft under “Clashes”, or with \
         “adwright draft merge” in a terminal."
    )
}

/// Returns the noun for objects of a kind.
pub(crate) const fn object_noun(kind: Kind) -> &'static str {
    match kind {
        Kind::RetargetingDataValue => "value",
        Kind::Ad => "ad",
        _ => "campaign",
    }
}

const fn set_option_problem(error: SetOptionError) -> &'static str {
    match error {
        SetOptionError::InvalidPath => "this is not a path.",
        SetOptionError::EmptyPath => "the path is missing. Write PATH=JSON.",
        SetOptionError::NotJson => "the value is not JSON. Put a text in quotes: '\"like this\"'.",
        SetOptionError::NotACell => {
            "a cell of a table cannot have this value. Write the values as JSON objects instead."
        }
    }
}

/// Returns the problem of an object, to continue a sentence.
pub(super) fn new_object_message(error: &NewObjectError) -> String {
    match error {
        NewObjectError::Unreadable(why) => format!("cannot be read: {why}"),
        NewObjectError::NotAnObject => "is not an object.".to_owned(),
        NewObjectError::OtherKind(kind) => format!(
            "is not {}: it has another type.",
            match kind {
                Kind::RetargetingDataValue => "a retargeting value",
                Kind::Ad => "an ad",
                _ => "a campaign",
            }
        ),
        NewObjectError::HasId(Kind::RetargetingDataValue) => {
            "has an id, so the service has it already. Values cannot be changed. Remove the id to create another \
             value."
                .to_owned()
        }
        NewObjectError::HasId(_) => {
            "has an id, so the service has it already. Change it with `campaign update`, or remove the id to create \
             another campaign."
                .to_owned()
        }
    }
}
