//! The computer's clock jumps by days while a program sends, also backwards.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use adwright_service::Fault;
use serde_json::Value;

use crate::practice::Practice;
use crate::sending::{at, campaign, count, written};
use crate::values::{all, tally};
use crate::{elements, shown};

const CAMPAIGNS: usize = 9;
/// Offsets from the true time, one after each commit of the service.
const JUMPS: [&str; 4] = ["+3d", "-400d", "+0", "-2h"];

/// Returns the command with a clock whose offset is in this file. Time that has passed, as a pause needs it, stays true.
fn with_clock(command: &Command, offset: &Path) -> Command {
    let mut clocked = Command::new("faketime");
    // The program `faketime` itself sets one offset, which would win over the file.
    clocked.args(["-f", "+0", "env", "-u", "FAKETIME"]);
    clocked.arg(command.get_program()).args(command.get_args());
    let vars = command.get_envs();
    clocked.envs(vars.filter_map(|(name, value)| Some((name, value?))));
    clocked.env("FAKETIME_TIMESTAMP_FILE", offset);
    clocked.envs([
        ("FAKETIME_NO_CACHE", "1"),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
    ]);
    clocked
}

#[test]
fn jumping_clock_repeats_and_loses_nothing() {
    let faults = [Fault::DropAfterCommit, Fault::EmptyReply, Fault::HalfReply];
    let service = Practice::with_faults(&[], &faults);
    let home = tempfile::tempdir().unwrap();
    let names: Vec<_> = (0..CAMPAIGNS)
        .map(|number| format!("Jump {number}"))
        .collect();
    let campaigns: Value = names.iter().map(|name| campaign(name)).collect();
    let file = written(&home, "jumps.json", &campaigns);
    let create = ["campaign", "create", &file, "--go", "--json"];

    let offset = home.path().join("offset");
    let jump_to = |jump: &str| fs::write(&offset, jump).unwrap();
    jump_to("+0");
    let mut sending = with_clock(&service.command_at(&home, &create), &offset);
    let mut sending = sending
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut jumps, mut seen) = (JUMPS.iter().cycle(), 0);
    while sending.try_wait().unwrap().is_none() {
        let writes = service.running.write_count();
        if writes > seen {
            jump_to(jumps.next().unwrap());
            seen = writes;
        }
    }
    let sent = sending.wait_with_output().unwrap();
    assert_eq!(
        tally(&sent),
        all("confirmed", CAMPAIGNS),
        "{}",
        shown(&sent)
    );

    jump_to("-400d");
    let again = with_clock(&service.command_at(&home, &create), &offset);
    let again = { again }.output().unwrap();
    assert_eq!((again.status.code(), tally(&again)), (Some(0), vec![]));
    let counts: Vec<_> = names.iter().map(|name| count(&service, name)).collect();
    assert_eq!(counts, [1; CAMPAIGNS]);
    let list = elements(&at(&service, &home, &["sent", "list", "--json"]));
    let days: BTreeSet<_> = list
        .iter()
        .map(|item| &item["at"].as_str().unwrap()[..10])
        .collect();
    assert!(days.len() > 1, "the clock never jumped: {days:?}");
    let audit = at(&service, &home, &["audit"]);
    assert_eq!(audit.status.code(), Some(0), "{}", shown(&audit));
}
