//! Fills a home folder with as many campaigns and ads as asked for, by a real fetch from a service that has them: for
//! `cargo xtask bench`. Usage: `fill_home HOME CAMPAIGNS ADS`.

mod ads;
#[path = "../rows/mod.rs"]
mod rows;

use std::env;
use std::sync::Arc;

use adwright_desk::views::Target;
use adwright_desk::{Collection, Desk, Paths, Ports, SystemClock};
use adwright_secrets::MemorySecrets;
use adwright_service::{Data, Options};
use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Router, http::header};
use serde::Deserialize;

use ads::Ads;

/// The part of a list that is asked for.
#[derive(Deserialize)]
struct Page {
    from: u64,
    max: u64,
}

#[tokio::main]
async fn main() {
    let mut words = env::args().skip(1);
    let home = words.next().expect("a home folder");
    let mut count = || words.next().and_then(|word| word.parse().ok());
    let campaigns: u64 = count().expect("how many campaigns");
    let ads: u64 = count().expect("how many ads");
    let paths = Paths::inside(home);
    paths.prepare().expect("the home can be made");
    let options = Options {
        data: Data::File(paths.practice()),
        ..Options::default()
    };
    let mut running = adwright_service::start(options)
        .await
        .expect("the practice service starts");
    let has_ads = ads > 0;
    let ads = Ads::of(&running, ads).await;
    running.base_url = serve(campaigns, ads).await;
    let ports = Ports {
        clock: Arc::new(SystemClock),
        secrets: Arc::new(MemorySecrets::default()),
    };
    let desk = Desk::open_on(running, &paths, ports).expect("the desk opens");
    for collection in [Collection::Campaigns, Collection::Ads] {
        let summary = desk.fetch(collection, "fill", |_| {}).await;
        let summary = summary.expect("the service answers");
        assert!(summary.complete, "{}", summary.message);
    }
    // Once they were opened, the window opens them without the service, which has gone by then.
    if has_ads {
        for id in [ads::FIRST, ads::FIRST + 1] {
            let opened = desk.open_detail(&Target::Ad(id.to_string())).await;
            opened.expect("it can be opened");
        }
    }
}

/// A service with so many campaigns and ads, of which a page at a time can be had; where it answers.
async fn serve(campaigns: u64, ads: Ads) -> String {
    let ads = Arc::new(ads);
    let router = Router::new()
        .route(
            "/login/login",
            post(|| async { r#"{"result":{"sessionId":"bench"}}"# }),
        )
        .route("/campaigns", get(list_campaigns).with_state(campaigns))
        .route("/ads", get(list_ads).with_state(Arc::clone(&ads)))
        .route("/ads/{id}", get(get_ad).with_state(ads));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a free port");
    let address = listener.local_addr().expect("it listens");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

type Json = ([(header::HeaderName, &'static str); 1], String);

async fn list_campaigns(State(count): State<u64>, Query(page): Query<Page>) -> Json {
    reply(count, &page, rows::write_campaign)
}

async fn list_ads(State(ads): State<Arc<Ads>>, Query(page): Query<Page>) -> Json {
    reply(ads.count, &page, |text, number| ads.write(text, number))
}

async fn get_ad(State(ads): State<Arc<Ads>>, Path(id): Path<u64>) -> Json {
    json(format!(r#"{{"error":null,"result":{}}}"#, ads.one(id)))
}

fn reply(count: u64, page: &Page, write: impl Fn(&mut String, u64)) -> Json {
    let mut text = format!(r#"{{"metadata":{{"total":{count}}},"error":null,"result":["#);
    for number in page.from..(page.from + page.max).min(count) {
        if number > page.from {
            text.push(',');
        }
        write(&mut text, number);
    }
    text.push_str("]}");
    json(text)
}

fn json(text: String) -> Json {
    ([(header::CONTENT_TYPE, "application/json")], text)
}
