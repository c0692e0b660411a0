//! The laws of documents, as properties of any JSON text and any edit.

mod any;
mod laws;
