use std::sync::Arc;
use std::time::Duration;

use adwright_wire::{Dialect, Method, ReplyPaths, RequestFailure};
use reqwest::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use reqwest::redirect;
use url::Url;

use crate::auth_headers::{AuthHeader, plain_header_map};
use crate::base_url::BaseUrl;
use crate::body_sent::BodySentFlag;
use crate::connection_failure::{connection_failure, root_cause};
use crate::error::ClientError;
use crate::observers::Observers;
use crate::rate_limiter::{Permit, RateLimiter};
use crate::redactor::Redactor;
use crate::reply::HttpReply;
use crate::time_source::ClientClock;

/// How many redirects of a read are followed.
const MAX_REDIRECTS: usize = 5;

/// One request.
#[derive(Debug, Clone)]
pub(crate) struct Request<'a> {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) body: Option<&'a str>,
}

/// Why there is no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SendError {
    /// True if any byte of the request's body was handed to a connection.
    pub(crate) handed_over: bool,
    pub(crate) error: ClientError,
}

/// Converts an error from before sending.
impl From<ClientError> for SendError {
    fn from(error: ClientError) -> Self {
        Self {
            handed_over: false,
            error,
        }
    }
}

/// Converts a failure from before sending.
impl From<RequestFailure> for SendError {
    fn from(failure: RequestFailure) -> Self {
        ClientError::from(failure).into()
    }
}

/// Sends requests, each exactly once.
#[derive(Debug, Clone)]
pub(crate) struct Transport {
    reads: reqwest::Client,
    writes: reqwest::Client,
    /// The headers of every request that need no credentials.
    plain: HeaderMap,
    reply_limit: u64,
    places: Arc<ReplyPaths>,
    pub(crate) observers: Observers,
    pub(crate) clock: ClientClock,
    pub(crate) limiter: RateLimiter,
}

impl Transport {
    pub(crate) fn new(base: &BaseUrl, dialect: &Dialect) -> Result<Self, RequestFailure> {
        let builder = || client_builder(base, dialect);
        let reads = builder().redirect(same_origin_policy());
        // A pooled connection may be dead unnoticed, and a write on it would be lost. Each write opens its own
        // connection, so that a failed connection shows before the body is sent.
        let writes = builder()
            .redirect(redirect::Policy::none())
            .pool_max_idle_per_host(0);
        let clock = ClientClock::default();
        Ok(Self {
            reads: build_client(reads)?,
            writes: build_client(writes)?,
            plain: plain_header_map(&dialect.plain_headers)?,
            reply_limit: dialect.reply_limit_bytes,
            places: Arc::new(dialect.reply_paths()),
            observers: Observers::default(),
            limiter: RateLimiter::new(dialect, &clock),
            clock,
        })
    }

    /// Sends the request and returns the redacted reply. The request counts as running until the whole reply is here. A
    /// reply that cannot be kept because of a secret counts as lost: the request was handed over.
    pub(crate) async fn send(
        &self,
        request: &Request<'_>,
        auth_headers: &[AuthHeader],
        redactor: &Redactor,
        permit: Permit,
    ) -> Result<HttpReply, SendError> {
        let body_sent = BodySentFlag::default();
        let outgoing = self.build_request(request, auth_headers, &body_sent);
        let result = match outgoing.send().await {
            Ok(incoming) => {
                let received_ms = self.clock.now_ms();
                let reply = HttpReply::read(
                    incoming,
                    request.method,
                    received_ms,
                    self.reply_limit,
                    redactor,
                )
                .await;
                reply.map(|reply| reply.with_places(&self.places))
            }
            Err(error) => Err(connection_failure(&error).into()),
        };
        let reply = result.as_ref().ok();
        let paused_until = reply.and_then(|reply| self.update_limits(reply));
        drop(permit);
        self.observers.notify_result(&result);
        if let Some(until_ms) = paused_until {
            self.observers.notify_pause(until_ms);
        }
        result.map_err(|error| SendError {
            handed_over: body_sent.is_set(),
            error,
        })
    }

    /// Waits until a request may go out.
    pub(crate) async fn acquire_permit(
        &self,
        max_pause: Duration,
    ) -> Result<Permit, RequestFailure> {
        let on_wait = |throttle| self.observers.notify_throttle(throttle);
        self.limiter.acquire(max_pause, on_wait).await
    }

    /// Returns the permit that a login did not use, or acquires a new one.
    pub(crate) async fn reuse_or_acquire(
        &self,
        unused: Option<Permit>,
        max_pause: Duration,
    ) -> Result<Permit, RequestFailure> {
        match unused {
            Some(permit) => Ok(permit),
            None => self.acquire_permit(max_pause).await,
        }
    }

    /// Applies the quota and the pause that the reply reports. Returns the end of a pause that is too long to wait for.
    fn update_limits(&self, reply: &HttpReply) -> Option<i64> {
        match reply.head.quota() {
            None if reply.may_be_busy() => {}
            quota => self.limiter.update_quota(quota),
        }
        self.limiter.pause_for(reply.retry_after_seconds()?)
    }

    fn build_request(
        &self,
        request: &Request<'_>,
        auth_headers: &[AuthHeader],
        body_sent: &BodySentFlag,
    ) -> reqwest::RequestBuilder {
        let url = request.url.clone();
        let mut outgoing = match request.method {
            Method::Get => self.reads.get(url),
            Method::Post => self.writes.post(url),
            Method::Put => self.writes.put(url),
        };
        outgoing = outgoing
            .header(ACCEPT, "application/json")
            .headers(self.plain.clone());
        for (name, value) in auth_headers {
            outgoing = outgoing.header(name, value);
        }
        if let Some(body) = request.body {
            // A known length avoids chunked encoding, which some services refuse.
            outgoing = outgoing
                .header(CONTENT_TYPE, "application/json")
                .header(CONTENT_LENGTH, body.len())
                .body(body_sent.tracked_body(body));
        }
        outgoing
    }
}

fn client_builder(base: &BaseUrl, dialect: &Dialect) -> reqwest::ClientBuilder {
    tls_client_builder(base)
        .retry(reqwest::retry::never())
        .referer(false)
        .connect_timeout(Duration::from_millis(dialect.connect_timeout_ms))
        .read_timeout(Duration::from_millis(dialect.read_timeout_ms))
        .timeout(Duration::from_millis(dialect.answer_timeout_ms))
}

/// Uses the system's proxies and certificates only if needed. No proxy leads to this computer. Plain HTTP needs no
/// certificates, and reading them takes a while.
pub(crate) fn tls_client_builder(base: &BaseUrl) -> reqwest::ClientBuilder {
    // A provider that is already installed is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder();
    if base.is_plain_http() {
        let no_certificates = rustls::ClientConfig::builder()
            .with_root_certificates(rustls::RootCertStore::empty())
            .with_no_client_auth();
        builder = builder.tls_backend_preconfigured(no_certificates);
    }
    if base.is_loopback() {
        builder = builder.no_proxy();
    }
    builder
}

pub(crate) fn build_client(
    builder: reqwest::ClientBuilder,
) -> Result<reqwest::Client, RequestFailure> {
    builder
        .build()
        .map_err(|error| RequestFailure::NoTransport(root_cause(&error)))
}

/// Follows redirects to the same scheme, host and port only, so that credentials go nowhere else.
fn same_origin_policy() -> redirect::Policy {
    redirect::Policy::custom(|attempt| {
        let first = attempt.previous().first().map(Url::origin);
        if first == Some(attempt.url().origin()) && attempt.previous().len() <= MAX_REDIRECTS {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}
