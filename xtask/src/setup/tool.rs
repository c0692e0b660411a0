use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::process::CommandLine;
use crate::project::Project;

/// A cargo program that one step uses, in the version that its configuration needs.
pub(crate) struct Tool {
    name: &'static str,
    version: &'static str,
    /// Additional arguments of `cargo install`.
    options: &'static str,
}

/// Finds dependencies that a crate does not use.
pub(crate) const CARGO_MACHETE: Tool = Tool {
    name: "cargo-machete",
    version: "0.9.2",
    options: "",
};

/// Checks dependencies against `deny.toml`.
pub(crate) const CARGO_DENY: Tool = Tool {
    name: "cargo-deny",
    version: "0.20.2",
    options: "",
};

/// Lists the licences of the crates.
pub(crate) const CARGO_ABOUT: Tool = Tool {
    name: "cargo-about",
    version: "0.9.3",
    options: " --features cli",
};

/// Each tool runs a few seconds at most, so minutes of optimization do not pay.
const PROFILE: &str = "--config profile.release.lto=false --config profile.release.opt-level=0 \
                       --config profile.release.codegen-units=16";

/// Returns the program in the project's own folder, and installs this version if it is missing.
pub(super) fn provide(project: &Project, tool: &Tool) -> Result<PathBuf> {
    let tools = project.target_dir().join("tools");
    let program = tools.join("bin").join(tool.name);
    let program = program.with_extension(std::env::consts::EXE_EXTENSION);
    if tool.is_there(&program) {
        return Ok(program);
    }
    let Tool {
        name,
        version,
        options,
    } = tool;
    let install =
        format!("cargo install {name} --locked --version {version}{options} {PROFILE} --root");
    CommandLine::new(project.root(), &install)
        .arg(&tools)
        .run()?;
    Ok(program)
}

impl Tool {
    fn is_there(&self, program: &Path) -> bool {
        let said = CommandLine::for_program(Path::new("."), program)
            .arg("--version")
            .run_and_read();
        said.is_ok_and(|said| self.is_wanted(&said))
    }

    fn is_wanted(&self, said: &str) -> bool {
        said.split_whitespace().last() == Some(self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_or_missing_version_is_not_wanted() {
        for tool in [CARGO_MACHETE, CARGO_DENY, CARGO_ABOUT] {
            assert!(tool.is_wanted(&format!("{} {}\n", tool.name, tool.version)));
            assert!(tool.is_wanted(&format!("{}\n", tool.version)));
            assert!(!tool.is_wanted(&format!("{} 0.1.0\n", tool.name)));
            assert!(!tool.is_there(Path::new("no-such-program-anywhere")));
        }
    }
}
