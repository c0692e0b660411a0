/// The reason why a text is not the layout of a form.
#[derive(Debug, thiserror::Error)]
pub enum LayoutFileError {
    /// The text is not JSON, or a member is missing or has another type.
    #[error("unreadable layout")]
    Unreadable(#[source] serde_json::Error),
    /// The JSON is something else, or of another version.
    #[error("not a layout file")]
    OtherFormat,
}
