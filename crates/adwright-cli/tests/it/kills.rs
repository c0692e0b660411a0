//! kill -9 at random points of a send. Each row is then on the service exactly once, or waits for a person.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread;

use adwright_desk::WorkspaceSelector;
use adwright_views::{DocumentRef, EditRequest, FieldInput};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::live_workspace::{opened, without_keyring};
use crate::practice::Practice;
use crate::sending::at;
use crate::values::{file, named, table};
use crate::{elements, shown};

/// The number of trials with one service and one home. Lists of an ever growing service would take ever longer.
const TRIALS_OF_A_HOME: usize = 20;

/// Returns the number of kills; `ADWRIGHT_KILLS=200` asks for 200.
pub(crate) fn kills() -> usize {
    let asked = std::env::var("ADWRIGHT_KILLS").ok();
    asked.and_then(|kills| kills.parse().ok()).unwrap_or(3)
}

/// A service and a home that sends to it.
struct Scene {
    service: Practice,
    home: TempDir,
}

impl Scene {
    fn new() -> Self {
        let scene = Self {
            service: Practice::start(&[]),
            home: tempfile::tempdir().unwrap(),
        };
        scene.run(&["draft", "list"]);
        let small_calls = ["workspace", "set", "Acme", "dialect.batchCap=50"];
        let set = without_keyring(&scene.home, &small_calls);
        assert_eq!(set.status.code(), Some(0), "{}", shown(&set));
        scene
    }

    fn run(&self, arguments: &[&str]) -> std::process::Output {
        at(&self.service, &self.home, arguments)
    }

    fn log(&self) -> PathBuf {
        self.home.path().join("adwright").join("adwright.db-wal")
    }

    fn log_bytes(&self) -> u64 {
        fs::metadata(self.log()).map_or(0, |log| log.len())
    }

    /// Starts a program, and kills it at a random point.
    fn kill(&self, arguments: &[&str], random: &mut Random, most_commits: u64) {
        let (commits, pages) = (random.below(most_commits + 1), random.below(8));
        let before = self.service.running.write_count();
        let mut command = self.service.command_at(&self.home, arguments);
        // Nobody reads its messages, and a full pipe would stop it.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut program = command.spawn().unwrap();
        let mut runs = |is_reached: &dyn Fn() -> bool| {
            while !is_reached() && is_running(&mut program) {
                thread::yield_now();
            }
        };
        runs(&|| self.service.running.write_count() >= before + commits);
        let begun = self.log_bytes();
        runs(&|| self.log_bytes() >= begun + pages * 4_096);
        program.kill().unwrap();
        program.wait().unwrap();
    }

    /// Returns the titles of the items that wait for a person or a look-up.
    fn open_titles(&self) -> BTreeSet<String> {
        let open = elements(&self.run(&["sent", "list", "--open", "--json"]));
        let titles = open.iter().filter_map(|item| item["title"].as_str());
        titles.map(str::to_owned).collect()
    }
}

fn is_running(program: &mut Child) -> bool {
    program.try_wait().unwrap().is_none()
}

/// Pseudo-random numbers, the same in each run.
struct Random(u64);

impl Random {
    /// Returns a number below `limit`.
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ (mixed >> 27)) % limit
    }
}

/// Runs a trial with each number, in a new scene every few trials.
fn each_trial(mut trial: impl FnMut(&Scene, usize, &mut Random)) {
    let mut random = Random(1);
    let mut scene = Scene::new();
    for number in 0..kills() {
        if number > 0 && number % TRIALS_OF_A_HOME == 0 {
            scene = Scene::new();
        }
        trial(&scene, number, &mut random);
    }
}

#[test]
fn killed_batch_has_each_value_once_or_open() {
    const VALUES: usize = 500;
    each_trial(|scene, number, random| {
        let word = format!("Kill {number}");
        let path = file(&scene.home, "kill.csv", &table(&word, VALUES));
        let create = ["value", "create", &path, "--go", "--json"];
        scene.kill(&create, random, 10);
        let again = scene.run(&create);
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for name in named(&scene.service, &format!("{word} ")) {
            *times.entry(name).or_default() += 1;
        }
        let open = scene.open_titles();
        for row in 0..VALUES {
            let name = format!("Kill {number} {row}");
            let count = times.get(&name).copied().unwrap_or_default();
            let is_right = count == 1 || (count == 0 && open.contains(&name));
            assert!(
                is_right,
                "trial {number}: {name} {count} times\n{}",
                shown(&again)
            );
        }
    });
}

#[test]
fn killed_updates_are_all_made_or_open() {
    const CAMPAIGNS: usize = 50;
    each_trial(|scene, number, random| {
        let list = scene.run(&["campaign", "list", "--json"]);
        let campaigns = elements(&list).into_iter().take(CAMPAIGNS);
        let campaigns: Vec<_> = campaigns
            .map(|campaign| campaign["id"].to_string())
            .collect();
        if number % TRIALS_OF_A_HOME == 0 {
            for id in &campaigns {
                scene.run(&["campaign", "update", id, "--set", "notes=\"first\"", "--go"]);
            }
        }
        let notes = format!("Kill {number}");
        edit_notes(&scene.home, &campaigns, &notes);
        scene.kill(&["send", "--go", "--json"], random, 50);
        let again = scene.run(&["send", "--go", "--json"]);
        let open = scene.open_titles();
        for campaign in elements(&scene.service.ask(&["campaign", "list", "--json"])) {
            let (id, title) = (
                campaign["id"].to_string(),
                campaign["name"].as_str().unwrap(),
            );
            let is_right = campaign["notes"] == notes || open.contains(title);
            let is_ours = campaigns.contains(&id);
            assert!(
                !is_ours || is_right,
                "trial {number}: {campaign}\n{}",
                shown(&again)
            );
        }
        // A kill between the intent and the request leaves an item that a person decides about.
        scene.run(&["sent", "decide", "--all-absent", "back-to-draft"]);
        scene.run(&["send", "--go"]);
        assert_eq!(scene.open_titles(), BTreeSet::new(), "trial {number}");
    });
}

/// Edits the notes of cached campaigns, without the service.
fn edit_notes(home: &TempDir, campaigns: &[String], notes: &str) {
    Runtime::new().unwrap().block_on(async {
        let desk = opened(home, &WorkspaceSelector::Named("Acme".to_owned())).await;
        let request = EditRequest {
            path: "notes".to_owned(),
            // The workspace does not know the field, so its text is JSON.
            input: FieldInput::Text(format!("\"{notes}\"")),
        };
        for id in campaigns {
            let target = DocumentRef::Campaign(id.trim_matches('"').to_owned());
            desk.drafts.edit_draft(&target, &request).unwrap();
        }
    });
}
