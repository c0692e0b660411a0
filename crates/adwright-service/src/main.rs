//! The practice service as a program.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::ExitCode;

use adwright_service::{
    ConnectionLimits, DataLocation, DemoUser, Fault, RunningService, ServiceError, ServiceOptions,
    Variant, VariantError, start,
};
use clap::Parser;
use clap::builder::PossibleValuesParser;
use tracing_subscriber::EnvFilter;

/// Runs the practice service: a real server of the interface, with demo data.
///
/// It listens on 127.0.0.1 by default, and prints its base URL on one line when it is ready. BASE/health reports its
/// health, BASE/openapi.json is its description, and BASE/docs is the same for people. It stops on SIGINT or SIGTERM.
/// It logs to standard error (`RUST_LOG=info` for more).
#[derive(Parser)]
#[command(version)]
struct ProgramArgs {
    /// The port; 0 selects a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The address to listen on; an address that other computers can reach requires --token.
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    listen: IpAddr,
    /// The SQLite file for the data; without it, the data is lost when the service stops.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// The seed of the demo data in a new file.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of campaigns in a new file, up to a million; by default a few hundred.
    #[arg(long, value_name = "CAMPAIGNS", value_parser = clap::value_parser!(u32).range(..=MOST_CAMPAIGNS))]
    scale: Option<u32>,
    /// A deviation from the usual service; may be given several times.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Variant::all().map(Variant::as_str)))]
    variant: Vec<String>,
    /// A fault for the first calls that it can affect, once or the given number of times; may be given several times.
    #[arg(long, value_name = "NAME[:TIMES]", value_parser = Fault::parse_with_times)]
    fault: Vec<(Fault, u32)>,
    /// Print the practice token and the logins, after the base URL.
    #[arg(long)]
    print_token: bool,
    /// The practice token; by default, every start generates a new one.
    #[arg(long, env = "ADWRIGHT_SERVICE_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The password of the demo users; by default, every start generates a new one.
    #[arg(long, env = "ADWRIGHT_SERVICE_PASSWORD", hide_env_values = true)]
    password: Option<String>,
}

/// Larger numbers would not fit into the ids.
const MOST_CAMPAIGNS: i64 = 1_000_000;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = ProgramArgs::parse();
    log_to_standard_error();
    match run(arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: ProgramArgs) -> Result<(), ServiceError> {
    // Before the first line is printed, because its reader may send a signal at once.
    let signal = stop_signal()?;
    let variants = arguments.variant.iter().map(|name| name.parse());
    let variants: Result<Vec<Variant>, VariantError> = variants.collect();
    let running = start(ServiceOptions {
        data: arguments
            .data
            .map_or(DataLocation::Memory, DataLocation::File),
        seed: arguments.seed,
        scale: arguments.scale,
        listen: arguments.listen,
        port: arguments.port,
        token: arguments.token,
        password: arguments.password,
        variants: variants?,
        faults: arguments.fault,
        limits: ConnectionLimits::default(),
    })
    .await?;
    print_address(&running, arguments.print_token)?;
    signal.await;
    running.stop().await
}

fn print_address(running: &RunningService, with_secrets: bool) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "{}", running.base_url)?;
    if with_secrets {
        writeln!(out, "X-Practice-Token: {}", running.admin_token)?;
        for user in DemoUser::ALL {
            let (username, password) = running.login(user);
            writeln!(out, "login: {username} {password}")?;
        }
    }
    out.flush()
}

fn log_to_standard_error() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}

#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(windows)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
