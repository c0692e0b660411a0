//! The wording of the keyring and of the secrets in it.

use adwright_views::SecretStorage;
use adwright_wire::CredentialsError;

use super::capitalize;

use crate::error::SecretsError;

const UNREACHABLE: &str = if cfg!(target_os = "linux") {
    "This computer has no running keyring for secrets. Start Adwright from a desktop session that has one (GNOME \
     Keyring, KWallet or KeePassXC), or inside “dbus-run-session” with such a keyring unlocked."
} else {
    "The system's keyring cannot be reached. Log in to the desktop, then try again."
};

const LOCKED: &str = "The keyring is locked. Unlock it with your login password, then try again.";

const FAILED: &str = "The keyring failed. Try again. If it fails again, copy the details.";

const INTERRUPTED: &str = "The keyring did not answer. Try again.";

/// Returns why the keyring failed, and what to do.
pub(crate) const fn secrets_error_message(error: &SecretsError) -> &'static str {
    match error {
        SecretsError::Unreachable { .. } => UNREACHABLE,
        SecretsError::Locked { .. } => LOCKED,
        SecretsError::Failed { .. } => FAILED,
    }
}

/// Returns why the credentials cannot be read, and what to do.
pub(crate) fn credentials_error_message(error: &CredentialsError) -> String {
    match error {
        CredentialsError::KeyringUnreachable => UNREACHABLE.to_owned(),
        CredentialsError::KeyringLocked => LOCKED.to_owned(),
        CredentialsError::KeyringFailed => FAILED.to_owned(),
        CredentialsError::Interrupted => INTERRUPTED.to_owned(),
        CredentialsError::Database { cause } => {
            format!("{}.", capitalize(cause.trim_end_matches('.')))
        }
    }
}

/// Returns where secrets are stored, and for how long.
pub(crate) const fn secret_storage_message(storage: SecretStorage) -> &'static str {
    match storage {
        SecretStorage::Keyring => "Passwords and tokens are kept in your system’s keyring.",
        SecretStorage::Memory => {
            "You chose to keep passwords and tokens in memory. They are gone when you close Adwright."
        }
    }
}

pub(crate) const CREDENTIALS_MISSING: &str =
    "A password or token of this workspace is not stored. Enter it in the workspace’s settings.";

pub(crate) const CREDENTIALS_UNREAD: &str = "Adwright reads the password or token when the first request needs it. It has not asked the keyring yet.";

pub(crate) const CREDENTIALS_WAITING: &str = "Adwright waits for the keyring. If your system asks you to unlock the keyring, enter its password there. Until then you can go on with what is on this computer.";

/// Returns who sees a secret that the person is about to type. `location` is the label of the service.
pub(crate) fn secret_prompt_message(
    workspace: &str,
    location: &str,
    storage: SecretStorage,
) -> String {
    let kept = match storage {
        SecretStorage::Keyring => "Adwright keeps it in your system’s keyring",
        SecretStorage::Memory => "Adwright keeps it in memory until you close Adwright",
    };
    if workspace.is_empty() {
        format!("Sent only to {location}. {kept}.")
    } else {
        format!("For “{workspace}”, sent only to {location}. {kept}.")
    }
}

/// Returns the note that the keyring still has the secrets of a removed workspace.
pub(crate) fn leftover_secrets_note(workspace: &str, error: &SecretsError) -> String {
    format!(
        "Its password may still be in the keyring, as “workspace/{workspace}/…” of dev.adwright.desktop. Adwright deletes it when it next uses the keyring. {}",
        secrets_error_message(error)
    )
}

/// Returns the note that the keyring still has secrets that the new settings do not use.
pub(crate) fn undeleted_secrets_note(error: &SecretsError) -> String {
    format!(
        "The secrets that are no longer used are still in the keyring. Adwright deletes them when it next uses the keyring. {}",
        secrets_error_message(error)
    )
}
