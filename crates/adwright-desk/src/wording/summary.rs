//! The wording of objects that are known only as summaries.

use adwright_review::ONLY_SUMMARY;
use adwright_views::SummaryNotice;

use super::client_message;

use crate::error::SummaryReason;

/// Returns why only a summary is known, and what to do.
pub(crate) fn summary_reason_message(reason: &SummaryReason) -> String {
    let fixed = match reason {
        SummaryReason::File(name) => {
            return format!("“{name}” has only a summary. Import the full ad.");
        }
        SummaryReason::Draft => {
            "The draft began from the summary. The other fields stay on the service when you send the draft."
        }
        SummaryReason::KeyringLocked => {
            "The keyring is locked, so the rest could not be fetched. Unlock the keyring first."
        }
        SummaryReason::KeyringFailed => {
            "The keyring cannot be used, so the rest could not be fetched. Repair the keyring first."
        }
        SummaryReason::PasswordMissing => {
            "The password is missing, so the rest could not be fetched. Enter it in the workspace’s settings \
             first."
        }
        SummaryReason::NotAsked => "The rest was not fetched yet.",
        SummaryReason::MissingOnService => "The service has no object with this id.",
        SummaryReason::ReplyUnreadable => "The reply is not the full object.",
        SummaryReason::Failed(error) => return client_message(error),
    };
    fixed.to_owned()
}

/// Returns the notice on an object that is known only as a summary.
pub(crate) fn summary_notice(reason: &SummaryReason) -> SummaryNotice {
    SummaryNotice {
        message: format!("{ONLY_SUMMARY} {}", summary_reason_message(reason)),
        gettable: reason.can_be_fetched(),
    }
}
