//! Answers of a service as a person looks at them, and failures about them in sentences.

mod layout;
mod words;

use adwright_client::{Ended, Evidence, Pages};
use adwright_review::grouped;

pub use words::capitalised;
pub(crate) use words::{sentence, silence};

use crate::error::Error;
use crate::views::{RawReply, ReplyHeader};
use crate::zone::rfc3339;
use layout::{form, laid_out, visible};

/// An answer as a person looks at it.
#[must_use]
pub fn raw_reply(evidence: &Evidence) -> RawReply {
    let headers = evidence.headers.iter();
    let headers = headers.map(|(name, value)| ReplyHeader {
        name: visible(name),
        value: visible(value),
    });
    shown(Shown {
        request: format!(
            "{} {}",
            evidence.method.as_str(),
            visible(&evidence.address)
        ),
        status: Some(evidence.status),
        at: Some(rfc3339(evidence.at)),
        headers: headers.collect(),
        body: &evidence.body,
        more: evidence.more,
    })
}

/// The most of a kept text that is shown, in bytes.
const SHOWN: usize = 64 * 1024;

/// The kept text of an answer to a write.
pub(crate) fn kept_reply(request: &str, status: Option<u16>, text: &str) -> RawReply {
    let body = &text[..text.floor_char_boundary(SHOWN)];
    shown(Shown {
        request: request.to_owned(),
        status,
        at: None,
        headers: Vec::new(),
        body,
        more: (text.len() - body.len()) as u64,
    })
}

/// The answer that a list ended with, where that is why it is not whole.
pub(crate) fn last_reply(ended: &Result<Option<Ended>, Error>, pages: &Pages) -> Option<RawReply> {
    match ended {
        Err(error) => error.reply(),
        Ok(_) => pages.last_answer().map(raw_reply),
    }
}

struct Shown<'a> {
    request: String,
    status: Option<u16>,
    at: Option<String>,
    headers: Vec<ReplyHeader>,
    body: &'a str,
    more: u64,
}

fn shown(answer: Shown<'_>) -> RawReply {
    let Shown {
        request,
        status,
        at,
        headers,
        body,
        more,
    } = answer;
    let about = form(body, more);
    let body = laid_out(body);
    let more = (more > 0).then(|| format!("… {} bytes more", grouped(more)));
    let lines = headers.iter();
    let lines = lines.map(|header| format!("{}: {}\n", header.name, header.value));
    let status_line = status.map_or_else(String::new, |status| format!("HTTP {status}\n"));
    let rest = more.as_deref().unwrap_or_default();
    let text = format!(
        "{request}\n{status_line}{}\n{body}\n{rest}",
        lines.collect::<String>()
    );
    RawReply {
        request,
        status,
        at,
        headers,
        body,
        about,
        more,
        text: text.trim_end().to_owned(),
    }
}
