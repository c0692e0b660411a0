//! Removes and restores ads that came from files.

use adwright_list::RowId;
use adwright_model::Kind;
use adwright_store::FileAdRemoval;
use adwright_views::{ListId, RemovedAds, saturating_u32};

use super::messages::count_ads_text;

use crate::ad_files::AdFiles;
use crate::error::Error;

impl AdFiles {
    /// Undoes an import: removes all ads that it added.
    pub fn undo_ad_import(&self, import: &str) -> Result<RemovedAds, Error> {
        let (workspace, at) = (&self.context.workspace.id, self.context.now());
        let removal = self
            .context
            .store
            .file_ad_remove_import(workspace, import, at)?;
        self.removal_result(removal)
    }

    /// Removes the selected ads that came from files. Ads of the service are not removed.
    pub fn remove_file_ads(&self, list: ListId, ids: &[String]) -> Result<RemovedAds, Error> {
        let keys = self.lists.selected_row_ids(list, ids)?;
        let numbers = keys.iter().filter_map(|key| match key {
            RowId::FromFile(number) => Some(*number),
            RowId::OnService(_) => None,
        });
        let numbers: Vec<_> = numbers.collect();
        let (workspace, at) = (&self.context.workspace.id, self.context.now());
        let removal = self.context.store.file_ad_remove(workspace, &numbers, at)?;
        let mut removed = self.removal_result(removal)?;
        if let of_service @ 1.. = keys.len() - numbers.len() {
            let stay = count_ads_text(saturating_u32(of_service));
            let stays = format!(" What the service has stays: {stay}.");
            removed.message.push_str(&stays);
        }
        Ok(removed)
    }

    /// Restores the ads of one removal. Returns how many ads were restored.
    pub fn restore_file_ads(&self, removal: &str) -> Result<u32, Error> {
        let restored = self
            .context
            .store
            .file_ad_restore(&self.context.workspace.id, removal)?;
        self.lists.refresh_list_cache(Kind::Ad)?;
        Ok(restored)
    }

    fn removal_result(&self, removal: FileAdRemoval) -> Result<RemovedAds, Error> {
        self.lists.refresh_list_cache(Kind::Ad)?;
        Ok(RemovedAds {
            message: match removal.ads {
                0 => "No ad from a file was removed.".to_owned(),
                number => format!(
                    "Removed {}. The files stay as they are.",
                    count_ads_text(number)
                ),
            },
            removal: removal.id,
            ads: removal.ads,
        })
    }
}
