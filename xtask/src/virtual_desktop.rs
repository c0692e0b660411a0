use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;

/// A virtual desktop: a display, a session bus, and an unlocked, empty Secret Service, for the life of this value. It
/// never touches the person's own.
pub(crate) struct VirtualDesktop {
    vars: Vec<(String, String)>,
    servers: Vec<Child>,
    // Dropped last, because the servers keep their sockets and files in it.
    home: TempDir,
}

/// Larger than the window, so that tests can use any window size.
const SCREEN: &str = "1920x1200x24";

impl VirtualDesktop {
    pub(crate) fn start() -> Result<Self> {
        let home = tempfile::Builder::new()
            .prefix("adwright-desktop-")
            .tempdir()?;
        let mut desktop = Self {
            vars: Vec::new(),
            servers: Vec::new(),
            home,
        };
        desktop.prepare_home()?;
        desktop.start_display()?;
        desktop.start_bus()?;
        desktop.unlock_keyring()?;
        Ok(desktop)
    }

    /// Returns the environment with which a program appears on this desktop.
    pub(crate) fn env_vars(&self) -> &[(String, String)] {
        &self.vars
    }

    fn prepare_home(&mut self) -> Result<()> {
        let runtime = self.home.path().join("runtime");
        fs::create_dir(&runtime)?;
        self.set_var("XDG_RUNTIME_DIR", runtime.to_string_lossy());
        self.set_var("GDK_BACKEND", "x11");
        // No screen reader listens here. Without this variable, each program complains that none can be reached.
        self.set_var("NO_AT_BRIDGE", "1");
        Ok(())
    }

    fn start_display(&mut self) -> Result<()> {
        // The server picks a free display number, and reports it once it is ready.
        let mut server = Command::new("Xvfb");
        server.args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            SCREEN,
            "-nolisten",
            "tcp",
        ]);
        let number = self.start_server(server)?;
        self.set_var("DISPLAY", format!(":{number}"));
        Ok(())
    }

    fn start_bus(&mut self) -> Result<()> {
        let mut server = Command::new("dbus-daemon");
        server.args(["--session", "--nofork", "--nopidfile", "--print-address=1"]);
        let address = self.start_server(server)?;
        self.set_var("DBUS_SESSION_BUS_ADDRESS", address);
        Ok(())
    }

    /// Unlocks the keyring. Its process goes to the background once it is ready, and ends with the bus.
    fn unlock_keyring(&self) -> Result<()> {
        let mut keyring = Command::new("gnome-keyring-daemon");
        keyring.args(["--unlock", "--components=secrets"]);
        let mut keyring = self
            .in_home(keyring)
            .stdin(Stdio::piped())
            .spawn()
            .context("cannot start gnome-keyring-daemon")?;
        keyring
            .stdin
            .take()
            .context("the keyring takes no password")?
            .write_all(b"throw-away")?;
        let status = keyring.wait()?;
        if !status.success() {
            bail!("gnome-keyring-daemon failed ({status})");
        }
        Ok(())
    }

    /// Starts a server and waits for the line that reports that it is ready.
    fn start_server(&mut self, command: Command) -> Result<String> {
        let name = command.get_program().to_string_lossy().into_owned();
        let mut child = self
            .in_home(command)
            .spawn()
            .with_context(|| format!("cannot start {name}"))?;
        let output = child.stdout.take();
        self.servers.push(child);
        let mut line = String::new();
        BufReader::new(output.context("no output")?).read_line(&mut line)?;
        if line.is_empty() {
            bail!("{name} ended before it was ready");
        }
        Ok(line.trim().to_owned())
    }

    fn in_home(&self, mut command: Command) -> Command {
        command
            .env("HOME", self.home.path())
            .envs(self.vars.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env_remove(name);
        }
        command
    }

    fn set_var(&mut self, name: &str, value: impl Into<String>) {
        self.vars.push((name.to_owned(), value.into()));
    }
}

impl Drop for VirtualDesktop {
    fn drop(&mut self) {
        for server in self.servers.iter_mut().rev() {
            // The server may have ended already, which is fine.
            let _ = server.kill().and_then(|()| server.wait());
        }
    }
}
