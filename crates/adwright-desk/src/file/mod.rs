//! Checks and reviews the objects in files.
//!
//! This module needs no workspace and no home folder, unless the data of a workspace is to count. So a script can
//! check a file before it sends the file.

mod bytes;
mod check;
mod folder;
mod object;
mod review;

pub use bytes::{read_all, read_file};
pub use check::{FileChecks, check_file, kind_names, unreadable_file};
pub(crate) use folder::folder_files_while;
pub use folder::{FolderFile, folder_files};
pub(crate) use object::{no_objects_error, read_object};
pub use review::{ReviewedAd, ad_kind_names, review_file, unreviewed_file};
