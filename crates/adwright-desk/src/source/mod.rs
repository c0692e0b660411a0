//! The source view of a document: edits its text, and completes members and values.

mod completion;
mod write;
