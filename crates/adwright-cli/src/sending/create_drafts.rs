//! Reads new objects from files, and values at paths.

use std::path::{Path, PathBuf};

use adwright_desk::{FileError, JsonEdit, JsonObject, TableFile, file_error_message};
use adwright_wire::{split_file, strip_bom};

use crate::arguments::ConnectionArgs;
use crate::connect;
use crate::failure::CommandFailure;
use crate::files::for_each_file;

/// Parses the `--set` options. Refuses settings, and a service without a workspace.
pub(crate) fn parse_edits(
    set: &[String],
    connection: &ConnectionArgs,
) -> Result<Vec<JsonEdit>, CommandFailure> {
    let is_setting = |text: &&String| text.starts_with("dialect.");
    let settings: Vec<_> = set.iter().filter(is_setting).cloned().collect();
    connect::require_workspace(connection, &settings)?;
    if let Some(setting) = settings.first() {
        let failure = CommandFailure::usage(format!(
            "--set {setting}: a workspace has its own settings."
        ));
        return Err(failure.suggesting("Change the setting there", setting.as_str()));
    }
    let edits = set.iter().map(|text| match text.split_once('=') {
        Some((path, json)) => Ok(JsonEdit {
            path: path.to_owned(),
            json: json.to_owned(),
        }),
        None => Err(CommandFailure::usage(format!(
            "--set {text}: the form is PATH=JSON."
        ))),
    });
    edits.collect()
}

/// Refuses standard input for objects and for a secret at once: the first reader would take the other's input.
pub(super) fn refuse_stdin_twice(
    files: &[PathBuf],
    connection: &ConnectionArgs,
) -> Result<(), CommandFailure> {
    let is_named = files.iter().any(|file| file.as_os_str() == "-");
    if is_named && connection.secrets.secret_stdin {
        return Err(CommandFailure::usage(
            "Standard input cannot supply both the objects (“-”) and the secret (--secret-stdin). Name a file, or \
             pass the secret with --secret-env.",
        ));
    }
    Ok(())
}

/// Reads the objects of all files, in order. Fails if any file cannot be read.
pub(super) fn read_objects(files: &[PathBuf]) -> Result<Vec<JsonObject>, CommandFailure> {
    let mut objects = Vec::new();
    let mut wrong = None;
    for_each_file(files, |name, bytes| {
        match bytes.and_then(|bytes| split_objects(name, &bytes)) {
            Ok(found) => objects.extend(found),
            Err(error) => {
                wrong.get_or_insert_with(|| format!("{name}: {}", file_error_message(&error)));
            }
        }
        Ok(())
    })
    .map_err(|error| CommandFailure::usage(format!("The files cannot be read: {error}.")))?;
    match wrong {
        Some(why) => Err(CommandFailure::usage(why)),
        None if objects.is_empty() && !files.is_empty() => {
            Err(CommandFailure::usage("The files have no campaigns."))
        }
        None => Ok(objects),
    }
}

/// The new values of files.
#[derive(Default)]
pub(super) struct ValueFiles {
    pub(super) tables: Vec<TableFile>,
    pub(super) objects: Vec<JsonObject>,
}

/// Reads the new values of all files, in order. Fails if any file cannot be read. The name or the first letter of a
/// file decides if it is a table or JSON.
pub(super) fn read_values(
    files: &[PathBuf],
    worksheet: Option<&str>,
) -> Result<ValueFiles, CommandFailure> {
    let mut values = ValueFiles::default();
    let mut wrong = None;
    for_each_file(files, |name, bytes| {
        let read = bytes.and_then(|bytes| {
            if is_json(name, &bytes) {
                values.objects.extend(split_objects(name, &bytes)?);
            } else {
                values.tables.push(TableFile {
                    name: name.to_owned(),
                    bytes,
                    worksheet: worksheet.map(str::to_owned),
                });
            }
            Ok(())
        });
        if let Err(error) = read {
            wrong.get_or_insert_with(|| format!("{name}: {}", file_error_message(&error)));
        }
        Ok(())
    })
    .map_err(|error| CommandFailure::usage(format!("The files cannot be read: {error}.")))?;
    match wrong {
        Some(why) => Err(CommandFailure::usage(why)),
        None if values.tables.is_empty() && values.objects.is_empty() => {
            Err(CommandFailure::usage("The files have no values."))
        }
        None => Ok(values),
    }
}

fn is_json(name: &str, bytes: &[u8]) -> bool {
    match Path::new(name).extension() {
        Some(ending) if ending.eq_ignore_ascii_case("json") => true,
        Some(ending) if ending.eq_ignore_ascii_case("csv") => false,
        _ => {
            let bytes = strip_bom(bytes);
            bytes.trim_ascii_start().starts_with(b"{") || bytes.trim_ascii_start().starts_with(b"[")
        }
    }
}

fn split_objects(name: &str, bytes: &[u8]) -> Result<Vec<JsonObject>, FileError> {
    let found = split_file(bytes).map_err(|error| FileError::NoObjects(error.at))?;
    let found: Vec<_> = found.collect();
    let several = found.len() > 1;
    let object = |(at, json): (usize, &&[u8])| JsonObject {
        from: if several {
            format!("{name}, object {}", at + 1)
        } else {
            name.to_owned()
        },
        json: json.to_vec(),
    };
    Ok(found.iter().enumerate().map(object).collect())
}
