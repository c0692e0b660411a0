//! Ads from files, folders and pasted text. They are kept apart from what the service has, and stay as they came.

mod cut;
mod import;
mod mark;
mod named;
mod remove;
mod said;
