//! Gets one campaign: `get_campaign BASE_URL ID`. It uses no login, the system's proxies and certificates, and allows
//! plain HTTP. It prints the campaign, or why there is none. With `--peak` after the id it prints its peak memory in
//! kilobytes instead, if the system reports it.
#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::sync::Arc;

use adwright_client::{BaseUrl, Client, Credentials, MemoryTokenStore, PlainHttp};
use adwright_model::{Id, Kind};
use adwright_wire::Dialect;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let base = arguments.next().ok_or("the base URL is missing")?;
    let id = arguments.next().ok_or("the id is missing")?;
    let base = BaseUrl::new(base.parse()?, PlainHttp::Anywhere)?;
    let tokens = Arc::new(MemoryTokenStore::default());
    let client = Client::new(base, Dialect::default(), Credentials::default(), tokens)?;
    let got = client.get(Kind::Campaign, Id(id.parse()?)).await;
    if arguments.next().as_deref() == Some("--peak") {
        println!("{}", peak().ok_or("the system does not tell")?);
        return Ok(());
    }
    match got {
        Ok(Some(campaign)) => println!("{campaign}"),
        Ok(None) => println!("no such campaign"),
        Err(error) => println!("{error}"),
    }
    Ok(())
}

fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
