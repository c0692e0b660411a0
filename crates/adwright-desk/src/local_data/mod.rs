//! The data on this computer: its sizes, the removal of old data, and single items in backups.

mod backups;
mod retention;

use std::sync::{Arc, Mutex};

use adwright_store::{DataSizes, Store, StoredSize};
use adwright_views::{BackupRow, DataPart, DataSize, LocalDataView, saturating_u32};
use derive_new::new;

use crate::context::Context;
use crate::error::Error;
use crate::host::rfc3339;
use crate::object::Objects;
use crate::wording::{StoredPart, backup_reason, size_text, stored_part_label};

/// The data of Adwright on this computer.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct LocalData {
    context: Arc<Context>,
    objects: Arc<Objects>,
    /// What the rule removed at this start, in words.
    #[new(default)]
    removed: Mutex<Option<String>>,
}

impl LocalData {
    /// Returns the sizes of everything that is stored, the retention rule, and the backups.
    pub fn view(&self) -> Result<LocalDataView, Error> {
        let sizes = self.context.store.data_sizes()?;
        Ok(LocalDataView {
            parts: parts(&sizes),
            file: data_size(sizes.file_bytes),
            keep_months: self.keep_months()?,
            last_removal: self.last_removal()?,
            backups: self.backups(),
        })
    }

    fn backups(&self) -> Vec<BackupRow> {
        let backups = Store::backups(&self.context.paths.store()).into_iter();
        let row = |backup: adwright_store::Backup| BackupRow {
            made_at: rfc3339(backup.made_at),
            reason: backup_reason(backup.reason).to_owned(),
            size: data_size(backup.bytes),
            name: backup.name,
        };
        backups.map(row).collect()
    }
}

fn parts(sizes: &DataSizes) -> Vec<DataPart> {
    let part = |part: StoredPart, size: StoredSize| DataPart {
        label: stored_part_label(part).to_owned(),
        count: saturating_u32(size.count),
        size: data_size(size.bytes),
        thinned: matches!(part, StoredPart::Versions | StoredPart::Replies),
    };
    vec![
        part(StoredPart::Objects, sizes.objects),
        part(StoredPart::Versions, sizes.versions),
        part(StoredPart::Replies, sizes.replies),
        part(StoredPart::Receipts, sizes.receipts),
        part(StoredPart::Drafts, sizes.drafts),
        part(StoredPart::Batches, sizes.batches),
        part(StoredPart::Backups, sizes.backups),
    ]
}

fn data_size(bytes: u64) -> DataSize {
    DataSize {
        kilobytes: saturating_u32(bytes.div_ceil(1024)),
        text: size_text(bytes),
    }
}
