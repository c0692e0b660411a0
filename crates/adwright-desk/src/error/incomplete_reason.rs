//! Why a list is incomplete.

use adwright_wire::{IncompleteList, ListEnd, RequestFailure};
use serde::{Deserialize, Serialize};

use super::Error;

/// Why a list is incomplete, or may be. It is stored with the result of a fetch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum IncompleteReason {
    /// The list was not read to its end.
    Stopped,
    /// The service did not send the whole list.
    List(IncompleteList),
    /// The list is whole, but some ads are known only as summaries.
    PartialAds {
        /// The ads that the service did not send in full.
        not_given: u32,
        /// The ads that are left to fetch.
        left: u64,
        /// Whether the person stopped it.
        is_stopped: bool,
    },
    /// A request failed.
    Failed(RequestFailure),
    /// A page could not be stored.
    NotStored {
        /// The cause, in the words of the database.
        cause: String,
    },
}

impl IncompleteReason {
    /// Returns why a list may be incomplete, from how it ended; none if it is complete.
    pub(crate) const fn from_list_end(ended: Option<ListEnd>) -> Option<Self> {
        Some(match ended {
            Some(ListEnd::Complete) => return None,
            None => Self::Stopped,
            Some(ListEnd::Incomplete(reason)) => Self::List(reason),
        })
    }

    /// Returns the reason of a fetch that failed.
    pub(crate) fn from_error(error: &Error) -> Self {
        match error {
            Error::RepeatedPage => Self::List(IncompleteList::RepeatedPage),
            Error::Client(error) => Self::Failed(error.failure.clone()),
            error => Self::NotStored {
                cause: error.to_string(),
            },
        }
    }

    /// Formats the reason for the store.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a reason is plain data")
    }

    /// Parses a stored reason.
    pub(crate) fn from_json(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_stored_as_codes() {
        for (reason, json) in [
            (IncompleteReason::Stopped, r#""stopped""#),
            (
                IncompleteReason::PartialAds {
                    not_given: 1,
                    left: 2,
                    is_stopped: true,
                },
                r#"{"partialAds":{"notGiven":1,"left":2,"isStopped":true}}"#,
            ),
        ] {
            assert_eq!(reason.to_json(), json);
            assert_eq!(IncompleteReason::from_json(json), Some(reason));
        }
    }
}
