use std::{
    ffi::OsStr,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout},
};

use anyhow::{Context as _, Result, bail};

use crate::process::{self, Line};

/// A program that stays, and answers each word by a number: what it measured just then.
///
/// It is warm once it was asked a few times, and several can be asked in turns.
pub(super) struct Answering {
    name: String,
    child: Child,
    // None once it has been told that nothing more is asked.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Answering {
    /// Starts it, on one core where that can be had, and waits until it is ready.
    pub(super) fn start<A: AsRef<OsStr>>(dir: &Path, words: &str, args: &[A]) -> Result<Self> {
        let line = match core() {
            Some(core) => Line::new(dir, &format!("taskset -c {core} {words}")),
            None => Line::new(dir, words),
        };
        let line = args.iter().fold(line, |line, arg| line.arg(arg));
        let mut child = line.start_piped()?;
        let (questions, answers) = (child.stdin.take(), child.stdout.take());
        let mut started = Self {
            name: words.to_owned(),
            child,
            questions,
            answers: BufReader::new(answers.context("its output is ours")?),
        };
        match started.line()?.as_str() {
            "ready" => Ok(started),
            other => bail!("`{words}` should be ready, but said: {other}"),
        }
    }

    /// What it measures for a word.
    pub(super) fn ask(&mut self, word: &str) -> Result<f64> {
        let questions = self.questions.as_mut().context("it is still asked")?;
        writeln!(questions, "{word}")
            .with_context(|| format!("`{}` listens no more", self.name))?;
        let answer = self.line()?;
        let number = answer.parse().ok();
        number.with_context(|| format!("`{}` answered {word} by: {answer}", self.name))
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("`{}` has ended; what it said of it is above", self.name);
        }
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Answering {
    /// It ends by itself at the end of its input.
    fn drop(&mut self) {
        self.questions = None;
        let _ = self.child.wait();
    }
}

/// The core for all that is measured; none where programs cannot be held to one.
pub(super) fn core() -> Option<String> {
    process::find("taskset")?;
    first_core(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn first_core(status: &str) -> Option<String> {
    let allowed = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    let first = allowed.trim().split([',', '-']).next()?;
    first.parse::<u32>().ok().map(|core| core.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_core_that_may_be_used_is_taken() {
        let core = |list| first_core(&format!("Name:\tx\nCpus_allowed_list:\t{list}\n"));
        assert_eq!(core("0-1").as_deref(), Some("0"));
        assert_eq!(core("3,5-7").as_deref(), Some("3"));
        assert_eq!(core("none"), None);
        assert_eq!(first_core(""), None);
    }

    #[test]
    #[cfg(unix)]
    fn each_word_is_answered_and_an_early_end_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let script = "echo ready; while read word; do test $word = end && exit 1; echo 1.5; done";
        let mut started = Answering::start(dir.path(), "sh", &["-c", script]).unwrap();
        assert!((started.ask("one").unwrap() - 1.5).abs() < f64::EPSILON);
        assert!((started.ask("two").unwrap() - 1.5).abs() < f64::EPSILON);
        let ended = started.ask("end").unwrap_err().to_string();
        assert!(ended.contains("`sh` has ended"), "{ended}");

        let odd = Answering::start(dir.path(), "echo", &["hello"])
            .err()
            .unwrap();
        assert!(odd.to_string().contains("said: hello"), "{odd}");
    }
}
