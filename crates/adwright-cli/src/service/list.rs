//! Prints lists to their end.

use std::io::{self, Write};

use adwright_client::{ClientError, Pages};
use adwright_desk::reply_view;
use adwright_model::Kind;
use adwright_wire::{IncompleteList, ListEnd, ListQuery};

use super::columns::TextColumns;
use super::count_noun;
use super::row_printer::RowPrinter;
use crate::arguments::OutputFormat;
use crate::backoff::{PauseNotices, wait_if_busy};
use crate::connect::ServiceConnection;
use crate::exit::Exit;
use crate::failure::{CommandFailure, FailureContext};
use crate::printable::stderr;

/// The list to print.
pub(super) struct ListRequest<'a> {
    pub(super) kind: Kind,
    pub(super) query: ListQuery,
    pub(super) most: Option<u64>,
    pub(super) form: OutputFormat,
    pub(super) context: FailureContext<'a>,
}

/// The reason why no more pages come.
enum ListStop {
    Complete,
    Incomplete(IncompleteList),
    Failed(ClientError),
    Stopped,
}

/// Prints a list page by page until it ends, fails or is stopped. Returns the exit code.
pub(super) async fn run(
    service: &mut ServiceConnection,
    request: ListRequest<'_>,
    stopped: impl Future<Output = ()>,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let query = ListQuery {
        max: service.dialect.page_size,
        ..request.query.clone()
    };
    let _pauses = PauseNotices::subscribe(&service.client);
    let mut pages = match service.pages(request.kind, query, request.most) {
        Ok(pages) => pages,
        Err(failure) => return failure.report(request.context),
    };
    let columns = TextColumns::new(request.kind, service.dialect.bindings.clone());
    let mut rows = RowPrinter::new(out, request.form, columns);
    let stop = tokio::select! {
        stop = print_pages(&mut pages, &mut rows) => stop?,
        () = stopped => ListStop::Stopped,
    };
    let is_answered = matches!(stop, ListStop::Complete | ListStop::Incomplete(_));
    rows.finish(is_answered)?;
    if let Err(failure) = service.keep_learned(&pages) {
        return failure.report(request.context);
    }
    // Messages about the list follow below it.
    let unreadable = rows.unreadable;
    out.flush()?;
    let reply = match &stop {
        ListStop::Failed(error) => error.reply(),
        ListStop::Incomplete(_) => pages.last_reply(),
        ListStop::Complete | ListStop::Stopped => None,
    };
    match incomplete_reason(&stop, pages.row_count(), unreadable, &request)? {
        Some(failure) => failure
            .with_reply(reply.map(reply_view).map(Box::new))
            .report(request.context),
        None => Ok(Exit::Success),
    }
}

impl ServiceConnection {
    /// Returns the pages of a list, with the workspace's settings if there is a workspace.
    fn pages(
        &self,
        kind: Kind,
        query: ListQuery,
        most: Option<u64>,
    ) -> Result<Pages, CommandFailure> {
        match &self.desk {
            Some(desk) => Ok(desk.fetches.pages(kind, query, most)?),
            None => Ok(Pages::new(self.client.clone(), kind, query, most)),
        }
    }

    /// Saves what the list showed about the service: in the workspace, or for the command that adds one.
    fn keep_learned(&mut self, pages: &Pages) -> Result<(), CommandFailure> {
        if let Some(desk) = &self.desk {
            desk.fetches.learn_from_pages(pages)?;
        } else {
            self.refused_from = pages.refused_from();
        }
        Ok(())
    }
}

async fn print_pages(
    pages: &mut Pages,
    rows: &mut RowPrinter<'_, impl Write>,
) -> io::Result<ListStop> {
    let mut tried = 0;
    loop {
        match pages.next().await {
            Ok(Some(page)) => {
                rows.print_page(&page.items)?;
                tried = 0;
            }
            Ok(None) => {
                return Ok(match pages.list_end() {
                    Some(ListEnd::Complete) => ListStop::Complete,
                    Some(ListEnd::Incomplete(reason)) => ListStop::Incomplete(reason),
                    None => ListStop::Incomplete(IncompleteList::Inconsistent),
                });
            }
            Err(error) => match wait_if_busy(&error, tried).await? {
                Some(()) => tried += 1,
                None => return Ok(ListStop::Failed(error)),
            },
        }
    }
}

/// Returns the failure that says what is missing; none if the list is complete.
fn incomplete_reason(
    stop: &ListStop,
    row_count: u64,
    unreadable: u64,
    request: &ListRequest<'_>,
) -> io::Result<Option<CommandFailure>> {
    let so_far = count_noun(row_count, request.kind);
    let why = match stop {
        ListStop::Failed(error) if row_count == 0 => {
            return Ok(Some(CommandFailure::from(error.clone())));
        }
        ListStop::Failed(error) => {
            let why = CommandFailure::from(error.clone())
                .with_commands(request.context)
                .sentence;
            format!("the list failed after {so_far}. {why}")
        }
        ListStop::Stopped => format!("stopped after {so_far}."),
        ListStop::Incomplete(IncompleteList::Short { total, .. }) => {
            format!("the service reports {total} and returned {so_far}.")
        }
        ListStop::Incomplete(IncompleteList::RefusedFrom {
            row,
            total,
            in_parts,
            ..
        }) => describe_refused_pages(*row, &so_far, *total, *in_parts),
        ListStop::Incomplete(IncompleteList::TooManyRows { total, .. }) => match total {
            Some(total) => format!("the service reports {total} but returned {so_far}."),
            None => format!("the list does not end after {so_far}."),
        },
        ListStop::Incomplete(IncompleteList::RepeatedPage) => {
            format!("the service repeats the same rows after {so_far}.")
        }
        ListStop::Incomplete(IncompleteList::NoContent) => {
            "the service’s reply was empty, without a list.".to_owned()
        }
        ListStop::Incomplete(IncompleteList::Inconsistent) => format!(
            "the service returned {so_far}, but rows moved meanwhile, so some may be missing. List again."
        ),
        ListStop::Complete if unreadable > 0 => {
            format!("{unreadable} of {so_far} cannot be read.")
        }
        ListStop::Complete => {
            if row_count == 0 {
                writeln!(stderr(), "The service’s list is empty.")?;
            }
            return Ok(None);
        }
    };
    let sentence = format!("Incomplete: {why}");
    Ok(Some(CommandFailure::new(Exit::Incomplete, sentence)))
}

/// Says why the list may be incomplete if the service returns only the first rows.
fn describe_refused_pages(row: u64, so_far: &str, total: Option<u64>, in_parts: bool) -> String {
    let all = total.map_or_else(
        || "reports no total".to_owned(),
        |total| format!("reports {total}"),
    );
    let how = if in_parts { " in parts" } else { "" };
    format!("the service refuses pages from row {row} on. It returned {so_far}{how} and {all}.")
}
