//! Reads the failure of a reply, and its codes.

use serde_json::Value;

use crate::codes;
use crate::dialect::ErrorPaths;
use crate::envelope::value_at;
use crate::foreign_bodies;
use crate::splitter::RawMembers;

/// The members of an envelope that show a failure unless they are null.
const FAILURE_MEMBERS: [&str; 3] = ["error", "errors", "fault"];

/// The names of a code's member, including a gateway's spelling.
const CODE_MEMBERS: [&str; 3] = ["code", "errorCode", "errorcode"];

/// The names of the member with a message for a person.
const MESSAGE_MEMBERS: [&str; 9] = [
    "message",
    "errorMessage",
    "faultstring",
    "title",
    "detail",
    "description",
    "error_description",
    "errorDescription",
    "reason",
];

/// How many levels deep a message is searched for in a refusal of unknown form.
const MAX_DEPTH: usize = 3;

/// A code below this is an HTTP status that a `status` member repeats, not a code of the service.
const FIRST_SERVICE_CODE: u32 = 600;

/// An HTTP status from here on is a failure.
const FIRST_FAILING_STATUS: u32 = 400;

/// The HTTP statuses of a server error.
const SERVER_ERRORS: std::ops::Range<u32> = 500..600;

/// The HTTP status that asks for a login, if a failure repeats it.
const UNAUTHORIZED: u32 = 401;

/// Words in a gateway's `fault` about an expired login. The text has at least one word of each pair.
const EXPIRED_LOGIN_WORDS: [[&str; 2]; 2] = [["token", "session"], ["expired", "invalid"]];

/// The failure in an envelope.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ReplyError {
    /// The codes in their order, without duplicates.
    pub(crate) codes: Vec<u32>,
    /// The service's messages.
    pub(crate) messages: Vec<String>,
    /// True if the failure is about an expired login and has no code for that.
    pub(crate) is_expiry: bool,
}

impl ReplyError {
    pub(crate) fn is_final(&self) -> bool {
        self.codes.iter().any(|code| codes::is_final(*code))
    }

    /// Returns whether a code says what went wrong. In the reply to a write, a code that repeats a server error's HTTP
    /// status does not count: the change may have been saved before the error.
    pub(crate) fn has_code(&self, is_write: bool) -> bool {
        let is_specific = |code: &u32| !(is_write && SERVER_ERRORS.contains(code));
        self.codes.iter().any(is_specific)
    }

    /// Returns whether the failure only asks for a login. In that case nothing was changed.
    pub(crate) fn is_login_required(&self) -> bool {
        let only_401 = self.codes.iter().all(|code| *code == UNAUTHORIZED);
        only_401 && (self.is_expiry || !self.codes.is_empty())
    }

    pub(crate) fn is_possibly_saved(&self) -> bool {
        self.codes.contains(&codes::VERIFICATION)
    }

    /// Returns the service's messages as one text.
    pub(crate) fn message(&self) -> Option<String> {
        (!self.messages.is_empty()).then(|| self.messages.join("; "))
    }

    /// Merges two failures, without duplicates.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        for code in other.codes {
            push_once(&mut self.codes, code);
        }
        for message in other.messages {
            push_once(&mut self.messages, message);
        }
        self.is_expiry |= other.is_expiry;
        self
    }

    fn from_container(container: &Value) -> Self {
        let mut failure = Self::default();
        failure.collect(container);
        if !failure.has_service_code() {
            let found = failure.messages.iter().flat_map(|text| find_codes(text));
            let found: Vec<_> = found.collect();
            failure = failure.merge(Self {
                codes: found,
                ..Self::default()
            });
        }
        failure
    }

    /// Returns whether one of the codes is not an HTTP status.
    pub(crate) fn has_service_code(&self) -> bool {
        self.codes.iter().any(|code| *code >= FIRST_SERVICE_CODE)
    }

    /// Removes repeated HTTP statuses; `None` if no code is a service code or a failing status.
    fn strip_http_statuses(mut self) -> Option<Self> {
        let fails = self.codes.iter().any(|code| *code >= FIRST_FAILING_STATUS);
        self.is_expiry |= self.codes.contains(&UNAUTHORIZED);
        self.codes.retain(|code| *code >= FIRST_SERVICE_CODE);
        fails.then_some(self)
    }

    /// Collects the codes and messages of a failure's container. Only members that contain failures are entered: a
    /// failure may quote an entity, and the entity's `code` is not a code of the service.
    fn collect(&mut self, container: &Value) {
        match container {
            Value::String(message) => push_once(&mut self.messages, message.clone()),
            Value::Array(entries) => entries.iter().for_each(|entry| self.collect(entry)),
            Value::Object(members) => {
                self.collect_own(members);
                for name in FAILURE_MEMBERS.iter().chain(&["status"]) {
                    if let Some(inner @ (Value::Array(_) | Value::Object(_))) = members.get(*name) {
                        self.collect(inner);
                    }
                }
                let detail = members.get("detail");
                if let Some(detail @ Value::Object(inner)) = detail
                    && !is_entity(inner)
                {
                    self.collect(detail);
                }
            }
            _ => {}
        }
    }

    fn collect_own(&mut self, members: &serde_json::Map<String, Value>) {
        for name in CODE_MEMBERS {
            if let Some(code) = members.get(name).and_then(parse_code) {
                push_once(&mut self.codes, code);
            }
        }
        for name in MESSAGE_MEMBERS {
            if let Some(Value::String(message)) = members.get(name) {
                push_once(&mut self.messages, message.clone());
            }
        }
    }
}

/// Reads the failure of a body with a failing status, outside the usual members: a code beside its message, or a
/// message in any form.
pub(crate) fn parse_refusal(body: &str) -> ReplyError {
    let mut failure = ReplyError::default();
    let Ok(Value::Object(members)) = serde_json::from_str(body) else {
        return failure;
    };
    failure.collect_own(&members);
    if failure.messages.is_empty() {
        let text = nearest_text(&members).map(foreign_bodies::one_line);
        failure.messages.extend(text);
    }
    if is_entity(&members) || members.get("id").and_then(parse_code).is_some() {
        failure.codes.clear();
    } else {
        failure.codes.retain(|code| *code >= FIRST_SERVICE_CODE);
        if failure.codes.is_empty() {
            failure.codes = failure
                .messages
                .iter()
                .flat_map(|text| find_codes(text))
                .collect();
        }
    }
    failure
}

/// Returns the first text of several words on the outermost level, outside entities.
fn nearest_text(members: &serde_json::Map<String, Value>) -> Option<&str> {
    let mut level = vec![members];
    for _ in 0..MAX_DEPTH {
        let values = level.iter().flat_map(|members| members.values());
        let mut texts = values.clone().filter_map(Value::as_str);
        let text = texts.find(|text| text.trim().contains(char::is_whitespace));
        if text.is_some() {
            return text;
        }
        let inner = values.filter_map(Value::as_object);
        level = inner.filter(|members| !is_entity(members)).collect();
    }
    None
}

fn is_entity(members: &serde_json::Map<String, Value>) -> bool {
    members.get("type").is_some_and(Value::is_string)
}

/// Returns the codes of the interface that a text names. A final code settles a request, and an id must not be mistaken
/// for it. So a final code counts only at the beginning, in brackets, or after a word such as *error*.
pub(crate) fn find_codes(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut at = 0;
    if !text.contains(char::is_alphabetic) {
        return found;
    }
    while let Some(start) = text[at..].find(|letter: char| letter.is_ascii_digit()) {
        let (before, rest) = text.split_at(at + start);
        let end = rest.find(|letter: char| !letter.is_ascii_digit());
        let (digits, after) = rest.split_at(end.unwrap_or(rest.len()));
        at = text.len() - after.len();
        let code = digits.parse().ok().filter(|code| {
            codes::is_known(*code)
                && is_standalone_number(before, after)
                && (!codes::is_final(*code) || is_introduced_as_code(before))
        });
        found.extend(code);
    }
    found
}

/// Returns whether digits between these texts are a separate number.
fn is_standalone_number(before: &str, after: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-');
    let mut next = after.chars();
    let continues = match next.next() {
        Some('.' | ',' | '-') => next.next().is_some_and(char::is_alphanumeric),
        Some(letter) => letter.is_alphanumeric() || letter == '_',
        None => false,
    };
    !before.ends_with(is_part) && !continues
}

/// Returns whether the text before a number says that the number is a code.
fn is_introduced_as_code(before: &str) -> bool {
    let intro = before.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let intro = intro.to_ascii_lowercase();
    let code_words = ["error", "code", "fault"];
    intro.is_empty()
        || before.ends_with(['(', '['])
        || code_words.iter().any(|word| intro.ends_with(word))
}

impl ErrorPaths {
    /// Reads the failure at the configured paths of a reply or of a raw per-item result. `None` if there is no code, or
    /// only an HTTP status that is not a failure.
    pub(crate) fn read_failure(&self, raw: &[u8]) -> Option<ReplyError> {
        let code = parse_code(&parse_value(value_at(raw, self.code_at.as_ref()?)?))?;
        let failure = ReplyError {
            codes: vec![code],
            messages: self.read_message(raw).into_iter().collect(),
            is_expiry: false,
        };
        failure.strip_http_statuses()
    }

    /// Returns the message at the configured path of a reply.
    pub(crate) fn read_message(&self, raw: &[u8]) -> Option<String> {
        match parse_value(value_at(raw, self.message_at.as_ref()?)?) {
            Value::String(message) if !message.trim().is_empty() => Some(message),
            _ => None,
        }
    }
}

/// Returns the failure in the envelope of a whole reply; `None` if the envelope shows none.
pub(crate) fn from_envelope(envelope: &RawMembers<'_>) -> Option<ReplyError> {
    let containers = FAILURE_MEMBERS
        .iter()
        .filter_map(|name| envelope.get(name))
        .map(parse_value)
        .filter(|container| {
            container
                .as_array()
                .is_none_or(|entries| !entries.is_empty())
        })
        .map(|container| ReplyError::from_container(&container));
    let fault = envelope.get("fault").map(from_gateway_fault);
    let containers = containers.chain(fault);
    let status = envelope.get("status").and_then(from_status);
    let top_level = from_top_level(envelope);
    let is_coded = top_level.codes.iter().copied().any(codes::is_known);
    let failure = containers.chain(status).reduce(ReplyError::merge);
    match failure {
        None if !is_coded => None,
        failure => Some(failure.unwrap_or_default().merge(top_level)),
    }
}

/// Returns the codes of the interface and the messages among an envelope's own members. An envelope with an id may be
/// an entity.
fn from_top_level(envelope: &RawMembers<'_>) -> ReplyError {
    let member = |name: &&str| envelope.get(name).map(parse_value);
    let has_id = member(&"id").as_ref().and_then(parse_code).is_some();
    let codes = CODE_MEMBERS
        .iter()
        .filter_map(|name| parse_code(&member(name)?));
    let messages = MESSAGE_MEMBERS
        .iter()
        .filter_map(|name| match member(name)? {
            Value::String(message) => Some(message),
            _ => None,
        });
    ReplyError {
        codes: codes
            .filter(|code| !has_id && codes::is_known(*code))
            .collect(),
        messages: messages.collect(),
        is_expiry: false,
    }
}

/// Returns whether a `fault` is about an expired login. It comes from a gateway in front of the service.
fn from_gateway_fault(raw: &[u8]) -> ReplyError {
    let message = ReplyError::from_container(&parse_value(raw))
        .messages
        .join(" ");
    let message = message.to_ascii_lowercase();
    let has_either = |either: &[&str; 2]| either.iter().any(|word| message.contains(word));
    ReplyError {
        is_expiry: EXPIRED_LOGIN_WORDS.iter().all(has_either),
        ..ReplyError::default()
    }
}

/// Returns the failure of a per-item result. Here codes beside the containers count too.
pub(crate) fn from_item(item: &RawMembers<'_>) -> Option<ReplyError> {
    let member = |name| item.get(name).map(parse_value);
    let codes = CODE_MEMBERS
        .into_iter()
        .filter_map(|name| parse_code(&member(name)?));
    let codes = ReplyError {
        codes: codes.collect(),
        ..ReplyError::default()
    }
    .strip_http_statuses();
    from_envelope(item)
        .into_iter()
        .chain(codes)
        .reduce(ReplyError::merge)
        .map(|failure| failure.merge(from_top_level(item)))
}

/// A `status` is a failure if it contains a service code or a failing HTTP status. Mostly it contains neither. A word
/// (an ad's `ACTIVE`) is never a failure.
fn from_status(raw: &[u8]) -> Option<ReplyError> {
    let status = parse_value(raw);
    if status.is_string() {
        return None;
    }
    let mut failure = ReplyError::from_container(&status);
    failure.codes.extend(parse_code(&status));
    failure.strip_http_statuses()
}

/// Parses a code: a number, or a text that contains only digits.
fn parse_code(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number
            .as_u64()
            .and_then(|number| u32::try_from(number).ok()),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// Parses the container's value. A broken container is still a failure, but has no content.
fn parse_value(raw: &[u8]) -> Value {
    serde_json::from_slice(raw).unwrap_or_default()
}

fn push_once<T: PartialEq>(list: &mut Vec<T>, entry: T) {
    if !list.contains(&entry) {
        list.push(entry);
    }
}
