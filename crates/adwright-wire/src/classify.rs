//! Turns a reply into a verdict. `verdict_table` has the rules.

use crate::dialect::ReplyPaths;
use crate::foreign_bodies;
use crate::parsed_body::ParsedBody;
use crate::reply_error;
use crate::splitter::EnvelopeError;
use crate::verdict::{Ambiguity, UnclearReply, Verdict};
use crate::verdict_table::{BodyShape, StatusClass, VerdictKind, verdict_kind};

/// The HTTP method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Reads, and changes nothing.
    Get,
    /// Creates an object.
    Post,
    /// Updates an object.
    Put,
}

impl Method {
    /// Returns the word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
        }
    }

    /// Returns whether a request with this method may change something on the service.
    #[must_use]
    pub const fn is_write(self) -> bool {
        matches!(self, Self::Post | Self::Put)
    }
}

/// The parts of a reply that decide its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassifierInput<'a> {
    /// The method of the request.
    pub method: Method,
    /// The HTTP status.
    pub status: u16,
    /// The `Retry-After` header, as received.
    pub retry_after: Option<&'a str>,
    /// The `Date` header, as received.
    pub date: Option<&'a str>,
    /// The whole body.
    pub body: &'a str,
    /// The paths of values in the service's replies.
    pub places: &'a ReplyPaths,
}

/// Returns what a reply means for its request.
#[must_use]
pub fn classify(reply: &ClassifierInput<'_>) -> Verdict {
    let (parsed, message) = parse_body(reply.method, reply.status, reply.body, reply.places);
    let shape = parsed
        .as_ref()
        .map_or(BodyShape::Unreadable, ParsedBody::shape);
    let class = StatusClass::from_status(reply.status, reply.retry_after.is_some());
    let parsed = parsed.unwrap_or_default();
    match verdict_kind(reply.method, class, shape) {
        VerdictKind::Accepted => Verdict::Accepted {
            entities: parsed.into_entities(),
        },
        VerdictKind::Refused => refused_verdict(&parsed, message),
        VerdictKind::PerItem => Verdict::PerItem {
            items: parsed.into_item_replies(),
        },
        VerdictKind::LogIn => Verdict::Unauthorized,
        VerdictKind::Wait => Verdict::Wait {
            seconds: reply
                .retry_after
                .and_then(|when| foreign_bodies::parse_retry_after(when, reply.date)),
        },
        VerdictKind::Unknown(ambiguity) => unknown_verdict(ambiguity, reply, &parsed, message),
    }
}

/// Returns whether the reply to a get of one entity reports that the entity does not exist: a 404 without another
/// failure.
/// A web page with status 404 is about the path, not about the entity.
#[must_use]
pub fn is_not_found(reply: &ClassifierInput<'_>) -> bool {
    if reply.status != 404 || reply.method.is_write() {
        return false;
    }
    match parse_body(reply.method, reply.status, reply.body, reply.places).0 {
        Ok(parsed) => matches!(
            parsed.shape(),
            BodyShape::Nothing | BodyShape::Coded | BodyShape::Uncoded
        ),
        Err(why) => why == EnvelopeError::UnknownEnvelope,
    }
}

/// Returns the codes and the message of a reply's failure.
#[must_use]
pub fn extract_failure(
    method: Method,
    status: u16,
    body: &str,
    places: &ReplyPaths,
) -> (Vec<u32>, Option<String>) {
    let (parsed, message) = parse_body(method, status, body, places);
    let failure = parsed.unwrap_or_default().merged_failure();
    (failure.codes.clone(), failure.message().or(message))
}

/// Parses a body, and returns its message unless the body is a failure of a known form. With a failing status, codes
/// and messages count in any form, except inside an entity.
fn parse_body(
    method: Method,
    status: u16,
    body: &str,
    places: &ReplyPaths,
) -> (Result<ParsedBody, EnvelopeError>, Option<String>) {
    let parsed = ParsedBody::parse(method, body, places);
    let message = places.errors.read_message(body.as_bytes());
    // A body that is not JSON may still contain a message for a person.
    let message = message
        .or_else(|| foreign_bodies::describe_foreign_body(body, parsed.as_ref().err().copied()?));
    if !matches!(status, 400..600) || parsed.as_ref().is_ok_and(ParsedBody::has_service_code) {
        return (parsed, message);
    }
    let mut refusal = reply_error::parse_refusal(body);
    let message = message.or_else(|| refusal.message());
    if matches!(parsed, Err(EnvelopeError::NotJson)) {
        refusal.codes = message
            .as_deref()
            .map(reply_error::find_codes)
            .unwrap_or_default();
    }
    if refusal.codes.is_empty() {
        return (parsed, message);
    }
    refusal.messages = message.iter().cloned().collect();
    let parsed = parsed.unwrap_or_default();
    (Ok(parsed.with_refusal(method, refusal)), message)
}

fn refused_verdict(parsed: &ParsedBody, message: Option<String>) -> Verdict {
    let failure = parsed.merged_failure();
    Verdict::Refused {
        message: failure.message().or(message),
        codes: failure.codes,
    }
}

/// Returns the verdict about an unclear reply, with everything that the reply says about it.
fn unknown_verdict(
    ambiguity: Ambiguity,
    reply: &ClassifierInput<'_>,
    parsed: &ParsedBody,
    message: Option<String>,
) -> Verdict {
    let failure = parsed.merged_failure();
    let is_empty = reply.body.trim().is_empty();
    Verdict::Unknown(UnclearReply {
        ambiguity: match ambiguity {
            Ambiguity::NoEntity if is_empty => Ambiguity::Empty,
            other => other,
        },
        status: reply.status,
        message: failure.message().or(message),
        codes: failure.codes,
    })
}

#[cfg(test)]
mod tests;
