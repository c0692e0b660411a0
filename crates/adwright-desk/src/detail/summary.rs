//! What is said of a detail that has less than the object: what a list shows of it.

use adwright_store::Fullness;

use crate::desk::Desk;
use crate::draft::Opened;
use crate::open_secrets::Found;

/// Of a draft, which keeps the base that it was begun from.
const OF_DRAFT: &str = "This draft was begun from what the list shows. What is not in the summary stays as the service has it when this is sent.";

impl Desk {
    /// That no more than a summary is there, and why; none where all of it is.
    pub(super) fn summary_mark(&self, opened: &Opened) -> Option<String> {
        let is_summary = opened.fullness == Fullness::Summary && opened.id.is_some();
        if !is_summary || opened.file.is_some() {
            return None;
        }
        if opened.draft.is_some() {
            return Some(OF_DRAFT.to_owned());
        }
        let found = self.open_secrets.as_ref().map(|secrets| secrets.found());
        let why = match found {
            Some(Found::Waiting) => {
                "the keyring is locked, so the service could not be asked for the rest. Unlock the keyring first"
            }
            Some(Found::Failed(_)) => {
                "the keyring cannot be used, so the service could not be asked for the rest. See to the keyring first"
            }
            Some(Found::Missing) => {
                "the password is missing, so the service could not be asked for the rest. Enter it in the workspace’s settings first"
            }
            _ => "the service did not give the rest. Try again when it can be reached",
        };
        Some(format!(
            "This is what the list shows of it, and may not be all: {why}."
        ))
    }
}
