//! `adwright explain`.

use std::io::{self, Write};

use adwright_desk::views::Explanation;
use adwright_desk::{explain, rule_list};

use crate::exit::Exit;

/// Prints what a word means, or all rules; says how the program ends.
pub(crate) fn run(word: Option<&str>, out: &mut impl Write) -> io::Result<Exit> {
    let Some(word) = word else {
        return list(out);
    };
    if let Some(explanation) = explain(word) {
        print(&explanation, out)?;
        return Ok(Exit::Fine);
    }
    writeln!(
        io::stderr(),
        "No rule and no error code is called {word}. `adwright explain` lists all rules."
    )?;
    Ok(Exit::Unusable)
}

fn list(out: &mut impl Write) -> io::Result<Exit> {
    let rules = rule_list();
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    for rule in rules {
        writeln!(out, "{:<width$}  {}", rule.name, rule.title)?;
    }
    Ok(Exit::Fine)
}

fn print(explanation: &Explanation, out: &mut impl Write) -> io::Result<()> {
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
