//! The shell: puts the desk's use cases behind a window. It decides nothing about documents.

mod commands;
mod graphics;
mod marks;
mod opened;
mod page;
mod secret_window;
mod single;
mod start;
mod system_end;
mod window;

pub use commands::list;
pub use start::run;
