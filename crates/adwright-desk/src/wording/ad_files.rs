//! The wording of imports and of removed imports.

use adwright_views::AdImportProblem;

use super::{error_message, plural};

use crate::error::Error;

/// The result of an import.
#[derive(Debug)]
pub(crate) struct ImportOutcome<'a> {
    /// The number of new ads.
    pub(crate) imported: u32,
    /// The number of ads that were imported before.
    pub(crate) duplicates: u32,
    /// The number of files that contained an ad.
    pub(crate) files: u32,
    /// The name of the last of these files.
    pub(crate) last_file: &'a str,
    /// The number of files and objects that were skipped.
    pub(crate) skipped: usize,
    pub(crate) first_skipped: Option<&'a AdImportProblem>,
    pub(crate) is_stopped: bool,
    /// Why the rest could not be stored.
    pub(crate) failure: Option<&'a Error>,
}

/// Returns the result of an import, in sentences.
pub(crate) fn import_message(outcome: &ImportOutcome<'_>) -> String {
    let sentences = [
        Some(imported_sentence(outcome)),
        duplicates_sentence(outcome),
        skipped_sentence(outcome),
        outcome.is_stopped.then(|| stopped_sentence(outcome)),
        outcome
            .failure
            .map(|error| format!("The import failed: {}", error_message(error))),
    ];
    sentences
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

fn imported_sentence(outcome: &ImportOutcome<'_>) -> String {
    let from = match outcome.files {
        1 => format!("“{}”", outcome.last_file),
        files => plural(files as usize, "file"),
    };
    match (outcome.imported, outcome.duplicates) {
        (0, 0) => "No ads were imported.".to_owned(),
        (0, duplicates) => {
            let were = if duplicates == 1 { "was" } else { "were" };
            let ads = count_ads_text(duplicates);
            format!("Nothing new: {ads} from {from} {were} imported before.")
        }
        (imported, _) => format!("Imported {} from {from}.", count_ads_text(imported)),
    }
}

fn duplicates_sentence(outcome: &ImportOutcome<'_>) -> Option<String> {
    if outcome.imported == 0 {
        return None;
    }
    match outcome.duplicates {
        0 => None,
        1 => Some("1 more was imported before.".to_owned()),
        several => Some(format!("{several} more were imported before.")),
    }
}

fn skipped_sentence(outcome: &ImportOutcome<'_>) -> Option<String> {
    let first = outcome.first_skipped?;
    let named = format!("“{}”: {}", first.file, first.message);
    match outcome.skipped {
        1 => Some(format!("Skipped {named}")),
        several if outcome.imported > 0 => Some(format!("Skipped {several} files or objects.")),
        several => Some(format!("Skipped {several} files or objects, first {named}")),
    }
}

fn stopped_sentence(outcome: &ImportOutcome<'_>) -> String {
    if outcome.imported > 0 {
        "The import was stopped. The imported ads are kept.".to_owned()
    } else {
        "The import was stopped.".to_owned()
    }
}

/// Returns how many ads from files were removed. `on_service` counts selected ads of the service, which stay.
pub(crate) fn removed_ads_message(removed: u32, on_service: usize) -> String {
    let message = match removed {
        0 => "No ad from a file was removed.".to_owned(),
        _ => format!(
            "Removed {}. The files stay as they are.",
            count_ads_text(removed)
        ),
    };
    match on_service {
        0 => message,
        1 => format!("{message} 1 ad of the service stays."),
        several => format!("{message} {} of the service stay.", plural(several, "ad")),
    }
}

fn count_ads_text(number: u32) -> String {
    plural(number as usize, "ad")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: ImportOutcome<'static> = ImportOutcome {
        imported: 0,
        duplicates: 0,
        files: 0,
        last_file: "",
        skipped: 0,
        first_skipped: None,
        is_stopped: false,
        failure: None,
    };

    #[test]
    fn an_import_counts_new_known_and_skipped_ads() {
        let problem = AdImportProblem {
            file: "b.json".to_owned(),
            message: "It is a pipe or a device, not a file.".to_owned(),
        };
        let outcomes = [
            ImportOutcome {
                is_stopped: true,
                ..NOTHING
            },
            ImportOutcome {
                imported: 2,
                files: 1,
                last_file: "a.json",
                ..NOTHING
            },
            ImportOutcome {
                imported: 1,
                duplicates: 1,
                files: 2,
                is_stopped: true,
                ..NOTHING
            },
            ImportOutcome {
                duplicates: 4,
                files: 3,
                ..NOTHING
            },
            ImportOutcome {
                skipped: 1,
                first_skipped: Some(&problem),
                ..NOTHING
            },
            ImportOutcome {
                skipped: 2,
                first_skipped: Some(&problem),
                ..NOTHING
            },
            ImportOutcome {
                imported: 1,
                files: 2,
                skipped: 2,
                first_skipped: Some(&problem),
                failure: Some(&Error::Stopped),
                ..NOTHING
            },
        ];
        expect_test::expect![[r#"
            No ads were imported. The import was stopped.
            Imported 2 ads from “a.json”.
            Imported 1 ad from 2 files. 1 more was imported before. The import was stopped. The imported ads are kept.
            Nothing new: 4 ads from 3 files were imported before.
            No ads were imported. Skipped “b.json”: It is a pipe or a device, not a file.
            No ads were imported. Skipped 2 files or objects, first “b.json”: It is a pipe or a device, not a file.
            Imported 1 ad from 2 files. Skipped 2 files or objects. The import failed: Nothing was changed."#]]
        .assert_eq(&outcomes.map(|outcome| import_message(&outcome)).join("\n"));
    }

    #[test]
    fn ads_of_the_service_are_not_removed() {
        let messages = [(0, 0), (1, 0), (2, 1), (2, 30)]
            .map(|(removed, on_service)| removed_ads_message(removed, on_service));
        expect_test::expect![[r#"
            No ad from a file was removed.
            Removed 1 ad. The files stay as they are.
            Removed 2 ads. The files stay as they are. 1 ad of the service stays.
            Removed 2 ads. The files stay as they are. 30 ads of the service stay."#]]
        .assert_eq(&messages.join("\n"));
    }
}
