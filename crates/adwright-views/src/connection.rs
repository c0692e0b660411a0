use serde::Serialize;
use specta::Type;

/// The connection to the service, as the last answer showed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Connection {
    /// Its state.
    pub state: ConnectionState,
    /// The time of the first unanswered request, if the service does not answer.
    pub since: Option<String>,
    /// The meaning in sentences; empty if all is well.
    pub message: String,
    /// The number of requests that remain, if the service reports it.
    pub quota: Option<String>,
    /// A sentence about the delay of the next request; none if there is no delay.
    pub waiting: Option<String>,
    /// The milliseconds until a pause ends and the state changes without a request, if known.
    pub over_in_ms: Option<u32>,
}

/// The state of the connection to the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ConnectionState {
    /// No request was made since the start, or since the practice service was resumed.
    Untried,
    /// The last request was answered.
    Online,
    /// The last request was not answered.
    Offline,
    /// The service asked for a pause. The pause is not over, and no request waits for it.
    Busy,
    /// The person paused the practice service.
    Paused,
}
