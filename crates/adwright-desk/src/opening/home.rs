//! Repairs for local files that cannot be opened.

use adwright_service::ErrorClass;
use adwright_store::{Backup, Store, StoreError};
use adwright_views::{HomeFailure, RecoveryAction, RecoveryOption};

use crate::error::{Error, WorkspaceError};
use crate::host::{Paths, rfc3339};
use crate::wording::{recovery_option, salvage_message};
use crate::workspaces::OPEN_NEXT;

/// The most backups to offer: older ones help less, and a person has to choose.
const OFFERED: usize = 5;

/// Describes why a desk could not be opened on `paths`, and the remedies.
#[must_use]
pub fn home_failure(error: &Error, paths: Option<&Paths>) -> HomeFailure {
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
    let trouble = home_failure(&error, Some(paths));
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
            .chain([recovery_option(RecoveryAction::Afresh)])
    };
    match error {
        Error::Store(StoreError::Corrupt { .. } | StoreError::Missing { .. }) => {
            [recovery_option(RecoveryAction::Salvage)]
                .into_iter()
                .chain(copies())
                .collect()
        }
        Error::Store(StoreError::Newer { .. } | StoreError::Migration(_)) => copies().collect(),
        Error::Practice(error) if error.class() == ErrorClass::Data => {
            vec![recovery_option(RecoveryAction::PracticeAfresh)]
        }
        Error::Workspace(WorkspaceError::Unusable { .. }) => {
            vec![recovery_option(RecoveryAction::OpenPractice)]
        }
        _ => Vec::new(),
    }
}

/// Opens Practice at the next start. The workspace that cannot be opened stays unchanged.
fn open_practice_next(paths: &Paths) -> Result<(), Error> {
    Ok(Store::open(&paths.store())?.preference_delete(OPEN_NEXT)?)
}

fn restore_backup_option(backup: Backup) -> RecoveryOption {
    RecoveryOption {
        made_at: Some(rfc3339(backup.made_at)),
        ..recovery_option(RecoveryAction::Backup(backup.name))
    }
}
