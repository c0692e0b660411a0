use std::path::Path;

use anyhow::{Result, bail};

use crate::process::{self, CommandLine};

/// Installs rustfmt and clippy, which a minimal Rust lacks.
pub(super) fn provide() -> Result<()> {
    // rustup leaves a cargo-clippy on the PATH even without the component, so run it to be sure.
    let missing = ["fmt", "clippy"].iter().any(|tool| {
        line(&format!("cargo {tool} --version"))
            .run_and_read()
            .is_err()
    });
    if !missing {
        return Ok(());
    }
    if process::find_program("rustup").is_none() {
        bail!(
            "rustfmt or clippy is missing: install both for the Rust that `cargo --version` shows"
        );
    }
    line("rustup component add rustfmt clippy").run()
}

fn line(words: &str) -> CommandLine {
    CommandLine::new(Path::new("."), words)
}
