//! Writes the TypeScript side of the commands to the path given; `cargo xtask codegen` runs it.

use specta_typescript::Typescript;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("usage: export_bindings PATH")?;
    adwright_desktop::command_builder::<tauri::Wry>().export(Typescript::default(), path)?;
    Ok(())
}
