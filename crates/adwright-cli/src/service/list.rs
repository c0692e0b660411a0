//! Lists, to their end.

use std::io::{self, Write};

use adwright_client::{ClientError, Ended, Pages};
use adwright_desk::raw_reply;
use adwright_model::Kind;
use adwright_wire::ListQuery;

use super::columns::Columns;
use super::count;
use super::rows::Rows;
use crate::arguments::Form;
use crate::connect::Service;
use crate::exit::Exit;
use crate::failure::{Failure, Telling};
use crate::patience::{Pauses, give_time};
use crate::printable::stderr;

/// What is listed.
pub(super) struct Asked<'a> {
    pub(super) kind: Kind,
    pub(super) query: ListQuery,
    pub(super) most: Option<u64>,
    pub(super) form: Form,
    pub(super) telling: Telling<'a>,
}

/// Why no more pages came.
enum Over {
    Ended(Ended),
    Broke(ClientError),
    Stopped,
}

/// Prints a list page by page until it ends, breaks off or is stopped; says how the program ends.
pub(super) async fn run(
    service: &mut Service,
    asked: Asked<'_>,
    stopped: impl Future<Output = ()>,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let query = ListQuery {
        max: service.dialect.page_size,
        ..asked.query.clone()
    };
    let _pauses = Pauses::of(&service.client);
    let mut pages = match service.pages(asked.kind, query, asked.most) {
        Ok(pages) => pages,
        Err(failure) => return failure.tell(asked.telling),
    };
    let columns = Columns::new(asked.kind, service.dialect.bindings.clone());
    let mut rows = Rows::new(out, asked.form, columns);
    let over = tokio::select! {
        over = print(&mut pages, &mut rows) => over?,
        () = stopped => Over::Stopped,
    };
    let is_answered = matches!(over, Over::Ended(_));
    rows.end(is_answered)?;
    if let Err(failure) = service.learn_from(&pages) {
        return failure.tell(asked.telling);
    }
    // What is said of the list stands below it.
    let unreadable = rows.unreadable;
    out.flush()?;
    let reply = match &over {
        Over::Broke(error) => error.evidence(),
        Over::Ended(_) => pages.last_answer(),
        Over::Stopped => None,
    };
    match conclude(&over, (pages.came(), unreadable), &asked)? {
        Some(failure) => failure
            .about(reply.map(raw_reply).map(Box::new))
            .tell(asked.telling),
        None => Ok(Exit::Fine),
    }
}

impl Service {
    /// A list, as the workspace asks for it where there is one.
    fn pages(&self, kind: Kind, query: ListQuery, most: Option<u64>) -> Result<Pages, Failure> {
        match &self.desk {
            Some(desk) => Ok(desk.pages(kind, query, most)?),
            None => Ok(Pages::new(self.client.clone(), kind, query, most)),
        }
    }

    /// Keeps what the list showed of the service: in the workspace, or for the command that adds one.
    fn learn_from(&mut self, pages: &Pages) -> Result<(), Failure> {
        if let Some(desk) = &self.desk {
            desk.learn_from_pages(pages)?;
        } else {
            self.refused_from = pages.refused_from();
        }
        Ok(())
    }
}

async fn print(pages: &mut Pages, rows: &mut Rows<'_, impl Write>) -> io::Result<Over> {
    let mut tried = 0;
    loop {
        match pages.next().await {
            Ok(Some(page)) => {
                rows.page(&page.items)?;
                tried = 0;
            }
            Ok(None) => return Ok(Over::Ended(pages.ended().unwrap_or(Ended::Unsteady))),
            Err(error) => match give_time(&error, tried).await? {
                Some(()) => tried += 1,
                None => return Ok(Over::Broke(error)),
            },
        }
    }
}

/// What is missing, if anything.
fn conclude(
    over: &Over,
    (came, unreadable): (u64, u64),
    asked: &Asked<'_>,
) -> io::Result<Option<Failure>> {
    let so_far = count(came, asked.kind);
    let why = match over {
        Over::Broke(error) if came == 0 => return Ok(Some(Failure::from(error.clone()))),
        Over::Broke(error) => {
            let why = Failure::from(error.clone()).at(asked.telling).sentence;
            format!("after {so_far} the list broke off. {why}")
        }
        Over::Stopped => format!("stopped after {so_far}."),
        Over::Ended(Ended::Short { total, .. }) => {
            format!("the service says that there are {total}, and {so_far} came.")
        }
        Over::Ended(Ended::Windowed {
            from,
            total,
            in_parts,
            ..
        }) => windowed(*from, (&so_far, *total), *in_parts),
        Over::Ended(Ended::Endless { total, .. }) => {
            let said = total.map_or_else(String::new, |total| {
                format!(" The service says that there are {total}.")
            });
            format!("after {so_far} the list goes on and on.{said}")
        }
        Over::Ended(Ended::Repeated) => {
            format!("after {so_far} the service gives the same rows again and again.")
        }
        Over::Ended(Ended::Silent) => {
            "the service answered nothing at all, not even that there is nothing.".to_owned()
        }
        Over::Ended(Ended::Unsteady) => format!(
            "{so_far} came, but rows moved meanwhile, so that some may be missing. Ask again."
        ),
        Over::Ended(Ended::Whole) if unreadable > 0 => {
            format!("{unreadable} of {so_far} cannot be read.")
        }
        Over::Ended(Ended::Whole) => {
            if came == 0 {
                writeln!(stderr(), "The service lists none.")?;
            }
            return Ok(None);
        }
    };
    let sentence = format!("Incomplete: {why}");
    Ok(Some(Failure::new(Exit::Incomplete, sentence)))
}

/// Why a list is not known to be whole of which the service gives the first rows only.
fn windowed(from: u64, (so_far, total): (&str, Option<u64>), in_parts: bool) -> String {
    let all = total.map_or_else(
        || "nobody can tell whether that is all".to_owned(),
        |total| format!("the service says that there are {total}"),
    );
    let how = if in_parts { "Asked for in parts, " } else { "" };
    format!("the service gives no page from row {from} on. {how}{so_far} came, and {all}.")
}
