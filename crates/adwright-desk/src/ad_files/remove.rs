//! Removes and restores ads from files.

use adwright_list::RowId;
use adwright_model::Kind;
use adwright_store::FileAdRemoval;
use adwright_views::{ListId, RemovedAds};

use crate::ad_files::AdFiles;
use crate::error::Error;
use crate::wording::removed_ads_message;

impl AdFiles {
    /// Undoes an import: removes all ads that it added.
    pub fn undo_ad_import(&self, import: &str) -> Result<RemovedAds, Error> {
        let (workspace, at) = (&self.context.workspace.id, self.context.now());
        let removal = self
            .context
            .store
            .file_ad_remove_import(workspace, import, at)?;
        self.removal_result(removal, 0)
    }

    /// Removes the selected ads from files. Ads of the service are not removed.
    pub fn remove_file_ads(&self, list: ListId, ids: &[String]) -> Result<RemovedAds, Error> {
        let keys = self.lists.selected_row_ids(list, ids)?;
        let numbers = keys.iter().filter_map(|key| match key {
            RowId::FromFile(number) => Some(*number),
            RowId::OnService(_) | RowId::NewDraft(_) => None,
        });
        let numbers: Vec<_> = numbers.collect();
        let (workspace, at) = (&self.context.workspace.id, self.context.now());
        let removal = self.context.store.file_ad_remove(workspace, &numbers, at)?;
        self.removal_result(removal, keys.len() - numbers.len())
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

    fn removal_result(
        &self,
        removal: FileAdRemoval,
        on_service: usize,
    ) -> Result<RemovedAds, Error> {
        self.lists.refresh_list_cache(Kind::Ad)?;
        Ok(RemovedAds {
            message: removed_ads_message(removal.ads, on_service),
            removal_id: removal.id,
            ads: removal.ads,
        })
    }
}
