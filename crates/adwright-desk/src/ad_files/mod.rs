//! Ads from files, folders and pasted text.
//!
//! Adwright keeps these ads apart from the ads of the service, and keeps their bytes. Each can be removed and
//! restored (decision 0019).

mod file_origin;
mod import;
mod import_source;
mod messages;
mod remove;
mod split;

use std::sync::Arc;

pub(crate) use file_origin::file_origin;

use crate::context::Context;
use crate::list::Lists;

/// The ads that were imported from files.
pub struct AdFiles {
    pub(crate) context: Arc<Context>,
    pub(crate) lists: Arc<Lists>,
}
