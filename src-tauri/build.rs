//! Compiles the Tauri configuration and the built UI into the program.

use std::{fs, io, path::Path};

const UI: &str = "ui/dist";
const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Adwright</title>\
    <p>The user interface is not built yet. Run <code>cargo xtask run</code>.";

fn main() {
    // Tauri watches its own default folder for capabilities, not this one.
    println!("cargo::rerun-if-changed=src-tauri/capabilities");
    println!("cargo::rerun-if-changed={UI}");
    write_placeholder(&Path::new(UI).join("index.html")).expect("ui/dist can be written");
    let attributes = tauri_build::Attributes::new()
        .capabilities_path_pattern("./src-tauri/capabilities/**/*.json");
    tauri_build::try_build(attributes).expect("the Tauri configuration is valid");
}

/// `generate_context!` fails to compile without a UI, but Rust tests must run before one is built.
fn write_placeholder(index: &Path) -> io::Result<()> {
    if index.exists() {
        return Ok(());
    }
    fs::create_dir_all(UI)?;
    fs::write(index, PLACEHOLDER)
}
