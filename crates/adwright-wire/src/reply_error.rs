//! Finds out whether an envelope speaks of a failure, and which codes it counts.

use serde_json::Value;

use crate::codes;
use crate::dialect::ErrorPaths;
use crate::envelope::value_at;
use crate::foreign_bodies;
use crate::splitter::RawMembers;

/// The members of an envelope that speak of a failure wherever they are not null.
const CONTAINERS: [&str; 3] = ["error", "errors", "fault"];

/// What services call a code, as gateways spell it, too.
const CODES: [&str; 3] = ["code", "errorCode", "errorcode"];

/// What services call their words for a person.
const MESSAGES: [&str; 9] = [
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

/// How deep words of a refusal in an unknown form are looked for.
const DEEPEST: usize = 3;

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
pub(crate) struct ReplyError {
    /// The codes, in their order, each once.
    pub(crate) codes: Vec<u32>,
    /// The service's own words.
    pub(crate) messages: Vec<String>,
    /// Whether it speaks of a login that has run out without a code that says so.
    pub(crate) is_expiry: bool,
}

impl ReplyError {
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
    pub(crate) fn is_login_required(&self) -> bool {
        let only_401 = self.codes.iter().all(|code| *code == LOGIN_WANTED);
        only_401 && (self.is_expiry || !self.codes.is_empty())
    }

    pub(crate) fn is_possibly_saved(&self) -> bool {
        self.codes.contains(&codes::VERIFICATION)
    }

    /// The service's own words as one text.
    pub(crate) fn message(&self) -> Option<String> {
        (!self.messages.is_empty()).then(|| self.messages.join("; "))
    }

    /// What both say, each thing once.
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
            let named = failure.messages.iter().flat_map(|text| find_codes(text));
            let named: Vec<_> = named.collect();
            failure = failure.merge(Self {
                codes: named,
                ..Self::default()
            });
        }
        failure
    }

    /// Whether it has a code that is no HTTP status.
    pub(crate) fn has_service_code(&self) -> bool {
        self.codes.iter().any(|code| *code >= FIRST_SERVICE_CODE)
    }

    /// Takes repeated HTTP statuses out; none where there is neither a code of the service nor a failing status.
    fn strip_http_statuses(mut self) -> Option<Self> {
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
        for name in CODES {
            if let Some(code) = members.get(name).and_then(parse_code) {
                push_once(&mut self.codes, code);
            }
        }
        for name in MESSAGES {
            if let Some(Value::String(message)) = members.get(name) {
                push_once(&mut self.messages, message.clone());
            }
        }
    }
}

/// What a body with a failing status says beside the members that speak of failures: a code next to its message, or words
/// in whatever form.
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

/// The nearest and first text of several words that is in no entity.
fn nearest_text(members: &serde_json::Map<String, Value>) -> Option<&str> {
    let mut level = vec![members];
    for _ in 0..DEEPEST {
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

/// The codes of the interface that a text names. A final one ends what was sent, so that no id may pass for it: it counts
/// at the beginning, in brackets, or after a word such as *error*.
pub(crate) fn find_codes(text: &str) -> Vec<u32> {
    let mut named = Vec::new();
    let mut at = 0;
    if !text.contains(char::is_alphabetic) {
        return named;
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
        named.extend(code);
    }
    named
}

/// Whether digits between these texts are a number of their own.
fn is_standalone_number(before: &str, after: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-');
    let mut next = after.chars();
    let goes_on = match next.next() {
        Some('.' | ',' | '-') => next.next().is_some_and(char::is_alphanumeric),
        Some(letter) => letter.is_alphanumeric() || letter == '_',
        None => false,
    };
    !before.ends_with(is_part) && !goes_on
}

/// Whether what comes before a number says that it is a code.
fn is_introduced_as_code(before: &str) -> bool {
    let words = before.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let words = words.to_ascii_lowercase();
    let said = ["error", "code", "fault"];
    words.is_empty()
        || before.ends_with(['(', '['])
        || said.iter().any(|word| words.ends_with(word))
}

impl ErrorPaths {
    /// What a reply or a per-item result, as it came, says went wrong at these places; none where it has no code there,
    /// or only an HTTP status that is none of a failure.
    pub(crate) fn read_failure(&self, raw: &[u8]) -> Option<ReplyError> {
        let code = parse_code(&parse_value(value_at(raw, self.code_at.as_ref()?)?))?;
        let failure = ReplyError {
            codes: vec![code],
            messages: self.read_message(raw).into_iter().collect(),
            is_expiry: false,
        };
        failure.strip_http_statuses()
    }

    /// The words that a reply has at their place.
    pub(crate) fn read_message(&self, raw: &[u8]) -> Option<String> {
        match parse_value(value_at(raw, self.message_at.as_ref()?)?) {
            Value::String(message) if !message.trim().is_empty() => Some(message),
            _ => None,
        }
    }
}

/// What the envelope of a whole reply says went wrong; none where it speaks of no failure.
pub(crate) fn from_envelope(envelope: &RawMembers<'_>) -> Option<ReplyError> {
    let containers = CONTAINERS
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
    let own = from_top_level(envelope);
    let is_coded = own.codes.iter().copied().any(codes::is_known);
    let failure = containers.chain(status).reduce(ReplyError::merge);
    match failure {
        None if !is_coded => None,
        failure => Some(failure.unwrap_or_default().merge(own)),
    }
}

/// The codes of the interface and the words that stand in an envelope itself. One with an id may be an entity.
fn from_top_level(envelope: &RawMembers<'_>) -> ReplyError {
    let own = |name: &&str| envelope.get(name).map(parse_value);
    let has_id = own(&"id").as_ref().and_then(parse_code).is_some();
    let codes = CODES.iter().filter_map(|name| parse_code(&own(name)?));
    let messages = MESSAGES.iter().filter_map(|name| match own(name)? {
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

/// Whether a `fault` is about a login that has run out. It comes from a gateway, which answers in the service's place.
fn from_gateway_fault(raw: &[u8]) -> ReplyError {
    let words = ReplyError::from_container(&parse_value(raw))
        .messages
        .join(" ");
    let words = words.to_ascii_lowercase();
    let said = |either: &[&str; 2]| either.iter().any(|word| words.contains(word));
    ReplyError {
        is_expiry: LOGIN_WORDS.iter().all(said),
        ..ReplyError::default()
    }
}

/// What a per-item result says went wrong; here codes count beside the containers too.
pub(crate) fn from_item(item: &RawMembers<'_>) -> Option<ReplyError> {
    let own = |name| item.get(name).map(parse_value);
    let codes = CODES.into_iter().filter_map(|name| parse_code(&own(name)?));
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

/// A `status` is a failure where it holds a code of the service or a failing HTTP status; most often it is neither,
/// and where it is a word (an ad's `ACTIVE`) it never is.
fn from_status(raw: &[u8]) -> Option<ReplyError> {
    let status = parse_value(raw);
    if status.is_string() {
        return None;
    }
    let mut failure = ReplyError::from_container(&status);
    failure.codes.extend(parse_code(&status));
    failure.strip_http_statuses()
}

/// A code as number, or as a text of digits only.
fn parse_code(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number
            .as_u64()
            .and_then(|number| u32::try_from(number).ok()),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// The container's value; a broken one still is a failure, but says nothing.
fn parse_value(raw: &[u8]) -> Value {
    serde_json::from_slice(raw).unwrap_or_default()
}

fn push_once<T: PartialEq>(list: &mut Vec<T>, entry: T) {
    if !list.contains(&entry) {
        list.push(entry);
    }
}
