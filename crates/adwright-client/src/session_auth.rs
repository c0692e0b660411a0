use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adwright_model::{EditableDocument, Node, Path};
use adwright_wire::{
    Method, RequestFailure, SecretName, SessionLogin, TokenScheme, UnclearReply, Verdict,
};
use reqwest::header::{HeaderName, HeaderValue, LOCATION};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use tokio::sync::Mutex;
use url::Url;

use crate::auth_headers::{AuthHeader, header_name, sensitive_value};
use crate::base_url::BaseUrl;
use crate::credentials::Credentials;
use crate::error::ClientError;
use crate::rate_limiter::Permit;
use crate::redactor::Redactor;
use crate::reply::HttpReply;
use crate::token_store::TokenStore;
use crate::transport::{Request, Transport};

/// Logs in if needed, and holds the session token.
pub(crate) struct SessionAuth {
    login: SessionLogin,
    header: HeaderName,
    base: BaseUrl,
    url: Url,
    credentials: Credentials,
    /// The headers that go with every request besides the token.
    other_headers: Result<Vec<AuthHeader>, RequestFailure>,
    token_store: Arc<dyn TokenStore>,
    /// The token in use. The lock is held during a login, so that requests with the same 401 share one login.
    current: Mutex<Option<SecretString>>,
    /// Whether a new token was answered with 403, and no token was accepted since. Then a 403 is not about the token.
    is_new_token_forbidden: AtomicBool,
}

/// A session token, and whether it was created for this very request.
#[derive(Debug, Clone)]
pub(crate) struct SessionToken {
    pub(crate) secret: SecretString,
    pub(crate) is_new: bool,
}

impl SessionToken {
    fn existing(secret: SecretString) -> Self {
        Self {
            secret,
            is_new: false,
        }
    }

    fn created(secret: SecretString) -> Self {
        Self {
            secret,
            is_new: true,
        }
    }
}

impl SessionAuth {
    pub(crate) fn new(
        login: SessionLogin,
        base: &BaseUrl,
        credentials: Credentials,
        other_headers: Result<Vec<AuthHeader>, RequestFailure>,
        token_store: Arc<dyn TokenStore>,
    ) -> Result<Self, RequestFailure> {
        let header = header_name(&login.header)?;
        let current = Mutex::default();
        Ok(Self {
            header,
            url: base.join(&login.path, &[]),
            base: base.clone(),
            login,
            credentials,
            other_headers,
            token_store,
            current,
            is_new_token_forbidden: AtomicBool::new(false),
        })
    }

    /// Returns the token in use, the stored token, or the token of a new login. Returns the permit if no login used it.
    /// The permit is taken before the lock, so that no request waits behind a login that has to wait.
    pub(crate) async fn get_or_log_in(
        &self,
        transport: &Transport,
        permit: Permit,
    ) -> Result<(SessionToken, Option<Permit>), ClientError> {
        let mut current = self.current.lock().await;
        if current.is_none() {
            *current = self.stored_token().await;
        }
        if let Some(secret) = current.clone() {
            return Ok((SessionToken::existing(secret), Some(permit)));
        }
        self.log_in_exclusively(transport, permit, None, &mut current)
            .await
    }

    /// Records whether the service accepts the token.
    pub(crate) fn record_reply(&self, reply: &HttpReply) {
        if reply.is_success() || reply.is_forbidden() {
            let is_forbidden = reply.is_forbidden();
            self.is_new_token_forbidden
                .store(is_forbidden, Ordering::Release);
        }
    }

    /// Returns whether a new token would get a 403, too.
    pub(crate) fn is_new_token_forbidden(&self) -> bool {
        self.is_new_token_forbidden.load(Ordering::Acquire)
    }

    /// Returns another token than the refused one, and the permit if no login used it.
    pub(crate) async fn renew(
        &self,
        refused: &SessionToken,
        transport: &Transport,
        permit: Permit,
    ) -> Result<(SessionToken, Option<Permit>), ClientError> {
        let mut current = self.current.lock().await;
        let other = |token: &SecretString| differs_from_refused(token, Some(refused));
        if let Some(secret) = current.clone().filter(other) {
            return Ok((SessionToken::existing(secret), Some(permit)));
        }
        if let Some(secret) = self.stored_token().await.filter(other) {
            *current = Some(secret.clone());
            return Ok((SessionToken::existing(secret), Some(permit)));
        }
        *current = None;
        self.log_in_exclusively(transport, permit, Some(refused), &mut current)
            .await
    }

    /// Logs in, unless another program did so meanwhile. A service may allow few sessions, so programs that log in at
    /// the same time would end each other's sessions.
    async fn log_in_exclusively(
        &self,
        transport: &Transport,
        permit: Permit,
        refused: Option<&SessionToken>,
        current: &mut Option<SecretString>,
    ) -> Result<(SessionToken, Option<Permit>), ClientError> {
        let _guard = self.with_store(TokenStore::lock_login).await;
        let stored = self.stored_token().await;
        if let Some(secret) = stored.filter(|token| differs_from_refused(token, refused)) {
            *current = Some(secret.clone());
            return Ok((SessionToken::existing(secret), Some(permit)));
        }
        if refused.is_some() {
            self.clear_stored_token().await;
        }
        self.log_in(transport, permit, current).await
    }

    /// Returns the headers with the token, and those that go besides it.
    pub(crate) fn auth_headers(
        &self,
        token: &SessionToken,
    ) -> Result<Vec<AuthHeader>, RequestFailure> {
        let mut headers = self.other_headers.clone()?;
        let value: SecretString = match self.login.scheme {
            TokenScheme::None => token.secret.clone(),
            TokenScheme::Bearer => format!("Bearer {}", token.secret.expose_secret()).into(),
        };
        let value = sensitive_value(value.expose_secret()).map_err(|_| self.missing_token(None))?;
        headers.push((self.header.clone(), value));
        Ok(headers)
    }

    async fn log_in(
        &self,
        transport: &Transport,
        permit: Permit,
        current: &mut Option<SecretString>,
    ) -> Result<(SessionToken, Option<Permit>), ClientError> {
        let Credentials { username, .. } = &self.credentials;
        let password = self.credentials.secret(&SecretName::Password)?;
        let other_headers = self.other_headers.clone()?;
        let body = login_body(&self.login, username, password);
        let request = Request {
            method: Method::Post,
            url: self.url.clone(),
            body: Some(body.expose_secret()),
        };
        // Some services repeat in their message what they were sent.
        let redactor = Redactor::from_credentials(&self.credentials);
        let reply = transport
            .send(&request, &other_headers, &redactor, permit)
            .await
            .map_err(|send_error| send_error.error.without_token())?;
        let secret = self.extract_token(reply)?;
        self.store_token(&secret).await;
        *current = Some(secret.clone());
        Ok((SessionToken::created(secret), None))
    }

    /// Returns the token in a login's reply. A success holds no entity, so only its token counts. A token in a refusal
    /// is hidden like any other.
    fn extract_token(&self, mut reply: HttpReply) -> Result<SecretString, ClientError> {
        let text = reply.text();
        let token = token_at(&self.login.token, &text);
        if let Some(token) = &token {
            reply.redactor = reply.redactor.with_token(token);
        }
        match (self.login_error(&reply), token) {
            (Some(error), _) => Err(error.without_token()),
            (None, Some(token)) => Ok(token),
            (None, None) => {
                let failure = self.missing_token(guess_token_path(&text));
                Err(reply.to_error(failure).without_token())
            }
        }
    }

    /// Returns why the login failed, if the reply says so.
    fn login_error(&self, reply: &HttpReply) -> Option<ClientError> {
        let status = reply.head.status;
        let redacted = |message: String| reply.redactor.redact(&message);
        let failure = match reply.verdict().clone() {
            Verdict::Refused { message, .. } => RequestFailure::LoginRefused {
                status,
                message: message.map(redacted),
            },
            Verdict::Unauthorized => RequestFailure::LoginRefused {
                status,
                message: reply.message(Method::Post),
            },
            Verdict::Wait { seconds } => RequestFailure::Busy { seconds },
            Verdict::Unknown(_) if matches!(status, 300..400) => self.redirect_failure(reply),
            Verdict::Unknown(unclear) if !reply.is_success() => {
                RequestFailure::Unclear(UnclearReply {
                    message: unclear.message.map(redacted),
                    ..unclear
                })
            }
            _ => return None,
        };
        Some(reply.to_error(failure))
    }

    /// Returns the redirect of a login as a failure. The message in its body may repeat the address.
    fn redirect_failure(&self, reply: &HttpReply) -> RequestFailure {
        let status = reply.head.status;
        let Some(to) = self.redirect_location(reply) else {
            return RequestFailure::LoginRedirectedNowhere { status };
        };
        let address = to.origin().ascii_serialization() + &strip_path_parameters(to.path());
        let path = self.moved_login_path(status, &to);
        RequestFailure::LoginRedirected {
            status,
            path: path.filter(|path| reply.redactor.redact(path) == *path),
            to: reply.redactor.redact(&address),
        }
    }

    fn redirect_location(&self, reply: &HttpReply) -> Option<Url> {
        let location = reply.head.headers.get(LOCATION)?.to_str().ok()?;
        self.url.join(location).ok()
    }

    /// Returns the path of the login below the base, if a redirect only corrects the address of the login. A 302 to
    /// another path may be how a form reports a wrong password. Parameters in the path may contain a session.
    fn moved_login_path(&self, status: u16, to: &Url) -> Option<String> {
        let path = self
            .base
            .relative_path(to)
            .filter(|path| !path.contains(';'))?;
        let is_same = path.trim_matches('/') == self.login.path.trim_matches('/');
        (is_same || matches!(status, 301 | 307 | 308)).then_some(path)
    }

    /// Returns the failure of a login whose reply has no usable token.
    fn missing_token(&self, elsewhere: Option<Path>) -> RequestFailure {
        RequestFailure::NoToken {
            place: self.login.token.clone(),
            elsewhere,
        }
    }

    async fn stored_token(&self) -> Option<SecretString> {
        let stored = self.with_store(TokenStore::get).await.flatten();
        stored.filter(|token| is_usable(token.expose_secret()))
    }

    async fn store_token(&self, token: &SecretString) {
        let token = token.clone();
        self.with_store(move |store| store.set(token)).await;
    }

    async fn clear_stored_token(&self) {
        self.with_store(TokenStore::clear).await;
    }

    /// Calls the token store on a blocking thread. Returns `None` if the store panicked.
    async fn with_store<T: Send + 'static>(
        &self,
        call: impl FnOnce(&dyn TokenStore) -> T + Send + 'static,
    ) -> Option<T> {
        let store = Arc::clone(&self.token_store);
        tokio::task::spawn_blocking(move || call(&*store))
            .await
            .ok()
    }
}

/// Returns whether a token differs from the refused token.
fn differs_from_refused(token: &SecretString, refused: Option<&SessionToken>) -> bool {
    refused.is_none_or(|refused| token.expose_secret() != refused.secret.expose_secret())
}

/// Returns whether a token is a valid header value. An invalid one would block every request.
fn is_usable(token: &str) -> bool {
    !token.is_empty() && HeaderValue::from_str(token).is_ok()
}

/// Returns the token at a path in a JSON document, if it is usable.
fn token_at(place: &Path, json: &str) -> Option<SecretString> {
    let document = EditableDocument::parse(json).ok()?;
    let text = document.get(place)?.as_str()?;
    is_usable(&text).then(|| text.into_owned().into())
}

/// Common names of session tokens, in lower case and without separators.
const TOKEN_NAMES: [&str; 6] = [
    "sessionid",
    "token",
    "accesstoken",
    "sessiontoken",
    "authtoken",
    "jwt",
];

/// The maximum depth of the search for a token.
const MAX_DEPTH: usize = 4;

/// Guesses the path of a token in a JSON document: the nearest, first value with the name of a token. It is only a
/// suggestion.
fn guess_token_path(json: &str) -> Option<Path> {
    let document = EditableDocument::parse(json).ok()?;
    let mut level = vec![(Path::root(), document.root())];
    for _ in 0..MAX_DEPTH {
        let members = level.iter().flat_map(|(path, node)| {
            node.members()
                .map(|(name, member)| (path.child(name.as_ref()), is_token_name(&name), member))
        });
        let members: Vec<_> = members.collect();
        let is_token = |(_, is_named, member): &&(Path, bool, Node<'_>)| {
            *is_named && member.as_str().is_some_and(|text| is_usable(&text))
        };
        if let Some((path, ..)) = members.iter().find(is_token) {
            return Some(path.clone());
        }
        let inner = members.into_iter().map(|(path, _, member)| (path, member));
        level = inner.collect();
    }
    None
}

/// Removes path parameters such as `;jsessionid=…`.
fn strip_path_parameters(path: &str) -> String {
    let parts = path.split('/');
    let names = parts.map(|part| part.split_once(';').map_or(part, |(name, _)| name));
    names.collect::<Vec<_>>().join("/")
}

fn is_token_name(name: &str) -> bool {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let plain: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    TOKEN_NAMES.contains(&plain.as_str())
}

fn login_body(login: &SessionLogin, username: &str, password: &SecretString) -> SecretString {
    let members = [
        (login.username_member.clone(), username.into()),
        (
            login.password_member.clone(),
            password.expose_secret().into(),
        ),
    ];
    Value::Object(Map::from_iter(members)).to_string().into()
}
