//! Ads from files, folders and pasted text. They are kept apart from what the service has, and stay as they came.

mod file_origin;
mod import;
mod import_source;
mod messages;
mod remove;
mod split;
