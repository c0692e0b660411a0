//! Finds out whether an envelope speaks of a failure, and which codes it counts.

use serde_json::Value;

use crate::codes;
use crate::cut::Members;
use crate::dialect::ErrorPlaces;
use crate::envelope::at;

/// The members of an envelope that speak of a failure wherever they are not null.
const CONTAINERS: [&str; 3] = ["error", "errors", "fault"];

/// A code below this is an HTTP status that a `status` member repeats, not one of the service's own.
const FIRST_SERVICE_CODE: u32 = 600;

/// From here on, an HTTP status is a failure.
const FIRST_FAILING_STATUS: u32 = 400;

/// The HTTP statuses of a server that failed.
const SERVER_ERRORS: std::ops::Range<u32> = 500..600;

/// The HTTP status by which a failure asks for a login, where it repeats one.
const LOGIN_WANTED: u32 = 401;

/// What gateways say in a `fault` of a login that has run out: one of each, in any order.
const LOGIN_WORDS: [[&str; 2]; 2] = [["token", "session"], ["expired", "invalid"]];

/// What an envelope says went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Failure {
    /// The codes, in their order, each once.
    pub(crate) codes: Vec<u32>,
    /// The service's own words.
    pub(crate) messages: Vec<String>,
    /// Whether it speaks of a login that has run out without a code that says so.
    pub(crate) is_expiry: bool,
}

impl Failure {
    pub(crate) fn is_final(&self) -> bool {
        self.codes.iter().any(|code| codes::is_final(*code))
    }

    /// Whether a code says what went wrong. In the answer to a write one that repeats the status of a server that failed
    /// says no more than that status: the work may have been done before.
    pub(crate) fn has_code(&self, of_write: bool) -> bool {
        let says = |code: &u32| !(of_write && SERVER_ERRORS.contains(code));
        self.codes.iter().any(says)
    }

    /// Whether it asks for a login and says nothing else: then nothing was done.
    pub(crate) fn asks_for_login(&self) -> bool {
        let only_401 = self.codes.iter().all(|code| *code == LOGIN_WANTED);
        only_401 && (self.is_expiry || !self.codes.is_empty())
    }

    pub(crate) fn asks_to_compare(&self) -> bool {
        self.codes.contains(&codes::VERIFICATION)
    }

    /// The service's own words as one text.
    pub(crate) fn message(&self) -> Option<String> {
        (!self.messages.is_empty()).then(|| self.messages.join("; "))
    }

    /// What both say, each thing once.
    pub(crate) fn merged(mut self, other: Self) -> Self {
        for code in other.codes {
            push_once(&mut self.codes, code);
        }
        for message in other.messages {
            push_once(&mut self.messages, message);
        }
        self.is_expiry |= other.is_expiry;
        self
    }

    fn of_container(container: &Value) -> Self {
        let mut failure = Self::default();
        failure.collect(container);
        failure
    }

    /// Takes repeated HTTP statuses out; none where there is neither a code of the service nor a failing status.
    fn without_statuses(mut self) -> Option<Self> {
        let fails = self.codes.iter().any(|code| *code >= FIRST_FAILING_STATUS);
        self.is_expiry |= self.codes.contains(&LOGIN_WANTED);
        self.codes.retain(|code| *code >= FIRST_SERVICE_CODE);
        fails.then_some(self)
    }

    /// Takes the codes and words of a failure's container. Only members that hold failures are entered, so that a
    /// `code` of an entity, which a failure may quote, is never one of the service's.
    fn collect(&mut self, container: &Value) {
        match container {
            Value::String(message) => push_once(&mut self.messages, message.clone()),
            Value::Array(entries) => entries.iter().for_each(|entry| self.collect(entry)),
            Value::Object(members) => {
                self.collect_own(members);
                for name in CONTAINERS.iter().chain(&["status"]) {
                    if let Some(inner @ (Value::Array(_) | Value::Object(_))) = members.get(*name) {
                        self.collect(inner);
                    }
                }
            }
            _ => {}
        }
    }

    fn collect_own(&mut self, members: &serde_json::Map<String, Value>) {
        for name in ["code", "errorCode"] {
            if let Some(code) = members.get(name).and_then(code) {
                push_once(&mut self.codes, code);
            }
        }
        for name in ["message", "errorMessage", "faultstring"] {
            if let Some(Value::String(message)) = members.get(name) {
                push_once(&mut self.messages, message.clone());
            }
        }
    }
}

impl ErrorPlaces {
    /// What a reply or a per-item result, as it came, says went wrong at these places; none where it has no code there,
    /// or only an HTTP status that is none of a failure.
    pub(crate) fn failure(&self, raw: &[u8]) -> Option<Failure> {
        let code = code(&value(at(raw, self.code_at.as_ref()?)?))?;
        let failure = Failure {
            codes: vec![code],
            messages: self.message(raw).into_iter().collect(),
            is_expiry: false,
        };
        failure.without_statuses()
    }

    /// The words that a reply has at their place.
    pub(crate) fn message(&self, raw: &[u8]) -> Option<String> {
        match value(at(raw, self.message_at.as_ref()?)?) {
            Value::String(message) if !message.trim().is_empty() => Some(message),
            _ => None,
        }
    }
}

/// What the envelope of a whole reply says went wrong; none where it speaks of no failure.
pub(crate) fn of_envelope(envelope: &Members<'_>) -> Option<Failure> {
    let containers = CONTAINERS
        .iter()
        .filter_map(|name| envelope.get(name))
        .map(value)
        .filter(|container| {
            container
                .as_array()
                .is_none_or(|entries| !entries.is_empty())
        })
        .map(|container| Failure::of_container(&container));
    let fault = envelope.get("fault").map(of_fault);
    let containers = containers.chain(fault);
    let status = envelope.get("status").and_then(of_status);
    containers.chain(status).reduce(Failure::merged)
}

/// Whether a `fault` is about a login that has run out. It comes from a gateway, which answers in the service's place.
fn of_fault(raw: &[u8]) -> Failure {
    let words = Failure::of_container(&value(raw)).messages.join(" ");
    let words = words.to_ascii_lowercase();
    let said = |either: &[&str; 2]| either.iter().any(|word| words.contains(word));
    Failure {
        is_expiry: LOGIN_WORDS.iter().all(said),
        ..Failure::default()
    }
}

/// What a per-item result says went wrong; here codes count beside the containers too.
pub(crate) fn of_item(item: &Members<'_>) -> Option<Failure> {
    let own = |name| item.get(name).map(value);
    let codes = ["code", "errorCode"]
        .into_iter()
        .filter_map(|name| code(&own(name)?));
    let codes = Failure {
        codes: codes.collect(),
        ..Failure::default()
    }
    .without_statuses();
    let failure = of_envelope(item)
        .into_iter()
        .chain(codes)
        .reduce(Failure::merged)?;
    let messages = match own("message") {
        Some(Value::String(message)) => vec![message],
        _ => Vec::new(),
    };
    Some(failure.merged(Failure {
        messages,
        ..Failure::default()
    }))
}

/// A `status` is a failure where it holds a code of the service or a failing HTTP status; most often it is neither,
/// and where it is a word (an ad's `ACTIVE`) it never is.
fn of_status(raw: &[u8]) -> Option<Failure> {
    let status = value(raw);
    if status.is_string() {
        return None;
    }
    let mut failure = Failure::of_container(&status);
    failure.codes.extend(code(&status));
    failure.without_statuses()
}

/// A code as number, or as a text of digits only.
fn code(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number
            .as_u64()
            .and_then(|number| u32::try_from(number).ok()),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// The container's value; a broken one still is a failure, but says nothing.
fn value(raw: &[u8]) -> Value {
    serde_json::from_slice(raw).unwrap_or_default()
}

fn push_once<T: PartialEq>(list: &mut Vec<T>, entry: T) {
    if !list.contains(&entry) {
        list.push(entry);
    }
}
