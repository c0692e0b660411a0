//! The shell: puts the desk's use cases behind a window. It decides nothing about documents.

mod bench_marks;
mod commands;
mod page;
mod secret_window;
mod single_instance;
mod start;
mod termination_signal;
mod web_view;
mod window;
mod workspace_slot;

pub use commands::command_builder;
pub use start::{begin_page, close_desk, manage_desk, run};
