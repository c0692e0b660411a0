//! Turns an answer into a verdict, by the one table.

use crate::dialect::ReplyPaths;
use crate::foreign_bodies;
use crate::parsed_body::ParsedBody;
use crate::reply_error;
use crate::splitter::EnvelopeError;
use crate::verdict::Verdict;
use crate::verdict_table::{Ambiguity, BodyShape, StatusClass, VerdictKind, verdict_kind};

/// What was asked of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Read; changes nothing.
    Get,
    /// Create.
    Post,
    /// Update.
    Put,
}

impl Method {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
        }
    }

    /// Tells whether the service may have changed something, once it was asked.
    #[must_use]
    pub const fn is_write(self) -> bool {
        matches!(self, Self::Post | Self::Put)
    }
}

/// Everything of an answer that counts for its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassifierInput<'a> {
    /// What was asked.
    pub method: Method,
    /// The HTTP status.
    pub status: u16,
    /// The `Retry-After` header, as it came.
    pub retry_after: Option<&'a str>,
    /// The `Date` header, as it came.
    pub date: Option<&'a str>,
    /// The whole body.
    pub body: &'a str,
    /// Where the service's replies have what they hold.
    pub places: &'a ReplyPaths,
}

/// Says what an answer means for what was asked.
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
        VerdictKind::Unknown(doubt) => unknown_verdict(doubt, answer, &reading, words),
    }
}

/// Whether the answer to a get of one entity says that there is none: a 404 that speaks of nothing else. A web page with
/// that status is about the path, not about the entity.
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

/// The codes that an answer counts for what went wrong, and its words.
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

/// What a body says, and its words where it is no failure of a known form. With a failing status, codes and words count in
/// whatever form they come, save in an entity.
fn parse_body(
    (method, status): (Method, u16),
    body: &str,
    places: &ReplyPaths,
) -> (Result<ParsedBody, EnvelopeError>, Option<String>) {
    let reading = ParsedBody::parse(method, body, places);
    let words = places.errors.read_message(body.as_bytes());
    // What is no JSON may say something to a person all the same.
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

/// Says why in words; a status and the service's own words belong to it where they are all there is to go by.
fn unknown_verdict(
    doubt: Ambiguity,
    answer: &ClassifierInput<'_>,
    reading: &ParsedBody,
    words: Option<String>,
) -> Verdict {
    let failure = reading.merged_failure();
    let codes: Vec<_> = failure.codes.iter().map(ToString::to_string).collect();
    let said = [
        codes.join(", "),
        failure.message().or(words).unwrap_or_default(),
    ];
    let said: Vec<_> = said.into_iter().filter(|part| !part.is_empty()).collect();
    let said = if said.is_empty() {
        String::new()
    } else {
        format!(": {}", said.join(" "))
    };
    let is_empty = answer.body.trim().is_empty();
    let why = match doubt {
        Ambiguity::NoEntity if is_empty => "the service reported success, but its reply is empty",
        doubt => doubt.reason(),
    };
    Verdict::Unknown {
        why: format!("{why} (status {}{said})", answer.status),
    }
}

#[cfg(test)]
mod tests;
