//! The window program.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() {
    adwright_desktop::run();
}
