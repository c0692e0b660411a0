//! `adwright template`: lists, uses, removes and restores templates.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{DocumentRef, TemplateProduct, TemplateRow};
use serde::Serialize;
use serde_json::json;

use crate::arguments::{ListTemplatesArgs, TemplateArgs, TemplateCommand, UseTemplateArgs};
use crate::column_aligner::print_rows;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure, FailureContext, report_result};
use crate::json::{print_array, print_json};
use crate::printable::{escape_line, stderr};
use crate::sending::parse_edits;
use crate::{connect, runtime};

/// One element of `template list --json`.
#[derive(Serialize)]
struct TemplateElement {
    template: String,
    creates: &'static str,
    name: String,
    description: String,
    values: u32,
    /// The labels of the fields that it leaves open.
    open: Vec<String>,
    saved: String,
}

impl From<TemplateRow> for TemplateElement {
    fn from(row: TemplateRow) -> Self {
        Self {
            template: row.id,
            creates: match row.product {
                TemplateProduct::Campaign => "campaign",
                TemplateProduct::Batch => "batch",
            },
            name: row.name,
            description: row.description,
            values: row.values,
            open: row.prompts,
            saved: row.saved,
        }
    }
}

/// Runs the command, and returns the exit code.
pub(crate) fn run(command: &TemplateCommand, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        let desk = connect::open_offline(command.connection()).await?;
        match command {
            TemplateCommand::List(list) => print_list(&desk, list, out),
            TemplateCommand::Use(using) => use_template(&desk, using, out),
            TemplateCommand::Remove(chosen) => remove(&desk, chosen, out),
            TemplateCommand::Restore(chosen) => restore(&desk, chosen, out),
        }
    })?;
    // No request was sent, so that no reply can be the cause.
    report_result(done, FailureContext::for_connection(command.connection()))
}

fn print_list(
    desk: &Desk,
    list: &ListTemplatesArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let rows = desk.templates.templates()?.into_iter();
    let lines: Vec<_> = rows.map(TemplateElement::from).collect();
    let printed = if list.json {
        print_array(&lines, out)
    } else {
        print_table(&lines, out)
    };
    printed.map_err(CommandAbort::Output)?;
    if lines.is_empty() {
        writeln!(stderr(), "There are no templates.").map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

fn print_table(lines: &[TemplateElement], out: &mut impl Write) -> io::Result<()> {
    let rows = lines.iter().map(|line| {
        let (values, open) = (line.values.to_string(), line.open.join(", "));
        let cells = [&line.template, line.creates, &values, &line.name, &open];
        cells.map(|cell| escape_line(cell).into_owned()).to_vec()
    });
    let titles = ["TEMPLATE", "CREATES", "VALUES", "NAME", "STILL OPEN"];
    print_rows(&titles, rows, out)
}

/// Finds a template by its id or its name.
fn find(desk: &Desk, chosen: &TemplateArgs) -> Result<TemplateRow, CommandFailure> {
    let wanted = &chosen.template;
    let mut rows = desk.templates.templates()?;
    if let Some(at) = rows.iter().position(|row| row.id == *wanted) {
        return Ok(rows.swap_remove(at));
    }
    rows.retain(|row| row.name.to_lowercase() == wanted.to_lowercase());
    match rows.len() {
        1 => Ok(rows.swap_remove(0)),
        0 => Err(CommandFailure::usage(format!(
            "There is no template “{wanted}”. `adwright template list` lists the templates."
        ))),
        several => Err(CommandFailure::usage(format!(
            "There are {several} templates “{wanted}”. Use the id, from `adwright template list`."
        ))),
    }
}

fn use_template(
    desk: &Desk,
    using: &UseTemplateArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let connection = &using.chosen.connection;
    let values = parse_edits(&using.edits, connection)?;
    let TemplateRow {
        id, name, product, ..
    } = find(desk, &using.chosen)?;
    let suffix = connection.workspace_suffix();
    if product == TemplateProduct::Batch {
        if !values.is_empty() {
            let why = "--set is only for templates of campaigns. Nothing was created.";
            return Err(CommandFailure::usage(why).into());
        }
        let batch = desk.templates.create_batch(&id)?.id;
        let message = format!("Created the batch {batch} from the template “{name}”.");
        let hint = format!(" To show: adwright batch show {batch}{suffix}");
        let element = json!({"draft": null, "batch": batch, "message": message});
        return print_result(&element, &hint, using.chosen.json, out);
    }
    let created = desk.templates.use_template_with(&id, &values)?;
    let DocumentRef::Draft(draft) = created.detail.target else {
        return Err(CommandFailure::usage("The new campaign is not a draft.").into());
    };
    let (message, hint) = match created.note {
        Some(note) => (format!("{note} The draft is {draft}."), String::new()),
        None => (
            format!("Created the draft {draft} from the template “{name}”."),
            format!(" To send: adwright send {draft}{suffix} --go"),
        ),
    };
    let element = json!({"draft": draft, "batch": null, "message": message});
    print_result(&element, &hint, using.chosen.json, out)
}

fn remove(desk: &Desk, chosen: &TemplateArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let TemplateRow { id, name, .. } = find(desk, chosen)?;
    desk.templates.delete_template(&id)?;
    let suffix = chosen.connection.workspace_suffix();
    let hint = format!(" To restore: adwright template restore {id}{suffix}");
    let message = format!("Removed the template “{name}”.");
    let element = json!({"template": id, "message": message});
    print_result(&element, &hint, chosen.json, out)
}

fn restore(desk: &Desk, chosen: &TemplateArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let restored = desk.templates.restore_template(&chosen.template, None);
    let row =
        restored.map_err(|error| CommandFailure::usage(CommandFailure::from(error).sentence))?;
    let message = format!("Restored the template “{}”.", row.name);
    let element = json!({"template": row.id, "message": message});
    print_result(&element, "", chosen.json, out)
}

/// Prints the result as JSON, or its message with a hint for a person.
fn print_result(
    element: &serde_json::Value,
    hint: &str,
    json: bool,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    if json {
        print_json(element, out)?;
    } else {
        let message = element["message"].as_str().unwrap_or_default();
        writeln!(out, "{}{hint}", escape_line(message)).map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}
