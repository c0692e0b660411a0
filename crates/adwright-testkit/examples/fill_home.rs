//! Fills a home folder with as many campaigns as asked for, by a real fetch from a service that has them: for
//! `cargo xtask bench`. Usage: `fill_home HOME COUNT`.

use std::env;
use std::fmt::Write as _;
use std::sync::Arc;

use adwright_desk::{Desk, Paths, Ports, SystemClock};
use adwright_secrets::MemorySecrets;
use adwright_service::{Data, Options};
use axum::extract::{Query, State};
use axum::routing::{get, post};
use axum::{Router, http::header};
use serde::Deserialize;

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
    let count = words.next().and_then(|word| word.parse().ok());
    let count = count.expect("how many campaigns");
    let paths = Paths::inside(home);
    paths.prepare().expect("the home can be made");
    let options = Options {
        data: Data::File(paths.practice()),
        ..Options::default()
    };
    let mut running = adwright_service::start(options)
        .await
        .expect("the practice service starts");
    running.base_url = serve(count).await;
    let ports = Ports {
        clock: Arc::new(SystemClock),
        secrets: Arc::new(MemorySecrets::default()),
    };
    let desk = Desk::open_on(running, &paths, ports).expect("the desk opens");
    let summary = desk.fetch_campaigns("fill", |_| {}).await;
    let summary = summary.expect("the service answers");
    assert!(summary.complete, "{}", summary.message);
}

/// A service with `count` campaigns, of which a page at a time can be had; where it answers.
async fn serve(count: u64) -> String {
    let router = Router::new()
        .route(
            "/login/login",
            post(|| async { r#"{"result":{"sessionId":"bench"}}"# }),
        )
        .route("/campaigns", get(list))
        .with_state(count);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a free port");
    let address = listener.local_addr().expect("it listens");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

async fn list(
    State(count): State<u64>,
    Query(page): Query<Page>,
) -> ([(header::HeaderName, &'static str); 1], String) {
    let mut text = format!(r#"{{"metadata":{{"total":{count}}},"error":null,"result":["#);
    for number in page.from..(page.from + page.max).min(count) {
        if number > page.from {
            text.push(',');
        }
        write_campaign(&mut text, number);
    }
    text.push_str("]}");
    ([(header::CONTENT_TYPE, "application/json")], text)
}

const SEASONS: [&str; 8] = [
    "Spring", "Summer", "Autumn", "Winter", "Easter", "Harvest", "Holiday", "New year",
];
const SUBJECTS: [&str; 11] = [
    "launch",
    "range",
    "cover",
    "film",
    "sale",
    "teaser",
    "relaunch",
    "sampling",
    "awareness",
    "retention",
    "takeover",
];
const COUNTRIES: [&str; 13] = [
    "DE", "AT", "CH", "UK", "IE", "FR", "ES", "IT", "PL", "NL", "Nordics", "EMEA", "DACH",
];

/// One campaign of about 2 kB, as a service that knows all fields of the practice service writes it.
fn write_campaign(text: &mut String, number: u64) {
    let id = 1_000_000_000 + number;
    let name = format!(
        "{} {}, {} {}",
        pick(&SEASONS, number, 7),
        pick(&SUBJECTS, number, 11),
        pick(&COUNTRIES, number, 17),
        number / 40
    );
    let advertiser = number * 31 % 400;
    let brand = advertiser * 3 + number % 3;
    let account = 3_300 + advertiser % 25;
    let created = 1_700_000_000_000 + number * 86_413;
    let mode = if number.is_multiple_of(3) {
        "simple"
    } else {
        "advanced"
    };
    let status = if number.is_multiple_of(5) {
        "PAUSED"
    } else {
        "ACTIVE"
    };
    let notes = format!(
        "Booked with the {} desk; creative arrives a week before the start. ",
        number % 90
    )
    .repeat(11);
    write!(
        text,
        r#"{{"type":"Campaign","id":{id},"clientRefId":null,"relationsBag":null,"uiPermissions":null,"version":{version},"createdBy":501,"createdByName":"Mara Lindgaard","createdByAccount":{account},"createdByAccountName":"Account {account}","createdOn":{created},"lastUpdatedBy":502,"lastUpdatedByName":"Idris Vale","lastUpdatedByAccount":{account},"lastUpdatedByAccountName":"Account {account}","lastUpdateOn":{updated},"name":"{name}","accountId":{account},"accountName":"Account {account}","advertiserId":{advertiser_id},"advertiserName":"Advertiser {advertiser}","brandId":{brand_id},"brandName":"Brand {brand}","status":"{status}","startDate":{start},"endDate":{end},"budget":{budget},"currency":"EUR","notes":"{notes}","traffickingMode":"{mode}","adminSettings":{{"type":"AdminSettings","campaignSettings":{{"type":"CampaignSettings","verification":"None"}},"privacy":{{"type":"PrivacySettings","disableCookies":false}}}}}}"#,
        version = 1 + number % 9,
        updated = created + 3_600_000 * (number % 500),
        advertiser_id = 4_000 + advertiser,
        brand_id = 88_000 + brand,
        start = created + 86_400_000 * 10,
        end = created + 86_400_000 * 60,
        budget = 1_000 + number * 37 % 900_000,
    )
    .expect("a text takes everything");
}

fn pick<'a>(words: &[&'a str], number: u64, step: u64) -> &'a str {
    let length = u64::try_from(words.len()).expect("a short list");
    let place = usize::try_from(number * step / 5 % length).expect("within the list");
    words[place]
}
