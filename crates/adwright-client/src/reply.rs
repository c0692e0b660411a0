use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use adwright_wire::{
    Ambiguity, ClassifierInput, Method, NotFoundRule, ReplyPaths, RequestFailure, UnclearReply,
    Verdict, classify, extract_failure, is_not_found,
};
use reqwest::header::{DATE, HeaderName, RETRY_AFTER};

use crate::connection_failure::connection_failure;
use crate::error::ClientError;
use crate::redacted_reply::{BodyEnd, RedactedReply, ReplyMeta};
use crate::redactor::Redactor;
use crate::url_tokens::redact_url_tokens;

/// A complete reply. In a failure, secrets that the service repeats are redacted.
#[derive(Debug, Clone)]
pub(crate) struct HttpReply {
    pub(crate) head: ReplyMeta,
    pub(crate) body: Vec<u8>,
    retry_after: Option<String>,
    date: Option<String>,
    /// The places of values in the service's replies.
    places: Arc<ReplyPaths>,
    pub(crate) redactor: Redactor,
    /// The meaning of the reply. Classifying parses the whole body, and several callers ask.
    verdict: OnceLock<Verdict>,
}

impl HttpReply {
    /// Reads the whole reply, up to the limit.
    pub(crate) async fn read(
        mut incoming: reqwest::Response,
        method: Method,
        received_ms: i64,
        limit: u64,
        redactor: &Redactor,
    ) -> Result<Self, ClientError> {
        let head = ReplyMeta {
            method,
            url: incoming.url().clone(),
            status: incoming.status().as_u16(),
            headers: std::mem::take(incoming.headers_mut()),
            at: received_ms,
        };
        let partial_reply = |body: &[u8]| {
            Some(Arc::new(RedactedReply::new(
                &head,
                body,
                BodyEnd::CutOff,
                redactor,
            )))
        };
        let mut body = Vec::new();
        loop {
            match incoming.chunk().await {
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(error) => {
                    return Err(ClientError::new(
                        connection_failure(&error),
                        partial_reply(&body),
                    ));
                }
            }
            if body.len() as u64 > limit {
                return Err(ClientError::new(
                    RequestFailure::TooLarge { limit },
                    partial_reply(&body),
                ));
            }
        }
        Self::from_body(head, body).redacted(redactor)
    }

    fn from_body(head: ReplyMeta, body: Vec<u8>) -> Self {
        let header = |name: HeaderName| {
            let value = head.headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        Self {
            retry_after: header(RETRY_AFTER).or_else(|| seconds_until_quota_reset(&head)),
            date: header(DATE),
            head,
            body,
            places: Arc::default(),
            redactor: Redactor::default(),
            verdict: OnceLock::new(),
        }
    }

    /// Sets the places of values in the service's replies.
    pub(crate) fn with_places(self, places: &Arc<ReplyPaths>) -> Self {
        Self {
            places: Arc::clone(places),
            verdict: OnceLock::new(),
            ..self
        }
    }

    pub(crate) const fn is_success(&self) -> bool {
        self.head.is_success()
    }

    /// Returns whether the status is 403.
    pub(crate) const fn is_forbidden(&self) -> bool {
        self.head.status == 403
    }

    /// Returns whether the status alone may mean that the service is busy.
    pub(crate) const fn may_be_busy(&self) -> bool {
        matches!(self.head.status, 429 | 503)
    }

    /// Returns the pause that the service asks for, in seconds.
    pub(crate) fn retry_after_seconds(&self) -> Option<u64> {
        // Classifying means parsing the body, which most replies do not need here.
        match self.may_be_busy().then(|| self.verdict())? {
            Verdict::Wait { seconds } => *seconds,
            _ => None,
        }
    }

    /// Redacts secrets that the service repeats, and tokens in its addresses, in a failure. An entity is never changed,
    /// so a success that holds a secret is an error.
    fn redacted(mut self, redactor: &Redactor) -> Result<Self, ClientError> {
        self.redactor = redactor.clone();
        if !self.is_success() {
            self.body = redact_url_tokens(&redactor.redact(&self.text())).into_bytes();
        }
        if redactor.has_secret_in(&self.body) {
            let header = redactor.leaked_header(&self.body).map(str::to_owned);
            return Err(self.to_error(RequestFailure::ReplyLeaksSecret { header }));
        }
        Ok(self)
    }

    /// Returns the reply for a person to read.
    pub(crate) fn to_redacted(&self) -> Arc<RedactedReply> {
        Arc::new(RedactedReply::new(
            &self.head,
            &self.body,
            BodyEnd::Complete,
            &self.redactor,
        ))
    }

    /// Returns the failure with this reply as its cause.
    pub(crate) fn to_error(&self, failure: RequestFailure) -> ClientError {
        ClientError::new(failure, Some(self.to_redacted()))
    }

    /// Returns the body's text. Bytes that are not UTF-8 are replaced.
    pub(crate) fn text(&self) -> String {
        self.body_text().into_owned()
    }

    /// Returns what the reply means for its request.
    pub(crate) fn verdict(&self) -> &Verdict {
        self.verdict.get_or_init(|| self.classify())
    }

    /// Returns what the reply means for its request, without a copy.
    pub(crate) fn take_verdict(&mut self) -> Verdict {
        self.verdict.take().unwrap_or_else(|| self.classify())
    }

    fn classify(&self) -> Verdict {
        let method = self.head.method;
        let verdict = classify(&self.to_classifier_input(method, &self.body_text()));
        match verdict {
            // An entity with replaced bytes is not the entity that the service has.
            Verdict::Accepted { .. } | Verdict::PerItem { .. }
                if method.is_write() && std::str::from_utf8(&self.body).is_err() =>
            {
                Verdict::Unknown(UnclearReply {
                    ambiguity: Ambiguity::NotUtf8,
                    status: self.head.status,
                    codes: Vec::new(),
                    message: None,
                })
            }
            verdict => verdict,
        }
    }

    /// Returns the service's message about a failure, without secrets.
    pub(crate) fn message(&self, method: Method) -> Option<String> {
        let status = self.head.status;
        let (_, message) = extract_failure(method, status, &self.body_text(), &self.places);
        message.map(|message| self.redactor.redact(&message))
    }

    /// Returns whether the reply means that the entity does not exist.
    pub(crate) fn is_not_found(&self, rule: NotFoundRule) -> bool {
        rule == NotFoundRule::Status404 && self.head.status == 404
            || is_not_found(&self.to_classifier_input(Method::Get, &self.body_text()))
    }

    /// Returns the body as text. Lossy conversion takes several times as long as checking for valid UTF-8.
    fn body_text(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.body) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(&self.body),
        }
    }

    fn to_classifier_input<'a>(&'a self, method: Method, body: &'a str) -> ClassifierInput<'a> {
        ClassifierInput {
            method,
            status: self.head.status,
            retry_after: self.retry_after.as_deref(),
            date: self.date.as_deref(),
            body,
            places: &self.places,
        }
    }
}

/// Returns when an exhausted quota is renewed, in seconds as in `Retry-After`, for a reply with status 429.
fn seconds_until_quota_reset(head: &ReplyMeta) -> Option<String> {
    let quota = (head.status == 429).then(|| head.quota())??;
    let ms = quota.resets_in_ms.filter(|_| quota.remaining == 0)?;
    Some(ms.div_ceil(1_000).to_string())
}
