//! kill -9 in the middle of work: answered changes are there, and no call is half done.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;
use url::form_urlencoded;

use crate::logged_in_client::{FILM, SPRING, http};
use crate::program::Program;

/// The number of rounds with one file. Lists of an ever growing file would take ever longer.
const ROUNDS_OF_A_FILE: usize = 20;

/// Returns the number of kills; `ADWRIGHT_KILLS=200` asks for 200.
fn kills() -> usize {
    let asked = std::env::var("ADWRIGHT_KILLS").ok();
    asked.and_then(|kills| kills.parse().ok()).unwrap_or(3)
}

/// A session with a running program.
#[derive(Clone)]
pub(crate) struct Session {
    http: Client,
    base_url: String,
    key: String,
}

impl Session {
    /// Returns a whole 200 reply; `None` if the service has gone.
    async fn call(&self, method: Method, path: &str, body: String) -> Option<Value> {
        let call = self
            .http
            .request(method, format!("{}{path}", self.base_url))
            .header("Authorization", &self.key)
            .body(body);
        let answer = call.send().await.ok()?;
        (answer.status() == 200).then_some(())?;
        serde_json::from_str(&answer.text().await.ok()?).ok()
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self.call(Method::GET, path, String::new()).await;
        answer.unwrap_or_else(|| panic!("no answer to {path}"))
    }

    /// Returns the campaign as the service has it.
    async fn campaign(&self, id: i64) -> Value {
        self.get(&format!("/campaigns/{id}")).await["result"].take()
    }
}

/// Starts the program on the file, and opens a session.
pub(crate) async fn start(file: &Path) -> (Program, Session) {
    let file = file.to_str().unwrap();
    let mut program = Program::start(&["--data", file, "--password", "open-sesame"]);
    let mut session = Session {
        http: http().build().unwrap(),
        base_url: program.line(),
        key: String::new(),
    };
    let login = json!({ "username": "mara.lindgaard", "password": "open-sesame" }).to_string();
    let login = session.call(Method::POST, "/login/login", login).await;
    let login = login.unwrap();
    let key = login["result"]["sessionId"].as_str();
    key.unwrap().clone_into(&mut session.key);
    (program, session)
}

/// A type of create call: its list, the filter that finds its entities, and the number of entities per call.
#[derive(Clone, Copy)]
struct Creation {
    path: &'static str,
    field: &'static str,
    at_once: usize,
    entity: fn(round: &str, reference: &str) -> Value,
}

const VALUES: Creation = Creation {
    path: "/tagManagers/retargetingDataValue",
    field: "VALUE",
    at_once: 5,
    entity: |round, reference| json!({ "type": "RetargetingDataValue", "name": "A", "value": round, "clientRefId": reference, "advertiserId": 4401, "retargetingActivityId": 52_024 }),
};

const CAMPAIGNS: Creation = Creation {
    path: "/campaigns",
    field: "NAME",
    at_once: 1,
    entity: |round, reference| json!({ "type": "Campaign", "name": round, "clientRefId": reference, "advertiserId": 4401, "brandId": 88_120 }),
};

/// Reports which type of call was answered.
type Answers = UnboundedSender<&'static str>;

/// The entities that calls created, or that exist, by the reference of their call.
type ByReference = BTreeMap<String, Vec<Value>>;

impl Creation {
    /// Creates entities until the service has gone, and returns those that were answered.
    async fn go_on(self, session: Session, round: String, answered: Answers) -> ByReference {
        let mut created = ByReference::new();
        for nth in 0.. {
            let entity = (self.entity)(&round, &nth.to_string());
            let body = json!({ "entities": vec![entity; self.at_once] }).to_string();
            let Some(answer) = session.call(Method::POST, self.path, body).await else {
                break;
            };
            created.extend(by_reference(&answer));
            let _ = answered.send(self.path);
        }
        created
    }

    /// Returns the existing entities of a round.
    async fn kept(self, session: &Session, round: &str) -> ByReference {
        let q = json!({ "1": { self.field: [round] } }).to_string();
        let q = form_urlencoded::byte_serialize(q.as_bytes()).collect::<String>();
        let list = format!("{}?from=0&max=100000&q={q}", self.path);
        by_reference(&session.get(&list).await)
    }

    /// Asserts that all answered entities exist as they were answered, and no call is half done.
    async fn check(self, session: &Session, round: &str, answered: &ByReference) {
        let kept = self.kept(session, round).await;
        for (reference, entities) in answered {
            assert_eq!(kept.get(reference), Some(entities), "{round}/{reference}");
        }
        assert!(kept.len() <= answered.len() + 1, "one call was under way");
        assert!(kept.values().all(|call| call.len() == self.at_once));
    }
}

/// Returns the entities of a reply: of a list, or the single one.
fn by_reference(answer: &Value) -> ByReference {
    let one = std::slice::from_ref(&answer["result"]);
    let entities = answer["result"].as_array().map_or(one, Vec::as_slice);
    let mut by_reference = ByReference::new();
    for entity in entities {
        let reference = entity["clientRefId"].as_str().unwrap().to_owned();
        by_reference
            .entry(reference)
            .or_default()
            .push(entity.clone());
    }
    by_reference
}

/// Repeated updates of one campaign.
struct Updates {
    id: i64,
    /// The campaign as the last reply showed it.
    answered: Value,
    /// The name in the call that was open when the program was killed.
    under_way: String,
}

impl Updates {
    async fn of(session: &Session, id: i64) -> Self {
        Self {
            id,
            answered: session.campaign(id).await,
            under_way: String::new(),
        }
    }

    /// Renames the campaign until the service has gone.
    async fn go_on(self, session: Session, answered: Answers) -> Self {
        let mut updates = self;
        for nth in 0.. {
            updates.under_way = format!("Renamed {nth} times");
            let mut whole = updates.answered.clone();
            whole["name"] = updates.under_way.clone().into();
            let body = json!({ "entities": [whole] }).to_string();
            let path = format!("/campaigns/{}", updates.id);
            let Some(mut answer) = session.call(Method::PUT, &path, body).await else {
                break;
            };
            updates.answered = answer["result"].take();
            let _ = answered.send("update");
        }
        updates
    }

    /// Asserts that the campaign is as it was last answered, or as the open call makes it.
    async fn check(&self, session: &Session) {
        let kept = session.campaign(self.id).await;
        if kept != self.answered {
            let next = self.answered["version"].as_i64().unwrap() + 1;
            assert_eq!(kept["version"], next);
            assert_eq!(kept["name"], self.under_way);
        }
    }
}

/// All calls of one round, and their replies.
struct Load {
    values: JoinHandle<ByReference>,
    more_values: JoinHandle<ByReference>,
    campaigns: JoinHandle<ByReference>,
    updates: [JoinHandle<Updates>; 2],
}

impl Load {
    async fn of(session: &Session, round: &str, answered: &Answers) -> Self {
        let campaigns = [
            Updates::of(session, SPRING).await,
            Updates::of(session, FILM).await,
        ];
        let create = |what: Creation, round: String| {
            tokio::spawn(what.go_on(session.clone(), round, answered.clone()))
        };
        let update = |of: Updates| tokio::spawn(of.go_on(session.clone(), answered.clone()));
        Self {
            values: create(VALUES, format!("{round} a")),
            more_values: create(VALUES, format!("{round} b")),
            campaigns: create(CAMPAIGNS, round.to_owned()),
            updates: campaigns.map(update),
        }
    }

    /// Compares the replies with the data after a new start.
    async fn check(self, session: &Session, round: &str) {
        let (values, more) = (self.values.await.unwrap(), self.more_values.await.unwrap());
        let campaigns = self.campaigns.await.unwrap();
        VALUES.check(session, &format!("{round} a"), &values).await;
        VALUES.check(session, &format!("{round} b"), &more).await;
        CAMPAIGNS.check(session, round, &campaigns).await;
        for updates in self.updates {
            updates.await.unwrap().check(session).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answered_calls_survive_kill_9_atomically() {
    let mut left = kills();
    while left > 0 {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("practice.sqlite");
        let (mut program, mut session) = start(&file).await;
        let rounds = left.min(ROUNDS_OF_A_FILE);
        for nth in 0..rounds {
            let round = format!("round {nth:03}");
            let (answered, mut answers) = tokio::sync::mpsc::unbounded_channel();
            let load = Load::of(&session, &round, &answered).await;
            // After some calls of every type, at a different time in each round.
            let (mut calls, mut kinds) = (0, BTreeSet::new());
            while calls < 5 + nth % 7 || kinds.len() < 3 {
                kinds.insert(answers.recv().await.unwrap());
                calls += 1;
            }
            program.kill();
            (program, session) = start(&file).await;
            load.check(&session, &round).await;
        }
        drop(program);
        left -= rounds;
    }
}
