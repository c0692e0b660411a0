/// Why a value on the command line does not fit its argument. The message continues a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArgumentError {
    /// The value is not an id.
    #[error("an id is a whole number, such as 1072226018")]
    NotAnId,
    /// A sort has another order than `asc` and `desc`.
    #[error("the order is asc or desc, not {0}")]
    UnknownOrder(String),
    /// A sort has no field.
    #[error("the field is missing")]
    NoSortField,
    /// There is no such way to log in.
    #[error("use none, basic, bearer, header:NAME or session")]
    UnknownLogin,
    /// There is no such colour.
    #[error("use green, blue, violet, amber, red, teal, pink or grey")]
    UnknownColour,
    /// The value is not a time for which data stays.
    #[error("use a number of months, such as 6, or forever")]
    NotAKeepTime,
    /// The value is neither true nor false.
    #[error("use true or false")]
    NotYesNo,
}
