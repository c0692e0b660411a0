//! Turns an answer into a verdict, by the one table.

use crate::reading::Reading;
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
    /// The whole body.
    pub body: &'a str,
}

/// Says what an answer means for what was asked.
#[must_use]
pub fn classify(answer: &Answer<'_>) -> Verdict {
    let reading = if answer.method.is_write() {
        Reading::of_write(answer.body)
    } else {
        Reading::of_read(answer.body)
    };
    let shape = reading.as_ref().map_or(Shape::Unreadable, Reading::shape);
    let class = Class::of(answer.status, answer.retry_after.is_some());
    let reading = reading.unwrap_or_default();
    match ruling(answer.method, class, shape) {
        Ruling::Accepted => Verdict::Accepted {
            entities: reading.entities(),
        },
        Ruling::Refused => refused(&reading),
        Ruling::PerItem => Verdict::PerItem {
            items: reading.into_item_replies(),
        },
        Ruling::LogIn => Verdict::Unauthorized,
        Ruling::Wait => Verdict::Wait {
            seconds: answer
                .retry_after
                .and_then(|value| value.trim().parse().ok()),
        },
        Ruling::Unknown(doubt) => unknown(doubt, answer.status, &reading),
    }
}

fn refused(reading: &Reading) -> Verdict {
    let failure = reading.failures();
    Verdict::Refused {
        message: failure.message(),
        codes: failure.codes,
    }
}

/// Says why in words; a status and the service's own words belong to it where they are all there is to go by.
fn unknown(doubt: Doubt, status: u16, reading: &Reading) -> Verdict {
    let failure = reading.failures();
    let codes: Vec<_> = failure.codes.iter().map(ToString::to_string).collect();
    let said = [codes.join(", "), failure.message().unwrap_or_default()];
    let said: Vec<_> = said.into_iter().filter(|part| !part.is_empty()).collect();
    let said = if said.is_empty() {
        String::new()
    } else {
        format!(": {}", said.join(" "))
    };
    Verdict::Unknown {
        why: format!("{} (status {status}{said})", doubt.why()),
    }
}

#[cfg(test)]
mod tests;
