//! Shows replies of a service without secrets.

mod body_format;

use adwright_client::{Pages, RedactedReply};
use adwright_review::group_thousands;
use adwright_views::{ReplyHeader, ReplyView};
use adwright_wire::ListEnd;
use body_format::{body_kind, escape_invisible, format_body};

pub(crate) use crate::wording::capitalize;

use crate::error::Error;
use crate::host::rfc3339;

/// Returns a reply as the window shows it.
#[must_use]
pub fn reply_view(reply: &RedactedReply) -> ReplyView {
    let headers = reply.headers.iter();
    let headers = headers.map(|(name, value)| ReplyHeader {
        name: escape_invisible(name),
        value: escape_invisible(value),
    });
    format_reply(ReplyParts {
        request: format!(
            "{} {}",
            reply.method.as_str(),
            escape_invisible(&reply.address)
        ),
        status: Some(reply.status),
        at: Some(rfc3339(reply.at)),
        headers: headers.collect(),
        body: &reply.body,
        more: reply.more,
    })
}

/// The most of a stored text that is shown, in bytes.
const SHOWN: usize = 64 * 1024;

/// Returns the stored reply to a write as the window shows it.
pub(crate) fn stored_reply(request: &str, status: Option<u16>, text: &str) -> ReplyView {
    let body = &text[..text.floor_char_boundary(SHOWN)];
    format_reply(ReplyParts {
        request: request.to_owned(),
        status,
        at: None,
        headers: Vec::new(),
        body,
        more: (text.len() - body.len()) as u64,
    })
}

/// Returns the last reply of a list, if it is the reason why the list is incomplete.
pub(crate) fn final_reply(
    ended: &Result<Option<ListEnd>, Error>,
    pages: &Pages,
) -> Option<ReplyView> {
    match ended {
        Err(error) => error.reply(),
        Ok(_) => pages.last_reply().map(reply_view),
    }
}

struct ReplyParts<'a> {
    request: String,
    status: Option<u16>,
    at: Option<String>,
    headers: Vec<ReplyHeader>,
    body: &'a str,
    more: u64,
}

fn format_reply(answer: ReplyParts<'_>) -> ReplyView {
    let ReplyParts {
        request,
        status,
        at,
        headers,
        body,
        more,
    } = answer;
    let about = body_kind(body, more);
    let body = format_body(body);
    let more = (more > 0).then(|| format!("… {} bytes more", group_thousands(more)));
    let lines = headers.iter();
    let lines = lines.map(|header| format!("{}: {}\n", header.name, header.value));
    let status_line = status.map_or_else(String::new, |status| format!("HTTP {status}\n"));
    let rest = more.as_deref().unwrap_or_default();
    let text = format!(
        "{request}\n{status_line}{}\n{body}\n{rest}",
        lines.collect::<String>()
    );
    ReplyView {
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

impl Error {
    /// Returns the reply that the error is about; none if there was no reply.
    pub(crate) fn reply(&self) -> Option<ReplyView> {
        match self {
            Self::Client(error) => error.reply().map(reply_view),
            _ => None,
        }
    }
}
