//! `adwright check`.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use adwright_desk::{FileChecks, OwnRules, OwnRulesError, Phase, check_file, unreadable_file};
use adwright_model::Kind;
use adwright_views::CheckedObject;

use crate::arguments::{CheckArgs, PhaseArg};
use crate::check_report::CheckReport;
use crate::exit::Exit;
use crate::failure::{CommandAbort, FailureContext, report_result};
use crate::files::for_each_file;
use crate::printable::stderr;
use crate::{connect, runtime};

/// Checks the named files and folders, and returns the exit code.
pub(crate) fn run(check: &CheckArgs, out: &mut impl Write) -> io::Result<Exit> {
    let Some(rules) = load_own_rules(check.rules.as_deref())? else {
        return Ok(Exit::Unusable);
    };
    let Some(workspace) = check.workspace.as_deref() else {
        return check_files(check, FileChecks::for_any_service(rules), out);
    };
    let checked = runtime::block_on(async {
        let desk = connect::open_named_offline(workspace).await?;
        let mut checks = FileChecks::of_workspace(&desk.checker)
            .map_err(crate::failure::CommandFailure::from)?;
        if check.rules.is_some() {
            checks.rules = Arc::new(rules);
        }
        check_files(check, checks, out).map_err(CommandAbort::Output)
    })?;
    report_result(checked, FailureContext::default())
}

fn check_files(
    check: &CheckArgs,
    mut checks: FileChecks<'_>,
    out: &mut impl Write,
) -> io::Result<Exit> {
    checks.kind = check.kind.as_deref().and_then(Kind::from_wire);
    checks.phase = check.phase.map(|phase| match phase {
        PhaseArg::Create => Phase::Create,
        PhaseArg::Update => Phase::Update,
    });
    let mut report = CheckReport::start(out, check.json)?;
    for_each_file(&check.files, |name, bytes| {
        let mut written = Ok(());
        let mut write = |object: CheckedObject| {
            if written.is_ok() {
                written = report.write_object(&object);
            }
        };
        match bytes {
            Ok(bytes) => check_file(name, &bytes, &checks, &mut write),
            Err(error) => write(unreadable_file(name, &error)),
        }
        written
    })?;
    report.finish()
}

/// Loads the user's own rules from the named file, if any. Reports unusable rules, and returns `None` for them.
pub(crate) fn load_own_rules(file: Option<&Path>) -> io::Result<Option<OwnRules>> {
    match file.map(read_own_rules).transpose() {
        Ok(rules) => Ok(Some(rules.unwrap_or_default())),
        Err(error) => {
            writeln!(stderr(), "{error}")?;
            Ok(None)
        }
    }
}

/// Why a file of own rules cannot be used.
#[derive(Debug, thiserror::Error)]
enum RulesFileError<'a> {
    /// The file cannot be read.
    #[error("The rules in {} cannot be read: {error}.", file.display())]
    Unreadable { file: &'a Path, error: io::Error },
    /// The file does not contain rules.
    #[error("The rules in {} cannot be used, so nothing was checked. {error}", file.display())]
    Unusable {
        file: &'a Path,
        error: OwnRulesError,
    },
}

fn read_own_rules(file: &Path) -> Result<OwnRules, RulesFileError<'_>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| RulesFileError::Unreadable { file, error })?;
    OwnRules::parse(&text).map_err(|error| RulesFileError::Unusable { file, error })
}
