//! `adwright workspace test`.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_desk::views::{
    DoctorReport, DoctorState, DoctorStep, DoctorStepId, DoctorSuggestion, SettingChange,
};
use serde_json::{Value, json};

use crate::arguments::{Place, Test};
use crate::connect;
use crate::exit::Exit;
use crate::failure::{HOW_TO_SEE, Stopped};
use crate::json::print_json;
use crate::printable::one_line;
use crate::reply;
use crate::way::Way;

/// What an examination that runs here is called; nobody else can stop it.
const OPERATION: &str = "test";

/// Examines the workspace's service as the window's connection doctor does, and says what was tried and seen in each step and
/// which settings it suggests; says how the program ends. It writes nothing to the service, and to the workspace only what is
/// accepted.
pub(super) async fn run(test: &Test, out: &mut impl Write) -> Result<Exit, Stopped> {
    let desk = connect::open(&place(test), &[]).await?;
    let workspace = desk.workspace()?;
    let report = desk
        .examine_connection(&workspace.id, OPERATION, |_| {})
        .await?;
    if test.secret.named.json {
        // What was seen is printed also where it cannot be taken over.
        let accepted = accept(&desk, &workspace.id, test, &report);
        let is_accepted = accepted.as_ref().is_ok_and(Option::is_some);
        print_json(&elements(&report, is_accepted), out)?;
        accepted?;
    } else {
        let way = Way::Workspace(workspace.name);
        let shown = print(&report, &way, test.show_reply, out);
        shown.map_err(Stopped::Output)?;
        if let Some(said) = accept(&desk, &workspace.id, test, &report)? {
            writeln!(out, "Accepted. {}", one_line(&said)).map_err(Stopped::Output)?;
        }
    }
    Ok(exit(&report))
}

/// The workspace that is tested.
pub(super) fn place(test: &Test) -> Place {
    Place {
        workspace: Some(test.secret.named.name.clone()),
        base_url: None,
        allow_plain_http: false,
        auth: None,
        username: None,
        secrets: test.secret.secrets.clone(),
        show_reply: test.show_reply,
        show_settings: false,
    }
}

/// Takes over what is suggested, where the person wants that and there is anything; says what happened.
fn accept(
    desk: &Desk,
    workspace: &str,
    test: &Test,
    report: &DoctorReport,
) -> Result<Option<String>, Stopped> {
    let changes = report.suggestions.iter().flat_map(|suggestion| {
        suggestion.changes.iter().map(|change| SettingChange {
            key: change.key.clone(),
            value: change.value.clone(),
            suggested: Some(suggestion.why.clone()),
        })
    });
    let changes: Vec<_> = changes.filter(|_| test.accept).collect();
    if changes.is_empty() {
        return Ok(None);
    }
    Ok(Some(desk.change_settings(workspace, &changes)?.message))
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
fn elements(report: &DoctorReport, accepted: bool) -> Vec<Value> {
    let steps = report.steps.iter().map(|step| {
        json!({
            "step": step.id,
            "passed": passed(step),
            "message": step.message,
            "advice": step.advice,
            "tries": tries(step),
            "facts": step.facts,
        })
    });
    let suggested = report.suggestions.iter().flat_map(|suggestion| {
        suggestion.changes.iter().map(|change| {
            json!({
                "suggestion": suggestion.title,
                "why": suggestion.why,
                "set": format!("dialect.{}={}", change.key, change.value),
                "sample": change.sample,
                "accepted": accepted,
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

/// What was asked, and what came.
fn tries(step: &DoctorStep) -> Vec<Value> {
    let tries = step.tries.iter().map(|one| {
        json!({
            "request": one.request,
            "answer": one.answer,
            "works": one.works,
            "reply": one.reply,
        })
    });
    tries.collect()
}

fn print(
    report: &DoctorReport,
    way: &Way,
    show_reply: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    for step in &report.steps {
        print_step(step, show_reply, out)?;
    }
    if !show_reply && report.steps.iter().any(has_reply_to_failure) {
        writeln!(out, "{HOW_TO_SEE}")?;
    }
    for suggestion in &report.suggestions {
        suggest(suggestion, way, out)?;
    }
    Ok(())
}

/// Whether something else came than was hoped for, and can be looked at.
fn has_reply_to_failure(step: &DoctorStep) -> bool {
    let mut tries = step.tries.iter();
    tries.any(|one| !one.works && one.reply.is_some())
}

fn print_step(step: &DoctorStep, show_reply: bool, out: &mut impl Write) -> io::Result<()> {
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
    for one in &step.tries {
        writeln!(
            out,
            "  tried {}: {}",
            one_line(&one.request),
            one_line(&one.answer)
        )?;
        if let Some(reply) = one.reply.as_ref().filter(|_| show_reply && !one.works) {
            reply::print(reply, out)?;
        }
    }
    for fact in &step.facts {
        writeln!(
            out,
            "  {}: {}",
            one_line(&fact.label),
            one_line(&fact.value)
        )?;
    }
    Ok(())
}

/// A suggestion, with the line that takes it over.
fn suggest(suggestion: &DoctorSuggestion, way: &Way, out: &mut impl Write) -> io::Result<()> {
    let (title, why) = (one_line(&suggestion.title), one_line(&suggestion.why));
    writeln!(out, "Suggestion: {title}. {why}")?;
    let changes = suggestion.changes.iter();
    let settings = changes.map(|change| format!("dialect.{}={}", change.key, change.value));
    let line = way.line(&settings.collect::<Vec<_>>()).unwrap_or_default();
    writeln!(out, "  {}", one_line(&line))
}
