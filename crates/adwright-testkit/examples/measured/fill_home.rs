//! Fills a home folder with the requested number of campaigns and ads, by a real fetch from a service: for
//! `cargo xtask bench`. Usage: `measured fill-home HOME CAMPAIGNS ADS [CSV]`. The rows of the file become a batch.

use std::sync::Arc;

use adwright_desk::{Desk, Paths};
use adwright_service::{DataLocation, ServiceOptions};
use adwright_views::{Collection, DocumentRef};
use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Router, http::header};
use serde::Deserialize;

use crate::ads::{self, GeneratedAds};
use crate::{batch_file, ports, rows};

/// The requested part of a list.
#[derive(Deserialize)]
struct PageQuery {
    from: u64,
    max: u64,
}

pub(crate) async fn run(words: Vec<String>) {
    let mut words = words.into_iter();
    let home = words.next().expect("a home folder");
    let mut count = || words.next().and_then(|word| word.parse().ok());
    let campaigns: u64 = count().expect("how many campaigns");
    let ads: u64 = count().expect("how many ads");
    let file = words.next();
    let paths = Paths::in_home(home);
    paths.prepare().expect("the home can be made");
    let options = ServiceOptions {
        data: DataLocation::File(paths.practice()),
        ..ServiceOptions::default()
    };
    let mut running = adwright_service::start(options)
        .await
        .expect("the practice service starts");
    let has_ads = ads > 0;
    let ads = GeneratedAds::from_service(&running, ads).await;
    running.base_url = serve(campaigns, ads).await;
    let desk = Desk::open_with_practice(running, &paths, ports()).expect("the desk opens");
    for collection in [Collection::Campaigns, Collection::Ads] {
        let summary = desk.fetches.fetch(collection, "fill", |_| {}).await;
        let summary = summary.expect("the service answers");
        assert!(summary.complete, "{}", summary.message);
    }
    // The window can later open these objects without the service, because they were opened here once.
    if has_ads {
        for id in [ads::FIRST, ads::FIRST + 1] {
            let opened = desk
                .details
                .open_detail(&DocumentRef::Ad(id.to_string()))
                .await;
            opened.expect("it can be opened");
        }
    }
    if let Some(file) = file {
        batch_file::import(&desk, &file);
    }
}

/// Starts a service with this many campaigns and ads, and returns its address.
async fn serve(campaigns: u64, ads: GeneratedAds) -> String {
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

type JsonReply = ([(header::HeaderName, &'static str); 1], String);

async fn list_campaigns(State(count): State<u64>, Query(page): Query<PageQuery>) -> JsonReply {
    reply(count, &page, rows::write_campaign)
}

async fn list_ads(
    State(ads): State<Arc<GeneratedAds>>,
    Query(page): Query<PageQuery>,
) -> JsonReply {
    reply(ads.count, &page, |text, number| ads.write(text, number))
}

async fn get_ad(State(ads): State<Arc<GeneratedAds>>, Path(id): Path<u64>) -> JsonReply {
    json(format!(r#"{{"error":null,"result":{}}}"#, ads.ad_text(id)))
}

fn reply(count: u64, page: &PageQuery, write: impl Fn(&mut String, u64)) -> JsonReply {
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

fn json(text: String) -> JsonReply {
    ([(header::CONTENT_TYPE, "application/json")], text)
}
