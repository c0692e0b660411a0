//! `adwright workspace learn`.

use std::io::{self, Write};
use std::path::Path;

use adwright_desk::Desk;
use adwright_views::{AcceptedField, CustomFieldView, DiscoveredField, FieldDiscovery};
use serde::Serialize;

use crate::arguments::LearnArgs;
use crate::column_aligner::print_rows;
use crate::connect;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::files::read_text;
use crate::json::print_json;
use crate::printable::{escape_line, plural};

const NOTHING_FETCHED: &str =
    "The workspace has no fetched campaigns. Fetch them in the window first, or use --sample.";

/// The output of `--json`.
#[derive(Serialize)]
struct LearningElement {
    examined: u32,
    /// The fields that are new, or that were new before `--apply`.
    fields: Vec<FieldElement>,
    known: Vec<KnownFieldElement>,
    message: String,
}

/// A field that the workspace did not know.
#[derive(Serialize)]
struct FieldElement {
    path: String,
    label: String,
    becomes: String,
    choices: Vec<String>,
    seen: u32,
    example: String,
}

/// A field that the workspace has learned.
#[derive(Serialize)]
struct KnownFieldElement {
    path: String,
    label: String,
    becomes: String,
    learned: String,
}

impl From<DiscoveredField> for FieldElement {
    fn from(field: DiscoveredField) -> Self {
        Self {
            path: field.path,
            label: field.label,
            becomes: field.guessed_type,
            choices: field.choices,
            seen: field.occurrences,
            example: field.example,
        }
    }
}

impl From<CustomFieldView> for KnownFieldElement {
    fn from(field: CustomFieldView) -> Self {
        Self {
            path: field.path,
            label: field.label,
            becomes: field.guessed_type,
            learned: field.learned,
        }
    }
}

/// Shows, learns or forgets fields, and returns the exit code.
pub(super) async fn run(learn: &LearnArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let desk = connect::open_named_offline(&learn.named.name).await?;
    let (found, message) = if learn.forget.is_empty() {
        show_or_learn(&desk, learn)?
    } else {
        forget(&desk, &learn.forget)?
    };
    if learn.named.json {
        let element = LearningElement {
            examined: found.examined,
            fields: found.discovered.into_iter().map(Into::into).collect(),
            known: found.known.into_iter().map(Into::into).collect(),
            message,
        };
        print_json(&element, out)?;
    } else {
        print_fields(&found, &message, out).map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

fn show_or_learn(
    desk: &Desk,
    learn: &LearnArgs,
) -> Result<(FieldDiscovery, String), CommandFailure> {
    let mut found = discover(desk, learn.sample.as_deref())?;
    if learn.apply {
        let accepted = found.discovered.iter().cloned().map(AcceptedField::from);
        let accepted: Vec<_> = accepted.collect();
        found.known = desk.customization.save_custom_fields(&accepted)?;
    }
    let message = discovery_message(learn, &found);
    Ok((found, message))
}

/// Finds the unknown fields of a sample, or of the fetched campaigns.
fn discover(desk: &Desk, sample: Option<&Path>) -> Result<FieldDiscovery, CommandFailure> {
    let Some(file) = sample else {
        return Ok(desk.customization.discover_fields(None)?);
    };
    let found = desk.customization.discover_fields(Some(&read_text(file)?));
    found.map_err(|error| {
        let why = CommandFailure::from(error).sentence;
        CommandFailure::usage(format!("{}: {why}", file.display()))
    })
}

fn discovery_message(learn: &LearnArgs, found: &FieldDiscovery) -> String {
    let fields = plural(found.discovered.len(), "field");
    let campaigns = plural(found.examined as usize, "campaign");
    match (found.examined, found.discovered.len()) {
        (0, _) => NOTHING_FETCHED.to_owned(),
        (_, 0) => format!("All fields of {campaigns} are known."),
        _ if learn.apply => format!("Learned {fields}. The form and the checks now use them."),
        _ => format!("Nothing was changed. Add --apply to learn {fields}."),
    }
}

/// Forgets learned fields with their nested fields, all of them or none.
fn forget(desk: &Desk, paths: &[String]) -> Result<(FieldDiscovery, String), CommandFailure> {
    let before = desk.customization.custom_fields()?;
    let is_known = |path: &String| before.iter().any(|field| field.path == *path);
    if let Some(unknown) = paths.iter().find(|path| !is_known(path)) {
        return Err(CommandFailure::usage(format!(
            "There is no learned field “{unknown}”, so nothing was changed."
        )));
    }
    let known = desk.customization.remove_custom_fields(paths)?;
    let fields = plural(before.len() - known.len(), "field");
    let left = FieldDiscovery {
        examined: 0,
        discovered: Vec::new(),
        known,
        declined: false,
    };
    Ok((left, format!("Forgot {fields}. No campaign changed.")))
}

fn print_fields(found: &FieldDiscovery, message: &str, out: &mut impl Write) -> io::Result<()> {
    let rows = found.discovered.iter().map(|field| {
        let texts = [&field.path, &field.label, &field.guessed_type];
        let seen = field.occurrences.to_string();
        let cells = texts.into_iter().chain([&seen, &field.example]);
        cells.map(|cell| escape_line(cell).into_owned()).collect()
    });
    let titles = ["PATH", "LABEL", "BECOMES", "SEEN", "EXAMPLE"];
    print_rows(&titles, rows, out)?;
    for field in &found.known {
        let line = format!("{} ({}), {}", field.label, field.path, field.guessed_type);
        writeln!(out, "learned: {}", escape_line(&line))?;
    }
    writeln!(out, "{}", escape_line(message))
}
