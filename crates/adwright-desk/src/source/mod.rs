//! A document's own text: what a person writes in it, and what can be written where.

mod completion;
mod write;
