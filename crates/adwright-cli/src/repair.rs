//! `adwright repair`.

use std::io::{self, Write};

use adwright_desk::Paths;
use adwright_desk::home;
use adwright_views::{HomeFailure, RecoveryAction, RecoveryOption};

use crate::arguments::RepairArgs;
use crate::connect;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure, FailureContext, report_result};
use crate::printable::escape_line;

/// Repairs the local database, or says how to, and returns the exit code.
pub(crate) fn run(repair: &RepairArgs, out: &mut impl Write) -> io::Result<Exit> {
    report_result(repair_database(repair, out), FailureContext::default())
}

fn repair_database(repair: &RepairArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let paths = connect::paths()?;
    let Some(trouble) = home::available_repairs(&paths)? else {
        return print_sentence(
            "The local database is not damaged. There is nothing to repair.",
            out,
        );
    };
    let Some(chosen) = chosen_remedy(repair) else {
        return print_remedies(&trouble, out).map_err(CommandAbort::Output);
    };
    if !trouble.ways_out.iter().any(|way| way.remedy == chosen) {
        let wrong =
            "This repair is not possible here. `adwright repair` lists the possible repairs.";
        return Err(CommandFailure::usage(wrong).into());
    }
    print_sentence(&apply_remedy(&paths, &chosen)?, out)
}

fn chosen_remedy(repair: &RepairArgs) -> Option<RecoveryAction> {
    let copy = repair.copy.clone().map(RecoveryAction::Backup);
    copy.or(repair.salvage.then_some(RecoveryAction::Salvage))
        .or(repair.empty.then_some(RecoveryAction::Afresh))
}

fn apply_remedy(paths: &Paths, remedy: &RecoveryAction) -> Result<String, CommandFailure> {
    let news = home::apply_remedy(paths, remedy)?;
    Ok(news.unwrap_or_else(|| "Repaired. The damaged file is beside the new one.".to_owned()))
}

fn print_sentence(sentence: &str, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    writeln!(out, "{}", escape_line(sentence)).map_err(CommandAbort::Output)?;
    Ok(Exit::Success)
}

fn print_remedies(trouble: &HomeFailure, out: &mut impl Write) -> io::Result<Exit> {
    writeln!(out, "{}", escape_line(&trouble.failure.message))?;
    writeln!(out, "The files are in {}.", escape_line(&trouble.folder))?;
    for RecoveryOption {
        remedy,
        label,
        made_at,
        consequence,
    } in &trouble.ways_out
    {
        let option = match remedy {
            RecoveryAction::Salvage => "--salvage".to_owned(),
            RecoveryAction::Backup(name) => format!("--copy {name}"),
            _ => "--empty".to_owned(),
        };
        let of = made_at
            .as_ref()
            .map_or_else(String::new, |at| format!(" of {at}"));
        writeln!(
            out,
            "\nadwright repair {option}\n  {label}{of}. {consequence}"
        )?;
    }
    Ok(Exit::Findings)
}
