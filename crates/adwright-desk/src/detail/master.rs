//! The ad that another was made from.

use adwright_model::{Editable, Id, Kind};

use crate::desk::Desk;
use crate::document::id_at;
use crate::draft::Opened;
use crate::error::Error;
use crate::list::RowKey;
use crate::views::{Master, Target};

impl Desk {
    pub(super) fn master(
        &self,
        opened: &Opened,
        document: &Editable,
    ) -> Result<Option<Master>, Error> {
        let ad = (opened.collection == Kind::Ad).then_some(document);
        let id = ad.and_then(|ad| id_at(ad, "masterAdId"));
        // The interface leaves it empty where there is none.
        let Some(id) = id.filter(|id| id.0 > 0) else {
            return Ok(None);
        };
        Ok(Some(Master {
            here: self.ad_of_id(id)?,
            id: id.to_string(),
        }))
    }

    /// The ad with an id in this workspace: the service's, or else one that came from a file.
    fn ad_of_id(&self, id: Id) -> Result<Option<Target>, Error> {
        let workspace = &self.workspace.id;
        if self.store.cache_has(workspace, Kind::Ad, id)? {
            return Ok(Some(Target::Ad(id.to_string())));
        }
        let number = self.store.file_ad_of_id(workspace, id)?;
        Ok(number.map(|number| Target::Ad(RowKey::File(number).to_string())))
    }
}
