use serde::Serialize;
use specta::Type;

/// An answer of the service as it came, for a person to look at: text only, without secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RawReply {
    /// Method and address, such as `GET https://service.example/campaigns?from=0&max=250`.
    pub request: String,
    /// The HTTP status; none where no answer came.
    pub status: Option<u16>,
    /// When it came; none where that stands beside it.
    pub at: Option<String>,
    /// The headers in their order; empty also where they were not kept.
    pub headers: Vec<ReplyHeader>,
    /// The body, or its beginning. JSON is laid out on lines; what would not be seen is named in its place.
    pub body: String,
    /// What the body is, in a few words, such as `JSON, 1,204 bytes`.
    pub about: String,
    /// How much of the body is left out, such as `… 12,345 bytes more`.
    pub more: Option<String>,
    /// All of it as one text, to copy.
    pub text: String,
}

/// One header of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReplyHeader {
    /// Its name, in small letters.
    pub name: String,
    /// Its value; `[hidden]` where it may say who somebody is.
    pub value: String,
}
