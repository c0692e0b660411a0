//! Describes the file that an ad was imported from.

use adwright_model::{EditableDocument, Id, Kind};
use adwright_review::is_summary;
use adwright_views::FileOrigin;

use crate::context::Context;
use crate::error::Error;
use crate::host::rfc3339;
use crate::object::LoadedObject;

/// Returns the file that an object was imported from; none if it did not come from a file.
pub(crate) fn file_origin(
    context: &Context,
    object: &LoadedObject,
    document: Option<&EditableDocument>,
) -> Result<Option<FileOrigin>, Error> {
    let Some(file) = &object.file else {
        return Ok(None);
    };
    Ok(Some(FileOrigin {
        name: file.name.clone(),
        at: rfc3339(file.at),
        summary: document.is_some_and(is_summary),
        copy: service_copy_id(context, file.ad_id)?,
    }))
}

fn service_copy_id(context: &Context, id: Option<Id>) -> Result<Option<String>, Error> {
    let Some(id) = id else { return Ok(None) };
    let is_here = context
        .store
        .cache_has(&context.workspace.id, Kind::Ad, id)?;
    Ok(is_here.then(|| id.to_string()))
}
