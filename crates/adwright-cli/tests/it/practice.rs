//! The real practice service, asked as any other service.

use std::process::{Child, Command, Output, Stdio};

use adwright_service::{DemoUser, Fault, RunningService, ServiceOptions, Variant, start};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// What no output may hold.
pub(crate) const PASSWORD: &str = "canary-Pä\"ss 4711";

/// The service, and the threads that it answers on.
pub(crate) struct Practice {
    pub(crate) running: RunningService,
    _runtime: Runtime,
}

impl Practice {
    pub(crate) fn start(variants: &[&str]) -> Self {
        Self::with_faults(variants, &[])
    }

    /// A service to which these happen, one after the other.
    pub(crate) fn with_faults(variants: &[&str], faults: &[Fault]) -> Self {
        let runtime = Runtime::new().unwrap();
        let variants = variants.iter().map(|name| name.parse::<Variant>().unwrap());
        let running = runtime.block_on(start(ServiceOptions {
            password: Some(PASSWORD.to_owned()),
            variants: variants.collect(),
            faults: faults.iter().map(|fault| (*fault, 1)).collect(),
            ..ServiceOptions::default()
        }));
        Self {
            running: running.unwrap(),
            _runtime: runtime,
        }
    }

    /// The program with a login of the service, its password in a variable.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let (username, password) = self.running.login(DemoUser::Planner);
        let mut command = program(arguments, &self.running.base_url);
        command
            .args(["--auth", "session", "--secret-env", "SERVICE_PASSWORD"])
            .args(["--username", &username])
            .args(["--set", "dialect.adsPath=/ads"])
            .env("SERVICE_PASSWORD", password);
        command
    }

    /// The same on a home of its own, with looks close together.
    pub(crate) fn command_at(&self, home: &TempDir, arguments: &[&str]) -> Command {
        let mut command = self.command(arguments);
        command
            .args(["--set", "dialect.quietPeriodMs=1"])
            .args(["--set", "dialect.clientRefId.Campaign=text"])
            .args(["--set", "dialect.clientRefId.RetargetingDataValue=text"])
            .env("ADWRIGHT_HOME", home.path().join("adwright"));
        command
    }

    pub(crate) fn ask(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }
}

/// The program, asking this service.
pub(crate) fn program(arguments: &[&str], base_url: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adwright"));
    command.args(arguments).args(["--base-url", base_url]);
    command.stdin(Stdio::null());
    command
}

/// Starts it with everything in pipes.
pub(crate) fn started(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}
