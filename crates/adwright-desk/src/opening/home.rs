//! Repairs for local files that cannot be opened.

use adwright_service::ErrorClass;
use adwright_store::{Backup, SalvageReport, Store, StoreError};
use adwright_views::{HomeFailure, RecoveryAction, RecoveryOption};

use crate::error::{Error, WorkspaceError};
use crate::host::{Paths, rfc3339};
use crate::workspaces::OPEN_NEXT;

/// The most backups to offer: older ones help less, and a person has to choose.
const OFFERED: usize = 5;

/// Describes why a desk could not be opened on `paths`, and the remedies.
#[must_use]
pub fn home_trouble(error: &Error, paths: Option<&Paths>) -> HomeFailure {
    HomeFailure {
        failure: error.failure(),
        folder: paths.map_or_else(String::new, |paths| paths.home().display().to_string()),
        ways_out: paths.map_or_else(Vec::new, |paths| available_remedies(error, paths)),
    }
}

/// Applies the chosen remedy, and returns its result as a message if there is one. The desk must be opened again
/// afterwards.
pub fn apply_remedy(paths: &Paths, remedy: &RecoveryAction) -> Result<Option<String>, Error> {
    match remedy {
        RecoveryAction::Salvage => {
            return Ok(Some(salvage_message(&Store::salvage(&paths.store())?)));
        }
        RecoveryAction::Backup(name) => Store::restore_backup(&paths.store(), name)?,
        RecoveryAction::Afresh => Store::set_aside(&paths.store())?,
        RecoveryAction::PracticeAfresh => Store::set_aside(&paths.practice())?,
        RecoveryAction::OpenPractice => {
            open_practice_next(paths)?;
            None
        }
    };
    Ok(None)
}

/// Returns the repairs of the local database; none if it can be opened.
///
/// # Errors
/// Fails on a disk error, or while another program writes. Then there is nothing to repair.
pub fn available_repairs(paths: &Paths) -> Result<Option<HomeFailure>, Error> {
    let Err(error) = Store::open(&paths.store()).and_then(|store| store.verify()) else {
        return Ok(None);
    };
    let error = Error::from(error);
    let trouble = home_trouble(&error, Some(paths));
    if trouble.ways_out.is_empty() {
        return Err(error);
    }
    Ok(Some(trouble))
}

fn available_remedies(error: &Error, paths: &Paths) -> Vec<RecoveryOption> {
    let copies = || {
        let backups = Store::backups(&paths.store()).into_iter();
        backups
            .take(OFFERED)
            .map(restore_backup_option)
            .chain([start_empty_option()])
    };
    match error {
        Error::Store(StoreError::Corrupt { .. } | StoreError::Missing { .. }) => {
            [salvage_option()].into_iter().chain(copies()).collect()
        }
        Error::Store(StoreError::Newer { .. } | StoreError::Migration(_)) => copies().collect(),
        Error::Practice(error) if error.class() == ErrorClass::Data => {
            vec![reset_practice_option()]
        }
        Error::Workspace(WorkspaceError::Unusable { .. }) => vec![open_practice_option()],
        _ => Vec::new(),
    }
}

/// Opens Practice at the next start. The workspace that cannot be opened stays unchanged.
fn open_practice_next(paths: &Paths) -> Result<(), Error> {
    Ok(Store::open(&paths.store())?.preference_forget(OPEN_NEXT)?)
}

fn open_practice_option() -> RecoveryOption {
    RecoveryOption {
        remedy: RecoveryAction::OpenPractice,
        label: "Open Practice".to_owned(),
        made_at: None,
        consequence: "Adwright opens the workspace on this computer. Nothing of the other one is lost: look at its \
                      settings from there."
            .to_owned(),
    }
}

fn salvage_option() -> RecoveryOption {
    RecoveryOption {
        remedy: RecoveryAction::Salvage,
        label: "Save what can be read".to_owned(),
        made_at: None,
        consequence: "Drafts, receipts and settings from undamaged parts go into a new file. Adwright then says what was \
                      lost. The damaged file is kept beside it."
            .to_owned(),
    }
}

fn restore_backup_option(backup: Backup) -> RecoveryOption {
    RecoveryOption {
        remedy: RecoveryAction::Backup(backup.name),
        label: "Restore the copy".to_owned(),
        made_at: Some(rfc3339(backup.made_at)),
        consequence: "Drafts and receipts are as they were then. Drafts sent since then count as unsent: look at the \
                      service before you send them again. The present file is kept beside it."
            .to_owned(),
    }
}

fn start_empty_option() -> RecoveryOption {
    RecoveryOption {
        remedy: RecoveryAction::Afresh,
        label: "Begin with an empty workspace".to_owned(),
        made_at: None,
        consequence: "Campaigns are fetched from the service again. Drafts and receipts stay behind in the present file, \
                      which is kept."
            .to_owned(),
    }
}

/// The nouns for the rows of each table, singular and plural. Steps and links between rows are not counted.
const NOUNS: [(&str, &str, &str); 9] = [
    ("draft", "draft", "drafts"),
    ("receipt", "receipt", "receipts"),
    ("item", "sent item", "sent items"),
    ("workspace", "workspace", "workspaces"),
    ("template", "template", "templates"),
    ("list_view", "saved view", "saved views"),
    ("file_ad", "ad from a file", "ads from files"),
    ("draft_edit", "step of undo", "steps of undo"),
    ("preference", "preference", "preferences"),
];

/// Describes which rows were saved and which were lost.
fn salvage_message(salvage: &SalvageReport) -> String {
    let rows = |table: &str| salvage.tables.iter().find(|known| known.table == table);
    let nouns = || {
        let nouns = NOUNS.into_iter();
        nouns.filter_map(|(table, one, many)| Some((rows(table)?, one, many)))
    };
    // The nouns that matter most to a person come first.
    let kept = nouns().take(2);
    let kept = kept.filter_map(|(rows, one, many)| count_text(rows.kept, one, many));
    let lost = nouns().filter_map(|(rows, one, many)| match rows.lost {
        Some(lost) => count_text(lost, one, many),
        None => Some(format!("an unknown number of {many}")),
    });
    let is_named = |table: &str| NOUNS.iter().any(|(known, ..)| *known == table);
    let mut others = salvage.tables.iter();
    let others = others.any(|rows| !is_named(&rows.table) && rows.lost != Some(0));
    let lost = lost.chain(others.then(|| "other records".to_owned()));
    let aside = salvage.aside.as_ref().and_then(|aside| aside.file_name());
    let aside = aside.map_or_else(String::new, |name| {
        let name = name.to_string_lossy();
        format!(" The damaged file is kept as {name}.")
    });
    format!(
        "Saved: {}. Lost: {}.{aside}",
        join_or_nothing(kept),
        join_or_nothing(lost)
    )
}

fn count_text(count: u64, one: &str, many: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        several => Some(format!("{several} {many}")),
    }
}

fn join_or_nothing(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<_> = parts.collect();
    if parts.is_empty() {
        return "nothing".to_owned();
    }
    parts.join(", ")
}

fn reset_practice_option() -> RecoveryOption {
    RecoveryOption {
        remedy: RecoveryAction::PracticeAfresh,
        label: "Begin Practice with new data".to_owned(),
        made_at: None,
        consequence: "The practice service forgets what was sent to it. Your drafts and receipts stay; the present \
                      data is kept beside the new."
            .to_owned(),
    }
}
