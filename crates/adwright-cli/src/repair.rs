//! `adwright repair`.

use std::io::{self, Write};

use adwright_desk::Paths;
use adwright_desk::home;
use adwright_desk::views::{HomeTrouble, Remedy, WayOut};

use crate::arguments::Repair;
use crate::connect;
use crate::exit::Exit;
use crate::failure::{Failure, Stopped, Telling, concluded};
use crate::printable::one_line;

/// Repairs the local database, or says how; says how the program ends.
pub(crate) fn run(repair: &Repair, out: &mut impl Write) -> io::Result<Exit> {
    concluded(repaired(repair, out), Telling::default())
}

fn repaired(repair: &Repair, out: &mut impl Write) -> Result<Exit, Stopped> {
    let paths = connect::paths()?;
    let Some(trouble) = home::repairs(&paths)? else {
        return say(
            "The local database is sound. There is nothing to repair.",
            out,
        );
    };
    let Some(chosen) = chosen(repair) else {
        return list(&trouble, out).map_err(Stopped::Output);
    };
    if !trouble.ways_out.iter().any(|way| way.remedy == chosen) {
        let wrong = "This is not among what can be done. See `adwright repair`.";
        return Err(Failure::usage(wrong).into());
    }
    say(&done(&paths, &chosen)?, out)
}

fn chosen(repair: &Repair) -> Option<Remedy> {
    let copy = repair.copy.clone().map(Remedy::Backup);
    copy.or(repair.salvage.then_some(Remedy::Salvage))
        .or(repair.empty.then_some(Remedy::Afresh))
}

fn done(paths: &Paths, remedy: &Remedy) -> Result<String, Failure> {
    let news = home::remedy(paths, remedy)?;
    Ok(news.unwrap_or_else(|| {
        "Done. The file that was there before is kept beside the new one.".to_owned()
    }))
}

fn say(sentence: &str, out: &mut impl Write) -> Result<Exit, Stopped> {
    writeln!(out, "{}", one_line(sentence)).map_err(Stopped::Output)?;
    Ok(Exit::Fine)
}

fn list(trouble: &HomeTrouble, out: &mut impl Write) -> io::Result<Exit> {
    writeln!(out, "{}", one_line(&trouble.failure.message))?;
    writeln!(out, "The files are in {}.", one_line(&trouble.folder))?;
    for WayOut {
        remedy,
        label,
        made_at,
        consequence,
    } in &trouble.ways_out
    {
        let option = match remedy {
            Remedy::Salvage => "--salvage".to_owned(),
            Remedy::Backup(name) => format!("--copy {name}"),
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
    Ok(Exit::Found)
}
