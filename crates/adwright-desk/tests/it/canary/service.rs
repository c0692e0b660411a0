//! A service that repeats whatever it was shown, in every way that we thought of.

use std::sync::{Arc, Mutex};

use adwright_testkit::{Asked, answer, canned};

use super::{TOKEN, is_in, marks};

/// How the service misbehaves; it repeats whatever it was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    /// As the interface has it.
    Fine,
    InSuccess,
    InReason(u16),
    InPage,
    InHeaders,
    Coded,
    BrokenOff,
    Elsewhere(u16),
    Challenge,
    /// Only where something is changed; with a status of redirects it sends elsewhere.
    InWrite(u16),
}

pub(super) const READS: [Mood; 15] = [
    Mood::InSuccess,
    Mood::InReason(400),
    Mood::InReason(401),
    Mood::InReason(403),
    Mood::InReason(500),
    Mood::InReason(503),
    Mood::InPage,
    Mood::InHeaders,
    Mood::Coded,
    Mood::BrokenOff,
    Mood::Elsewhere(301),
    Mood::Elsewhere(302),
    Mood::Elsewhere(307),
    Mood::Elsewhere(308),
    Mood::Challenge,
];

/// How many campaigns the service has: one for each way in which a change is answered.
const CAMPAIGNS: u32 = 5;

/// A service with a few campaigns and a mood, and another origin that it sends to.
pub(super) struct Service {
    pub(super) address: String,
    pub(super) mood: Arc<Mutex<Mood>>,
    /// Whether the service was shown the canary.
    pub(super) was_shown: Arc<Mutex<bool>>,
    /// What the other origin was asked.
    pub(super) elsewhere: Arc<Mutex<Vec<String>>>,
}

pub(super) fn service() -> Service {
    let mood = Arc::new(Mutex::new(Mood::Fine));
    let was_shown = Arc::new(Mutex::new(false));
    let elsewhere = Arc::<Mutex<Vec<String>>>::default();
    let asked_there = Arc::clone(&elsewhere);
    let other = canned(move |asked| {
        asked_there.lock().unwrap().push(everything(asked));
        answer(200, "application/json", "{}")
    });
    let (now, shown) = (Arc::clone(&mood), Arc::clone(&was_shown));
    let address = canned(move |asked| {
        let told = everything(asked);
        *shown.lock().unwrap() |= is_in(told.as_bytes());
        reply(*now.lock().unwrap(), asked, &told, &other)
    });
    Service {
        address,
        mood,
        was_shown,
        elsewhere,
    }
}

fn everything(asked: &Asked) -> String {
    format!("{}\n{}\n{}", asked.line, asked.head.join("\n"), asked.body)
}

/// An answer without a body.
fn with(status: u16, header: &str) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status} -\r\n{header}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    head.into_bytes()
}

fn reply(mood: Mood, asked: &Asked, told: &str, other: &str) -> Vec<u8> {
    let text = serde_json::Value::from(told).to_string();
    let json = |status, body: String| answer(status, "application/json", body);
    let one_line = told.replace(['\r', '\n'], " ");
    match mood {
        Mood::InWrite(status) if asked.is_write() && !asked.line.contains("login") => {
            match status {
                300..400 => with(status, &format!("Location: {other}/campaigns/1")),
                _ => json(
                    status,
                    format!(r#"{{"result":{text},"error":{{"message":{text}}}}}"#),
                ),
            }
        }
        Mood::Fine | Mood::InWrite(_) => fine(asked),
        Mood::InSuccess => json(
            200,
            format!(r#"{{"result":[{{"type":"Campaign","id":1,"name":{text}}}],"total":1}}"#),
        ),
        Mood::InReason(status) => json(status, format!(r#"{{"error":{{"message":{text}}}}}"#)),
        Mood::InPage => answer(
            502,
            "text/html",
            format!(
                "<meta http-equiv=refresh content=\"0;url={other}\"><title>{told}</title><img src={other}><pre>{told}</pre>"
            ),
        ),
        Mood::InHeaders => with(
            418,
            &format!("X-Echo: {one_line}\r\nLocation: /{one_line}\r\nSet-Cookie: a={one_line}"),
        ),
        Mood::Coded => {
            let coded = told.bytes().map(|byte| format!("%{byte:02x}"));
            answer(400, "text/plain", coded.collect::<String>())
        }
        Mood::BrokenOff => {
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
        Mood::Elsewhere(status) => with(status, &format!("Location: {other}/campaigns?{}", "x=1")),
        Mood::Challenge => with(
            401,
            &format!("WWW-Authenticate: Basic realm=\"{other}\"\r\nLocation: {other}/"),
        ),
    }
}

fn fine(asked: &Asked) -> Vec<u8> {
    let row = |id: u32| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}","version":1}}"#);
    let path = asked.line.split([' ', '?']).nth(1).unwrap_or_default();
    let body = match path.rsplit('/').next().unwrap_or_default().parse() {
        Ok(id) => format!(r#"{{"result":{}}}"#, row(id)),
        Err(_) if path.contains("login") => {
            format!(
                r#"{{"result":{{"sessionId":{}}}}}"#,
                serde_json::Value::from(TOKEN)
            )
        }
        Err(_) => {
            let rows: Vec<_> = (1..=CAMPAIGNS).map(row).collect();
            format!(r#"{{"result":[{}],"total":{CAMPAIGNS}}}"#, rows.join(","))
        }
    };
    answer(200, "application/json", body)
}
