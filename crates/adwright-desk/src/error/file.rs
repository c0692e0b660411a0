//! The errors of files and of the objects in them.

use std::io;

use adwright_model::{JsonType, Kind, TextPosition, UneditableReason};

/// The reason why a file or an object in it cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be opened.
    #[error("cannot be opened")]
    Open(#[source] io::Error),
    /// The file cannot be read to its end.
    #[error("cannot be read")]
    Read(#[source] io::Error),
    /// The file is not smaller than this.
    #[error("not smaller than {megabytes} MB")]
    TooLarge {
        /// The limit.
        megabytes: u64,
    },
    /// The entry is a link to a folder around it.
    #[error("a link to a folder around it")]
    LinkLoop,
    /// The entry is a pipe or a device. Reading it might never end.
    #[error("not a regular file")]
    NotAFile,
    /// The folder has no `.json` files.
    #[error("no .json files")]
    NoJsonFiles,
    /// A file of ads has an empty list.
    #[error("no ads")]
    NoAds,
    /// The file has neither an object nor a list of objects. The field is the offset of the problem, if it is known.
    #[error("no objects")]
    NoObjects(Option<usize>),
    /// Something in the file cannot be used.
    #[error("unusable at line {}, column {}", place.line, place.column)]
    At {
        /// The place in the file.
        place: TextPosition,
        /// The problem.
        problem: FileProblem,
    },
}

/// The problem at one place of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileProblem {
    /// The value is not an object.
    NotAnObject(JsonType),
    /// The text cannot be read as an object.
    Unreadable(UneditableReason),
    /// Brackets, quotes or commas are wrong from here on, or the file was truncated.
    Broken,
    /// The file has neither an object nor a list of objects.
    NoObjects,
    /// The object is of this kind, and not an ad.
    OtherKind(Kind),
    /// The object has no type.
    NoType,
    /// The object has this unknown type and no member that only ads have.
    UnknownType(String),
}
