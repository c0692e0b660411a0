//! The shell: puts the desk's use cases behind a window. It decides nothing about documents.

mod commands;
mod opened;
mod single;
mod start;

pub use commands::list;
pub use start::run;
