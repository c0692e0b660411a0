//! What drafts are made from: files, and values at paths.

use std::path::{Path, PathBuf};

use adwright_desk::{SpelledEdit, SpelledObject, ValueRows};
use adwright_wire::{file_objects, without_mark};

use crate::arguments::Place;
use crate::failure::Failure;
use crate::files::each_file;

/// What `--set` says.
pub(super) struct Edits {
    pub(super) edits: Vec<SpelledEdit>,
    /// Settings of the dialect.
    pub(super) settings: Vec<String>,
}

/// Tells values from settings of a service without a workspace.
pub(super) fn split(set: &[String], place: &Place) -> Result<Edits, Failure> {
    let is_setting = |text: &&String| text.starts_with("dialect.");
    let (settings, edits): (Vec<_>, Vec<_>) = set.iter().partition(is_setting);
    if let (Some(setting), None) = (settings.first(), &place.base_url) {
        let failure = Failure::usage(format!(
            "--set {setting}: settings go with --base-url; a workspace has its own."
        ));
        return Err(failure.unless("Change them there", setting.as_str()));
    }
    let edits = edits.into_iter().map(|text| match text.split_once('=') {
        Some((path, json)) => Ok(SpelledEdit {
            path: path.to_owned(),
            json: json.to_owned(),
        }),
        None => Err(Failure::usage(format!(
            "--set {text}: it has the form PATH=JSON."
        ))),
    });
    Ok(Edits {
        edits: edits.collect::<Result<_, _>>()?,
        settings: settings.into_iter().cloned().collect(),
    })
}

/// Refuses standard input for what is created and for the secret at once: whoever reads it first would take it from the other.
pub(super) fn one_input(files: &[PathBuf], place: &Place) -> Result<(), Failure> {
    let is_named = files.iter().any(|file| file.as_os_str() == "-");
    if is_named && place.secrets.secret_stdin {
        return Err(Failure::usage(
            "Standard input can be only one of both: what “-” stands for, or the secret of --secret-stdin. Name a file, or \
             give the secret with --secret-env.",
        ));
    }
    Ok(())
}

/// The objects of all files, in order; none is used where one cannot be read.
pub(super) fn objects(files: &[PathBuf]) -> Result<Vec<SpelledObject>, Failure> {
    let mut objects = Vec::new();
    let mut wrong = None;
    each_file(files, |name, bytes| {
        match bytes.and_then(|bytes| cut(name, &bytes)) {
            Ok(found) => objects.extend(found),
            Err(why) => {
                wrong.get_or_insert(format!("{name}: {why}"));
            }
        }
        Ok(())
    })
    .map_err(|error| Failure::usage(format!("The files cannot be read: {error}.")))?;
    match wrong {
        Some(why) => Err(Failure::usage(why)),
        None if objects.is_empty() && !files.is_empty() => {
            Err(Failure::usage("There is no campaign in the files."))
        }
        None => Ok(objects),
    }
}

/// The new values of all files, in order; none is used where one cannot be read. A file is a table or JSON, as its name or
/// its first letter says.
pub(super) fn values(files: &[PathBuf]) -> Result<Vec<ValueRows>, Failure> {
    let mut rows = Vec::new();
    let mut wrong = None;
    each_file(files, |name, bytes| {
        let read = bytes.and_then(|bytes| {
            if is_json(name, &bytes) {
                cut(name, &bytes).map(ValueRows::Objects)
            } else {
                Ok(ValueRows::Table(name.to_owned(), bytes))
            }
        });
        match read {
            Ok(read) => rows.push(read),
            Err(why) => {
                wrong.get_or_insert(format!("{name}: {why}"));
            }
        }
        Ok(())
    })
    .map_err(|error| Failure::usage(format!("The files cannot be read: {error}.")))?;
    wrong.map_or(Ok(rows), |why| Err(Failure::usage(why)))
}

fn is_json(name: &str, bytes: &[u8]) -> bool {
    match Path::new(name).extension() {
        Some(ending) if ending.eq_ignore_ascii_case("json") => true,
        Some(ending) if ending.eq_ignore_ascii_case("csv") => false,
        _ => {
            let bytes = without_mark(bytes);
            bytes.trim_ascii_start().starts_with(b"{") || bytes.trim_ascii_start().starts_with(b"[")
        }
    }
}

fn cut(name: &str, bytes: &[u8]) -> Result<Vec<SpelledObject>, String> {
    let found = file_objects(bytes).map_err(|why| {
        let place = why
            .at
            .map_or_else(String::new, |at| format!(" (byte {at})"));
        format!("It holds neither an object nor a list of objects{place}.")
    })?;
    let found: Vec<_> = found.collect();
    let several = found.len() > 1;
    let object = |(at, json): (usize, &&[u8])| SpelledObject {
        from: if several {
            format!("{name}, object {}", at + 1)
        } else {
            name.to_owned()
        },
        json: json.to_vec(),
    };
    Ok(found.iter().enumerate().map(object).collect())
}
