//! A send from the terminal.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::pin::pin;

use adwright_desk::Desk;
use adwright_views::{
    Collection, ItemState, ReviewItem, ReviewRow, ReviewedDraft, SendProgress, SendRequest,
};
use tokio::sync::mpsc::unbounded_channel;

use super::SendContext;
use super::item_outcomes::{SendElement, exit_for, outcome_word, service_reply};
use super::overrides;
use crate::arguments::SendOptions;
use crate::ctrl_c;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::JsonArrayWriter;
use crate::printable::{escape_line, stderr};
use crate::reply;

/// The id of this send in the desk.
const OPERATION: &str = "terminal";
const STOPPING: &str = "Stopping: the current call is finished, and the rest stays as drafts.";

/// Sends these drafts, prints the outcome of each as it ends, and returns the exit code.
pub(super) async fn run(
    desk: &Desk,
    items: &[ReviewItem],
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    match execute(desk, items, context, out).await {
        // The reader has gone, and did not see every outcome.
        Err(CommandAbort::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            Ok(Exit::Incomplete)
        }
        done => done,
    }
}

async fn execute(
    desk: &Desk,
    items: &[ReviewItem],
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let options = context.options;
    let mut shown = SendProgressView::new(desk, items, context, out);
    let mut stopping = StopSignal {
        signal: pin!(ctrl_c::listen_for_stop().await),
        is_received: false,
    };
    // All drafts are one send, so that they are counted together.
    let typed = options.confirm.as_deref().unwrap_or_default();
    let mut failed = desk
        .outbox
        .check_send_allowed(items.len(), typed)
        .err()
        .map(CommandFailure::from);
    // Values go many in one call, everything else one by one.
    let is_value = |row: &&ReviewRow| row.collection == Collection::Values;
    let rows = items.iter().map(|item| &item.row);
    let (values, others): (Vec<_>, Vec<_>) = rows.partition(is_value);
    for rows in [others, values] {
        if rows.is_empty() || stopping.is_received || failed.is_some() {
            continue;
        }
        let request = to_send_request(&rows, options);
        failed = send_batch(desk, &request, &mut shown, &mut stopping).await?;
    }
    let not_begun = shown.finish_open_items()?;
    if shown.hides_reply {
        print_reply_hint(context).map_err(CommandAbort::Output)?;
    }
    let (so_far, is_settled) = (shown.exit, shown.is_settled);
    shown.finish().map_err(CommandAbort::Output)?;
    if let Some(failure) = failed {
        return Err(failure.into());
    }
    if not_begun == 0 || stopping.is_received || !is_settled {
        return Ok(so_far);
    }
    // The send stopped by itself. A harmless request asks the service for the reason. During a pause that the service
    // asked for, no request is sent.
    let why = desk
        .service
        .try_connection()
        .await
        .err()
        .map(CommandFailure::from);
    Ok(why.map_or(so_far, |failure| so_far.or_failure(failure.exit)))
}

/// Says how to see the service's replies without sending again.
fn print_reply_hint(context: SendContext<'_>) -> io::Result<()> {
    let words = ["adwright sent list --show-reply"].into_iter();
    let words = words.chain(context.workspace_options.iter().map(String::as_str));
    let line = words.collect::<Vec<_>>().join(" ");
    let message = format!("To see the service’s replies: {line}");
    writeln!(stderr(), "{}", escape_line(&message))
}

/// Whether the person asked to stop.
struct StopSignal<S> {
    signal: S,
    is_received: bool,
}

/// Sends one request, and shows its progress. Returns the failure if the request could not be sent.
async fn send_batch(
    desk: &Desk,
    request: &SendRequest,
    shown: &mut SendProgressView<'_, impl Write>,
    stopping: &mut StopSignal<impl Future<Output = ()> + Unpin>,
) -> Result<Option<CommandFailure>, CommandAbort> {
    let (progress_sender, mut progress_receiver) = unbounded_channel();
    // The receiver has gone only if printing failed.
    let mut sending = pin!(desk.outbox.send(request, move |progress| drop(
        progress_sender.send(progress)
    )));
    let mut print_error = None;
    let done = loop {
        tokio::select! {
            Some(progress) = progress_receiver.recv() => {
                // Items that are being sent are finished even if nobody reads the output.
                if print_error.is_none() && let Err(error) = shown.update(progress) {
                    desk.stop(OPERATION);
                    print_error = Some(error);
                }
            }
            done = &mut sending => break done,
            () = &mut stopping.signal, if !stopping.is_received => {
                stopping.is_received = true;
                desk.stop(OPERATION);
                writeln!(stderr(), "{STOPPING}").map_err(CommandAbort::Output)?;
            }
        }
    };
    if let Some(error) = print_error {
        return Err(error);
    }
    while let Ok(progress) = progress_receiver.try_recv() {
        shown.update(progress)?;
    }
    match done {
        Ok(summary) => {
            writeln!(stderr(), "{}", escape_line(&summary.message))
                .map_err(CommandAbort::Output)?;
            Ok(None)
        }
        Err(error) => Ok(Some(error.into())),
    }
}

fn to_send_request(rows: &[&ReviewRow], options: &SendOptions) -> SendRequest {
    let reviewed = |row: &&ReviewRow| ReviewedDraft {
        draft: row.draft.clone(),
        revision: row.revision,
    };
    SendRequest {
        operation: OPERATION.to_owned(),
        drafts: rows.iter().map(reviewed).collect(),
        overrides: overrides::to_overrides(rows, options),
        typed_name: options.confirm.clone().unwrap_or_default(),
    }
}

/// The progress output of a send.
struct SendProgressView<'a, W: Write> {
    desk: &'a Desk,
    /// The drafts that have not ended, with their titles.
    open: BTreeMap<String, String>,
    /// The reasons why started drafts are drafts again.
    withdrawn: BTreeMap<String, String>,
    json: Option<JsonArrayWriter<'a, W>>,
    out: Option<&'a mut W>,
    shows_reply: bool,
    /// True if there is an unseen reply that the person may want to see.
    hides_reply: bool,
    exit: Exit,
    /// True if no ended item waits for a person or was refused.
    is_settled: bool,
}

impl<'a, W: Write> SendProgressView<'a, W> {
    fn new(desk: &'a Desk, items: &[ReviewItem], context: SendContext<'_>, out: &'a mut W) -> Self {
        let rows = items.iter().map(|item| &item.row);
        let titles = rows.map(|row| (row.draft.clone(), row.title.clone()));
        let (json, out) = if context.options.json {
            (Some(JsonArrayWriter::new(out)), None)
        } else {
            (None, Some(out))
        };
        Self {
            desk,
            open: titles.collect(),
            withdrawn: BTreeMap::new(),
            json,
            out,
            shows_reply: context.show_reply,
            hides_reply: false,
            exit: Exit::Success,
            is_settled: true,
        }
    }

    fn update(&mut self, progress: SendProgress) -> Result<(), CommandAbort> {
        let (done, total, draft, state, outcome) = match progress {
            SendProgress::Advanced {
                done,
                total,
                draft: Some(draft),
                state,
                outcome,
            } => (done, total, draft, state, outcome),
            SendProgress::Waiting { message, .. } => {
                return writeln!(stderr(), "{}", escape_line(&message))
                    .map_err(CommandAbort::Output);
            }
            // The terminal sends drafts only, so every item has one.
            SendProgress::Started { .. }
            | SendProgress::Finished
            | SendProgress::Advanced { draft: None, .. } => return Ok(()),
        };
        let has_ended = !matches!(state, ItemState::Intent | ItemState::Planned);
        let Some(title) = self.open.get(&draft).cloned() else {
            return Ok(());
        };
        if !has_ended {
            let message = format!("Sending {} of {total}: “{title}”", done + 1);
            if state == ItemState::Planned {
                self.withdrawn.insert(draft, outcome);
            } else {
                writeln!(stderr(), "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
            }
            return Ok(());
        }
        self.open.remove(&draft);
        self.finish_item(draft, title, state, outcome)
    }

    fn finish_item(
        &mut self,
        draft: String,
        title: String,
        state: ItemState,
        message: String,
    ) -> Result<(), CommandAbort> {
        self.exit = self.exit.worse(exit_for(state));
        self.is_settled &= matches!(state, ItemState::Confirmed | ItemState::Planned);
        let last = match state {
            ItemState::Planned => None,
            _ => self.desk.outbox.last_sent(&draft)?,
        };
        let reply = last
            .as_ref()
            .map(|row| service_reply(self.desk, &row.item, state));
        let element = SendElement {
            reply: reply.transpose()?.flatten(),
            item: last.as_ref().map(|row| row.item.clone()),
            code: last.as_ref().and_then(|row| row.code),
            id: last.and_then(|row| row.id),
            draft,
            title,
            outcome: outcome_word(state),
            message,
        };
        self.print_element(&element).map_err(CommandAbort::Output)
    }

    fn print_element(&mut self, element: &SendElement) -> io::Result<()> {
        if let Some(array) = &mut self.json {
            return array.write_element(element);
        }
        let Some(out) = &mut self.out else {
            return Ok(());
        };
        let id = element.id.as_ref();
        let id = id.map_or_else(String::new, |id| format!(" {id}"));
        let line = format!(
            "{}:{id} “{}”: {}",
            element.outcome, element.title, element.message
        );
        writeln!(out, "{}", escape_line(&line))?;
        out.flush()?;
        match &element.reply {
            Some(reply) if self.shows_reply => reply::print_reply(reply, &mut stderr()),
            Some(_) => {
                self.hides_reply = true;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Reports the items that have not ended: not begun, or interrupted by an error. Returns how many were not begun.
    fn finish_open_items(&mut self) -> Result<usize, CommandAbort> {
        let mut not_begun = 0;
        for (draft, title) in std::mem::take(&mut self.open) {
            let last = self.desk.outbox.last_sent(&draft)?;
            let is_open =
                |state: ItemState| matches!(state, ItemState::Intent | ItemState::Unknown);
            if let Some(row) = last.filter(|row| is_open(row.state)) {
                self.finish_item(draft, title, row.state, row.outcome)?;
            } else {
                not_begun += 1;
                let reason = self.withdrawn.remove(&draft);
                let unsent = || "It was not sent and is still a draft.".to_owned();
                let message = reason.unwrap_or_else(unsent);
                self.finish_item(draft, title, ItemState::Planned, message)?;
            }
        }
        Ok(not_begun)
    }

    fn finish(self) -> io::Result<()> {
        self.json.map_or(Ok(()), JsonArrayWriter::finish)
    }
}
