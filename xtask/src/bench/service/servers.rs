use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::super::one_core;
use super::requests::{RequestSender, RequestSpec};
use crate::server::ChildServer;

impl ChildServer {
    /// Starts a script beside the peers' packages, with a data file.
    pub(super) fn peer(folder: &Path, script: &str, file: &Path) -> Result<Self> {
        let line = one_core::command_line(folder, Path::new("node"));
        Self::start(line.arg(script).arg(file))
    }

    pub(super) fn get<'a>(&self, paths: Vec<String>, token: Option<&'a str>) -> RequestSpec<'a> {
        RequestSpec {
            method: "GET",
            urls: paths
                .into_iter()
                .map(|path| format!("{}{path}", self.base))
                .collect(),
            token,
            body: None,
        }
    }
}

/// The practice service with its own data file.
pub(super) struct PracticeServer {
    server: ChildServer,
    token: String,
    /// The ids of some campaigns, from all parts of the list.
    pub(super) ids: Vec<i64>,
}

/// The user who sees the campaigns of all accounts.
const PERSON: &str = "mara.lindgaard";
const PASSWORD: &str = "for this run only";
/// The number of ids in a request, and the number of requests.
const ID_PAGE: u64 = 50;
const ID_PAGES: u64 = 20;

impl PracticeServer {
    pub(super) fn start(
        (dir, program): (&Path, &Path),
        campaigns: u32,
        data: &Path,
        requests: &mut RequestSender,
    ) -> Result<Self> {
        let line = one_core::command_line(dir, program);
        let line = line.arg("--scale").arg(campaigns.to_string());
        let line = line.arg("--password").arg(PASSWORD).arg("--data").arg(data);
        let server = ChildServer::start(line)?;
        let login = json!({ "username": PERSON, "password": PASSWORD });
        let session = requests.send(&RequestSpec {
            method: "POST",
            urls: vec![format!("{}/login/login", server.base)],
            token: None,
            body: Some(login.to_string()),
        })?;
        let token = session["result"]["sessionId"].as_str();
        let token = token.context("a login gives a token")?.to_owned();
        let mut ours = Self {
            server,
            token,
            ids: Vec::new(),
        };
        ours.find_ids(requests)?;
        Ok(ours)
    }

    fn find_ids(&mut self, requests: &mut RequestSender) -> Result<()> {
        let total = self.get(requests, "/campaigns?from=0&max=1")?;
        let total = total["metadata"]["total"].as_u64();
        let total = total.context("a list says how many there are")?;
        for page in 0..ID_PAGES {
            let from = page * total / ID_PAGES;
            let list = self.get(requests, &format!("/campaigns?from={from}&max={ID_PAGE}"))?;
            let entities = list["result"].as_array().into_iter().flatten();
            self.ids
                .extend(entities.filter_map(|entity| entity["id"].as_i64()));
        }
        Ok(())
    }

    pub(super) fn get(&self, requests: &mut RequestSender, path: &str) -> Result<Value> {
        requests.send(&self.request("GET", vec![path.to_owned()], None))
    }

    pub(super) fn request(
        &self,
        method: &'static str,
        paths: Vec<String>,
        body: Option<String>,
    ) -> RequestSpec<'_> {
        let base = &self.server.base;
        RequestSpec {
            method,
            urls: paths
                .into_iter()
                .map(|path| format!("{base}{path}"))
                .collect(),
            token: Some(&self.token),
            body,
        }
    }
}
