//! Asserts invariants that the compiler cannot see. ARCHITECTURE.md lists them, marked ✓.

mod cycles;
mod dependencies;
mod documents;
mod files;
mod functions;
mod names;
mod purity;
mod rust;
mod sizes;
mod test_names;
mod test_sleeps;

use std::fmt;

use anyhow::{Result, bail};

use self::files::SourceText;
use crate::project::Project;

/// A broken rule, and its place.
#[derive(Debug, PartialEq, Eq)]
struct TidyProblem {
    file: String,
    /// Counted from 1; `None` if the problem concerns the whole file.
    line: Option<usize>,
    what: String,
}

/// Runs all checks and lists all problems.
pub(crate) fn run(project: &Project) -> Result<()> {
    let texts = files::read_all(project.root())?;
    let sources = rust::parse(&texts)?;
    let mut problems = dependencies::check(&dependencies::packages(project)?);
    for source in &sources {
        problems.extend(sizes::check_rust(source));
        problems.extend(functions::check(source));
        problems.extend(purity::check(source));
        problems.extend(test_sleeps::check_rust(source));
        problems.extend(test_names::check(source));
    }
    problems.extend(names::check(&sources));
    problems.extend(cycles::check(&sources));
    for text in &texts {
        problems.extend(sizes::check_ui(text));
        problems.extend(test_sleeps::check_ui(text));
        problems.extend(documents::check(text, &|path| {
            files::exists(project.root(), path)
        }));
    }
    for problem in &problems {
        println!("{problem}");
    }
    if !problems.is_empty() {
        bail!("{} things are not as ARCHITECTURE.md says", problems.len());
    }
    println!("{} files are as ARCHITECTURE.md says", texts.len());
    Ok(())
}

impl TidyProblem {
    fn new(file: &str, line: impl Into<Option<usize>>, what: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line: line.into(),
            what: what.into(),
        }
    }
}

impl fmt::Display for TidyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.what),
            None => write!(f, "{}: {}", self.file, self.what),
        }
    }
}

#[cfg(test)]
fn join_problems(problems: &[TidyProblem]) -> String {
    let lines: Vec<_> = problems
        .iter()
        .map(|problem| problem.to_string() + "\n")
        .collect();
    lines.concat()
}
