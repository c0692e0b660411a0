use serde::Serialize;
use specta::Type;

/// Whether the service answers, as its last answer showed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Connection {
    /// How it stands.
    pub state: ConnectionState,
    /// Since when it does not answer, where it was asked.
    pub since: Option<String>,
    /// What that means, as sentences; empty where all is well.
    pub message: String,
    /// How many requests are left, where the service says it.
    pub quota: Option<String>,
    /// That the next request is held back, and for how long, as a sentence.
    pub waiting: Option<String>,
    /// In how many milliseconds it stands otherwise without any request, where that is known: a pause is over then.
    pub over_in_ms: Option<u32>,
}

/// How the connection to the service stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ConnectionState {
    /// Nothing was asked since the start, or since the practice service was resumed.
    Untried,
    /// The last request was answered.
    Online,
    /// The last request was not answered.
    Offline,
    /// The last request was answered with a pause that nobody waits for, and that is not over.
    Busy,
    /// The person paused the practice service.
    Paused,
}
