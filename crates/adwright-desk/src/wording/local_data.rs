//! The wording of the data on this computer.

use adwright_review::group_thousands;
use adwright_store::{BackupReason, OldData};
use adwright_views::{BackupItemId, BackupItemState};

use crate::host::{Zone, display_time};
use crate::wording::plural;

/// One kind of stored data.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StoredPart {
    Objects,
    Versions,
    Replies,
    Receipts,
    Drafts,
    Batches,
    Backups,
}

/// Returns the name of a kind of stored data.
pub(crate) const fn stored_part_label(part: StoredPart) -> &'static str {
    match part {
        StoredPart::Objects => "Objects of the service",
        StoredPart::Versions => "Versions of changed objects",
        StoredPart::Replies => "Raw replies",
        StoredPart::Receipts => "Receipts",
        StoredPart::Drafts => "Drafts",
        StoredPart::Batches => "Batches",
        StoredPart::Backups => "Backups",
    }
}

/// Returns why a backup was made.
pub(crate) const fn backup_reason(reason: BackupReason) -> &'static str {
    match reason {
        BackupReason::Daily => "daily",
        BackupReason::Migration => "before an update of Adwright",
        BackupReason::Send => "before a large send",
    }
}

/// Formats a number of bytes in the largest unit of at least 1, rounded up: `12 MB`.
pub(crate) fn size_text(bytes: u64) -> String {
    let units = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")];
    let unit = units.into_iter().find(|(size, _)| bytes >= *size);
    match unit {
        Some((size, name)) => format!("{} {name}", group_thousands(bytes.div_ceil(size))),
        None => format!("{bytes} bytes"),
    }
}

/// Describes a removal by the retention rule. `counts` are the versions and the replies.
pub(crate) fn removal_message(zone: &Zone, at: i64, counts: (u64, u64), bytes: u64) -> String {
    format!(
        "The retention rule removed {} ({}) on {}. Receipts, drafts and the newest versions stay.",
        old_data_text(counts),
        size_text(bytes),
        display_time(zone, at)
    )
}

/// Describes what a rule would remove now.
pub(crate) fn retention_preview_message(months: Option<u32>, old: &OldData) -> String {
    let Some(months) = months else {
        return "Nothing is removed. Versions and replies stay forever.".to_owned();
    };
    if old.is_empty() {
        return format!("Nothing is older than {}.", months_text(months));
    }
    let bytes = old.versions.bytes + old.replies.bytes;
    let counts = (old.versions.count, old.replies.count);
    format!(
        "{} ({}) are older than {}. They would be removed now and cannot be restored.",
        old_data_text(counts),
        size_text(bytes),
        months_text(months)
    )
}

/// Describes a new rule and its first removal.
pub(crate) fn retention_message(months: Option<u32>, removed: Option<&str>) -> String {
    let rule = match months {
        Some(months) => format!(
            "Versions and replies stay for {}. Older ones are removed when Adwright starts.",
            months_text(months)
        ),
        None => "Versions and replies stay forever.".to_owned(),
    };
    removed.map_or_else(|| rule.clone(), |removed| format!("{rule} {removed}"))
}

/// Describes what the workspace has now of an item in a backup. `count` is the number of rows or of differing fields.
pub(crate) fn backup_item_message(
    id: &BackupItemId,
    state: BackupItemState,
    count: usize,
) -> String {
    let fields = match count {
        1 => "1 field differs".to_owned(),
        count => format!("{} fields differ", group_thousands(count)),
    };
    let fixed = match (id, state) {
        (BackupItemId::Draft(_), BackupItemState::Changed) => return fields,
        (BackupItemId::Draft(_), BackupItemState::Same) => "the same as now",
        (BackupItemId::Draft(_), BackupItemState::Discarded) => "discarded since then",
        (BackupItemId::Draft(_), BackupItemState::Sent) => "sent since then; see Sent",
        (BackupItemId::Draft(_), BackupItemState::Missing) => "missing now",
        (BackupItemId::Batch(_), BackupItemState::Missing) => {
            return format!("missing now, {}", plural(count, "row"));
        }
        (BackupItemId::Batch(_), _) => "still there; its undo steps too",
    };
    fixed.to_owned()
}

/// Says that an item was restored.
pub(crate) const fn restored_message(id: &BackupItemId) -> &'static str {
    match id {
        BackupItemId::Draft(_) => {
            "The draft is restored. A draft that it replaces is under Drafts, Discarded."
        }
        BackupItemId::Batch(_) => "The batch is restored, with its undo steps.",
    }
}

fn months_text(months: u32) -> String {
    match months {
        1 => "1 month".to_owned(),
        months => format!("{months} months"),
    }
}

fn old_data_text((versions, replies): (u64, u64)) -> String {
    let count = |count: u64, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{} {many}", group_thousands(count))),
    };
    let versions = count(versions, "older version", "older versions");
    let replies = count(replies, "raw reply", "raw replies");
    let parts = versions.into_iter().chain(replies);
    parts.collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::size_text;

    #[test]
    fn sizes_are_rounded_up_to_a_unit() {
        let texts = [0, 1023, 1024, 1025, 5 << 20, (1 << 30) + 1].map(size_text);
        assert_eq!(
            texts,
            ["0 bytes", "1023 bytes", "1 KB", "2 KB", "5 MB", "2 GB"]
        );
    }
}
