use std::path::Path;

use anyhow::{Context as _, Result};

use crate::process::{self, CommandLine};

/// apt, if this user may run it without a password.
pub(super) struct Apt {
    prefix: &'static str,
}

/// Finds apt-get, if it is installed and we are root or can become root without a password.
pub(super) fn find_usable() -> Option<Apt> {
    process::find_program("apt-get")?;
    if line("id -u")
        .run_and_read()
        .is_ok_and(|user| user.trim() == "0")
    {
        return Some(Apt { prefix: "" });
    }
    process::find_program("sudo")?;
    line("sudo -n true")
        .run_and_read()
        .ok()
        .map(|_| Apt { prefix: "sudo -n " })
}

impl Apt {
    pub(super) fn install(&self, packages: &[&str]) -> Result<()> {
        let apt = format!(
            "{}env DEBIAN_FRONTEND=noninteractive apt-get -q",
            self.prefix
        );
        line(&format!("{apt} update")).run()?;
        line(&format!(
            "{apt} install -y --no-install-recommends {}",
            packages.join(" ")
        ))
        .run()
        .context("apt could not install what is missing")
    }
}

fn line(words: &str) -> CommandLine {
    CommandLine::new(Path::new("."), words)
}
