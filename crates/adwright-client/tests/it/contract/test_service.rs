//! A service that differs, the client under test, and a second view of what the service really has.

use std::sync::Arc;

use adwright_client::{BaseUrl, Client, Credentials, MemoryTokenStore, PlainHttp, TokenStore};
use adwright_model::{Id, Kind, Path};
use adwright_service::{DemoUser, RunningService, ServiceOptions, Variant, start};
use adwright_wire::{
    Authentication, Dialect, ErrorPaths, ListFilters, ListQuery, PlainHeader, SecretName,
    SessionLogin, TokenScheme, parse_plain_headers,
};
use serde_json::{Value, json};

/// The header of services that know callers by a key.
const KEY: &str = "X-Api-Key";

/// The header of services that want to know for which account a call is.
const ACCOUNT: &str = "X-Account-Id: 3310";

/// A running service and all who ask it.
pub(crate) struct Ground {
    pub(crate) variants: Vec<Variant>,
    pub(crate) running: RunningService,
    tokens: Arc<MemoryTokenStore>,
    plain_tokens: Arc<MemoryTokenStore>,
    admin: reqwest::Client,
}

impl Ground {
    /// A service with these variants. The client's kept session has run out.
    pub(crate) async fn new(variants: Vec<Variant>) -> Self {
        let options = ServiceOptions {
            variants: variants.clone(),
            ..ServiceOptions::default()
        };
        let ground = Self {
            variants,
            running: start(options).await.unwrap(),
            tokens: Arc::default(),
            plain_tokens: Arc::default(),
            admin: admin(),
        };
        ground.tokens.set("a-session-of-yesterday".into());
        ground
    }

    pub(crate) fn has(&self, variant: Variant) -> bool {
        self.variants.contains(&variant)
    }

    /// The client under test, set up as a person would who knows this service.
    pub(crate) fn client(&self) -> Client {
        let practice = Dialect::practice();
        let dialect = Dialect {
            trailing_slash: self.has(Variant::SlashRedirects),
            authentication: self.authentication(),
            plain_headers: self.plain_headers(),
            errors: self.errors(),
            list_at: self.place_of_wrapped("data.rows"),
            total_at: self.place_of_wrapped("data.total"),
            ..practice
        };
        self.client_of(dialect, &self.tokens)
    }

    /// What goes with every call beside the login.
    fn plain_headers(&self) -> Vec<PlainHeader> {
        let headers = self.has(Variant::AccountHeader).then_some(ACCOUNT);
        parse_plain_headers(headers.unwrap_or_default()).unwrap()
    }

    /// Where errors are, where that is no usual place.
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

    /// Where a list is, where that is no usual place.
    fn place_of_wrapped(&self, place: &str) -> Option<Path> {
        let place = place.parse().ok();
        place.filter(|_| self.has(Variant::WrappedList))
    }

    /// How calls say who asks.
    fn authentication(&self) -> Authentication {
        if self.has(Variant::BasicLogin) {
            Authentication::Basic
        } else if self.has(Variant::BearerLogin) {
            Authentication::Bearer
        } else if self.has(Variant::HeaderLogin) {
            Authentication::Headers(vec![KEY.to_owned()])
        } else {
            Authentication::Session(self.session())
        }
    }

    /// Where calls log in for a session.
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
        for name in [SecretName::Token, SecretName::Header(KEY.to_owned())] {
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

    /// Asks the service as it usually is, by a client with a session of its own.
    async fn plainly<T>(&self, ask: impl AsyncFnOnce(Client) -> T) -> T {
        self.choose(&[]).await;
        let answer = ask(self.client_of(Dialect::practice(), &self.plain_tokens)).await;
        self.choose(&self.variants).await;
        answer
    }

    /// One entity as the service has it.
    pub(crate) async fn truth(&self, kind: Kind, id: i64) -> Option<Value> {
        let text = self.plainly(async |plain| plain.get(kind, Id(id)).await.unwrap());
        text.await.map(|text| serde_json::from_str(&text).unwrap())
    }

    /// An entity as this service shows it.
    pub(crate) fn shown(&self, mut entity: Value) -> Value {
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

    /// Whether rows of lists move while pages are read.
    pub(crate) fn moves_rows(&self) -> bool {
        self.has(Variant::RowsMoveDown) || self.has(Variant::RowsMoveUp)
    }

    /// One page of what the service has, and how many there are.
    pub(crate) async fn page(&self, kind: Kind, query: &ListQuery) -> (Vec<Value>, u64) {
        let page = self.plainly(async |plain| plain.list(kind, query).await.unwrap());
        let page = page.await;
        let items = page.items.iter();
        let items = items.map(|item| serde_json::from_slice(item).unwrap());
        (items.collect(), page.total.unwrap())
    }

    /// The ids of all that the service has, in its order.
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

    /// What the service has with this name.
    pub(crate) async fn named(&self, kind: Kind, name: &str) -> Vec<Value> {
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

    async fn choose(&self, variants: &[Variant]) {
        let names: Vec<_> = variants.iter().map(|variant| variant.as_str()).collect();
        self.admin("/variants", Some(json!({ "variants": names })))
            .await;
    }

    /// Sets what happens to the next call that it can strike.
    pub(crate) async fn arm(&self, fault: &str, times: u32) {
        self.admin("/faults", Some(json!({ "fault": fault, "times": times })))
            .await;
    }

    /// How many calls were struck since a fault was set.
    pub(crate) async fn struck(&self) -> u64 {
        let told: Value = serde_json::from_str(&self.admin("/faults", None).await).unwrap();
        told["result"]["struck"].as_u64().unwrap()
    }

    /// The names of all faults, which the service tells whoever names one that there is not.
    pub(crate) async fn faults(&self) -> Vec<String> {
        let told = self
            .try_admin("/faults", Some(json!({ "fault": "" })))
            .await;
        let names = told.split('`').skip(1).step_by(2);
        names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Waits until an answer is held, and cuts all connections.
    pub(crate) async fn cut_what_is_held(&self) {
        while !self.admin("/faults", None).await.contains("\"held\":1") {}
        self.running.pause().await.unwrap();
        self.running.resume().await.unwrap();
    }

    async fn admin(&self, path: &str, body: Option<Value>) -> String {
        let told = self.try_admin(path, body).await;
        assert!(told.starts_with("{\"result\":"), "{told}");
        told
    }

    async fn try_admin(&self, path: &str, body: Option<Value>) -> String {
        let url = format!("{}/practice{path}", self.running.base_url);
        let asking = match body {
            Some(body) => self.admin.post(url).body(body.to_string()),
            None => self.admin.get(url),
        };
        let asking = asking.header("X-Practice-Token", &self.running.admin_token);
        asking.send().await.unwrap().text().await.unwrap()
    }
}

/// Asks the practice interface, each time on a connection of its own, which was never cut. It reads no certificates,
/// which takes long.
fn admin() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let nobody = rustls::ClientConfig::builder()
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    let admin = reqwest::Client::builder().tls_backend_preconfigured(nobody);
    admin.no_proxy().pool_max_idle_per_host(0).build().unwrap()
}

/// The entity with its outermost ids as numbers: some services write them as texts.
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
