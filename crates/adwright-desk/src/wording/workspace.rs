//! The wording of workspace errors.

use super::setting::{dialect_error_message, header_error_message, setting_error_message};

use crate::error::{
    FormError, PracticeRefusal, RemovalBlocker, SettingsFileError, UnusableReason, WorkspaceError,
};

/// Returns why a workspace cannot be opened, changed or removed, and what to do.
pub(super) fn workspace_error_message(error: &WorkspaceError) -> String {
    match error {
        WorkspaceError::Unusable { name, reason } => format!(
            "The workspace “{name}” cannot be opened: {}. Nothing was sent, and its drafts are safe. Open Practice, then \
             look at its settings.",
            unusable_reason(reason)
        ),
        WorkspaceError::Unknown { name, known } if known.is_empty() => {
            format!("There is no workspace “{name}”.")
        }
        WorkspaceError::Unknown { name, known } => {
            format!("There is no workspace “{name}”. There {}.", known_names(known))
        }
        WorkspaceError::Ambiguous { known } => format!(
            "Choose a workspace with --workspace NAME: there {}.",
            known_names(known)
        ),
        WorkspaceError::Practice(refusal) => practice_refusal_message(*refusal).to_owned(),
        WorkspaceError::Removal(blocker) => removal_blocker_message(blocker),
        WorkspaceError::Form(error) => form_error_message(error),
        WorkspaceError::File(error) => settings_file_message(error),
        WorkspaceError::Dialect(error) => dialect_error_message(error),
        WorkspaceError::Setting(error) => setting_error_message(error),
        WorkspaceError::OpenItems => {
            "Some sent drafts have an unknown outcome, and only this service can tell if they arrived. Decide on \
             them under Sent, then change its address or login."
                .to_owned()
        }
        WorkspaceError::NoSuchSecret(name) => format!("“{name}” needs no such secret."),
        WorkspaceError::NoSecretAsked => {
            "No password is needed at the moment. Close this window.".to_owned()
        }
        WorkspaceError::Sending => {
            "A send is running. Stop it or wait for its end, then switch."
                .to_owned()
        }
        WorkspaceError::Left => {
            "Another workspace is open now, so nothing was sent from this one. Open it again, then send."
                .to_owned()
        }
    }
}

fn unusable_reason(reason: &UnusableReason) -> String {
    match reason {
        UnusableReason::DamagedSettings => "its settings are damaged".to_owned(),
        UnusableReason::NotAnAddress => "its address is not a web address".to_owned(),
        UnusableReason::Client(error) => error.to_string(),
    }
}

/// Returns the names to choose from, with the verb.
fn known_names(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => format!("is only “{last}”"),
        Some((last, others)) => format!("are “{}” and “{last}”", others.join("”, “")),
        None => String::new(),
    }
}

/// Returns why Practice refuses something.
pub(crate) const fn practice_refusal_message(refusal: PracticeRefusal) -> &'static str {
    match refusal {
        PracticeRefusal::Duplicate => {
            "There is only one Practice workspace. Make a new workspace for another service."
        }
        PracticeRefusal::Export => "Practice is on every computer; there is nothing to export.",
        PracticeRefusal::Settings => {
            "Practice’s service comes with Adwright, and these settings fit it. Make a workspace for a service of your own to change them."
        }
        PracticeRefusal::NotOpen => "Open Practice first, then test its service.",
        PracticeRefusal::PauseOfAnother => "Only the practice service can be paused.",
    }
}

/// Returns why a workspace cannot be removed, and what to do first.
pub(crate) fn removal_blocker_message(blocker: &RemovalBlocker) -> String {
    match blocker {
        RemovalBlocker::Practice => "Practice is always there, and cannot be removed.".to_owned(),
        RemovalBlocker::Open => {
            "This workspace is open. Open another one first, then remove this one.".to_owned()
        }
        RemovalBlocker::OpensNext => {
            "This workspace is open in the window, or opens at its next start. Open another workspace there first, \
             then remove this one."
                .to_owned()
        }
        RemovalBlocker::OpenItems { name, items } => format!(
            "{items} sent from “{name}” may or may not have arrived. Open it, look them up under Sent, then remove it."
        ),
    }
}

/// Returns the problem of a field in the form of a workspace.
pub(crate) fn form_error_message(error: &FormError) -> String {
    match error {
        FormError::NoName => "Give the workspace a name.".to_owned(),
        FormError::InvisibleInName => {
            "The name contains a line end or an invisible character. Type it again without that."
                .to_owned()
        }
        FormError::LongName(most) => format!("Use {most} characters at most."),
        FormError::NameTaken(name) => format!("There is a workspace “{name}” already."),
        FormError::NotAnAddress => {
            "Enter the service’s web address, such as https://ads.example.com/api.".to_owned()
        }
        FormError::LoginInAddress => {
            "Leave name and password out of the address; they have their own fields.".to_owned()
        }
        FormError::QueryInAddress => {
            "The address ends with its path: leave out “?” and “#”.".to_owned()
        }
        FormError::PlainHttp => "Choose it here, or use an https:// address.".to_owned(),
        FormError::NoLoginName => "Enter the name that you log in with.".to_owned(),
        FormError::NoHeader => "Enter the name of the header, such as X-Api-Key.".to_owned(),
        FormError::NotAHeaderName(name) => {
            format!("“{name}” is not a header name. The secret has its own field.")
        }
        FormError::Header(error) => header_error_message(error),
        FormError::NotANumber => "Enter a whole number, such as 10.".to_owned(),
    }
}

fn settings_file_message(error: &SettingsFileError) -> String {
    match error {
        SettingsFileError::NotJson(why) => {
            format!("This is not a settings file of a workspace: {why}.")
        }
        SettingsFileError::OtherFormat => {
            "This is not a settings file of a workspace. Choose a file that Adwright exported."
                .to_owned()
        }
        SettingsFileError::OtherVersion => {
            "These settings come from another version of Adwright. Install the newest version."
                .to_owned()
        }
        SettingsFileError::ContainsSecret(place) => format!(
            "This file contains “{place}”, which looks like a secret. Remove it. You enter the password in \
             Adwright, which keeps it in the keyring."
        ),
        SettingsFileError::Unreadable(why) => format!("These settings cannot be read: {why}."),
        SettingsFileError::LearnedField(path) => {
            format!("The learned field “{path}” cannot be read.")
        }
    }
}
