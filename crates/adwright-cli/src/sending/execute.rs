//! A send from the terminal.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::pin::pin;

use adwright_desk::{Desk, Error};
use adwright_views::{
    BatchSendRequest, Collection, ItemState, ReviewRow, ReviewedDraft, SendProgress, SendRequest,
    SendSummary, SentRow,
};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::item_outcomes::{SendElement, exit_for, outcome_word, service_reply};
use super::overrides;
use super::rows::SelectedBatch;
use super::{SendContext, SendSelection};
use crate::arguments::SendOptions;
use crate::ctrl_c;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::JsonArrayWriter;
use crate::printable::{escape_line, stderr};
use crate::reply;

/// The id of this send in the desk.
const OPERATION: &str = "terminal";
const STOPPING: &str = "Stopping: the current call is finished, and the rest is not sent.";

/// Sends these drafts and rows, prints the outcome of each as it ends, and returns the exit code.
pub(super) async fn run(
    desk: &Desk,
    selected: &SendSelection,
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    match execute(desk, selected, context, out).await {
        // The reader has gone, and did not see every outcome.
        Err(CommandAbort::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            Ok(Exit::Incomplete)
        }
        done => done,
    }
}

async fn execute(
    desk: &Desk,
    selected: &SendSelection,
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let options = context.options;
    let mut shown = SendProgressView::new(desk, selected, context, out);
    let mut stopping = StopSignal {
        signal: pin!(ctrl_c::listen_for_stop().await),
        is_received: false,
    };
    // All drafts and rows are one send, so that they are counted together.
    let typed = options.confirm.as_deref().unwrap_or_default();
    let mut failed = desk
        .outbox
        .check_send_allowed(selected.len(), typed)
        .err()
        .map(CommandFailure::from);
    for part in parts(selected, options) {
        if stopping.is_received || failed.is_some() {
            break;
        }
        failed = send_part(desk, &part, &mut shown, &mut stopping).await?;
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
    let options = context.connection.workspace_suffix();
    let message = format!("To see the service’s replies: adwright sent list --show-reply{options}");
    writeln!(stderr(), "{}", escape_line(&message))
}

/// Whether the person asked to stop.
struct StopSignal<S> {
    signal: S,
    is_received: bool,
}

/// The drafts or rows of one send of the desk.
enum SendPart {
    Drafts(SendRequest),
    Rows(BatchSendRequest),
}

/// Returns the sends for drafts and rows. Values go many in one call, everything else one by one.
fn parts(selected: &SendSelection, options: &SendOptions) -> Vec<SendPart> {
    let is_value = |row: &&ReviewRow| row.collection == Collection::Values;
    let rows = selected.drafts.iter().map(|item| &item.row);
    let (values, others): (Vec<_>, Vec<_>) = rows.partition(is_value);
    let drafts = [others, values].into_iter().filter(|rows| !rows.is_empty());
    let drafts = drafts.map(|rows| SendPart::Drafts(to_send_request(&rows, options)));
    let batches = selected.batches.iter().filter(|batch| batch.len() > 0);
    let batches = batches.map(|selected| {
        SendPart::Rows(BatchSendRequest {
            operation: OPERATION.to_owned(),
            batch: selected.batch.id.clone(),
            revision: selected.review.plan.revision,
            typed_name: options.confirm.clone().unwrap_or_default(),
            overrides: options.overrides.clone(),
        })
    });
    drafts.chain(batches).collect()
}

/// Sends one part, and shows its progress. Returns the failure if it could not be sent.
async fn send_part(
    desk: &Desk,
    part: &SendPart,
    shown: &mut SendProgressView<'_, impl Write>,
    stopping: &mut StopSignal<impl Future<Output = ()> + Unpin>,
) -> Result<Option<CommandFailure>, CommandAbort> {
    let (progress_sender, progress) = unbounded_channel();
    // The receiver has gone only if printing failed.
    let on_progress = move |progress| drop(progress_sender.send(progress));
    match part {
        SendPart::Drafts(request) => {
            shown.batch = None;
            let sending = pin!(desk.outbox.send(request, on_progress));
            watch(desk, sending, progress, shown, stopping).await
        }
        SendPart::Rows(request) => {
            shown.batch = Some(request.batch.clone());
            let sending = pin!(desk.outbox.send_batch(request, on_progress));
            watch(desk, sending, progress, shown, stopping).await
        }
    }
}

/// Shows the progress of a send until its end. Returns the failure if it could not be sent.
async fn watch(
    desk: &Desk,
    mut sending: impl Future<Output = Result<SendSummary, Error>> + Unpin,
    mut progress_receiver: UnboundedReceiver<SendProgress>,
    shown: &mut SendProgressView<'_, impl Write>,
    stopping: &mut StopSignal<impl Future<Output = ()> + Unpin>,
) -> Result<Option<CommandFailure>, CommandAbort> {
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

/// A draft, or a row of a batch by its id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum SentKey {
    Draft(String),
    Row { batch: String, row: u32 },
}

/// A draft or a row that has not ended.
struct OpenItem {
    title: String,
    /// The number of the row.
    number: Option<u32>,
}

/// The progress output of a send.
struct SendProgressView<'a, W: Write> {
    desk: &'a Desk,
    /// The drafts and rows that have not ended.
    open: BTreeMap<SentKey, OpenItem>,
    /// The batch that is being sent.
    batch: Option<String>,
    /// The reasons why started items were withdrawn.
    withdrawn: BTreeMap<SentKey, String>,
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
    fn new(
        desk: &'a Desk,
        selected: &SendSelection,
        context: SendContext<'_>,
        out: &'a mut W,
    ) -> Self {
        let drafts = selected.drafts.iter().map(|item| {
            let item = &item.row;
            let (title, number) = (item.title.clone(), None);
            (
                SentKey::Draft(item.draft.clone()),
                OpenItem { title, number },
            )
        });
        let rows = selected.batches.iter().flat_map(open_rows);
        let (json, out) = if context.options.json {
            (Some(JsonArrayWriter::new(out)), None)
        } else {
            (None, Some(out))
        };
        Self {
            desk,
            open: drafts.chain(rows).collect(),
            batch: None,
            withdrawn: BTreeMap::new(),
            json,
            out,
            shows_reply: context.connection.show_reply,
            hides_reply: false,
            exit: Exit::Success,
            is_settled: true,
        }
    }

    fn update(&mut self, progress: SendProgress) -> Result<(), CommandAbort> {
        let (done, total, key, state, outcome) = match progress {
            SendProgress::Advanced {
                done,
                total,
                draft,
                row,
                state,
                outcome,
            } => {
                let row = self.batch.clone().zip(row);
                let row = row.map(|(batch, row)| SentKey::Row { batch, row });
                let Some(key) = draft.map(SentKey::Draft).or(row) else {
                    return Ok(());
                };
                (done, total, key, state, outcome)
            }
            SendProgress::Waiting { message, .. } => {
                return writeln!(stderr(), "{}", escape_line(&message))
                    .map_err(CommandAbort::Output);
            }
            SendProgress::Started { .. } | SendProgress::Finished => return Ok(()),
        };
        let has_ended = !matches!(state, ItemState::Intent | ItemState::Planned);
        if !has_ended {
            let Some(OpenItem { title, .. }) = self.open.get(&key) else {
                return Ok(());
            };
            let message = format!("Sending {} of {total}: “{title}”", done + 1);
            if state == ItemState::Planned {
                self.withdrawn.insert(key, outcome);
            } else {
                writeln!(stderr(), "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
            }
            return Ok(());
        }
        match self.open.remove(&key) {
            Some(item) => self.finish_item(key, item, state, outcome),
            None => Ok(()),
        }
    }

    /// Returns the last item of a draft or row; none if it was never sent.
    fn last_sent(&self, key: &SentKey) -> Result<Option<SentRow>, CommandFailure> {
        Ok(match key {
            SentKey::Draft(draft) => self.desk.outbox.last_sent(draft)?,
            SentKey::Row { batch, row } => self.desk.outbox.row_outcome(batch, *row)?,
        })
    }

    fn finish_item(
        &mut self,
        key: SentKey,
        OpenItem { title, number }: OpenItem,
        state: ItemState,
        message: String,
    ) -> Result<(), CommandAbort> {
        self.exit = self.exit.worse(exit_for(state));
        self.is_settled &= matches!(state, ItemState::Confirmed | ItemState::Planned);
        let last = match state {
            ItemState::Planned => None,
            _ => self.last_sent(&key)?,
        };
        let reply = last
            .as_ref()
            .map(|row| service_reply(self.desk, &row.item, state));
        let (draft, batch) = match key {
            SentKey::Draft(draft) => (Some(draft), None),
            SentKey::Row { batch, .. } => (None, Some(batch)),
        };
        let element = SendElement {
            reply: reply.transpose()?.flatten(),
            item: last.as_ref().map(|row| row.item.clone()),
            code: last.as_ref().and_then(|row| row.code),
            id: last.and_then(|row| row.id),
            draft,
            batch,
            row: number,
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
        for (key, item) in std::mem::take(&mut self.open) {
            let last = self.last_sent(&key)?;
            let is_open =
                |state: ItemState| matches!(state, ItemState::Intent | ItemState::Unknown);
            if let Some(row) = last.filter(|row| is_open(row.state)) {
                self.finish_item(key, item, row.state, row.outcome)?;
            } else {
                not_begun += 1;
                let reason = self.withdrawn.remove(&key);
                let unsent = || "It was not sent and is kept.".to_owned();
                let message = reason.unwrap_or_else(unsent);
                self.finish_item(key, item, ItemState::Planned, message)?;
            }
        }
        Ok(not_begun)
    }

    fn finish(self) -> io::Result<()> {
        self.json.map_or(Ok(()), JsonArrayWriter::finish)
    }
}

fn open_rows(selected: &SelectedBatch) -> impl Iterator<Item = (SentKey, OpenItem)> {
    let sent = selected.review.rows.iter().filter(|row| !row.has_errors);
    sent.map(|row| {
        let batch = selected.batch.id.clone();
        let key = SentKey::Row {
            batch,
            row: row.row,
        };
        let (title, number) = (row.title.clone(), Some(row.number));
        (key, OpenItem { title, number })
    })
}
