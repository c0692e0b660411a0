//! A service that repeats every secret that it receives, in every way that we know of.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use adwright_testkit::{CannedRequest, canned_service, http_response};

use super::{TOKEN, is_in, marks};

/// How the service misbehaves. Most variants repeat the secrets that it received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misbehaviour {
    /// The service follows the interface.
    Fine,
    InSuccess,
    InReason(u16),
    InPage,
    InHeaders,
    Coded,
    BrokenOff,
    Elsewhere(u16),
    /// Redirects to another origin, with the secrets in the address.
    SentOn(u16),
    /// Redirects to another path of the same origin, with the secrets in the address. That path fails and repeats
    /// them too.
    SentWithin(u16),
    Challenge,
    /// Affects only writes. A redirect status leads to another origin.
    InWrite(u16),
}

pub(super) const READS: [Misbehaviour; 19] = [
    Misbehaviour::InSuccess,
    Misbehaviour::InReason(400),
    Misbehaviour::InReason(401),
    Misbehaviour::InReason(403),
    Misbehaviour::InReason(500),
    Misbehaviour::InReason(503),
    Misbehaviour::InPage,
    Misbehaviour::InHeaders,
    Misbehaviour::Coded,
    Misbehaviour::BrokenOff,
    Misbehaviour::Elsewhere(301),
    Misbehaviour::Elsewhere(302),
    Misbehaviour::Elsewhere(307),
    Misbehaviour::Elsewhere(308),
    Misbehaviour::SentOn(302),
    Misbehaviour::SentOn(307),
    Misbehaviour::SentWithin(301),
    Misbehaviour::SentWithin(302),
    Misbehaviour::Challenge,
];

/// The number of campaigns, and of values: one campaign for each kind of reply to a change.
const ROWS: u32 = 5;

/// A service with a few campaigns and a misbehaviour, and another origin that it redirects to.
pub(super) struct Service {
    pub(super) address: String,
    pub(super) mood: Arc<Mutex<Misbehaviour>>,
    /// The requests that carried the canary, by method and path.
    pub(super) shown: Arc<Mutex<BTreeSet<String>>>,
    /// The requests to the other origin.
    pub(super) elsewhere: Arc<Mutex<Vec<String>>>,
}

pub(super) fn service() -> Service {
    let mood = Arc::new(Mutex::new(Misbehaviour::Fine));
    let shown = Arc::<Mutex<BTreeSet<String>>>::default();
    let elsewhere = Arc::<Mutex<Vec<String>>>::default();
    let asked_there = Arc::clone(&elsewhere);
    let other = canned_service(move |asked| {
        asked_there.lock().unwrap().push(everything(asked));
        http_response(200, "application/json", "{}")
    });
    let (now, shown_here) = (Arc::clone(&mood), Arc::clone(&shown));
    let address = canned_service(move |asked| {
        let told = everything(asked);
        if is_in(told.as_bytes()) {
            let line = asked.line.trim_end().trim_end_matches(" HTTP/1.1");
            let what = line.split(['?', ';']).next().unwrap_or_default().to_owned();
            shown_here.lock().unwrap().insert(what);
        }
        reply(*now.lock().unwrap(), asked, &told, &other)
    });
    Service {
        address,
        mood,
        shown,
        elsewhere,
    }
}

fn everything(asked: &CannedRequest) -> String {
    format!("{}\n{}\n{}", asked.line, asked.head.join("\n"), asked.body)
}

/// Returns a reply without a body.
fn with(status: u16, header: &str) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status} -\r\n{header}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    head.into_bytes()
}

fn reply(mood: Misbehaviour, asked: &CannedRequest, told: &str, other: &str) -> Vec<u8> {
    let text = serde_json::Value::from(told).to_string();
    let json = |status, body: String| http_response(status, "application/json", body);
    let one_line = told.replace(['\r', '\n'], " ");
    match mood {
        Misbehaviour::InWrite(status) if asked.is_write() && !asked.line.contains("login") => {
            match status {
                300..400 => with(status, &format!("Location: {other}/campaigns/1")),
                _ => json(
                    status,
                    format!(r#"{{"result":{text},"error":{{"message":{text}}}}}"#),
                ),
            }
        }
        Misbehaviour::Fine | Misbehaviour::InWrite(_) => fine(asked),
        Misbehaviour::InSuccess => json(
            200,
            format!(r#"{{"result":[{{"type":"Campaign","id":1,"name":{text}}}],"total":1}}"#),
        ),
        Misbehaviour::InReason(status) => {
            json(status, format!(r#"{{"error":{{"message":{text}}}}}"#))
        }
        Misbehaviour::InPage => http_response(
            502,
            "text/html",
            format!(
                "<meta http-equiv=refresh content=\"0;url={other}\"><title>{told}</title><img src={other}><pre>{told}</pre>"
            ),
        ),
        Misbehaviour::InHeaders => with(
            418,
            &format!("X-Echo: {one_line}\r\nLocation: /{one_line}\r\nSet-Cookie: a={one_line}"),
        ),
        Misbehaviour::Coded => http_response(400, "text/plain", coded(told, |_| false)),
        Misbehaviour::BrokenOff => {
            let mark = marks().into_iter().find_map(|mark| {
                let at = told
                    .as_bytes()
                    .windows(mark.len())
                    .position(|part| part == mark)?;
                Some(at + mark.len())
            });
            let told = &told.as_bytes()[..mark.unwrap_or(told.len())];
            let head = b"HTTP/1.1 500 -\r\nContent-Length: 99999\r\n\r\n";
            [&head[..], told].concat()
        }
        Misbehaviour::Elsewhere(status) => {
            with(status, &format!("Location: {other}/campaigns?{}", "x=1"))
        }
        Misbehaviour::SentWithin(_) if asked.line.contains("/moved") => {
            json(500, format!(r#"{{"error":{{"message":{text}}}}}"#))
        }
        Misbehaviour::SentOn(status) => with(status, &format!("Location: {other}{}", moved(told))),
        Misbehaviour::SentWithin(status) => with(status, &format!("Location: {}", moved(told))),
        Misbehaviour::Challenge => with(
            401,
            &format!("WWW-Authenticate: Basic realm=\"{other}\"\r\nLocation: {other}/"),
        ),
    }
}

/// Returns an address with the secrets in every part that may hold a token. One more part does not look like a
/// token.
fn moved(told: &str) -> String {
    let told = coded(told, |byte| byte.is_ascii_alphanumeric());
    format!(
        "/moved;jsessionid={told}/app?x={told}&token={told}&next=%2Fapp%3Ftoken%3D{told}#token={told}"
    )
}

fn coded(told: &str, is_left: impl Fn(u8) -> bool) -> String {
    let mut coded = String::new();
    for byte in told.bytes() {
        if is_left(byte) {
            coded.push(char::from(byte));
        } else {
            let _ = write!(coded, "%{byte:02x}");
        }
    }
    coded
}

fn fine(asked: &CannedRequest) -> Vec<u8> {
    let path = asked.line.split([' ', '?']).nth(1).unwrap_or_default();
    let end = path.rsplit('/').next().unwrap_or_default();
    let body = match end.parse() {
        Ok(id) => format!(r#"{{"result":{}}}"#, row(path, id)),
        Err(_) if path.contains("login") => {
            format!(
                r#"{{"result":{{"sessionId":{}}}}}"#,
                serde_json::Value::from(TOKEN)
            )
        }
        Err(_) => {
            let rows: Vec<_> = (1..=ROWS).map(|id| row(path, id)).collect();
            format!(r#"{{"result":[{}],"total":{ROWS}}}"#, rows.join(","))
        }
    };
    http_response(200, "application/json", body)
}

/// Returns an object of the kind that a path leads to.
fn row(path: &str, id: u32) -> String {
    let (kind, more) = match path {
        path if path.contains("siteContacts") => ("SiteContact", ""),
        path if path.contains("retargeting") => ("RetargetingDataValue", r#","value":"a|b""#),
        _ => ("Campaign", ""),
    };
    format!(r#"{{"type":"{kind}","id":{id},"name":"N{id}","version":1{more}}}"#)
}
