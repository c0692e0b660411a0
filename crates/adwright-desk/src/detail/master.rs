//! Finds the ad that another ad was made from.

use adwright_list::RowId;
use adwright_model::{EditableDocument, Id, Kind};
use adwright_views::{DocumentRef, MasterAd};

use crate::context::Context;
use crate::document::id_at;
use crate::error::Error;
use crate::object::LoadedObject;

pub(crate) fn find_master_ad(
    context: &Context,
    object: &LoadedObject,
    document: &EditableDocument,
) -> Result<Option<MasterAd>, Error> {
    let ad = (object.stored_kind == Kind::Ad).then_some(document);
    let id = ad.and_then(|ad| id_at(ad, "masterAdId"));
    // The service leaves it empty if there is no master ad.
    let Some(id) = id.filter(|id| id.0 > 0) else {
        return Ok(None);
    };
    Ok(Some(MasterAd {
        document_ref: find_ad_by_id(context, id)?,
        id: id.to_string(),
    }))
}

/// Finds an ad by its id in this workspace: first among the service's ads, then among ads from files.
fn find_ad_by_id(context: &Context, id: Id) -> Result<Option<DocumentRef>, Error> {
    let workspace = &context.workspace.id;
    if context.store.cache_has(workspace, Kind::Ad, id)? {
        return Ok(Some(DocumentRef::Ad(id.to_string())));
    }
    let number = context.store.file_ad_find_by_id(workspace, id)?;
    Ok(number.map(|number| DocumentRef::Ad(RowId::FromFile(number).to_string())))
}
