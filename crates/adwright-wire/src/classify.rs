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

/// Everything of a reply that decides what it means.
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
pub fn classify(answer: &ClassifierInput<'_>) -> Verdict {
    let (reading, words) = parse_body((answer.method, answer.status), answer.body, answer.places);
    let shape = reading
        .as_ref()
        .map_or(BodyShape::Unreadable, ParsedBody::shape);
    let class = StatusClass::from_status(answer.status, answer.retry_after.is_some());
    let reading = reading.unwrap_or_default();
    match verdict_kind(answer.method, class, shape) {
        VerdictKind::Accepted => Verdict::Accepted {
            entities: reading.into_entities(),
        },
        VerdictKind::Refused => refused_verdict(&reading, words),
        VerdictKind::PerItem => Verdict::PerItem {
            items: reading.into_item_replies(),
        },
        VerdictKind::LogIn => Verdict::Unauthorized,
        VerdictKind::Wait => Verdict::Wait {
            seconds: answer
                .retry_after
                .and_then(|when| foreign_bodies::parse_retry_after(when, answer.date)),
        },
        VerdictKind::Unknown(ambiguity) => unknown_verdict(ambiguity, answer, &reading, words),
    }
}

/// Returns whether the reply to a get of one entity says that the entity does not exist: a 404 that says nothing else.
/// A web page with status 404 is about the path, not about the entity.
#[must_use]
pub fn is_not_found(answer: &ClassifierInput<'_>) -> bool {
    if answer.status != 404 || answer.method.is_write() {
        return false;
    }
    match parse_body((answer.method, answer.status), answer.body, answer.places).0 {
        Ok(reading) => matches!(
            reading.shape(),
            BodyShape::Nothing | BodyShape::Coded | BodyShape::Uncoded
        ),
        Err(why) => why == EnvelopeError::UnknownEnvelope,
    }
}

/// Returns the codes and the message of a reply's failure.
#[must_use]
pub fn extract_failure(
    asked: (Method, u16),
    body: &str,
    places: &ReplyPaths,
) -> (Vec<u32>, Option<String>) {
    let (reading, words) = parse_body(asked, body, places);
    let failure = reading.unwrap_or_default().merged_failure();
    (failure.codes.clone(), failure.message().or(words))
}

/// Parses a body, and returns its message unless the body is a failure of a known form. With a failing status, codes
/// and messages count in any form, except inside an entity.
fn parse_body(
    (method, status): (Method, u16),
    body: &str,
    places: &ReplyPaths,
) -> (Result<ParsedBody, EnvelopeError>, Option<String>) {
    let reading = ParsedBody::parse(method, body, places);
    let words = places.errors.read_message(body.as_bytes());
    // A body that is not JSON may still contain a message for a person.
    let words = words
        .or_else(|| foreign_bodies::describe_foreign_body(body, reading.as_ref().err().copied()?));
    if !matches!(status, 400..600) || reading.as_ref().is_ok_and(ParsedBody::has_service_code) {
        return (reading, words);
    }
    let mut refusal = reply_error::parse_refusal(body);
    let words = words.or_else(|| refusal.message());
    if matches!(reading, Err(EnvelopeError::NotJson)) {
        refusal.codes = words
            .as_deref()
            .map(reply_error::find_codes)
            .unwrap_or_default();
    }
    if refusal.codes.is_empty() {
        return (reading, words);
    }
    refusal.messages = words.iter().cloned().collect();
    let reading = reading.unwrap_or_default();
    (Ok(reading.with_refusal(method, refusal)), words)
}

fn refused_verdict(reading: &ParsedBody, words: Option<String>) -> Verdict {
    let failure = reading.merged_failure();
    Verdict::Refused {
        message: failure.message().or(words),
        codes: failure.codes,
    }
}

/// Returns the verdict about an unclear reply, with everything that the reply says about it.
fn unknown_verdict(
    ambiguity: Ambiguity,
    answer: &ClassifierInput<'_>,
    reading: &ParsedBody,
    words: Option<String>,
) -> Verdict {
    let failure = reading.merged_failure();
    let is_empty = answer.body.trim().is_empty();
    Verdict::Unknown(UnclearReply {
        ambiguity: match ambiguity {
            Ambiguity::NoEntity if is_empty => Ambiguity::Empty,
            other => other,
        },
        status: answer.status,
        message: failure.message().or(words),
        codes: failure.codes,
    })
}

#[cfg(test)]
mod tests;
