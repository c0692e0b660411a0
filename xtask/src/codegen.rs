use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use crate::{process::CommandLine, project::Project};

/// A file that is generated from the code, and the example that generates it.
struct GeneratedFile {
    file: PathBuf,
    example: &'static str,
}

/// Returns the TypeScript bindings of the shell's commands, and two parts of the user guide: the rules and the
/// terminal.
fn generated_files(project: &Project) -> [GeneratedFile; 3] {
    [
        GeneratedFile {
            file: project.bindings_file(),
            example: "export_bindings",
        },
        GeneratedFile {
            file: project.root().join("docs/rules.md"),
            example: "rule_list",
        },
        GeneratedFile {
            file: project.root().join("docs/terminal.md"),
            example: "terminal_guide",
        },
    ]
}

/// Writes the generated files, or checks that they are up to date.
pub(crate) fn run(project: &Project, check: bool) -> Result<()> {
    for GeneratedFile { file, example } in generated_files(project) {
        if !check {
            write(project, example, &file)?;
            continue;
        }
        let dir = tempfile::tempdir()?;
        let fresh = dir.path().join("fresh");
        write(project, example, &fresh)?;
        let fresh =
            fs::read_to_string(fresh).with_context(|| format!("{example} wrote nothing"))?;
        if fs::read_to_string(&file).ok() != Some(fresh) {
            let file = file.strip_prefix(project.root()).unwrap_or(&file);
            bail!(
                "{} is out of date: run `cargo xtask codegen`",
                file.display()
            );
        }
    }
    Ok(())
}

fn write(project: &Project, example: &str, file: &Path) -> Result<()> {
    let line = format!("cargo run --quiet --example {example} --");
    CommandLine::new(project.root(), &line).arg(file).run()
}
