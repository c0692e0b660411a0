//! Turns an answer into a verdict, by the one table.

use crate::cut::Unreadable;
use crate::dialect::Places;
use crate::failure;
use crate::reading::Reading;
use crate::sent;
use crate::table::{Class, Doubt, Ruling, Shape, ruling};
use crate::verdict::Verdict;

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
pub struct Answer<'a> {
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
    pub places: &'a Places,
}

/// Says what an answer means for what was asked.
#[must_use]
pub fn classify(answer: &Answer<'_>) -> Verdict {
    let (reading, words) = read((answer.method, answer.status), answer.body, answer.places);
    let shape = reading.as_ref().map_or(Shape::Unreadable, Reading::shape);
    let class = Class::of(answer.status, answer.retry_after.is_some());
    let reading = reading.unwrap_or_default();
    match ruling(answer.method, class, shape) {
        Ruling::Accepted => Verdict::Accepted {
            entities: reading.entities(),
        },
        Ruling::Refused => refused(&reading, words),
        Ruling::PerItem => Verdict::PerItem {
            items: reading.into_item_replies(),
        },
        Ruling::LogIn => Verdict::Unauthorized,
        Ruling::Wait => Verdict::Wait {
            seconds: answer
                .retry_after
                .and_then(|when| sent::seconds_until(when, answer.date)),
        },
        Ruling::Unknown(doubt) => unknown(doubt, answer, &reading, words),
    }
}

/// Whether the answer to a get of one entity says that there is none: a 404 that speaks of nothing else. A web page with
/// that status is about the path, not about the entity.
#[must_use]
pub fn finds_nothing(answer: &Answer<'_>) -> bool {
    if answer.status != 404 || answer.method.is_write() {
        return false;
    }
    match read((answer.method, answer.status), answer.body, answer.places).0 {
        Ok(reading) => matches!(reading.shape(), Shape::Nothing | Shape::Coded | Shape::Bare),
        Err(why) => why == Unreadable::OtherForm,
    }
}

/// The codes that an answer counts for what went wrong, and its words.
#[must_use]
pub fn failure_of(asked: (Method, u16), body: &str, places: &Places) -> (Vec<u32>, Option<String>) {
    let (reading, words) = read(asked, body, places);
    let failure = reading.unwrap_or_default().failures();
    (failure.codes.clone(), failure.message().or(words))
}

/// What a body says, and its words where it is no failure of a known form. With a failing status, codes and words count in
/// whatever form they come, save in an entity.
fn read(
    (method, status): (Method, u16),
    body: &str,
    places: &Places,
) -> (Result<Reading, Unreadable>, Option<String>) {
    let reading = Reading::of(method, body, places);
    let words = places.errors.message(body.as_bytes());
    // What is no JSON may say something to a person all the same.
    let words = words.or_else(|| sent::words(body, reading.as_ref().err().copied()?));
    if !matches!(status, 400..600) || reading.as_ref().is_ok_and(Reading::has_service_code) {
        return (reading, words);
    }
    let mut refusal = failure::of_refusal(body);
    let words = words.or_else(|| refusal.message());
    if matches!(reading, Err(Unreadable::NotJson)) {
        refusal.codes = words.as_deref().map(failure::codes_in).unwrap_or_default();
    }
    if refusal.codes.is_empty() {
        return (reading, words);
    }
    refusal.messages = words.iter().cloned().collect();
    let reading = reading.unwrap_or_default();
    (Ok(reading.and_refused(method, refusal)), words)
}

fn refused(reading: &Reading, words: Option<String>) -> Verdict {
    let failure = reading.failures();
    Verdict::Refused {
        message: failure.message().or(words),
        codes: failure.codes,
    }
}

/// Says why in words; a status and the service's own words belong to it where they are all there is to go by.
fn unknown(doubt: Doubt, answer: &Answer<'_>, reading: &Reading, words: Option<String>) -> Verdict {
    let failure = reading.failures();
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
        Doubt::NoEntity if is_empty => "the service reported success, but its reply is empty",
        doubt => doubt.why(),
    };
    Verdict::Unknown {
        why: format!("{why} (status {}{said})", answer.status),
    }
}

#[cfg(test)]
mod tests;
