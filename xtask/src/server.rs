//! A server process that a command of ours starts, and that ends with it.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, ChildStdin},
};

use anyhow::{Context as _, Result, bail};

use crate::process::CommandLine;

/// A running server that prints its address. It ends with this value.
pub(crate) struct ChildServer {
    /// Its URL, without a trailing slash.
    pub(crate) base: String,
    child: Child,
    // Kept open, because some servers exit at the end of their input.
    _input: Option<ChildStdin>,
}

impl ChildServer {
    /// Starts the server and waits for the line with its address.
    pub(crate) fn start(line: CommandLine) -> Result<Self> {
        let mut child = line.start_piped()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let mut base = String::new();
        BufReader::new(output.context("its output is ours")?).read_line(&mut base)?;
        let mut server = Self {
            base: base.trim().to_owned(),
            child,
            _input: input,
        };
        if server.base.is_empty() {
            bail!(
                "a server ended before it answered ({})",
                server.child.wait()?
            );
        }
        Ok(server)
    }
}

impl Drop for ChildServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
