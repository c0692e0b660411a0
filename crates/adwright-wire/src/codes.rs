//! The service's own error codes.

/// `traffickingMode` changes from advanced to simple while a placement is attached.
pub const TRAFFICKING_MODE: u32 = 62000;
/// The campaign has verification tracking placements although its verification is None.
pub const VERIFICATION: u32 = 62001;
/// The advertiser has no privacy section.
pub const PRIVACY_SECTION: u32 = 62002;
/// `disableCookies` is false while the advertiser's is true.
pub const DISABLE_COOKIES: u32 = 62003;
/// The login lacks the privilege.
pub const PRIVILEGES: u32 = 62004;
/// A call contains no retargeting value to create.
pub const EMPTY_BATCH: u32 = 66107;
/// A retargeting activity belongs to another advertiser than its value.
pub const ACTIVITY_OF_ADVERTISER: u32 = 66108;
/// A call contains more retargeting values than the service accepts at once.
pub const BATCH_SIZE: u32 = 66109;
/// A value has loose retargeting data, although the service stores values as objects.
pub const LOOSE_DATA: u32 = 66110;
/// `from` or `max` is missing or out of range.
pub const PAGING: u32 = 9199;

/// Returns the meaning of a code as one sentence; `None` for a code that the interface does not name.
#[must_use]
pub const fn meaning(code: u32) -> Option<&'static str> {
    Some(match code {
        TRAFFICKING_MODE => {
            "The trafficking mode cannot change from advanced to simple while a placement is attached to the campaign."
        }
        VERIFICATION => {
            "The campaign has verification tracking placements although its verification is set to None."
        }
        PRIVACY_SECTION => {
            "The campaign cannot be created because its advertiser has no privacy section."
        }
        DISABLE_COOKIES => {
            "The campaign cannot be saved with cookies enabled while its advertiser disables them."
        }
        PRIVILEGES => "This login lacks the privileges for the action.",
        EMPTY_BATCH => "The list of retargeting values is empty.",
        ACTIVITY_OF_ADVERTISER => {
            "A retargeting activity does not belong to the advertiser of its value."
        }
        BATCH_SIZE => "There are more retargeting values than the service takes in one call.",
        LOOSE_DATA => {
            "There is loose retargeting data, although the service keeps values as separate objects."
        }
        PAGING => "The requested page is outside the limits of the service.",
        _ => return None,
    })
}

/// Returns why the service refused a request: the meaning of the code, and the service's message if it adds something.
#[must_use]
pub fn explain(code: Option<u32>, message: Option<&str>) -> Option<String> {
    let message = message.map(str::trim).filter(|message| !message.is_empty());
    match (code.and_then(meaning), message) {
        (Some(meaning), Some(message)) if !message.contains(meaning.trim_end_matches('.')) => {
            Some(format!("{meaning} The service says: {message}"))
        }
        (meaning, message) => message.or(meaning).map(str::to_owned),
    }
}

/// Returns a sentence that says what to do about a refusal with this code.
#[must_use]
pub const fn remedy(code: Option<u32>) -> &'static str {
    match code {
        Some(TRAFFICKING_MODE) => "Set it back to advanced, or have the placements detached first.",
        Some(VERIFICATION) => "Set the verification back, or have those placements removed first.",
        Some(PRIVACY_SECTION) => {
            "Choose another advertiser, or have a privacy section added first."
        }
        Some(DISABLE_COOKIES) => {
            "Disable cookies in the campaign, or have the advertiser allow them first."
        }
        Some(EMPTY_BATCH) => "Add at least one value, then send it again.",
        Some(ACTIVITY_OF_ADVERTISER) => {
            "Choose an activity of that advertiser, then send it again."
        }
        Some(BATCH_SIZE) => "Send them in smaller calls.",
        Some(LOOSE_DATA) => "Remove the loose data, then send it again.",
        Some(PRIVILEGES) => "Ask for the privilege, or connect with another login.",
        _ => "Fix the cause, then send it again.",
    }
}

/// Returns whether the interface or public facts name this code.
#[must_use]
pub const fn is_known(code: u32) -> bool {
    meaning(code).is_some()
}

/// Returns whether a code is a final refusal, whatever the HTTP status. Repeating the request does not help.
///
/// [`VERIFICATION`] is not final: it comes in a multi-status reply, and the object may have been saved.
#[must_use]
pub const fn is_final(code: u32) -> bool {
    matches!(
        code,
        TRAFFICKING_MODE | PRIVACY_SECTION | DISABLE_COOKIES | PRIVILEGES
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reason_keeps_the_service_message() {
        let meaning = meaning(PRIVILEGES).unwrap();
        let said = |code, message| explain(code, message).unwrap_or_default();
        let both = said(Some(PRIVILEGES), Some("Ask Ann."));
        assert!(both.starts_with(meaning) && both.contains("Ask Ann."));
        let longer = format!("Campaign 7: {meaning}");
        assert_eq!(said(Some(PRIVILEGES), Some(&longer)), longer);
        assert_eq!(said(Some(PRIVILEGES), Some(" ")), meaning);
        assert_eq!(said(Some(70_001), Some("No.")), "No.");
        assert_eq!(explain(Some(70_001), None), None);
    }
}
