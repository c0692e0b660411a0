use std::{
    env,
    ffi::OsStr,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result, bail};

/// A command line in the project that can be shown and run.
pub(crate) struct CommandLine {
    command: Command,
}

impl CommandLine {
    /// Splits `words` at spaces: for command lines that are literals in this program.
    pub(crate) fn new(dir: &Path, words: &str) -> Self {
        let mut words = words.split(' ');
        let mut line = Self::for_program(dir, &executable(words.next().unwrap_or_default()));
        line.command.args(words);
        line
    }

    /// Builds the line for a program by its path, which may contain spaces.
    pub(crate) fn for_program(dir: &Path, program: &Path) -> Self {
        let mut command = Command::new(program);
        command.current_dir(dir).stdin(Stdio::null());
        // With what cargo said of this program, the cargo that we start would compile ring again, and all that uses it.
        for (name, _) in env::vars_os().filter(|(name, _)| is_about_this_program(name)) {
            command.env_remove(name);
        }
        Self { command }
    }

    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn envs<'a>(mut self, vars: impl IntoIterator<Item = &'a (String, String)>) -> Self {
        self.command
            .envs(vars.into_iter().map(|(name, value)| (name, value)));
        self
    }

    /// Shows the line and runs it. Its output goes to ours.
    pub(crate) fn run(mut self) -> Result<()> {
        let shown = self.display_text();
        println!("$ {shown}");
        let status = self
            .command
            .status()
            .with_context(|| format!("cannot start `{shown}`"))?;
        if !status.success() {
            bail!("`{shown}` failed ({status})");
        }
        Ok(())
    }

    /// Shows the line and runs it. Its output goes to ours; lines that `is_named` accepts are named if it fails.
    pub(crate) fn run_and_name(mut self, is_named: impl Fn(&str) -> bool) -> Result<()> {
        let shown = self.display_text();
        println!("$ {shown}");
        let mut running = self
            .command
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start `{shown}`"))?;
        let mut named = String::new();
        let output = running.stdout.take().context("the output is not piped")?;
        for line in BufReader::new(output).split(b'\n') {
            let line = line.with_context(|| format!("cannot read from `{shown}`"))?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            if is_named(&line) {
                named.push_str("\n  ");
                named.push_str(&line);
            }
        }
        let status = running.wait()?;
        if !status.success() {
            bail!("`{shown}` failed ({status}){named}");
        }
        Ok(())
    }

    /// Shows the line and runs it. Its output goes to ours at its end, so that it does not mix with that of another line.
    pub(crate) fn run_and_print_at_end(mut self) -> Result<()> {
        let shown = self.display_text();
        println!("$ {shown}");
        let ended = self.command.output();
        let ended = ended.with_context(|| format!("cannot start `{shown}`"))?;
        let lines = [ended.stderr, ended.stdout].concat();
        println!("\n$ {shown}\n{}", String::from_utf8_lossy(&lines));
        if !ended.status.success() {
            bail!("`{shown}` failed ({})", ended.status);
        }
        Ok(())
    }

    /// Runs the line silently, and returns its standard output.
    pub(crate) fn run_and_read(mut self) -> Result<String> {
        let shown = self.display_text();
        let output = self
            .command
            .output()
            .with_context(|| format!("cannot start `{shown}`"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            bail!("`{shown}` failed ({}): {}", output.status, said.trim());
        }
        String::from_utf8(output.stdout).with_context(|| format!("`{shown}` wrote something odd"))
    }

    /// Starts the line with its input and output piped to us.
    pub(crate) fn start_piped(mut self) -> Result<Child> {
        let piped = self.command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let started = piped.spawn();
        started.with_context(|| format!("cannot start `{}`", self.display_text()))
    }

    fn display_text(&self) -> String {
        let program = Path::new(self.command.get_program());
        let program = program.file_stem().unwrap_or_default();
        let words = [program].into_iter().chain(self.command.get_args());
        words
            .map(OsStr::to_string_lossy)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Returns whether cargo sets this variable for the program that it runs.
fn is_about_this_program(variable: &OsStr) -> bool {
    let prefixes = ["CARGO_PKG_", "CARGO_MANIFEST_"];
    prefixes
        .iter()
        .any(|prefix| variable.to_string_lossy().starts_with(prefix))
}

/// Finds a program on the PATH.
pub(crate) fn find_program(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|dir| dir.join(program))
        .find(|file| file.is_file())
}

/// Returns the file to start for a program: the cargo that runs us, and npm's own name on Windows.
fn executable(program: &str) -> PathBuf {
    match program {
        "cargo" => env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from),
        "npm" if cfg!(windows) => "npm.cmd".into(),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn programs_do_not_inherit_our_package() {
        assert!(env::var_os("CARGO_PKG_NAME").is_some());
        let line = CommandLine::for_program(Path::new("."), Path::new("sh"));
        let line = line.args(["-c", "echo \"<$CARGO_PKG_NAME$CARGO_MANIFEST_DIR>\""]);
        assert_eq!(line.run_and_read().unwrap().trim(), "<>");
    }
}
