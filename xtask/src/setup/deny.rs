use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::process::Line;
use crate::project::Project;

/// The version of cargo-deny that `deny.toml` is written for.
const VERSION: &str = "0.20.2";

/// cargo-deny in a folder of the project's own, which is installed where it is not there in this version.
pub(super) fn provide(project: &Project) -> Result<PathBuf> {
    let tools = project.target().join("tools");
    let program = tools.join("bin/cargo-deny");
    let program = program.with_extension(std::env::consts::EXE_EXTENSION);
    if is_there(&program) {
        return Ok(program);
    }
    let install = format!("cargo install cargo-deny --locked --version {VERSION} --root");
    Line::new(project.root(), &install).arg(&tools).run()?;
    Ok(program)
}

fn is_there(program: &Path) -> bool {
    let said = Line::of(Path::new("."), program).arg("--version").read();
    said.is_ok_and(|said| is_wanted(&said))
}

fn is_wanted(said: &str) -> bool {
    said.trim() == format!("cargo-deny {VERSION}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_or_none_is_not_the_one_that_is_wanted() {
        assert!(is_wanted(&format!("cargo-deny {VERSION}\n")));
        assert!(!is_wanted("cargo-deny 0.1.0\n"));
        assert!(!is_there(Path::new("no-such-program-anywhere")));
    }
}
