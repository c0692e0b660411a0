//! `adwright explain`.

use std::io::{self, Write};

use adwright_desk::{explain, rule_list};
use adwright_views::Explanation;

use crate::exit::Exit;
use crate::json::print_array;
use crate::printable::stderr;

/// Prints the meaning of a word, or all rules, and returns the exit code.
pub(crate) fn run(word: Option<&str>, json: bool, out: &mut impl Write) -> io::Result<Exit> {
    let Some(word) = word else {
        if json {
            print_array(&rule_list(), out)?;
        } else {
            print_rules(out)?;
        }
        return Ok(Exit::Success);
    };
    if let Some(explanation) = explain(word) {
        if json {
            serde_json::to_writer(&mut *out, &explanation)?;
            writeln!(out)?;
        } else {
            print_explanation(&explanation, out)?;
        }
        return Ok(Exit::Success);
    }
    writeln!(
        stderr(),
        "Unknown rule or error code {word}. `adwright explain` lists all rules."
    )?;
    Ok(Exit::Unusable)
}

fn print_rules(out: &mut impl Write) -> io::Result<()> {
    let rules = rule_list();
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    for rule in rules {
        writeln!(out, "{:<width$}  {}", rule.name, rule.title)?;
    }
    Ok(())
}

fn print_explanation(explanation: &Explanation, out: &mut impl Write) -> io::Result<()> {
    let Explanation {
        name,
        title,
        about,
        source,
        wordings,
        related,
    } = explanation;
    writeln!(out, "{name}: {title}\n\n{about}")?;
    if !wordings.is_empty() {
        writeln!(out, "\nIt says:")?;
    }
    for wording in wordings {
        writeln!(out, "  - {wording}")?;
    }
    if let Some(source) = source {
        writeln!(out, "\nSource: {source}")?;
    }
    if !related.is_empty() {
        writeln!(out, "\nSee also: {}", related.join(", "))?;
    }
    Ok(())
}
