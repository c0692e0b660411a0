//! `adwright rules`: shows, replaces and counts with a workspace's own rules.

use std::io::{self, Write};
use std::path::Path;

use adwright_desk::{Desk, OwnRules};
use adwright_model::{EditableDocument, Node};
use serde::Serialize;
use serde_json::json;

use crate::arguments::{CountRulesArgs, RulesCommand, SetRulesArgs};
use crate::column_aligner::print_rows;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure, FailureContext, report_result};
use crate::files::read_text;
use crate::json::{print_array, print_json};
use crate::printable::{escape_line, plural, stderr};
use crate::{connect, runtime};

/// The id of the operation. Only one runs at a time.
const OPERATION: &str = "count-rules";

/// One element of `rules count --json`.
#[derive(Serialize)]
struct RuleCountElement {
    rule: String,
    found: u32,
    total: u32,
}

/// Runs the command, and returns the exit code.
pub(crate) fn run(command: &RulesCommand, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        let desk = connect::open_offline(command.connection()).await?;
        match command {
            RulesCommand::Show(_) => show(&desk, out),
            RulesCommand::Set(set) => replace(&desk, set, out),
            RulesCommand::Count(count) => print_counts(&desk, count, out),
        }
    })?;
    // No request was sent, so that no reply can be the cause.
    report_result(done, FailureContext::for_connection(command.connection()))
}

fn show(desk: &Desk, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let rules = desk.customization.own_rules()?;
    writeln!(out, "{}", rules.text.trim_end()).map_err(CommandAbort::Output)?;
    match rules.problem {
        None => Ok(Exit::Success),
        Some(problem) => Err(unusable("the workspace", &problem).into()),
    }
}

fn replace(desk: &Desk, set: &SetRulesArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let text = read_rules(&set.file)?;
    let rules = desk.customization.set_own_rules(&text)?.rules;
    let message = format!(
        "The workspace now has {} of its own.",
        plural(rules as usize, "rule")
    );
    if set.json {
        print_json(&json!({"rules": rules, "message": message}), out)?;
    } else {
        writeln!(out, "{message}").map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

/// Reads rules from a file, and refuses those that cannot be used. An empty file has no rules: it may come from a
/// failed command, and must not remove the workspace's rules.
fn read_rules(file: &Path) -> Result<String, CommandFailure> {
    let text = read_text(file)?;
    let checked = OwnRules::parse(&text);
    checked.map_err(|error| unusable(&file.display().to_string(), &error.to_string()))?;
    Ok(text)
}

fn unusable(place: &str, why: &str) -> CommandFailure {
    CommandFailure::usage(format!("The rules of {place} cannot be used. {why}"))
}

fn print_counts(
    desk: &Desk,
    count: &CountRulesArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let text = match &count.file {
        Some(file) => read_rules(file)?,
        None => desk.customization.own_rules()?.text,
    };
    let counts = desk.customization.count_rules(&text, OPERATION)?;
    let lines: Vec<_> = rule_names(&text)
        .into_iter()
        .zip(counts)
        .filter_map(|(rule, count)| {
            let (found, total) = count.map(|count| (count.found, count.total))?;
            Some(RuleCountElement { rule, found, total })
        })
        .collect();
    let printed = if count.json {
        print_array(&lines, out)
    } else {
        print_table(&lines, out)
    };
    printed.map_err(CommandAbort::Output)?;
    if let Some(note) = why_nothing_was_counted(&lines) {
        writeln!(stderr(), "{note}").map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

fn rule_names(text: &str) -> Vec<String> {
    let Ok(document) = EditableDocument::parse(text) else {
        return Vec::new();
    };
    let rules = document.root().member("rules");
    let name = |rule: Node<'_>| Some(rule.member("name")?.as_str()?.into_owned());
    let rules = rules.into_iter().flat_map(|list| list.items());
    rules.map(|rule| name(rule).unwrap_or_default()).collect()
}

fn why_nothing_was_counted(lines: &[RuleCountElement]) -> Option<&'static str> {
    if lines.is_empty() {
        Some("There are no rules to count with.")
    } else if lines.iter().all(|line| line.total == 0) {
        Some("The workspace has no fetched objects of these kinds. Fetch them in the window first.")
    } else {
        None
    }
}

fn print_table(lines: &[RuleCountElement], out: &mut impl Write) -> io::Result<()> {
    let rows = lines.iter().map(|line| {
        let rule = escape_line(&line.rule).into_owned();
        vec![rule, line.found.to_string(), line.total.to_string()]
    });
    print_rows(&["RULE", "FOUND", "OF"], rows, out)
}
