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
