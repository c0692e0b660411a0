//! Writes the manual pages of the program and of all its commands into a folder: `man_pages FOLDER`.

use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("the folder is missing")?;
    fs::create_dir_all(&folder)?;
    clap_mangen::generate_to(adwright_cli::manual(), folder)?;
    Ok(())
}
