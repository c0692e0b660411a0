//! Asks a service for one campaign: `get_campaign BASE_URL ID`. It asks without a login, by the system's own proxies and
//! certificates, also in plain HTTP, and prints the campaign or why there is none.
#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::sync::Arc;

use adwright_client::{Base, Client, Credentials, MemoryTokens, PlainHttp};
use adwright_model::{Id, Kind};
use adwright_wire::Dialect;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let base = arguments.next().ok_or("the base URL is missing")?;
    let id = arguments.next().ok_or("the id is missing")?;
    let base = Base::new(base.parse()?, PlainHttp::Anywhere)?;
    let tokens = Arc::new(MemoryTokens::default());
    let client = Client::new(base, Dialect::default(), Credentials::default(), tokens)?;
    match client.get(Kind::Campaign, Id(id.parse()?)).await {
        Ok(Some(campaign)) => println!("{campaign}"),
        Ok(None) => println!("no such campaign"),
        Err(error) => println!("{error}"),
    }
    Ok(())
}
