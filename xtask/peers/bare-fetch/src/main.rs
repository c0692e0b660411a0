//! Fetches lists of a service into a table, page by page, with nothing around it. Usage: `bare-fetch FILE URL`.
//!
//! It believes the service in everything: there is nothing that could be wrong, to be shown, stopped or gone on with. It
//! says in JSON how many rows there are, how many milliseconds it took, and the most memory that was needed, in MB.

use std::error::Error;
use std::time::Instant;

use rusqlite::{Connection, params};
use serde_json::{Value, json};

const PAGE: usize = 250;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, url] = words.as_slice() else {
        return Err("a file, and a URL".into());
    };
    let mut database = open(file)?;
    let client = reqwest::Client::builder().no_proxy().build()?;
    let begin = Instant::now();
    let mut counts = Vec::new();
    for list in ["campaigns", "ads"] {
        counts.push(fetch(&client, &format!("{url}/{list}"), list, &mut database).await?);
    }
    let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    let said =
        json!({ "counts": counts, "milliseconds": milliseconds, "megabytes": peak_megabytes()? });
    println!("{said}");
    Ok(())
}

/// With the same settings as Adwright's own.
fn open(file: &str) -> Result<Connection, Box<dyn Error>> {
    let database = Connection::open(file)?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "FULL")?;
    database.execute_batch(
        "CREATE TABLE object (kind TEXT NOT NULL, id INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (kind, id))",
    )?;
    Ok(database)
}

async fn fetch(
    client: &reqwest::Client,
    url: &str,
    kind: &str,
    database: &mut Connection,
) -> Result<usize, Box<dyn Error>> {
    let mut from = 0;
    loop {
        let page = client.get(format!("{url}?from={from}&max={PAGE}&sort=id&order=ASC"));
        let body = page.send().await?.bytes().await?;
        let page: Value = serde_json::from_slice(&body)?;
        let rows = page["result"].as_array().ok_or("no rows")?;
        let transaction = database.transaction()?;
        let mut insert = transaction.prepare_cached("INSERT INTO object VALUES (?1, ?2, ?3)")?;
        for row in rows {
            insert.execute(params![kind, row["id"].as_i64(), row.to_string()])?;
        }
        drop(insert);
        transaction.commit()?;
        from += rows.len();
        if page["metadata"]["total"].as_u64() <= Some(from as u64) {
            return Ok(from);
        }
    }
}

/// The most memory that this process ever had, as the system says.
fn peak_megabytes() -> Result<f64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB"));
    let kib: f64 = kib.ok_or("no number of kB")?.trim().parse()?;
    Ok(kib * 1024.0 / 1e6)
}
