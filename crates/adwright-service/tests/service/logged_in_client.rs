//! The one client of these tests: a request as text in, the reply as text out.

use adwright_checks::{CheckInput, Facts, Finding, Phase, check};
use adwright_model::{Catalog, EditableDocument, Kind};
use adwright_service::{DataLocation, DemoUser, RunningService, ServiceOptions, start};
use adwright_wire::Dialect;
use expect_test::Expect;
use reqwest::{Client, ClientBuilder, IntoUrl, Method, RequestBuilder, Response};
use serde_json::{Value, json};

/// A campaign of the demo data with 4 placements and the mode advanced.
pub(crate) const SPRING: i64 = 1_072_288_341;
/// A campaign of the demo data with a verification tracking placement.
pub(crate) const FILM: i64 = 1_072_281_404;
/// A campaign of the demo data that allows cookies, although its advertiser disables them.
pub(crate) const COVER: i64 = 1_072_279_406;

/// Returns a client for raw HTTP. The library needs a TLS provider, though nothing here uses TLS.
pub(crate) fn http() -> ClientBuilder {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
}

/// Sends a plain GET.
pub(crate) async fn get(url: impl IntoUrl) -> reqwest::Result<Response> {
    http().build()?.get(url).send().await
}

/// A running service, with a logged-in user.
pub(crate) struct LoggedInClient {
    pub(crate) running: RunningService,
    http: Client,
    session: Option<String>,
}

/// A reply, as the tests compare it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HttpAnswer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl LoggedInClient {
    /// Starts a service with fresh data in memory, and logs in as the planner.
    pub(crate) async fn open() -> Self {
        Self::open_on(DataLocation::Memory).await
    }

    pub(crate) async fn open_on(data: DataLocation) -> Self {
        Self::open_with(ServiceOptions {
            data,
            ..ServiceOptions::default()
        })
        .await
    }

    pub(crate) async fn open_with(options: ServiceOptions) -> Self {
        let mut client = Self {
            running: start(options).await.unwrap(),
            http: http().build().unwrap(),
            session: None,
        };
        client.log_in(DemoUser::Planner).await;
        client
    }

    pub(crate) async fn open_as(user: DemoUser) -> Self {
        let mut client = Self::open().await;
        client.log_in(user).await;
        client
    }

    pub(crate) async fn log_in(&mut self, user: DemoUser) -> String {
        let (username, password) = self.running.login(user);
        let body = json!({ "username": username, "password": password });
        let answer = self.call(&format!("POST /login/login\n{body}")).await;
        let session = answer.json()["result"]["sessionId"]
            .as_str()
            .unwrap()
            .to_owned();
        self.session = Some(session.clone());
        session
    }

    pub(crate) fn use_session(&mut self, session: Option<&str>) {
        self.session = session.map(str::to_owned);
    }

    /// Sends `METHOD path` and, on the lines after it, the body.
    pub(crate) async fn call(&self, request: &str) -> HttpAnswer {
        let response = self.try_call(request).await.unwrap();
        HttpAnswer {
            status: response.status().as_u16(),
            body: response.text().await.unwrap(),
        }
    }

    /// Sends `METHOD path` with these bytes.
    pub(crate) async fn send(&self, line: &str, body: Vec<u8>) -> HttpAnswer {
        let response = self.request(line, body).send().await.unwrap();
        HttpAnswer {
            status: response.status().as_u16(),
            body: response.text().await.unwrap(),
        }
    }

    pub(crate) async fn try_call(&self, request: &str) -> Result<Response, reqwest::Error> {
        let (line, body) = request.split_once('\n').unwrap_or((request, ""));
        self.request(line, body.into()).send().await
    }

    fn request(&self, line: &str, body: Vec<u8>) -> RequestBuilder {
        let (method, path) = line.split_once(' ').unwrap();
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let mut sending = self
            .http
            .request(method, format!("{}{path}", self.running.base_url));
        if let Some(session) = &self.session {
            sending = sending.header("Authorization", session);
        }
        if path.starts_with("/practice/") {
            sending = sending.header("X-Practice-Token", &self.running.admin_token);
        }
        sending.body(body)
    }

    pub(crate) async fn check(&self, request: &str, expected: Expect) {
        self.call(request).await.check(&expected);
    }

    /// Returns the text of a campaign as the service has it.
    pub(crate) async fn campaign(&self, id: i64) -> String {
        self.call(&format!("GET /campaigns/{id}")).await.entity()
    }

    /// Changes the text of a campaign, and puts it back.
    pub(crate) async fn put(&self, id: i64, change: impl FnOnce(String) -> String) -> HttpAnswer {
        let text = change(self.campaign(id).await);
        self.call(&format!("PUT /campaigns/{id}\n{{\"entities\":[{text}]}}"))
            .await
    }
}

impl HttpAnswer {
    pub(crate) fn check(&self, expected: &Expect) {
        let Self { status, body } = self;
        let shown = self.failure().unwrap_or_else(|| without_times(body));
        expected.assert_eq(&format!("{status} {shown}"));
    }

    /// Summarizes a body that is a failure in the service's one form.
    fn failure(&self) -> Option<String> {
        let body: Value = serde_json::from_str(&self.body).ok()?;
        let error = &body["error"]["errors"][0];
        let (code, message) = (error["code"].as_u64()?, error["message"].as_str()?);
        let code = u32::try_from(code).ok()?;
        (self.body == adwright_wire::error_body(code, message))
            .then(|| format!("{code}: {message}"))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Returns the text of the one entity.
    pub(crate) fn entity(&self) -> String {
        let entity = self
            .body
            .strip_prefix("{\"result\":")
            .and_then(|rest| rest.strip_suffix('}'));
        entity
            .unwrap_or_else(|| panic!("no entity in {self:?}"))
            .to_owned()
    }

    /// Returns the text of each entity of a list.
    pub(crate) fn texts(&self) -> Vec<String> {
        let page = adwright_wire::parse_list(&self.body).unwrap();
        let items = page.items.into_iter();
        items.map(|item| String::from_utf8(item).unwrap()).collect()
    }

    pub(crate) fn ids(&self) -> Vec<i64> {
        let answer = self.json();
        let result = answer["result"].as_array().unwrap();
        result
            .iter()
            .map(|entity| entity["id"].as_i64().unwrap())
            .collect()
    }

    pub(crate) fn total(&self) -> u64 {
        self.json()["metadata"]["total"].as_u64().unwrap()
    }
}

/// Checks an entity exactly as the service returned it.
pub(crate) fn findings(kind: Kind, text: &str) -> Vec<Finding> {
    let document = EditableDocument::parse(text).unwrap();
    check(&CheckInput {
        kind,
        document: &document,
        base: Some(&document),
        phase: Phase::Update,
        catalog: Catalog::bundled(),
        bindings: &Dialect::practice().bindings,
        facts: &Facts::default(),
    })
}

/// Removes the times of the service's clock from a reply.
fn without_times(body: &str) -> String {
    let mut shown = body.to_owned();
    for member in ["\"createdOn\":", "\"lastUpdateOn\":"] {
        if let Some(at) = shown.find(member).map(|at| at + member.len()) {
            let digits = shown[at..].bytes().take_while(u8::is_ascii_digit).count();
            shown.replace_range(at..at + digits, "NOW");
        }
    }
    shown
}
