//! A service with variants, the client under test, and a standard client that shows what the service really has.

use std::sync::Arc;

use adwright_client::{BaseUrl, Client, Credentials, MemoryTokenStore, PlainHttp, TokenStore};
use adwright_model::{Id, Kind, Path};
use adwright_service::{DemoUser, RunningService, ServiceOptions, Variant, start};
use adwright_wire::{
    Authentication, Dialect, ErrorPaths, ListFilters, ListQuery, PlainHeader, SecretName,
    SessionLogin, TokenScheme, parse_plain_headers,
};
use serde_json::{Value, json};

/// The header of services that authenticate by a key.
const KEY_HEADER: &str = "X-Api-Key";

/// The header of services that require the account of each call.
const ACCOUNT_HEADER: &str = "X-Account-Id: 3310";

/// A running service with variants, and its clients.
pub(crate) struct TestService {
    pub(crate) variants: Vec<Variant>,
    pub(crate) running: RunningService,
    tokens: Arc<MemoryTokenStore>,
    standard_tokens: Arc<MemoryTokenStore>,
    admin: reqwest::Client,
}

impl TestService {
    /// Starts a service with these variants. The client's stored session has expired.
    pub(crate) async fn new(variants: Vec<Variant>) -> Self {
        let options = ServiceOptions {
            variants: variants.clone(),
            ..ServiceOptions::default()
        };
        let service = Self {
            variants,
            running: start(options).await.unwrap(),
            tokens: Arc::default(),
            standard_tokens: Arc::default(),
            admin: admin(),
        };
        service.tokens.set("an-expired-session".into());
        service
    }

    pub(crate) fn has(&self, variant: Variant) -> bool {
        self.variants.contains(&variant)
    }

    /// Returns the client under test, with the settings for this service.
    pub(crate) fn client(&self) -> Client {
        let practice = Dialect::practice();
        let dialect = Dialect {
            trailing_slash: self.has(Variant::SlashRedirects),
            authentication: self.authentication(),
            plain_headers: self.plain_headers(),
            errors: self.errors(),
            list_at: self.wrapped_list_path("data.rows"),
            total_at: self.wrapped_list_path("data.total"),
            ..practice
        };
        self.client_of(dialect, &self.tokens)
    }

    /// Returns the headers of every call that are not secret.
    fn plain_headers(&self) -> Vec<PlainHeader> {
        let headers = self.has(Variant::AccountHeader).then_some(ACCOUNT_HEADER);
        parse_plain_headers(headers.unwrap_or_default()).unwrap()
    }

    /// Returns the paths of errors, if they are not the default ones.
    fn errors(&self) -> ErrorPaths {
        let place = |path: &str| {
            path.parse()
                .ok()
                .filter(|_| self.has(Variant::ProblemErrors))
        };
        ErrorPaths {
            code_at: place("problem.number"),
            message_at: place("problem.text"),
        }
    }

    /// Returns a path of the wrapped list, if the service wraps lists.
    fn wrapped_list_path(&self, place: &str) -> Option<Path> {
        let place = place.parse().ok();
        place.filter(|_| self.has(Variant::WrappedList))
    }

    /// Returns how calls authenticate.
    fn authentication(&self) -> Authentication {
        if self.has(Variant::BasicLogin) {
            Authentication::Basic
        } else if self.has(Variant::BearerLogin) {
            Authentication::Bearer
        } else if self.has(Variant::HeaderLogin) {
            Authentication::Headers(vec![KEY_HEADER.to_owned()])
        } else {
            Authentication::Session(self.session())
        }
    }

    /// Returns the settings of the session login.
    fn session(&self) -> SessionLogin {
        let mut login = SessionLogin::default();
        if self.has(Variant::LoginRedirects) {
            login.path.push('/');
        }
        if self.has(Variant::BearerSession) {
            login.scheme = TokenScheme::Bearer;
        }
        login
    }

    fn client_of(&self, dialect: Dialect, tokens: &Arc<MemoryTokenStore>) -> Client {
        let (username, password) = self.running.login(DemoUser::Planner);
        let base = BaseUrl::new(
            self.running.base_url.parse().unwrap(),
            PlainHttp::LoopbackOnly,
        )
        .unwrap();
        let key = format!("{username}.{password}");
        let mut credentials = Credentials::with_password(username, password.into());
        for name in [SecretName::Token, SecretName::Header(KEY_HEADER.to_owned())] {
            credentials.secrets.insert(name, key.clone().into());
        }
        Client::new(
            base,
            dialect,
            credentials,
            Arc::<MemoryTokenStore>::clone(tokens),
        )
        .unwrap()
    }

    /// Switches all variants off meanwhile, and calls the service by a client with its own session.
    async fn with_standard_client<T>(&self, call: impl AsyncFnOnce(Client) -> T) -> T {
        self.set_variants(&[]).await;
        let result = call(self.client_of(Dialect::practice(), &self.standard_tokens)).await;
        self.set_variants(&self.variants).await;
        result
    }

    /// Returns one entity as the service stores it.
    pub(crate) async fn stored_entity(&self, kind: Kind, id: i64) -> Option<Value> {
        let text =
            self.with_standard_client(async |client| client.get(kind, Id(id)).await.unwrap());
        text.await.map(|text| serde_json::from_str(&text).unwrap())
    }

    /// Returns an entity as this service shows it.
    pub(crate) fn as_shown(&self, mut entity: Value) -> Value {
        let members = entity.as_object_mut().unwrap();
        if self.has(Variant::DropsReference) {
            members.remove("clientRefId");
        }
        if self.has(Variant::ActivityElsewhere)
            && let Some(activity) = members.remove("retargetingActivityId")
        {
            let reporting = json!({ "retargetingActivityId": activity });
            members.insert("reporting".to_owned(), reporting);
        }
        entity
    }

    /// Returns whether rows of lists move while pages are read.
    pub(crate) fn moves_rows(&self) -> bool {
        self.has(Variant::RowsMoveDown) || self.has(Variant::RowsMoveUp)
    }

    /// Returns one page of the stored rows, and their total.
    pub(crate) async fn page(&self, kind: Kind, query: &ListQuery) -> (Vec<Value>, u64) {
        let page =
            self.with_standard_client(async |client| client.list(kind, query).await.unwrap());
        let page = page.await;
        let items = page.items.iter();
        let items = items.map(|item| serde_json::from_slice(item).unwrap());
        (items.collect(), page.total.unwrap())
    }

    /// Returns the ids of all stored rows, in the service's order.
    pub(crate) async fn ids(&self, kind: Kind) -> Vec<i64> {
        let (mut ids, mut from) = (Vec::new(), 0);
        loop {
            let (rows, total) = self.page(kind, &ListQuery::page(from, 499)).await;
            ids.extend(rows.iter().map(|row| row["id"].as_i64().unwrap()));
            from += 499;
            if from >= total {
                return ids;
            }
        }
    }

    /// Returns the stored entities with this name.
    pub(crate) async fn find_by_name(&self, kind: Kind, name: &str) -> Vec<Value> {
        let q = json!({ "1": { "NAME": [name] } }).to_string();
        let filters = ListFilters {
            q: q.parse().unwrap(),
            ..ListFilters::default()
        };
        let query = ListQuery {
            filters,
            ..ListQuery::page(0, 100)
        };
        self.page(kind, &query).await.0
    }

    async fn set_variants(&self, variants: &[Variant]) {
        let names: Vec<_> = variants.iter().map(|variant| variant.as_str()).collect();
        self.admin("/variants", Some(json!({ "variants": names })))
            .await;
    }

    /// Arms a fault for this many matching calls.
    pub(crate) async fn arm(&self, fault: &str, times: u32) {
        self.admin("/faults", Some(json!({ "fault": fault, "times": times })))
            .await;
    }

    /// Returns how many calls were affected since a fault was armed.
    pub(crate) async fn struck_count(&self) -> u64 {
        let reply: Value = serde_json::from_str(&self.admin("/faults", None).await).unwrap();
        reply["result"]["struck"].as_u64().unwrap()
    }

    /// Returns the names of all faults. The refusal of an unknown fault lists them.
    pub(crate) async fn faults(&self) -> Vec<String> {
        let reply = self
            .try_admin("/faults", Some(json!({ "fault": "" })))
            .await;
        let names = reply.split('`').skip(1).step_by(2);
        names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Waits until a reply is held, then cuts all connections.
    pub(crate) async fn cut_held_replies(&self) {
        while !self.admin("/faults", None).await.contains("\"held\":1") {}
        self.running.pause().await.unwrap();
        self.running.resume().await.unwrap();
    }

    async fn admin(&self, path: &str, body: Option<Value>) -> String {
        let reply = self.try_admin(path, body).await;
        assert!(reply.starts_with("{\"result\":"), "{reply}");
        reply
    }

    async fn try_admin(&self, path: &str, body: Option<Value>) -> String {
        let url = format!("{}/practice{path}", self.running.base_url);
        let request = match body {
            Some(body) => self.admin.post(url).body(body.to_string()),
            None => self.admin.get(url),
        };
        let request = request.header("X-Practice-Token", &self.running.admin_token);
        request.send().await.unwrap().text().await.unwrap()
    }
}

/// Returns a client of the admin interface. Each call opens its own connection, because others may be cut. It reads no
/// certificates, because reading them takes long.
fn admin() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let no_certificates = rustls::ClientConfig::builder()
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    let admin = reqwest::Client::builder().tls_backend_preconfigured(no_certificates);
    admin.no_proxy().pool_max_idle_per_host(0).build().unwrap()
}

/// Parses an entity, and turns its outermost ids into numbers, because some services write them as texts.
pub(crate) fn with_number_ids(text: &str) -> Value {
    let mut entity: Value = serde_json::from_str(text).unwrap();
    for (name, value) in entity.as_object_mut().unwrap() {
        let is_id = (name == "id" || name.ends_with("Id")) && name != "clientRefId";
        if let Some(number) = value.as_str().and_then(|text| text.parse::<i64>().ok())
            && is_id
        {
            *value = number.into();
        }
    }
    entity
}
