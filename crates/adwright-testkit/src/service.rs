use adwright_service::RunningService;
use serde_json::{Value, json};

/// Returns a bare HTTP client, separate from the product's own. The library requires a TLS provider, though nothing
/// here uses TLS.
#[must_use]
pub fn http_client() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().build();
    client.expect("nothing of the system is needed")
}

/// A second client of the practice service, over HTTP, beside the desk.
#[derive(Debug, Clone)]
pub struct PracticeClient {
    base_url: String,
    admin_token: String,
    username: String,
    password: String,
    http: reqwest::Client,
}

impl PracticeClient {
    /// Creates another client of a running service.
    #[must_use]
    pub fn new(running: &RunningService) -> Self {
        let (username, password) = running.practice_login();
        Self {
            base_url: running.base_url.clone(),
            admin_token: running.admin_token.clone(),
            username,
            password,
            http: http_client(),
        }
    }

    /// Arms a fault for the next write or the next read.
    pub async fn arm_fault(&self, fault: &str) {
        self.arm_fault_times(fault, 1).await;
    }

    /// Arms a fault for this many matching calls.
    pub async fn arm_fault_times(&self, fault: &str, times: u32) {
        self.post_admin("faults", json!({ "fault": fault, "times": times }))
            .await;
    }

    /// Releases the held replies.
    pub async fn release_held(&self) {
        self.post_admin("faults", json!({ "fault": "hold-read", "times": 0 }))
            .await;
    }

    /// Waits until a reply is held.
    pub async fn wait_until_held(&self) {
        while self.held_count().await == 0 {
            tokio::task::yield_now().await;
        }
    }

    async fn held_count(&self) -> u64 {
        let request = self.http.get(format!("{}/practice/faults", self.base_url));
        let answer = request
            .header("X-Practice-Token", &self.admin_token)
            .send()
            .await
            .expect("the admin answers");
        let text = answer.text().await.expect("the reply is whole");
        let reply: Value = serde_json::from_str(&text).expect("the reply is JSON");
        reply["result"]["held"]
            .as_u64()
            .expect("a number of answers")
    }

    /// Changes a campaign as another user.
    pub async fn touch(&self, campaign: &str, members: Value) {
        self.post_admin(&format!("campaigns/{campaign}/touch"), members)
            .await;
    }

    /// Changes an ad as another user.
    pub async fn touch_ad(&self, ad: &str, members: Value) {
        self.post_admin(&format!("ads/{ad}/touch"), members).await;
    }

    async fn post_admin(&self, path: &str, body: Value) {
        let url = format!("{}/practice/{path}", self.base_url);
        let request = self
            .http
            .post(url)
            .header("X-Practice-Token", &self.admin_token)
            .body(body.to_string());
        let answer = request
            .header("Content-Type", "application/json")
            .send()
            .await
            .expect("the admin answers");
        assert!(
            answer.status().is_success(),
            "{path}: {}",
            answer.text().await.unwrap_or_default()
        );
    }

    /// Returns the exact reply to a request for one campaign.
    pub async fn get_campaign(&self, id: &str) -> String {
        self.get(&format!("campaigns/{id}")).await
    }

    /// Returns the exact reply to a request for one ad.
    pub async fn get_ad(&self, id: &str) -> String {
        self.get(&format!("ads/{id}")).await
    }

    /// Returns how many campaigns, values and ads of that name the service has.
    pub async fn count_named(&self, name: &str) -> usize {
        let mut count = 0;
        for list in ["campaigns", "tagManagers/retargetingDataValue/", "ads"] {
            count += self.count_in(list, name).await;
        }
        count
    }

    async fn count_in(&self, list: &str, name: &str) -> usize {
        let mut count = 0;
        let mut from = 0;
        loop {
            let reply = self.get(&format!("{list}?from={from}&max=250")).await;
            let reply: Value = serde_json::from_str(&reply).expect("a list is JSON");
            let items = reply["result"].as_array().expect("a list has results");
            count += items.iter().filter(|item| item["name"] == name).count();
            if items.is_empty() {
                return count;
            }
            from += items.len();
        }
    }

    /// Posts this body as a create of retargeting values, and returns the reply.
    pub async fn create_values(&self, token: &str, body: String) -> String {
        let url = format!("{}/tagManagers/retargetingDataValue", self.base_url);
        let request = self.http.post(url).header("Authorization", token);
        let request = request.header("Content-Type", "application/json");
        let reply = request.body(body).send().await;
        let reply = reply.expect("the service answers").text().await;
        reply.expect("the reply is whole")
    }

    /// Returns every ad, as the list shows it.
    pub async fn list_ads(&self) -> Vec<Value> {
        let reply = self.get("ads?from=0&max=250").await;
        let mut reply: Value = serde_json::from_str(&reply).expect("a list is JSON");
        let ads = reply["result"].take();
        serde_json::from_value(ads).expect("a list has results")
    }

    async fn get(&self, path: &str) -> String {
        let token = self.log_in().await;
        let request = self
            .http
            .get(format!("{}/{path}", self.base_url))
            .header("Authorization", token);
        request
            .send()
            .await
            .expect("the service answers")
            .text()
            .await
            .expect("the reply is whole")
    }

    /// Logs in, and returns the token.
    pub async fn log_in(&self) -> String {
        let body = json!({ "username": self.username, "password": self.password }).to_string();
        let request = self
            .http
            .post(format!("{}/login/login", self.base_url))
            .body(body);
        let reply = request
            .send()
            .await
            .expect("the service answers")
            .text()
            .await
            .expect("the reply is whole");
        let reply: Value = serde_json::from_str(&reply).expect("the reply to a login is JSON");
        reply["result"]["sessionId"]
            .as_str()
            .expect("a login gives a token")
            .to_owned()
    }
}
