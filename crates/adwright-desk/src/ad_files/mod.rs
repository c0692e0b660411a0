//! Ads from files, folders and pasted text.
//!
//! Adwright keeps these ads apart from the ads of the service, and keeps their bytes. Each can be removed and
//! restored (decision 0019).

mod file_origin;
mod import;
mod import_source;
mod import_summary;
mod remove;
mod split;

use std::sync::Arc;

use derive_new::new;

pub(crate) use file_origin::file_origin;

use crate::context::Context;
use crate::list::Lists;

/// The ads that were imported from files.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct AdFiles {
    context: Arc<Context>,
    lists: Arc<Lists>,
}
