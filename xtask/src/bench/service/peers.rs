use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Result;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    requests::{RequestSender, RequestSpec},
    servers::PracticeServer,
};
use crate::{project::Project, server::ChildServer};

const CAMPAIGNS: u32 = 10_000;
const MANY_CAMPAIGNS: u32 = 1_000_000;

/// The number of campaigns in a page, and the largest start of a page.
const PAGE: usize = 50;
const LAST_FROM: usize = 9_900;

/// The number of values that one call creates.
const AT_ONCE: usize = 500;

/// The server that answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    /// The practice service with 10,000 campaigns.
    Practice,
    /// The practice service with a million campaigns.
    PracticeMillion,
    /// A server with the same campaigns as ours.
    JsonServer,
    /// A server without data: it answers every request with one page and one campaign of ours, the examples in its
    /// document.
    Prism,
}

/// A kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Workload {
    /// Fifty campaigns from somewhere in the first 10,000.
    List,
    /// One campaign.
    Get,
    /// Five hundred retargeting data values in one call.
    Create,
    /// One campaign, whole.
    Update,
}

impl Peer {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Practice => "practice-service",
            Self::PracticeMillion => "million-campaigns",
            Self::JsonServer => "json-server",
            Self::Prism => "prism",
        }
    }

    /// Returns the number of reads in one turn: fewer if each takes long.
    fn read_count(self) -> usize {
        match self {
            Self::Practice | Self::PracticeMillion => 1_000,
            Self::JsonServer | Self::Prism => 100,
        }
    }
}

impl Workload {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::List => "list 50",
            Self::Get => "get",
            Self::Create => "create 500",
            Self::Update => "update",
        }
    }
}

/// All servers, and the requests for them.
pub(super) struct Peers {
    ours: PracticeServer,
    million: PracticeServer,
    json_server: ChildServer,
    prism: ChildServer,
    values: String,
    campaign: (i64, String),
    // Dropped last, because dropping it deletes the data.
    _folder: TempDir,
}

impl Peers {
    pub(super) fn start(
        project: &Project,
        peers: &Path,
        requests: &mut RequestSender,
    ) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let program = project.release_dir().join("adwright-service");
        let mut start = |campaigns: u32| {
            let data = folder.path().join(format!("{campaigns}.sqlite"));
            PracticeServer::start((project.root(), &program), campaigns, &data, requests)
        };
        let (ours, million) = (start(CAMPAIGNS)?, start(MANY_CAMPAIGNS)?);
        let campaigns = ours.get(requests, &format!("/campaigns?from=0&max={CAMPAIGNS}"))?;
        let file = folder.path().join("campaigns.json");
        fs::write(
            &file,
            json!({ "campaigns": campaigns["result"] }).to_string(),
        )?;
        let document = with_examples(project, folder.path(), &campaigns["result"])?;
        Ok(Self {
            json_server: ChildServer::peer(peers, "json-server.mjs", &file)?,
            prism: ChildServer::peer(peers, "prism.mjs", &document)?,
            values: create_values_body(&ours, requests)?,
            campaign: update_campaign_body(&ours, requests)?,
            ours,
            million,
            _folder: folder,
        })
    }

    /// Returns the requests of one turn.
    pub(super) fn request(&self, side: Peer, what: Workload, turn: usize) -> RequestSpec<'_> {
        let (id, campaign) = &self.campaign;
        match what {
            Workload::Create => {
                let paths = vec!["/tagManagers/retargetingDataValue".to_owned(); 4];
                self.ours.request("POST", paths, Some(self.values.clone()))
            }
            Workload::Update => {
                let paths = vec![format!("/campaigns/{id}"); 200];
                self.ours.request("PUT", paths, Some(campaign.clone()))
            }
            Workload::List | Workload::Get => self.read_request(side, what, turn),
        }
    }

    fn read_request(&self, side: Peer, what: Workload, turn: usize) -> RequestSpec<'_> {
        let holder = if side == Peer::PracticeMillion {
            &self.million
        } else {
            &self.ours
        };
        let numbers = scattered_numbers(turn).take(side.read_count());
        let paths = numbers.map(|number| match (what, side) {
            (Workload::Get, _) => format!("/campaigns/{}", holder.ids[number % holder.ids.len()]),
            (_, Peer::JsonServer) => {
                format!("/campaigns?_start={}&_limit={PAGE}", number % LAST_FROM)
            }
            _ => format!("/campaigns?from={}&max={PAGE}", number % LAST_FROM),
        });
        let paths = paths.collect();
        match side {
            Peer::Practice | Peer::PracticeMillion => holder.request("GET", paths, None),
            Peer::JsonServer => self.json_server.get(paths, None),
            Peer::Prism => self.prism.get(paths, Some("a token")),
        }
    }
}

/// Writes the description of the interface with campaigns as examples of the replies to reads.
fn with_examples(project: &Project, folder: &Path, campaigns: &Value) -> Result<PathBuf> {
    let schemas = project.root().join("schemas");
    let mut document: Value = serde_json::from_slice(&fs::read(schemas.join("openapi.json"))?)?;
    let page = campaigns.as_array().map(|all| &all[..PAGE]);
    let list = json!({ "metadata": { "total": CAMPAIGNS }, "error": null, "result": page });
    let examples = [
        ("/campaigns", list),
        ("/campaigns/{id}", json!({ "result": campaigns[0] })),
    ];
    for (path, example) in examples {
        let answer = &mut document["paths"][path]["get"]["responses"]["200"];
        answer["content"]["application/json"]["example"] = example;
    }
    let file = folder.join("openapi.json");
    fs::write(&file, document.to_string())?;
    copy_files(&schemas.join("objects"), &folder.join("objects"))?;
    Ok(file)
}

fn copy_files(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir(to)?;
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::copy(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}

/// Returns numbers in an order that no cache can predict, but the same in each run.
fn scattered_numbers(turn: usize) -> impl Iterator<Item = usize> {
    let numbers = turn * 1_000 + 1..;
    numbers.map(|number| number.wrapping_mul(6_364_136_223_846_793_005) >> 20)
}

/// Returns a body that creates the maximum number of values, copied from an existing one.
fn create_values_body(ours: &PracticeServer, requests: &mut RequestSender) -> Result<String> {
    let list = ours.get(requests, "/tagManagers/retargetingDataValue?from=0&max=1")?;
    let known = &list["result"][0];
    let value = |number: usize| {
        json!({
            "type": known["type"],
            "name": format!("A value of the bench, {number}"),
            "value": format!("bench|{number}"),
            "advertiserId": known["advertiserId"],
            "retargetingActivityId": known["retargetingActivityId"],
        })
    };
    let values: Vec<Value> = (0..AT_ONCE).map(value).collect();
    Ok(json!({ "entities": values }).to_string())
}

/// Returns a campaign's id, and the body that puts it back unchanged.
fn update_campaign_body(
    ours: &PracticeServer,
    requests: &mut RequestSender,
) -> Result<(i64, String)> {
    let id = ours.ids[0];
    let campaign = ours.get(requests, &format!("/campaigns/{id}"))?;
    Ok((id, json!({ "entities": [campaign["result"]] }).to_string()))
}
