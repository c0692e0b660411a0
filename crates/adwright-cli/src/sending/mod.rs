//! Commands that change the service. They show a plan, and send it if the person confirms.

mod create_drafts;
mod execute;
mod finding_rules;
mod item_outcomes;
mod overrides;
mod plan;
mod rehearse;
mod rows;
mod skipped_objects;

pub(crate) use create_drafts::parse_edits;
pub(crate) use item_outcomes::{exit_for, outcome_word, service_reply};
pub(crate) use plan::severity_word;
pub(crate) use rows::for_each_line;

use self::finding_rules::FindingRules;
use self::rows::SelectedBatch;
use self::skipped_objects::SkippedObjects;

use std::collections::HashMap;
use std::io::{self, Write};

use adwright_desk::{BatchState, CreatedDrafts, Desk, Error, JsonEdit, ResendPolicy, TableFile};
use adwright_model::Kind;
use adwright_views::ReviewItem;

use crate::arguments::{
    ConnectionArgs, CreateArgs, CreateValuesArgs, SendArgs, SendBatchArgs, SendOptions, UpdateArgs,
};
use crate::backoff::{PauseNotices, retry_when_busy};
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure, FailureContext, report_result};
use crate::json::print_array;
use crate::printable::{escape_line, stderr};
use crate::{batches, connect, runtime};

/// From this number of drafts on, the review takes a while. So the program says that the drafts are saved.
const LARGE_REVIEW: usize = 500;

/// Runs `adwright send`, and returns the exit code.
pub(crate) fn send(send: &SendArgs, out: &mut impl Write) -> io::Result<Exit> {
    report_result(
        runtime::block_on(async {
            let context = SendContext::new(&send.connection, &send.send_options);
            let desk = open(&send.connection, &send.send_options).await?;
            let selected = select_drafts(&desk, &send.drafts)?;
            plan_or_send(&desk, selected, context, out).await
        })?,
        FailureContext::for_connection(&send.connection).with_json_if(send.send_options.json),
    )
}

/// Runs `adwright campaign create`, and returns the exit code.
pub(crate) fn create(create: &CreateArgs, out: &mut impl Write) -> io::Result<Exit> {
    report_result(
        runtime::block_on(async {
            create_drafts::refuse_stdin_twice(&create.files, &create.making.connection)?;
            let edits =
                create_drafts::parse_edits(&create.making.edits, &create.making.connection)?;
            let objects = create_drafts::read_objects(&create.files)?;
            let making = &create.making;
            let desk = open(&making.connection, &making.send_options).await?;
            let drafts = &desk.drafts;
            let if_sent = create.making.if_sent();
            let made = CreatedObjects {
                drafts: drafts.create_from_json(Kind::Campaign, &objects, &edits, if_sent)?,
                batches: Vec::new(),
            };
            let options = create.making.effective_send_options();
            let context = SendContext::new(&create.making.connection, &options);
            send_created(&desk, made, context, out).await
        })?,
        FailureContext::for_connection(&create.making.connection)
            .with_json_if(create.making.send_options.json),
    )
}

/// Runs `adwright campaign update`, and returns the exit code.
pub(crate) fn update(update: &UpdateArgs, out: &mut impl Write) -> io::Result<Exit> {
    report_result(
        runtime::block_on(async {
            let edits = create_drafts::parse_edits(&update.edits, &update.connection)?;
            let desk = open_to_send(&update.connection).await?;
            let made = CreatedObjects {
                drafts: update_with_retry(&desk, update, &edits).await?,
                batches: Vec::new(),
            };
            let context = SendContext::new(&update.connection, &update.send_options);
            send_created(&desk, made, context, out).await
        })?,
        FailureContext::for_connection(&update.connection).with_json_if(update.send_options.json),
    )
}

/// Reads the campaign and creates the draft of its update. Nothing happens before the read, so that it can be repeated
/// after a pause.
async fn update_with_retry(
    desk: &Desk,
    update: &UpdateArgs,
    edits: &[JsonEdit],
) -> Result<CreatedDrafts, CommandAbort> {
    let id = update.id.to_string();
    let (client, _) = desk.client_and_dialect();
    let _pauses = PauseNotices::subscribe(&client);
    let read = async || {
        desk.drafts
            .update_from_json(&id, edits, update.onto_draft)
            .await
    };
    let made = retry_when_busy(read, |error| match error {
        Error::Client(error) => Some(error),
        _ => None,
    });
    Ok(made.await.map_err(CommandAbort::Output)??)
}

/// Runs `adwright value create`, and returns the exit code.
pub(crate) fn create_values(create: &CreateValuesArgs, out: &mut impl Write) -> io::Result<Exit> {
    let making = &create.making;
    report_result(
        runtime::block_on(async {
            create_drafts::refuse_stdin_twice(&create.files, &making.connection)?;
            let edits = create_drafts::parse_edits(&making.edits, &making.connection)?;
            let files = create_drafts::read_values(&create.files, create.worksheet.as_deref())?;
            let desk = open(&making.connection, &making.send_options).await?;
            let options = making.effective_send_options();
            let context = SendContext::new(&making.connection, &options);
            let mut made = CreatedObjects::default();
            for table in &files.tables {
                let batch = create_batch(&desk, table, &edits, making.if_sent())?;
                let batch = SelectedBatch::review(&desk, &batch.version.batch, &options)?;
                made.batches.push(batch);
            }
            if !files.objects.is_empty() {
                let kind = Kind::RetargetingDataValue;
                let drafts = &desk.drafts;
                made.drafts =
                    drafts.create_from_json(kind, &files.objects, &edits, making.if_sent())?;
            }
            send_created(&desk, made, context, out).await
        })?,
        FailureContext::for_connection(&making.connection).with_json_if(making.send_options.json),
    )
}

/// Creates the batch of a table, or finds it, and reports the rows and columns that a person may have meant otherwise.
fn create_batch(
    desk: &Desk,
    table: &TableFile,
    edits: &[JsonEdit],
    if_sent: ResendPolicy,
) -> Result<BatchState, CommandAbort> {
    let made = desk.sheets.create_from_table(table, edits, if_sent);
    let made = made.map_err(|error| match error {
        // The other errors name the file.
        Error::RowImport(_) => {
            CommandFailure::usage(format!("{}: {}", table.name, error.failure().message))
        }
        error => error.into(),
    })?;
    let mut messages = Vec::new();
    if !made.blank_lines.is_empty() {
        messages.push(describe_blank_rows(&table.name, &made.blank_lines));
    }
    if made.is_reused {
        messages.push(format!(
            "The batch “{}” has these rows already, so no second one was created.",
            made.batch.name
        ));
    }
    if !made.unknown_columns.is_empty() {
        let columns = made.unknown_columns.join("”, “");
        messages.push(format!(
            "There is no known field for “{columns}”. Cells are sent as text, or as numbers if the column’s name ends \
             with Id."
        ));
    }
    for message in messages {
        writeln!(stderr(), "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
    }
    Ok(made.batch)
}

/// Sends the rows of a batch, or shows the plan, and returns the exit code.
pub(crate) fn send_batch(send: &SendBatchArgs, out: &mut impl Write) -> io::Result<Exit> {
    report_result(
        runtime::block_on(async {
            let context = SendContext::new(&send.connection, &send.send_options);
            let desk = open(&send.connection, &send.send_options).await?;
            let batch = batches::find(&desk, &send.batch.id)?;
            let selected = SelectedBatch::review(&desk, &batch.id, &send.send_options)?;
            let again = "--override sent-before";
            let exit = report_skipped(&[selected.skipped_elsewhere()], again)?;
            let selected = SendSelection {
                batches: vec![selected],
                ..SendSelection::default()
            };
            let done = plan_or_send(&desk, selected, context, out).await?;
            Ok(done.worse(exit))
        })?,
        FailureContext::for_connection(&send.connection).with_json_if(send.send_options.json),
    )
}

/// Lists the skipped rows of a file, with neighbouring lines as a range. Only the first of many ranges are listed.
fn describe_blank_rows(file: &str, lines: &[u64]) -> String {
    const MAX_RANGES: usize = 10;
    let ranges: Vec<_> = lines.chunk_by(|line, next| line + 1 == *next).collect();
    let shown = ranges.iter().take(MAX_RANGES).map(|range| match range {
        [first, .., last] => format!("{first}–{last}"),
        range => range.iter().map(u64::to_string).collect(),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = if ranges.len() > MAX_RANGES {
        " and more"
    } else {
        ""
    };
    match lines.len() {
        1 => format!("{file}: 1 row has no text and was skipped: line {shown}."),
        count => {
            format!("{file}: {count} rows have no text and were skipped: lines {shown}{more}.")
        }
    }
}

/// Opens the workspace of a command that sends or rehearses. A rehearsal asks no service.
async fn open(connection: &ConnectionArgs, options: &SendOptions) -> Result<Desk, CommandAbort> {
    if options.rehearse {
        return Ok(connect::open_offline(connection).await?);
    }
    open_to_send(connection).await
}

/// Opens the workspace of a command that sends.
async fn open_to_send(connection: &ConnectionArgs) -> Result<Desk, CommandAbort> {
    let desk = connect::open_workspace(connection).await?;
    recover(&desk).await?;
    Ok(desk)
}

/// Looks up the items that an earlier run left unfinished, as the window does when it opens.
pub(crate) async fn recover(desk: &Desk) -> Result<(), CommandAbort> {
    desk.outbox.recover().await?;
    if let Some(message) = desk.overview.workspace_view()?.recovered {
        writeln!(stderr(), "{message}").map_err(CommandAbort::Output)?;
    }
    Ok(())
}

/// The drafts and batches to send.
#[derive(Default)]
struct SendSelection {
    drafts: Vec<ReviewItem>,
    /// The rules that found something in the drafts.
    draft_rules: FindingRules,
    batches: Vec<SelectedBatch>,
    /// True if the person named each of them, so that they are sent together or not at all.
    are_named: bool,
}

impl SendSelection {
    fn of_drafts(drafts: Vec<ReviewItem>, are_named: bool) -> Self {
        Self {
            draft_rules: FindingRules::of_drafts(&drafts),
            drafts,
            batches: Vec::new(),
            are_named,
        }
    }

    /// Returns the number of drafts and rows to send.
    fn len(&self) -> usize {
        let rows = self.batches.iter().map(SelectedBatch::len);
        self.drafts.len() + rows.sum::<usize>()
    }
}

/// The drafts and batches of a create.
#[derive(Default)]
struct CreatedObjects {
    drafts: CreatedDrafts,
    batches: Vec<SelectedBatch>,
}

/// The options and the destination of a send.
#[derive(Clone, Copy)]
struct SendContext<'a> {
    options: &'a SendOptions,
    connection: &'a ConnectionArgs,
}

impl<'a> SendContext<'a> {
    const fn new(connection: &'a ConnectionArgs, options: &'a SendOptions) -> Self {
        Self {
            options,
            connection,
        }
    }
}

/// Sends new or existing drafts and batches. Reports skipped objects, and returns the exit code.
async fn send_created(
    desk: &Desk,
    made: CreatedObjects,
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let CreatedObjects {
        drafts,
        mut batches,
    } = made;
    if let Some(sentence) = skipped_objects::existing_notice(&drafts) {
        writeln!(stderr(), "{}", escape_line(&sentence)).map_err(CommandAbort::Output)?;
    }
    let skipped = batches.iter().map(SelectedBatch::skipped);
    let skipped: Vec<_> = skipped
        .chain([SkippedObjects::of_drafts(&drafts)])
        .collect();
    let skipped_exit = report_skipped(&skipped, "--again")?;
    batches.retain(|batch| !batch.review.rows.is_empty());
    if drafts.drafts.is_empty() && batches.is_empty() {
        if context.options.json {
            print_array(&[(); 0], out).map_err(CommandAbort::Output)?;
        }
        return Ok(skipped_exit);
    }
    let mut selected = SendSelection::default();
    if !drafts.drafts.is_empty() {
        if drafts.drafts.len() >= LARGE_REVIEW {
            let message = format!("{} drafts are saved. Reviewing them.", drafts.drafts.len());
            writeln!(io::stderr(), "{message}").map_err(CommandAbort::Output)?;
        }
        selected = select_drafts(desk, &drafts.drafts)?;
    }
    selected.batches = batches;
    selected.are_named = true;
    let sent = plan_or_send(desk, selected, context, out).await?;
    Ok(sent.worse(skipped_exit))
}

/// Reports skipped objects, and returns the exit code that follows from them. `again` is the option that creates them
/// again.
fn report_skipped(skipped: &[SkippedObjects], again: &str) -> Result<Exit, CommandAbort> {
    for sentence in skipped.iter().flat_map(|skipped| skipped.notices(again)) {
        writeln!(stderr(), "{}", escape_line(&sentence)).map_err(CommandAbort::Output)?;
    }
    let exits = skipped.iter().map(SkippedObjects::exit);
    Ok(exits.fold(Exit::Success, Exit::worse))
}

/// Returns the named drafts in their order; all drafts if none is named.
fn select_drafts(desk: &Desk, named: &[String]) -> Result<SendSelection, CommandFailure> {
    let values = desk.values.review_values()?;
    if named.is_empty() {
        let rows = desk.outbox.review()?.rows;
        let others: Vec<_> = rows.iter().map(|row| row.draft.as_str()).collect();
        let mut items = review_drafts(desk, &others)?;
        items.extend(values);
        return Ok(SendSelection::of_drafts(items, false));
    }
    let values = values.into_iter();
    let mut values: HashMap<_, _> = values
        .map(|value| (value.row.draft.clone(), value))
        .collect();
    let others = named.iter().filter(|draft| !values.contains_key(*draft));
    let others: Vec<_> = others.map(String::as_str).collect();
    let mut others = review_drafts(desk, &others)?.into_iter();
    let items = named
        .iter()
        .filter_map(|draft| values.remove(draft).or_else(|| others.next()));
    Ok(SendSelection::of_drafts(items.collect(), true))
}

fn review_drafts(desk: &Desk, drafts: &[&str]) -> Result<Vec<ReviewItem>, CommandFailure> {
    let items = desk.outbox.review_items(drafts)?.into_iter().zip(drafts);
    let items = items.map(|(item, draft)| {
        item.ok_or_else(|| {
            CommandFailure::usage(format!(
                "There is no draft {draft} to send. `adwright send` lists the drafts."
            ))
        })
    });
    items.collect()
}

/// Shows the plan, or sends the drafts and rows.
async fn plan_or_send(
    desk: &Desk,
    selected: SendSelection,
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let options = context.options;
    let rules = selected.batches.iter().map(|batch| &batch.rules);
    let rules: Vec<_> = rules.chain([&selected.draft_rules]).collect();
    overrides::refuse_needless_overrides(options, &rules)?;
    if options.rehearse {
        return rehearse::rehearse(desk, &selected, context, out);
    }
    let is_ready = |item: &ReviewItem| {
        let row = &item.row;
        overrides::blocking_errors(row, options).next().is_none() && row.blocked.is_none()
    };
    let are_ready = selected.drafts.iter().all(is_ready)
        && selected.batches.iter().all(SelectedBatch::is_ready);
    if !options.go || (selected.are_named && !are_ready) {
        return plan::print_plan(desk, &selected, context, out);
    }
    // Drafts and rows with errors are reported, and the others are sent.
    let left_exit = plan::report_unsent(&selected, options)?;
    let mut ready = selected;
    ready.drafts.retain(is_ready);
    if ready.len() == 0 {
        if options.json {
            print_array(&[(); 0], out).map_err(CommandAbort::Output)?;
        }
        let message = match left_exit {
            Exit::Success => "There is nothing to send.",
            _ => "Nothing was sent.",
        };
        writeln!(stderr(), "{message}").map_err(CommandAbort::Output)?;
        return Ok(left_exit);
    }
    let sent = execute::run(desk, &ready, context, out).await?;
    Ok(sent.worse(left_exit))
}
