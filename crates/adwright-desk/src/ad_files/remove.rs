//! Removing ads from files, and bringing them back.

use adwright_store::FileAdRemoval;

use super::said::ads;
use crate::desk::Desk;
use crate::error::Error;
use crate::list::{RowKey, count};
use crate::views::{AdsRemoved, ListId};

impl Desk {
    /// Takes an import back: all that came with it is removed.
    pub fn undo_ad_import(&self, import: &str) -> Result<AdsRemoved, Error> {
        let (workspace, at) = (&self.workspace.id, self.now());
        let removal = self.store.file_ad_remove_import(workspace, import, at)?;
        self.removed(removal)
    }

    /// Removes the ads of a selection that came from files. Those of the service stay: they are the service's.
    pub fn remove_file_ads(&self, list: ListId, ids: &[String]) -> Result<AdsRemoved, Error> {
        let keys = self.selected_keys(list, ids)?;
        let numbers = keys.iter().filter_map(|key| match key {
            RowKey::File(number) => Some(*number),
            RowKey::Object(_) => None,
        });
        let numbers: Vec<_> = numbers.collect();
        let (workspace, at) = (&self.workspace.id, self.now());
        let removal = self.store.file_ad_remove(workspace, &numbers, at)?;
        let mut removed = self.removed(removal)?;
        if let of_service @ 1.. = keys.len() - numbers.len() {
            let stay = ads(count(of_service));
            let stays = format!(" What the service has stays: {stay}.");
            removed.message.push_str(&stays);
        }
        Ok(removed)
    }

    /// Brings back what was removed together; how many ads came back.
    pub fn restore_file_ads(&self, removal: &str) -> Result<u32, Error> {
        let restored = self.store.file_ad_restore(&self.workspace.id, removal)?;
        self.ad_shelves.refill()?;
        Ok(restored)
    }

    fn removed(&self, removal: FileAdRemoval) -> Result<AdsRemoved, Error> {
        self.ad_shelves.refill()?;
        Ok(AdsRemoved {
            message: match removal.ads {
                0 => "No ad from a file was removed.".to_owned(),
                number => format!("Removed {}. The files stay as they are.", ads(number)),
            },
            removal: removal.id,
            ads: removal.ads,
        })
    }
}
