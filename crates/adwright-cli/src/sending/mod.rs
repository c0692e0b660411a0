//! Commands that change the service. They show a plan, and send it if the person confirms.

mod create_drafts;
mod execute;
mod item_outcomes;
mod overrides;
mod plan;
mod skipped_objects;

pub(crate) use item_outcomes::{exit_for, outcome_word, service_reply};

use std::collections::HashMap;
use std::io::{self, Write};

use adwright_desk::{BlankTableRows, CreatedDrafts, Desk, Error, JsonEdit};
use adwright_views::ReviewItem;

use crate::arguments::{
    ConnectionArgs, CreateArgs, CreateValuesArgs, SendArgs, SendOptions, UpdateArgs,
};
use crate::backoff::{PauseNotices, retry_when_busy};
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure, FailureContext, report_result};
use crate::json::print_array;
use crate::printable::{escape_line, stderr};
use crate::{connect, runtime};

/// From this number of drafts on, the review takes a while. So the program says that the drafts are saved.
const LARGE_REVIEW: usize = 500;

/// Runs `adwright send`, and returns the exit code.
pub(crate) fn send(send: &SendArgs, out: &mut impl Write) -> io::Result<Exit> {
    report_result(
        runtime::block_on(async {
            let desk = connect::open_workspace(&send.connection).await?;
            recover(&desk).await?;
            let workspace_options = send.connection.workspace_options();
            let context =
                SendContext::new(&send.connection, &send.send_options, &workspace_options);
            send_drafts(&desk, &send.drafts, context, out).await
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
            let desk = connect::open_workspace(&create.making.connection).await?;
            recover(&desk).await?;
            let made = desk
                .drafts
                .create_from_json(&objects, &edits, create.making.if_sent())?;
            let workspace_options = create.making.connection.workspace_options();
            let options = create.making.effective_send_options();
            let context = SendContext::new(&create.making.connection, &options, &workspace_options);
            send_created(&desk, &made, context, out).await
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
            let desk = connect::open_workspace(&update.connection).await?;
            recover(&desk).await?;
            let made = update_with_retry(&desk, update, &edits).await?;
            let workspace_options = update.connection.workspace_options();
            let context =
                SendContext::new(&update.connection, &update.send_options, &workspace_options);
            send_created(&desk, &made, context, out).await
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
    report_result(
        runtime::block_on(async {
            create_drafts::refuse_stdin_twice(&create.files, &create.making.connection)?;
            let edits =
                create_drafts::parse_edits(&create.making.edits, &create.making.connection)?;
            let rows = create_drafts::read_values(&create.files, create.worksheet.as_deref())?;
            let desk = connect::open_workspace(&create.making.connection).await?;
            recover(&desk).await?;
            let made = desk
                .values
                .create_value_drafts(&rows, &edits, create.making.if_sent())?;
            for blank in &made.blank_rows {
                writeln!(stderr(), "{}", describe_blank_rows(blank))
                    .map_err(CommandAbort::Output)?;
            }
            if made.created.drafts.is_empty() && made.created.sent.is_empty() {
                return Err(CommandFailure::usage("The files have no values.").into());
            }
            if !made.unknown_columns.is_empty() {
                let columns = made.unknown_columns.join("”, “");
                let message = format!(
                    "There is no known field for “{columns}”. Cells are sent as text, or as numbers if the column’s \
                     name ends with Id."
                );
                writeln!(stderr(), "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
            }
            let workspace_options = create.making.connection.workspace_options();
            let context = SendContext::new(
                &create.making.connection,
                &create.making.send_options,
                &workspace_options,
            );
            send_created(&desk, &made.created, context, out).await
        })?,
        FailureContext::for_connection(&create.making.connection)
            .with_json_if(create.making.send_options.json),
    )
}

/// Lists the skipped rows of a file, with neighbouring lines as a range. Only the first of many ranges are listed.
fn describe_blank_rows(BlankTableRows { file, lines }: &BlankTableRows) -> String {
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
    let message = match lines.len() {
        1 => format!("{file}: 1 row has no text and was skipped: line {shown}."),
        count => {
            format!("{file}: {count} rows have no text and were skipped: lines {shown}{more}.")
        }
    };
    escape_line(&message).into()
}

/// Looks up the items that an earlier run left unfinished, as the window does when it opens.
pub(crate) async fn recover(desk: &Desk) -> Result<(), CommandAbort> {
    desk.outbox.recover().await?;
    if let Some(message) = desk.overview.workspace_view()?.recovered {
        writeln!(stderr(), "{message}").map_err(CommandAbort::Output)?;
    }
    Ok(())
}

/// Drafts to send.
struct SelectedDrafts {
    items: Vec<ReviewItem>,
    /// True if the person named each of them.
    are_named: bool,
}

/// The options and the destination of a send.
#[derive(Clone, Copy)]
struct SendContext<'a> {
    options: &'a SendOptions,
    /// The options that open the same workspace again.
    workspace_options: &'a [String],
    /// True if the replies of the service are printed.
    show_reply: bool,
}

impl<'a> SendContext<'a> {
    const fn new(
        connection: &ConnectionArgs,
        options: &'a SendOptions,
        workspace_options: &'a [String],
    ) -> Self {
        Self {
            options,
            workspace_options,
            show_reply: connection.show_reply,
        }
    }
}

/// Sends new or existing drafts. Reports skipped objects, and returns the exit code.
async fn send_created(
    desk: &Desk,
    made: &CreatedDrafts,
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let mut sentences = Vec::from_iter(skipped_objects::existing_notice(made));
    sentences.extend(skipped_objects::sent_notices(made));
    for sentence in sentences {
        writeln!(io::stderr(), "{}", escape_line(&sentence)).map_err(CommandAbort::Output)?;
    }
    let skipped_exit = skipped_objects::exit_for(made);
    if made.drafts.is_empty() {
        if context.options.json {
            print_array(&[(); 0], out).map_err(CommandAbort::Output)?;
        }
        return Ok(skipped_exit);
    }
    if made.drafts.len() >= LARGE_REVIEW {
        let message = format!("{} drafts are saved. Reviewing them.", made.drafts.len());
        writeln!(io::stderr(), "{message}").map_err(CommandAbort::Output)?;
    }
    let sent = send_drafts(desk, &made.drafts, context, out).await?;
    Ok(sent.worse(skipped_exit))
}

async fn send_drafts(
    desk: &Desk,
    drafts: &[String],
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let chosen = select_drafts(desk, drafts)?;
    plan_or_send(desk, chosen, context, out).await
}

/// Returns the named drafts in their order; all drafts if none is named.
fn select_drafts(desk: &Desk, named: &[String]) -> Result<SelectedDrafts, CommandFailure> {
    let values = desk.values.review_values()?;
    if named.is_empty() {
        let rows = desk.outbox.review()?.rows;
        let others: Vec<_> = rows.iter().map(|row| row.draft.as_str()).collect();
        let mut items = review_drafts(desk, &others)?;
        items.extend(values);
        return Ok(SelectedDrafts {
            items,
            are_named: false,
        });
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
    Ok(SelectedDrafts {
        items: items.collect(),
        are_named: true,
    })
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

/// Shows the plan, or sends the drafts.
async fn plan_or_send(
    desk: &Desk,
    chosen: SelectedDrafts,
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let options = context.options;
    let SelectedDrafts { items, are_named } = chosen;
    overrides::refuse_needless_overrides(options, &items)?;
    let is_ready = |item: &ReviewItem| {
        let row = &item.row;
        overrides::blocking_errors(row, options).next().is_none() && row.blocked.is_none()
    };
    if !options.go || (are_named && !items.iter().all(is_ready)) {
        return plan::print_plan(desk, &items, context, out);
    }
    let (ready, left): (Vec<_>, Vec<_>) = items.into_iter().partition(is_ready);
    if ready.is_empty() {
        return report_nothing_to_send(&left, options, out);
    }
    let left_exit = plan::report_unsent(&left, options)?;
    let sent = execute::run(desk, &ready, context, out).await?;
    Ok(sent.worse(left_exit))
}

/// Says why nothing can be sent, and returns the exit code.
fn report_nothing_to_send(
    left: &[ReviewItem],
    options: &SendOptions,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    if options.json {
        print_array(&[(); 0], out).map_err(CommandAbort::Output)?;
    }
    let exit = plan::report_unsent(left, options)?;
    let message = if left.is_empty() {
        "There is no draft to send."
    } else {
        "Nothing was sent."
    };
    writeln!(stderr(), "{message}").map_err(CommandAbort::Output)?;
    Ok(exit)
}
