//! `adwright check`.

use std::io::{self, Write};
use std::path::Path;

use adwright_desk::views::CheckedObject;
use adwright_desk::{OwnRules, check_file, unreadable_file};

use crate::arguments::Check;
use crate::exit::Exit;
use crate::files::each_file;
use crate::report::Report;

/// Checks all that was named; says how the program ends.
pub(crate) fn run(check: &Check, out: &mut impl Write) -> io::Result<Exit> {
    let kind = check.kind.as_deref();
    let rules = match check.rules.as_deref().map(own_rules).transpose() {
        Ok(rules) => rules.unwrap_or_default(),
        Err(why) => {
            writeln!(io::stderr(), "{why}")?;
            return Ok(Exit::Unusable);
        }
    };
    let mut report = Report::begin(out, check.json)?;
    each_file(&check.files, |name, bytes| {
        let mut written = Ok(());
        let mut write = |object: CheckedObject| {
            if written.is_ok() {
                written = report.object(&object);
            }
        };
        match bytes {
            Ok(bytes) => check_file(name, &bytes, kind, &rules, &mut write),
            Err(error) => write(unreadable_file(name, error)),
        }
        written
    })?;
    report.end()
}

/// Reads rules of the person's own; why it cannot, as a sentence.
pub(crate) fn own_rules(file: &Path) -> Result<OwnRules, String> {
    let name = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("The rules in {name} cannot be read: {error}."))?;
    OwnRules::read(&text).map_err(|why| {
        format!("The rules in {name} cannot be used, so that nothing was checked. {why}")
    })
}
