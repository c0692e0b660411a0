//! Ads from files, folders and pasted text.
//!
//! They stay apart from the ads of the service and keep their bytes. Each can be removed and brought back
//! (decision 0019).

mod file_origin;
mod import;
mod import_source;
mod messages;
mod remove;
mod split;
