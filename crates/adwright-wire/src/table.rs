//! The classifier's one table: what a status and a body together mean for a read and for a write.

use crate::classify::Method;

/// The HTTP statuses, as far as they differ in meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// 2xx without 207.
    Success,
    /// 207.
    MultiStatus,
    /// 3xx.
    Redirect,
    /// 401.
    LoginWanted,
    /// 429, and 503 with Retry-After.
    Busy,
    /// The other 4xx.
    ClientError,
    /// The other 5xx.
    ServerError,
    /// Anything that is no final HTTP status.
    Odd,
}

impl Class {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 8] = [
        Self::Success,
        Self::MultiStatus,
        Self::Redirect,
        Self::LoginWanted,
        Self::Busy,
        Self::ClientError,
        Self::ServerError,
        Self::Odd,
    ];

    pub(crate) const fn of(status: u16, says_when_to_retry: bool) -> Self {
        match status {
            207 => Self::MultiStatus,
            200..300 => Self::Success,
            300..400 => Self::Redirect,
            401 => Self::LoginWanted,
            429 => Self::Busy,
            503 if says_when_to_retry => Self::Busy,
            400..500 => Self::ClientError,
            500..600 => Self::ServerError,
            _ => Self::Odd,
        }
    }
}

/// The bodies, as far as they differ in meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// No body, a null or empty result.
    Nothing,
    /// At least one entity, and no failure.
    Entities,
    /// A failure with a code that is final whatever the status.
    Final,
    /// A failure with 62001: it may have been saved all the same.
    Compare,
    /// A failure that asks for a login and says nothing else, whatever its status.
    Expired,
    /// A failure with other codes.
    Coded,
    /// A failure without a code.
    Bare,
    /// A failure, and entities beside it.
    Mixed,
    /// Not JSON, cut off, or in another form.
    Unreadable,
}

impl Shape {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 9] = [
        Self::Nothing,
        Self::Entities,
        Self::Final,
        Self::Compare,
        Self::Expired,
        Self::Coded,
        Self::Bare,
        Self::Mixed,
        Self::Unreadable,
    ];
}

/// What an answer means, without its details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ruling {
    Accepted,
    Refused,
    PerItem,
    LogIn,
    Wait,
    Unknown(Doubt),
}

/// Why an answer does not settle whether something was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    ServerError,
    OddStatus,
    Redirected,
    Unreadable,
    NoEntity,
    NoCode,
    Contradiction,
    Compare,
}

impl Doubt {
    pub(crate) const fn why(self) -> &'static str {
        match self {
            Self::ServerError => "the service failed without saying what it did",
            Self::OddStatus => "the service answered with a status that HTTP does not have",
            Self::Redirected => "the service answered with a redirect, which is not followed",
            Self::Unreadable => "the reply cannot be read",
            Self::NoEntity => "the service reported success, but the reply holds no object",
            Self::NoCode => "the reply holds an error, but no code that says what was done",
            Self::Contradiction => "the reply holds an error and an object at once",
            Self::Compare => "the service reported 62001, and may have saved it all the same",
        }
    }
}

/// Looks the answer up. The order of the lines is part of the table: a final refusal comes before every status.
#[expect(
    clippy::match_same_arms,
    reason = "a line of the table is a rule of its own, and their order counts"
)]
pub(crate) const fn ruling(method: Method, class: Class, shape: Shape) -> Ruling {
    match (class, shape, method.is_write()) {
        (Class::MultiStatus, Shape::Unreadable, true) => Ruling::Unknown(Doubt::Unreadable),
        (Class::MultiStatus, Shape::Nothing, true) => Ruling::Unknown(Doubt::NoEntity),
        (Class::MultiStatus, Shape::Expired, true) => Ruling::Unknown(Doubt::NoEntity),
        (Class::MultiStatus, _, true) => Ruling::PerItem,
        (_, Shape::Final, _) => Ruling::Refused,
        (Class::LoginWanted, _, _) => Ruling::LogIn,
        (Class::Busy, _, _) => Ruling::Wait,
        (Class::ClientError, Shape::Expired, _) => Ruling::LogIn,
        (Class::Success | Class::MultiStatus | Class::ServerError, Shape::Expired, false) => {
            Ruling::LogIn
        }
        // Words that only sound like it may come after the work was done; sent again, it would be done twice.
        (Class::Success, Shape::Expired, true) => Ruling::Unknown(Doubt::NoCode),
        // Whatever the status, 62001 does not say that nothing was saved.
        (Class::ClientError, Shape::Compare, true) => Ruling::Unknown(Doubt::Compare),
        (Class::ClientError, _, _) => Ruling::Refused,
        (Class::ServerError, Shape::Coded | Shape::Compare, false) => Ruling::Refused,
        (Class::ServerError, _, _) => Ruling::Unknown(Doubt::ServerError),
        (Class::Redirect, _, _) => Ruling::Unknown(Doubt::Redirected),
        (Class::Odd, _, _) => Ruling::Unknown(Doubt::OddStatus),
        (Class::Success, _, true) => written(shape),
        (Class::Success | Class::MultiStatus, _, false) => read(shape),
    }
}

/// Success by its status: a write counts as done only where the reply shows the object and no error.
const fn written(shape: Shape) -> Ruling {
    match shape {
        Shape::Entities => Ruling::Accepted,
        Shape::Nothing => Ruling::Unknown(Doubt::NoEntity),
        Shape::Mixed => Ruling::Unknown(Doubt::Contradiction),
        Shape::Compare => Ruling::Unknown(Doubt::Compare),
        Shape::Bare => Ruling::Unknown(Doubt::NoCode),
        Shape::Unreadable => Ruling::Unknown(Doubt::Unreadable),
        Shape::Expired => Ruling::LogIn,
        Shape::Final | Shape::Coded => Ruling::Refused,
    }
}

const fn read(shape: Shape) -> Ruling {
    match shape {
        Shape::Entities | Shape::Nothing => Ruling::Accepted,
        Shape::Unreadable => Ruling::Unknown(Doubt::Unreadable),
        Shape::Expired => Ruling::LogIn,
        Shape::Final | Shape::Compare | Shape::Coded | Shape::Bare | Shape::Mixed => {
            Ruling::Refused
        }
    }
}
