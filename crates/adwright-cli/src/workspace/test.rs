//! `adwright workspace test`.

use std::io::{self, Write};

use adwright_desk::views::{DoctorReport, DoctorState, DoctorStep, DoctorStepId, DoctorSuggestion};
use serde_json::{Value, json};

use crate::arguments::{Place, Secret};
use crate::connect;
use crate::exit::Exit;
use crate::failure::Stopped;
use crate::json::print_json;
use crate::printable::one_line;

/// What an examination that runs here is called; nobody else can stop it.
const OPERATION: &str = "test";

/// Examines the workspace's service as the window's connection doctor does, and says what came of each step and which
/// settings it suggests; says how the program ends. It writes nothing to the service, nor to the workspace.
pub(super) async fn run(test: &Secret, out: &mut impl Write) -> Result<Exit, Stopped> {
    let place = Place {
        workspace: Some(test.named.name.clone()),
        base_url: None,
        allow_plain_http: false,
        auth: None,
        username: None,
        secrets: test.secrets.clone(),
    };
    let desk = connect::open(&place, &[]).await?;
    let id = desk.workspace()?.id;
    let report = desk.examine_connection(&id, OPERATION, |_| {}).await?;
    if test.named.json {
        print_json(&elements(&report), out)?;
    } else {
        print(&report, out).map_err(Stopped::Output)?;
    }
    Ok(exit(&report))
}

/// The first step that failed says how the program ends.
fn exit(report: &DoctorReport) -> Exit {
    let mut steps = report.steps.iter();
    let failed = steps.find(|step| step.state == DoctorState::Failed);
    match failed.map(|step| step.id) {
        None if report.works => Exit::Fine,
        Some(DoctorStepId::Address | DoctorStepId::Encryption) => Exit::Unreachable,
        Some(DoctorStepId::Login) => Exit::Unauthorized,
        _ => Exit::Incomplete,
    }
}

/// An element for each step, and one for each setting that is suggested.
fn elements(report: &DoctorReport) -> Vec<Value> {
    let steps = report.steps.iter().map(|step| {
        json!({
            "step": step.id,
            "passed": passed(step),
            "message": step.message,
            "advice": step.advice,
        })
    });
    let suggested = report.suggestions.iter().flat_map(|suggestion| {
        suggestion.changes.iter().map(|change| {
            json!({
                "suggestion": suggestion.title,
                "why": suggestion.why,
                "set": format!("dialect.{}={}", change.key, change.value),
            })
        })
    });
    steps.chain(suggested).collect()
}

/// Whether the step is well; nothing where it was left out.
const fn passed(step: &DoctorStep) -> Option<bool> {
    match step.state {
        DoctorState::Fine | DoctorState::Notable => Some(true),
        DoctorState::Failed => Some(false),
        DoctorState::Waiting | DoctorState::Running | DoctorState::NotTried => None,
    }
}

fn print(report: &DoctorReport, out: &mut impl Write) -> io::Result<()> {
    for step in &report.steps {
        let state = match passed(step) {
            Some(true) => "works",
            Some(false) => "does not work",
            None => "not tried",
        };
        let title = one_line(&step.title);
        writeln!(out, "{title}: {state}. {}", one_line(&step.message))?;
        if let Some(advice) = &step.advice {
            writeln!(out, "  {}", one_line(advice))?;
        }
    }
    for suggestion in &report.suggestions {
        suggest(suggestion, out)?;
    }
    Ok(())
}

fn suggest(suggestion: &DoctorSuggestion, out: &mut impl Write) -> io::Result<()> {
    let (title, why) = (one_line(&suggestion.title), one_line(&suggestion.why));
    writeln!(out, "Suggestion: {title}. {why}")?;
    for change in &suggestion.changes {
        let set = format!("--set dialect.{}={}", change.key, change.value);
        writeln!(out, "  {}", one_line(&set))?;
    }
    Ok(())
}
