//! The reasons why a setting does not accept a value.

use super::SettingOption;
use crate::dialect::plain_header::HeaderError;

/// The reason why a setting does not accept a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingValueError {
    /// The text is neither yes nor no.
    #[error("neither true nor false")]
    NotYesNo,
    /// The text is not a whole number within the bounds.
    #[error("not a whole number from {least} to {most}")]
    OutOfRange {
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
        /// The unit, such as `milliseconds`; empty for a count.
        unit: &'static str,
    },
    /// The text is none of these choices.
    #[error("none of the choices")]
    UnknownChoice(&'static [SettingOption]),
    /// The text is empty.
    #[error("empty")]
    Empty,
    /// The text is not a path below the address.
    #[error("not a path below the address")]
    NotUrlPath,
    /// The text is not a path for the login.
    #[error("not a path of a login")]
    NotLoginPath,
    /// The text is not the name of a header.
    #[error("not a header name")]
    NotHeaderName,
    /// The text is not a list of header names.
    #[error("not a list of header names")]
    NotHeaderNames,
    /// The client writes this header itself, so it cannot carry the token.
    #[error("the client writes the header {0} itself")]
    ReservedTokenHeader(String),
    /// A header is impossible.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The text is not a path in a document.
    #[error("not a path in a document")]
    NotDocumentPath,
    /// The text is not a sort order.
    #[error("not a sort order")]
    NotSort,
}
