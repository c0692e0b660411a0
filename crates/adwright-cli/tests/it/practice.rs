//! The real practice service, used like any other service.

use std::process::{Child, Command, Output, Stdio};

use adwright_service::{DemoUser, Fault, RunningService, ServiceOptions, Variant, start};
use adwright_testkit::PracticeClient;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::live_workspace::in_acme;

/// The password that no output may contain.
pub(crate) const PASSWORD: &str = "canary-Pä\"ss 4711";

/// The service, and its runtime.
pub(crate) struct Practice {
    pub(crate) running: RunningService,
    runtime: Runtime,
}

impl Practice {
    pub(crate) fn start(variants: &[&str]) -> Self {
        Self::with_faults(variants, &[])
    }

    /// Starts a service with these faults, one after the other.
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
            runtime,
        }
    }

    /// Changes a campaign as another user.
    pub(crate) fn touch(&self, campaign: &str, members: serde_json::Value) {
        let client = PracticeClient::new(&self.running);
        self.runtime.block_on(client.touch(campaign, members));
    }

    /// Returns the program with a login of the service, and its password in a variable.
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

    /// Returns the program in a workspace of this home, with short delays between look-ups.
    pub(crate) fn command_at(&self, home: &TempDir, arguments: &[&str]) -> Command {
        let options = "--auth session --username mara.lindgaard --set dialect.adsPath=/ads \
                       --set dialect.quietPeriodMs=1 --set dialect.clientRefId.Campaign=text \
                       --set dialect.clientRefId.RetargetingDataValue=text";
        let options: Vec<_> = options.split(' ').collect();
        let mut command = in_acme(home, (&self.running.base_url, &options), arguments);
        command.args(["--secret-env", "SERVICE_PASSWORD"]);
        command
    }

    pub(crate) fn ask(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }
}

/// Returns the program with this service's address.
pub(crate) fn program(arguments: &[&str], base_url: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adwright"));
    command.args(arguments).args(["--base-url", base_url]);
    command.stdin(Stdio::null());
    command
}

/// Starts the command with its input and output in pipes.
pub(crate) fn started(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}
