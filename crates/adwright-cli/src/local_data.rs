//! `adwright data`: the sizes of the stored data, the retention rule, and single items in backups.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{
    BackupItem, BackupItemId, BackupItemState, ChangeView, DataSize, LocalDataView,
};
use serde::Serialize;
use serde_json::json;

use crate::arguments::{
    BackupItemsArgs, DataCommand, KeepDataArgs, RestoreBackupArgs, ShowDataArgs,
};
use crate::column_aligner::print_rows;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure, FailureContext, report_result};
use crate::json::{print_array, print_json};
use crate::printable::{escape_line, plural};
use crate::{connect, runtime};

/// One element of `data items --json`.
#[derive(Serialize)]
struct BackupItemElement<'a> {
    id: &'a str,
    kind: &'static str,
    title: &'a str,
    saved: &'a str,
    state: &'static str,
    count: u32,
}

impl<'a> From<&'a BackupItem> for BackupItemElement<'a> {
    fn from(item: &'a BackupItem) -> Self {
        let (kind, id) = address(item);
        Self {
            id,
            kind,
            title: &item.title,
            saved: &item.saved,
            state: match item.state {
                BackupItemState::Same => "same",
                BackupItemState::Changed => "changed",
                BackupItemState::Discarded => "discarded",
                BackupItemState::Sent => "sent",
                BackupItemState::Missing => "missing",
            },
            count: item.count,
        }
    }
}

/// Returns whether an item is a draft or a batch, and its id.
fn address(item: &BackupItem) -> (&'static str, &str) {
    match &item.id {
        BackupItemId::Draft(id) => ("draft", id),
        BackupItemId::Batch(id) => ("batch", id),
    }
}

/// Runs the command, and returns the exit code.
pub(crate) fn run(command: &DataCommand, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        let desk = connect::open_offline(command.connection()).await?;
        match command {
            DataCommand::Show(show) => show_data(&desk, show, out),
            DataCommand::Keep(keep) => keep_data(&desk, keep, out),
            DataCommand::Items(items) => list_items(&desk, items, out),
            DataCommand::Restore(restore) => restore_item(&desk, restore, out),
        }
    })?;
    let context = FailureContext::for_connection(command.connection());
    report_result(done, context.with_json_if(command.is_json()))
}

fn show_data(desk: &Desk, show: &ShowDataArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let data = desk.local_data.view()?;
    if show.json {
        let kilobytes = |size: &DataSize| size.kilobytes;
        let parts = data.parts.iter().map(|part| {
            json!({"label": part.label, "count": part.count, "kilobytes": kilobytes(&part.size)})
        });
        let backups = data.backups.iter().map(|backup| {
            json!({"name": backup.name, "madeAt": backup.made_at, "reason": backup.reason, "kilobytes": kilobytes(&backup.size)})
        });
        let shown = json!({
            "parts": parts.collect::<Vec<_>>(),
            "fileKilobytes": kilobytes(&data.file),
            "keepMonths": data.keep_months,
            "lastRemoval": data.last_removal,
            "backups": backups.collect::<Vec<_>>(),
        });
        print_json(&shown, out)?;
    } else {
        print_data(&data, out).map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

fn print_data(data: &LocalDataView, out: &mut impl Write) -> io::Result<()> {
    let parts = data.parts.iter();
    let parts = parts.map(|part| {
        vec![
            part.label.clone(),
            part.count.to_string(),
            part.size.text.clone(),
        ]
    });
    print_rows(&["DATA", "COUNT", "SIZE"], parts, out)?;
    writeln!(out, "\nThe database file has {}.", data.file.text)?;
    match data.keep_months {
        Some(months) => writeln!(
            out,
            "Old versions and raw replies stay for {}.",
            plural(months as usize, "month")
        )?,
        None => writeln!(out, "Old versions and raw replies stay forever.")?,
    }
    if let Some(last) = &data.last_removal {
        writeln!(out, "{last}")?;
    }
    if data.backups.is_empty() {
        return writeln!(out, "There are no backups yet.");
    }
    writeln!(out)?;
    let backups = data.backups.iter().map(|backup| {
        let cells = [
            &backup.name,
            &backup.made_at,
            &backup.size.text,
            &backup.reason,
        ];
        cells.map(|cell| escape_line(cell).into_owned()).to_vec()
    });
    print_rows(&["BACKUP", "MADE", "SIZE", "REASON"], backups, out)
}

fn keep_data(desk: &Desk, keep: &KeepDataArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let months = keep.time.months();
    let preview = desk.local_data.preview_retention(months)?;
    let message = if keep.go {
        desk.local_data.set_retention(months)?
    } else {
        format!(
            "{} Nothing was changed; --go sets the rule.",
            preview.message
        )
    };
    if keep.json {
        let result = json!({
            "versions": preview.versions,
            "replies": preview.replies,
            "kilobytes": preview.size.kilobytes,
            "message": message,
        });
        print_json(&result, out)?;
    } else {
        writeln!(out, "{message}").map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

fn list_items(
    desk: &Desk,
    items: &BackupItemsArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let found = desk.local_data.backup_items(&items.backup)?;
    let elements: Vec<_> = found.iter().map(BackupItemElement::from).collect();
    let printed = if items.json {
        print_array(&elements, out)
    } else {
        let rows = found.iter().map(|item| {
            let (kind, id) = address(item);
            let cells = [id, kind, &item.saved, &item.about, &item.title];
            cells.map(|cell| escape_line(cell).into_owned()).to_vec()
        });
        print_rows(&["ID", "KIND", "SAVED", "NOW", "NAME"], rows, out)
    };
    printed.map_err(CommandAbort::Output)?;
    Ok(Exit::Success)
}

fn restore_item(
    desk: &Desk,
    restore: &RestoreBackupArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let found = desk.local_data.backup_items(&restore.backup)?;
    let item = found.iter().find(|item| address(item).1 == restore.id);
    let item = item.ok_or_else(|| {
        CommandFailure::usage(format!(
            "The backup has no draft or batch {}. `adwright data items` lists them.",
            restore.id
        ))
    })?;
    if restore.go {
        let restored = desk
            .local_data
            .restore_backup_item(&restore.backup, &item.id)?;
        let (BackupItemId::Draft(id) | BackupItemId::Batch(id)) = &restored.id;
        return print_result(restore, &[], (id, &restored.message), out);
    }
    let changes = match &item.id {
        BackupItemId::Draft(draft) => {
            desk.local_data
                .preview_backup(&restore.backup, draft)?
                .changes
        }
        BackupItemId::Batch(_) => Vec::new(),
    };
    let message = if item.state.can_restore() {
        format!(
            "Now: {}. Nothing was changed; --go restores it.",
            item.about
        )
    } else {
        format!("It cannot be restored. Now: {}.", item.about)
    };
    print_result(restore, &changes, (&restore.id, &message), out)
}

fn print_result(
    restore: &RestoreBackupArgs,
    changes: &[ChangeView],
    (id, message): (&str, &str),
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    if restore.json {
        print_json(
            &json!({"id": id, "changes": changes, "message": message}),
            out,
        )?;
        return Ok(Exit::Success);
    }
    let lines = changes.iter().map(|change| {
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        let (before, after) = (value(&change.before), value(&change.after));
        escape_line(&format!("{}: {before} → {after}", change.label)).into_owned()
    });
    for line in lines.chain([escape_line(message).into_owned()]) {
        writeln!(out, "{line}").map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}
