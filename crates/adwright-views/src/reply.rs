use serde::Serialize;
use specta::Type;

/// A reply of the service for a person to read: text only, without secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReplyView {
    /// Method and address, such as `GET https://service.example/campaigns?from=0&max=250`.
    pub request: String,
    /// The HTTP status; none if no answer came.
    pub status: Option<u16>,
    /// The time of the reply; none if the view shows the time elsewhere.
    pub at: Option<String>,
    /// The headers in their order; empty also if they were not stored.
    pub headers: Vec<ReplyHeader>,
    /// The body or its start. JSON is laid out on lines. Invisible characters are shown by name.
    pub body: String,
    /// The kind and size of the body, such as `JSON, 1,204 bytes`.
    pub about: String,
    /// The size of the part that is left out, such as `… 12,345 bytes more`.
    pub more: Option<String>,
    /// The whole reply as one text, to copy.
    pub text: String,
}

/// One header of a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReplyHeader {
    /// Its name, in lower case.
    pub name: String,
    /// Its value; `[hidden]` if it may identify a person.
    pub value: String,
}
