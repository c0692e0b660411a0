//! `adwright ad import`.

use std::io::{self, Write};
use std::path::PathBuf;

use adwright_desk::Desk;
use adwright_views::{AdImportProblem, AdImportResult, AdImportSource};
use serde_json::json;

use crate::arguments::ImportAdsArgs;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure, FailureContext, report_result};
use crate::files::read_text;
use crate::json::print_json;
use crate::printable::{escape_line, stderr};
use crate::{connect, runtime};

/// The id of the operation. Only one runs at a time.
const OPERATION: &str = "import";

/// Imports ads or undoes an import, and returns the exit code.
pub(crate) fn run(import: &ImportAdsArgs, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        let desk = connect::open_offline(&import.connection).await?;
        match &import.undo {
            Some(id) => undo(&desk, id, import.json, out),
            None => import_files(&desk, import, out),
        }
    })?;
    // No request was sent, so that no reply can be the cause.
    report_result(done, FailureContext::for_connection(&import.connection))
}

fn import_files(
    desk: &Desk,
    import: &ImportAdsArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let source = import_source(&import.paths)?;
    let result = desk.ad_files.import_ads(source, OPERATION, |_| {})?;
    let is_whole = result.complete && result.troubles.is_empty();
    report_skipped(&result).map_err(CommandAbort::Output)?;
    if import.json {
        print_result_json(&result, out)?;
    } else {
        writeln!(out, "{}", escape_line(&result.message)).map_err(CommandAbort::Output)?;
        if result.ads > 0 {
            let suffix = import.connection.workspace_suffix();
            writeln!(
                out,
                "To undo: adwright ad import --undo {}{suffix}",
                result.id
            )
            .map_err(CommandAbort::Output)?;
        }
    }
    Ok(if is_whole {
        Exit::Success
    } else {
        Exit::Incomplete
    })
}

/// Returns the source of the ads. `-` stands alone, because standard input is read like pasted text.
fn import_source(paths: &[PathBuf]) -> Result<AdImportSource, CommandFailure> {
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    match paths {
        [only] if is_stdin(only) => Ok(AdImportSource::Text(read_text(only)?)),
        several if several.iter().any(is_stdin) => Err(CommandFailure::usage(
            "Name either - for standard input, or files and folders. Nothing was imported.",
        )),
        paths => {
            let paths = paths.iter().map(|path| path.to_string_lossy().into_owned());
            Ok(AdImportSource::Paths(paths.collect()))
        }
    }
}

fn report_skipped(result: &AdImportResult) -> io::Result<()> {
    for AdImportProblem { file, message } in &result.troubles {
        let line = format!("Skipped {file}: {message}");
        writeln!(stderr(), "{}", escape_line(&line))?;
    }
    if result.more_troubles > 0 {
        writeln!(
            stderr(),
            "Skipped files or objects beside these: {}.",
            result.more_troubles
        )?;
    }
    Ok(())
}

fn print_result_json(result: &AdImportResult, out: &mut impl Write) -> Result<(), CommandAbort> {
    let element = json!({
        "import": result.id,
        "ads": result.ads,
        "complete": result.complete,
        "skipped": result.troubles,
        "moreSkipped": result.more_troubles,
        "message": result.message,
    });
    print_json(&element, out)
}

fn undo(desk: &Desk, id: &str, json: bool, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let removed = desk.ad_files.undo_ad_import(id)?;
    if removed.ads == 0 {
        let sentence = format!("There are no ads of an import {id}, so nothing was removed.");
        return Err(CommandFailure::usage(sentence).into());
    }
    if json {
        let element = json!({"ads": removed.ads, "message": removed.message});
        print_json(&element, out)?;
    } else {
        writeln!(out, "{}", escape_line(&removed.message)).map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}
