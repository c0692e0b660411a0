//! The classifier's table: what a status and a body together mean for a read and for a write.

use crate::classify::Method;
use crate::verdict::Ambiguity;

/// A class of HTTP statuses with the same meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatusClass {
    /// 2xx except 207.
    Success,
    /// 207.
    MultiStatus,
    /// 3xx.
    Redirect,
    /// 401.
    Unauthorized,
    /// 429, and 503 with Retry-After.
    Busy,
    /// The other 4xx.
    ClientError,
    /// The other 5xx.
    ServerError,
    /// Anything that is not a final HTTP status.
    NonHttp,
}

impl StatusClass {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 8] = [
        Self::Success,
        Self::MultiStatus,
        Self::Redirect,
        Self::Unauthorized,
        Self::Busy,
        Self::ClientError,
        Self::ServerError,
        Self::NonHttp,
    ];

    pub(crate) const fn from_status(status: u16, has_retry_after: bool) -> Self {
        match status {
            207 => Self::MultiStatus,
            200..300 => Self::Success,
            300..400 => Self::Redirect,
            401 => Self::Unauthorized,
            429 => Self::Busy,
            503 if has_retry_after => Self::Busy,
            400..500 => Self::ClientError,
            500..600 => Self::ServerError,
            _ => Self::NonHttp,
        }
    }
}

/// A class of bodies with the same meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyShape {
    /// No body, or a null or empty result.
    Nothing,
    /// At least one entity, and no failure.
    Entities,
    /// A failure with a code that is final whatever the status.
    Final,
    /// A failure with 62001: the change may have been saved.
    Compare,
    /// A failure that only asks for a login, whatever its status.
    Expired,
    /// A failure with other codes.
    Coded,
    /// A failure without a code.
    Uncoded,
    /// A failure, and entities beside it.
    Mixed,
    /// Not JSON, truncated, or of another form.
    Unreadable,
}

impl BodyShape {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 9] = [
        Self::Nothing,
        Self::Entities,
        Self::Final,
        Self::Compare,
        Self::Expired,
        Self::Coded,
        Self::Uncoded,
        Self::Mixed,
        Self::Unreadable,
    ];
}

/// The meaning of a reply, without its details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VerdictKind {
    Accepted,
    Refused,
    PerItem,
    LogIn,
    Wait,
    Unknown(Ambiguity),
}

/// Looks up the meaning of a reply. The order of the lines is part of the table: a final refusal comes before every
/// status.
#[expect(
    clippy::match_same_arms,
    reason = "a line of the table is a rule of its own, and their order counts"
)]
pub(crate) const fn verdict_kind(
    method: Method,
    class: StatusClass,
    shape: BodyShape,
) -> VerdictKind {
    match (class, shape, method.is_write()) {
        (StatusClass::MultiStatus, BodyShape::Unreadable, true) => {
            VerdictKind::Unknown(Ambiguity::Unreadable)
        }
        (StatusClass::MultiStatus, BodyShape::Nothing, true) => {
            VerdictKind::Unknown(Ambiguity::NoEntity)
        }
        (StatusClass::MultiStatus, BodyShape::Expired, true) => {
            VerdictKind::Unknown(Ambiguity::NoEntity)
        }
        (StatusClass::MultiStatus, _, true) => VerdictKind::PerItem,
        (_, BodyShape::Final, _) => VerdictKind::Refused,
        (StatusClass::Unauthorized, _, _) => VerdictKind::LogIn,
        (StatusClass::Busy, _, _) => VerdictKind::Wait,
        (StatusClass::ClientError, BodyShape::Expired, _) => VerdictKind::LogIn,
        (
            StatusClass::Success | StatusClass::MultiStatus | StatusClass::ServerError,
            BodyShape::Expired,
            false,
        ) => VerdictKind::LogIn,
        // Words that only sound like an expired login may come after the change was saved. Sending again would repeat
        // it.
        (StatusClass::Success, BodyShape::Expired, true) => VerdictKind::Unknown(Ambiguity::NoCode),
        // Whatever the status, 62001 does not prove that nothing was saved.
        (StatusClass::ClientError, BodyShape::Compare, true) => {
            VerdictKind::Unknown(Ambiguity::Compare)
        }
        (StatusClass::ClientError, _, _) => VerdictKind::Refused,
        (StatusClass::ServerError, BodyShape::Coded | BodyShape::Compare, false) => {
            VerdictKind::Refused
        }
        (StatusClass::ServerError, _, _) => VerdictKind::Unknown(Ambiguity::ServerError),
        (StatusClass::Redirect, _, _) => VerdictKind::Unknown(Ambiguity::Redirected),
        (StatusClass::NonHttp, _, _) => VerdictKind::Unknown(Ambiguity::OddStatus),
        (StatusClass::Success, _, true) => write_verdict(shape),
        (StatusClass::Success | StatusClass::MultiStatus, _, false) => read_verdict(shape),
    }
}

/// A successful status: a write counts as done only if the reply shows the object and no error.
const fn write_verdict(shape: BodyShape) -> VerdictKind {
    match shape {
        BodyShape::Entities => VerdictKind::Accepted,
        BodyShape::Nothing => VerdictKind::Unknown(Ambiguity::NoEntity),
        BodyShape::Mixed => VerdictKind::Unknown(Ambiguity::Contradiction),
        BodyShape::Compare => VerdictKind::Unknown(Ambiguity::Compare),
        BodyShape::Uncoded => VerdictKind::Unknown(Ambiguity::NoCode),
        BodyShape::Unreadable => VerdictKind::Unknown(Ambiguity::Unreadable),
        BodyShape::Expired => VerdictKind::LogIn,
        BodyShape::Final | BodyShape::Coded => VerdictKind::Refused,
    }
}

const fn read_verdict(shape: BodyShape) -> VerdictKind {
    match shape {
        BodyShape::Entities | BodyShape::Nothing => VerdictKind::Accepted,
        BodyShape::Unreadable => VerdictKind::Unknown(Ambiguity::Unreadable),
        BodyShape::Expired => VerdictKind::LogIn,
        BodyShape::Final
        | BodyShape::Compare
        | BodyShape::Coded
        | BodyShape::Uncoded
        | BodyShape::Mixed => VerdictKind::Refused,
    }
}
