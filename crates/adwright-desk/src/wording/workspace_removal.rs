//! The wording of removed and imported workspaces.

use adwright_store::WorkspaceLosses;

/// The message on what a removal keeps.
pub(crate) const SERVICE_KEEPS_OBJECTS: &str =
    "Only the data on this computer is removed. The service keeps everything.";

/// Returns lines about what is lost, the most important first.
pub(crate) fn loss_lines(losses: &WorkspaceLosses, has_secrets: bool) -> Vec<String> {
    let counted = [
        (losses.drafts, "unsent draft", "unsent drafts"),
        (
            losses.needs_you,
            "sent item that needs your decision",
            "sent items that need your decision",
        ),
        (losses.receipts, "receipt", "receipts"),
        (losses.batches, "batch of values", "batches of values"),
        (losses.discarded, "discarded draft", "discarded drafts"),
        (losses.templates, "template", "templates"),
        (losses.views, "saved view", "saved views"),
        (losses.file_ads, "ad from a file", "ads from files"),
        (losses.objects, "fetched campaign", "fetched campaigns"),
    ];
    let counted = counted.into_iter().filter(|(count, ..)| *count > 0);
    let line = |(count, one, many)| format!("{count} {}", if count == 1 { one } else { many });
    let settings = if has_secrets {
        "its settings, and its password in the keyring"
    } else {
        "its settings"
    };
    counted.map(line).chain([settings.to_owned()]).collect()
}

/// The note on an imported workspace whose address is not encrypted.
pub(crate) const IMPORTED_UNENCRYPTED: &str =
    "Its address is not encrypted. Look at its settings before you open it.";

/// The note on an imported workspace without its password.
pub(crate) const IMPORTED_WITHOUT_SECRET: &str =
    "Enter its password in its settings, then open it.";

/// The warning about an address without encryption.
pub(crate) const UNENCRYPTED_ADDRESS: &str = "This address is not encrypted: others on the network can read your password and change your data. Use https:// if the service has it.";

/// The note on an address on another server.
pub(crate) const SERVER_CHANGES: &str = "The address changes to another server. The password of this workspace is deleted from the keyring, so that the other server does not receive it.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_counted_by_importance() {
        let losses = WorkspaceLosses {
            drafts: 1,
            needs_you: 2,
            batches: 1,
            file_ads: 3,
            ..WorkspaceLosses::default()
        };
        expect_test::expect![[r#"
            1 unsent draft
            2 sent items that need your decision
            1 batch of values
            3 ads from files
            its settings, and its password in the keyring"#]]
        .assert_eq(&loss_lines(&losses, true).join("\n"));
    }
}
