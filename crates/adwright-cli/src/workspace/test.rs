//! `adwright workspace test`.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{
    DoctorReport, DoctorStep, DoctorStepId, DoctorStepState, DoctorSuggestion, SettingChange,
};
use serde_json::{Value, json};

use crate::arguments::{ConnectionArgs, TestWorkspaceArgs};
use crate::connect;
use crate::exit::Exit;
use crate::failure::{CommandAbort, HOW_TO_SEE};
use crate::json::print_json;
use crate::printable::escape_line;
use crate::reply;
use crate::setting_remedy::SettingRemedy;

/// The id of the examination in the desk. Only this process can stop it.
const OPERATION: &str = "test";

/// Examines the workspace's service as the window's connection doctor does. Prints the requests and results of each
/// step, and the suggested settings. Writes nothing to the service, and only accepted settings to the workspace.
/// Returns the exit code.
pub(super) async fn run(
    test: &TestWorkspaceArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let desk = connect::open_workspace(&connection_args(test)).await?;
    let workspace = desk.overview.workspace_view()?;
    let report = desk
        .doctor
        .examine_connection(&workspace.id, OPERATION, |_| {})
        .await?;
    if test.secret.named.json {
        // Print the report even if the settings cannot be applied.
        let accepted = accept_suggestions(&desk, &workspace.id, test, &report);
        let is_accepted = accepted.as_ref().is_ok_and(Option::is_some);
        print_json(&json_elements(&report, is_accepted), out)?;
        accepted?;
    } else {
        let remedy = SettingRemedy::Workspace(workspace.name);
        let shown = print_report(&report, &remedy, test.show_reply, out);
        shown.map_err(CommandAbort::Output)?;
        if let Some(message) = accept_suggestions(&desk, &workspace.id, test, &report)? {
            writeln!(out, "Accepted. {}", escape_line(&message)).map_err(CommandAbort::Output)?;
        }
    }
    Ok(exit_for(&report))
}

/// Returns the arguments that select the tested workspace.
pub(super) fn connection_args(test: &TestWorkspaceArgs) -> ConnectionArgs {
    ConnectionArgs {
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

/// Applies the suggested settings if the person asked for that and there are any. Returns the message about it.
fn accept_suggestions(
    desk: &Desk,
    workspace: &str,
    test: &TestWorkspaceArgs,
    report: &DoctorReport,
) -> Result<Option<String>, CommandAbort> {
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
    Ok(Some(
        desk.settings.change_settings(workspace, &changes)?.message,
    ))
}

/// Returns the exit code of the first failed step.
fn exit_for(report: &DoctorReport) -> Exit {
    let mut steps = report.steps.iter();
    let failed = steps.find(|step| step.state == DoctorStepState::Failed);
    match failed.map(|step| step.id) {
        None if report.works => Exit::Success,
        Some(DoctorStepId::Address | DoctorStepId::Encryption) => Exit::Unreachable,
        Some(DoctorStepId::Login) => Exit::Unauthorized,
        _ => Exit::Incomplete,
    }
}

/// Returns an element for each step, and one for each suggested setting.
fn json_elements(report: &DoctorReport, accepted: bool) -> Vec<Value> {
    let steps = report.steps.iter().map(|step| {
        json!({
            "step": step.id,
            "passed": passed(step),
            "message": step.message,
            "advice": step.advice,
            "tries": json_tries(step),
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

/// Whether the step passed; `None` if it was skipped.
const fn passed(step: &DoctorStep) -> Option<bool> {
    match step.state {
        DoctorStepState::Fine | DoctorStepState::Notable => Some(true),
        DoctorStepState::Failed => Some(false),
        DoctorStepState::Waiting | DoctorStepState::Running | DoctorStepState::NotTried => None,
    }
}

/// Returns the requests of the step, and their replies.
fn json_tries(step: &DoctorStep) -> Vec<Value> {
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

fn print_report(
    report: &DoctorReport,
    remedy: &SettingRemedy,
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
        print_suggestion(suggestion, remedy, out)?;
    }
    Ok(())
}

/// Returns whether the step failed and has a reply to look at.
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
    let title = escape_line(&step.title);
    writeln!(out, "{title}: {state}. {}", escape_line(&step.message))?;
    if let Some(advice) = &step.advice {
        writeln!(out, "  {}", escape_line(advice))?;
    }
    for one in &step.tries {
        writeln!(
            out,
            "  tried {}: {}",
            escape_line(&one.request),
            escape_line(&one.answer)
        )?;
        if let Some(reply) = one.reply.as_ref().filter(|_| show_reply && !one.works) {
            reply::print_reply(reply, out)?;
        }
    }
    for fact in &step.facts {
        writeln!(
            out,
            "  {}: {}",
            escape_line(&fact.label),
            escape_line(&fact.value)
        )?;
    }
    Ok(())
}

/// Prints a suggestion, with the command that applies it.
fn print_suggestion(
    suggestion: &DoctorSuggestion,
    remedy: &SettingRemedy,
    out: &mut impl Write,
) -> io::Result<()> {
    let (title, why) = (escape_line(&suggestion.title), escape_line(&suggestion.why));
    writeln!(out, "Suggestion: {title}. {why}")?;
    let changes = suggestion.changes.iter();
    let settings = changes.map(|change| format!("dialect.{}={}", change.key, change.value));
    let line = remedy
        .command_line(&settings.collect::<Vec<_>>())
        .unwrap_or_default();
    writeln!(out, "  {}", escape_line(&line))
}
