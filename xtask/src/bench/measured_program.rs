use std::{
    ffi::OsStr,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout},
};

use anyhow::{Context as _, Result, bail};

use super::one_core;
use crate::process::CommandLine;

/// A running program that answers each word with a line, mostly a measurement.
///
/// A few requests warm it up, and several programs can be asked in turns.
pub(super) struct MeasuredProgram {
    name: String,
    child: Child,
    // `None` after the last request.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl MeasuredProgram {
    /// Starts the program and waits until it is ready. It runs on one core if the system allows that.
    pub(super) fn start<A: AsRef<OsStr>>(dir: &Path, program: &Path, args: &[A]) -> Result<Self> {
        let line = args
            .iter()
            .fold(one_core::command_line(dir, program), CommandLine::arg);
        Self::start_with(program, line)
    }

    /// Starts the program with this command line.
    pub(super) fn start_with(program: &Path, line: CommandLine) -> Result<Self> {
        let mut child = line.start_piped()?;
        let (questions, answers) = (child.stdin.take(), child.stdout.take());
        let mut started = Self {
            name: program.display().to_string(),
            child,
            questions,
            answers: BufReader::new(answers.context("its output is ours")?),
        };
        match started.read_line()?.as_str() {
            "ready" => Ok(started),
            other => bail!("`{}` should be ready, but said: {other}", started.name),
        }
    }

    /// Returns the program's answer to a word.
    pub(super) fn answer(&mut self, word: &str) -> Result<String> {
        let questions = self.questions.as_mut().context("it is still asked")?;
        writeln!(questions, "{word}")
            .with_context(|| format!("`{}` listens no more", self.name))?;
        self.read_line()
    }

    /// Returns the number that the program measures for a word.
    pub(super) fn measure(&mut self, word: &str) -> Result<f64> {
        let answer = self.answer(word)?;
        let number = answer.parse().ok();
        number.with_context(|| format!("`{}` answered {word} by: {answer}", self.name))
    }

    fn read_line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("`{}` has ended; what it said of it is above", self.name);
        }
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for MeasuredProgram {
    /// Ends the program: it exits at the end of its input.
    fn drop(&mut self) {
        self.questions = None;
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn each_word_is_answered_or_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let script = "echo ready; while read word; do test $word = end && exit 1; echo 1.5; done";
        let mut started =
            MeasuredProgram::start(dir.path(), Path::new("sh"), &["-c", script]).unwrap();
        assert!((started.measure("one").unwrap() - 1.5).abs() < f64::EPSILON);
        assert!((started.measure("two").unwrap() - 1.5).abs() < f64::EPSILON);
        let ended = started.measure("end").unwrap_err().to_string();
        assert!(ended.contains("`sh` has ended"), "{ended}");

        let odd = MeasuredProgram::start(dir.path(), Path::new("echo"), &["hello"])
            .err()
            .unwrap();
        assert!(odd.to_string().contains("said: hello"), "{odd}");
    }
}
