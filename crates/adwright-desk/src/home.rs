//! What can be done about files of ours that cannot be opened.

use adwright_service::Trouble;
use adwright_store::{Backup, Store, StoreError};

use crate::error::Error;
use crate::opening::OPEN_NEXT;
use crate::paths::Paths;
use crate::views::{HomeTrouble, Remedy, WayOut};
use crate::zone::rfc3339;

/// Tells why a desk could not be opened on `paths`, and what helps.
#[must_use]
pub fn trouble(error: &Error, paths: Option<&Paths>) -> HomeTrouble {
    HomeTrouble {
        failure: error.failure(),
        folder: paths.map_or_else(String::new, |paths| paths.home().display().to_string()),
        ways_out: paths.map_or_else(Vec::new, |paths| ways_out(error, paths)),
    }
}

/// Does what a person chose. The desk is to be opened anew afterwards.
pub fn remedy(paths: &Paths, remedy: &Remedy) -> Result<(), Error> {
    match remedy {
        Remedy::Backup(name) => Store::put_back(&paths.store(), name)?,
        Remedy::Afresh => Store::set_aside(&paths.store())?,
        Remedy::PracticeAfresh => Store::set_aside(&paths.practice())?,
        Remedy::OpenPractice => return open_practice_next(paths),
    };
    Ok(())
}

fn ways_out(error: &Error, paths: &Paths) -> Vec<WayOut> {
    match error {
        Error::Store(
            StoreError::Corrupt { .. } | StoreError::Newer { .. } | StoreError::Migration(_),
        ) => {
            let backups = Store::backups(&paths.store()).into_iter().map(put_back);
            backups.chain([afresh()]).collect()
        }
        Error::Practice(error) if error.trouble() == Trouble::Data => vec![practice_afresh()],
        Error::WorkspaceUnusable { .. } => vec![open_practice()],
        _ => Vec::new(),
    }
}

/// The workspace that cannot be opened stays as it is.
fn open_practice_next(paths: &Paths) -> Result<(), Error> {
    Ok(Store::open(&paths.store())?.preference_forget(OPEN_NEXT)?)
}

fn open_practice() -> WayOut {
    WayOut {
        remedy: Remedy::OpenPractice,
        label: "Open Practice".to_owned(),
        made_at: None,
        consequence: "Adwright opens the workspace on this computer. Nothing of the other one is lost: look at its \
                      settings from there."
            .to_owned(),
    }
}

fn put_back(backup: Backup) -> WayOut {
    WayOut {
        remedy: Remedy::Backup(backup.name),
        label: "Go on with the backup".to_owned(),
        made_at: Some(rfc3339(backup.made_at)),
        consequence:
            "Drafts and receipts are as they were then. The present file is kept beside it."
                .to_owned(),
    }
}

fn afresh() -> WayOut {
    WayOut {
        remedy: Remedy::Afresh,
        label: "Begin with an empty workspace".to_owned(),
        made_at: None,
        consequence: "Campaigns are got from the service again. Drafts and receipts stay behind in the present file, \
                      which is kept."
            .to_owned(),
    }
}

fn practice_afresh() -> WayOut {
    WayOut {
        remedy: Remedy::PracticeAfresh,
        label: "Begin Practice with new data".to_owned(),
        made_at: None,
        consequence: "The practice service forgets what was sent to it. Your drafts and receipts stay; the present \
                      data is kept beside the new."
            .to_owned(),
    }
}
