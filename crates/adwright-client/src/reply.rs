use std::borrow::Cow;
use std::sync::Arc;

use adwright_wire::{
    ClassifierInput, EnvelopeError, Method, NotFoundRule, ReplyPaths, Verdict, classify,
    extract_failure, is_not_found,
};
use reqwest::header::{DATE, HeaderName, RETRY_AFTER};

use crate::connection_error::connection_error;
use crate::error::{ClientError, MaybeReply};
use crate::redacted_reply::{RedactedReply, ReplyMeta};
use crate::redactor::Redactor;
use crate::url_tokens::redact_url_tokens;

/// A whole answer, without what the service repeats of secrets in a failure.
#[derive(Debug, Clone)]
pub(crate) struct HttpReply {
    pub(crate) head: ReplyMeta,
    pub(crate) body: Vec<u8>,
    retry_after: Option<String>,
    date: Option<String>,
    /// Where the service's replies have what they hold.
    places: Arc<ReplyPaths>,
    pub(crate) veil: Redactor,
}

impl HttpReply {
    /// Reads the whole answer, but no more of it than the limit.
    pub(crate) async fn read(
        mut incoming: reqwest::Response,
        (method, at): (Method, i64),
        limit: u64,
        veil: &Redactor,
    ) -> Result<Self, ClientError> {
        let head = ReplyMeta {
            method,
            url: incoming.url().clone(),
            status: incoming.status().as_u16(),
            headers: std::mem::take(incoming.headers_mut()),
            at,
        };
        let came = |body: &[u8]| Some(Arc::new(RedactedReply::new(&head, (body, false), veil)));
        let mut body = Vec::new();
        loop {
            match incoming.chunk().await {
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(error) => {
                    return Err(with_partial_reply(connection_error(&error), came(&body)));
                }
            }
            if body.len() as u64 > limit {
                let came = came(&body);
                return Err(ClientError::TooLarge { limit, came });
            }
        }
        Self::from_body(head, body).redacted(veil)
    }

    fn from_body(head: ReplyMeta, body: Vec<u8>) -> Self {
        let header = |name: HeaderName| {
            let value = head.headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        Self {
            retry_after: header(RETRY_AFTER).or_else(|| seconds_until_quota(&head)),
            date: header(DATE),
            head,
            body,
            places: Arc::default(),
            veil: Redactor::default(),
        }
    }

    /// The reply of a service that has at these places what its replies hold.
    pub(crate) fn with_places(self, places: &Arc<ReplyPaths>) -> Self {
        Self {
            places: Arc::clone(places),
            ..self
        }
    }

    pub(crate) const fn is_success(&self) -> bool {
        self.head.is_success()
    }

    /// Whether its status may say that the path is not there, or not for this.
    pub(crate) const fn is_path_missing(&self) -> bool {
        matches!(self.head.status, 404 | 405)
    }

    /// Whether its status says that the path is there, for other methods.
    pub(crate) const fn is_method_not_allowed(&self) -> bool {
        self.head.status == 405
    }

    /// Whether its status says that who asks may not do that.
    pub(crate) const fn is_forbidden(&self) -> bool {
        self.head.status == 403
    }

    /// Whether its status alone may say that the service has no time.
    pub(crate) const fn may_be_busy(&self) -> bool {
        matches!(self.head.status, 429 | 503)
    }

    /// For how many seconds the service wants not to be asked.
    pub(crate) fn retry_after_seconds(&self, method: Method) -> Option<u64> {
        // Telling what an answer means takes reading it, which most need not be for this.
        match self.may_be_busy().then(|| self.verdict(method))? {
            Verdict::Wait { seconds } => seconds,
            _ => None,
        }
    }

    /// The reply without the secrets that the service repeats in it, and without the tokens in its addresses. That is for
    /// failures: an entity is never changed, and so a success that holds a secret is an error.
    fn redacted(mut self, veil: &Redactor) -> Result<Self, ClientError> {
        self.veil = veil.clone();
        if !self.is_success() {
            self.body = redact_url_tokens(&veil.redact(&self.text())).into_bytes();
        }
        if veil.has_secret_in(&self.body) {
            return Err(ClientError::ReplyLeaksSecret {
                header: veil.leaked_header(&self.body).map(str::to_owned),
                came: Some(self.to_redacted()),
            });
        }
        Ok(self)
    }

    /// The answer as a person may look at it.
    pub(crate) fn to_redacted(&self) -> Arc<RedactedReply> {
        Arc::new(RedactedReply::new(
            &self.head,
            (&self.body, true),
            &self.veil,
        ))
    }

    pub(crate) fn unreadable_error(&self, why: EnvelopeError) -> ClientError {
        let came = Some(self.to_redacted());
        ClientError::Unreadable { why, came }
    }

    /// The body's text; bytes that are no text are replaced in it.
    pub(crate) fn text(&self) -> String {
        self.body_text().into_owned()
    }

    /// What the answer means for what was asked.
    pub(crate) fn verdict(&self, method: Method) -> Verdict {
        let verdict = classify(&self.to_classifier_input(method, &self.body_text()));
        match verdict {
            // An entity with replaced bytes is not the one that the service has.
            Verdict::Accepted { .. } | Verdict::PerItem { .. }
                if method.is_write() && std::str::from_utf8(&self.body).is_err() =>
            {
                Verdict::Unknown {
                    why: "the reply is not UTF-8".to_owned(),
                }
            }
            verdict => verdict,
        }
    }

    /// Returns the service's own words about a failure, without secrets.
    pub(crate) fn message(&self, method: Method) -> Option<String> {
        let asked = (method, self.head.status);
        let (_, message) = extract_failure(asked, &self.body_text(), &self.places);
        message.map(|message| self.veil.redact(&message))
    }

    /// Whether it says that what was to be got is not there.
    pub(crate) fn is_not_found(&self, by: NotFoundRule) -> bool {
        by == NotFoundRule::Status404 && self.head.status == 404
            || is_not_found(&self.to_classifier_input(Method::Get, &self.body_text()))
    }

    /// The body as text. Looking for bytes to replace takes several times as long as seeing that there are none.
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

/// When a service takes requests again that turned one away since none is left, in seconds as `Retry-After` has them.
fn seconds_until_quota(head: &ReplyMeta) -> Option<String> {
    let quota = (head.status == 429).then(|| head.quota())??;
    let ms = quota.anew_in_ms.filter(|_| quota.remaining == 0)?;
    Some(ms.div_ceil(1_000).to_string())
}

/// What broke off, with what had come by then.
fn with_partial_reply(error: ClientError, came: MaybeReply) -> ClientError {
    match error {
        ClientError::IncompleteReply { why, .. } => ClientError::IncompleteReply { why, came },
        other => other,
    }
}
