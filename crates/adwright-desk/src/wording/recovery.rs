//! The wording of repairs of local files.

use adwright_store::SalvageReport;
use adwright_views::{RecoveryAction, RecoveryOption};

/// Returns a remedy with its label and its consequence.
pub(crate) fn recovery_option(remedy: RecoveryAction) -> RecoveryOption {
    let (label, consequence) = match &remedy {
        RecoveryAction::OpenPractice => (
            "Open Practice",
            "Adwright opens the workspace on this computer. The other workspace stays unchanged. You can change \
             its settings from there.",
        ),
        RecoveryAction::Salvage => (
            "Save all readable data",
            "Drafts, receipts and settings from undamaged parts go into a new file. Adwright then lists the losses. The damaged file is kept beside it.",
        ),
        RecoveryAction::Backup(_) => (
            "Restore the copy",
            "Drafts and receipts return to that state. Drafts that were sent later count as unsent. Look at the \
             service before you send them again. The current file is kept.",
        ),
        RecoveryAction::Afresh => (
            "Start with an empty workspace",
            "Campaigns are fetched from the service again. The current file is kept, with its drafts and receipts.",
        ),
        RecoveryAction::PracticeAfresh => (
            "Start Practice with new data",
            "The practice service loses everything that was sent to it. Your drafts and receipts stay. The current data is kept in another file.",
        ),
    };
    RecoveryOption {
        remedy,
        label: label.to_owned(),
        made_at: None,
        consequence: consequence.to_owned(),
    }
}

/// The nouns for the rows of each table, singular and plural. Steps and links between rows are not counted.
const NOUNS: [(&str, &str, &str); 10] = [
    ("draft", "draft", "drafts"),
    ("receipt", "receipt", "receipts"),
    ("item", "sent item", "sent items"),
    ("batch", "batch of values", "batches of values"),
    ("workspace", "workspace", "workspaces"),
    ("template", "template", "templates"),
    ("list_view", "saved view", "saved views"),
    ("file_ad", "ad from a file", "ads from files"),
    ("draft_edit", "undo step", "undo steps"),
    ("preference", "preference", "preferences"),
];

/// Describes which rows were saved and which were lost.
pub(crate) fn salvage_message(salvage: &SalvageReport) -> String {
    let rows = |table: &str| salvage.tables.iter().find(|known| known.table == table);
    let nouns = || {
        let nouns = NOUNS.into_iter();
        nouns.filter_map(|(table, one, many)| Some((rows(table)?, one, many)))
    };
    // The nouns that matter most to a person come first.
    let kept = nouns().take(2);
    let kept = kept.filter_map(|(rows, one, many)| count_text(rows.recovered, one, many));
    let lost = nouns().filter_map(|(rows, one, many)| match rows.lost {
        Some(lost) => count_text(lost, one, many),
        None => Some(format!("an unknown number of {many}")),
    });
    let is_named = |table: &str| NOUNS.iter().any(|(known, ..)| *known == table);
    let mut others = salvage.tables.iter();
    let others = others.any(|rows| !is_named(&rows.table) && rows.lost != Some(0));
    let lost = lost.chain(others.then(|| "other records".to_owned()));
    let aside = salvage.aside.as_ref().and_then(|aside| aside.file_name());
    let aside = aside.map_or_else(String::new, |name| {
        let name = name.to_string_lossy();
        format!(" The damaged file is kept as {name}.")
    });
    format!(
        "Saved: {}. Lost: {}.{aside}",
        join_or_nothing(kept),
        join_or_nothing(lost)
    )
}

fn count_text(count: u64, one: &str, many: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        several => Some(format!("{several} {many}")),
    }
}

fn join_or_nothing(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<_> = parts.collect();
    if parts.is_empty() {
        return "nothing".to_owned();
    }
    parts.join(", ")
}
