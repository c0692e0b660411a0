//! Secrets of workspaces as a person deals with them: typed, kept, chosen where.

use adwright_store::WorkspaceSettings;
use adwright_wire::SecretName;

use crate::backend::PRACTICE;
use crate::desk::Desk;
use crate::error::Error;
use crate::secrets::{Place, self_test};
use crate::views::{SecretText, SecretsPlace, SecretsStanding, SecretsState};
use crate::workspace_secrets::{Found, secret_name, secrets_of, session_name};

const IN_KEYRING: &str = "Passwords and tokens are kept in your system’s keyring.";
const IN_MEMORY: &str =
    "Passwords and tokens are kept in memory and are gone when Adwright is closed. You chose that.";
const MISSING: &str =
    "A password or token of this workspace is not kept. Enter it in the workspace’s settings.";

impl Desk {
    /// Whether secrets can be kept where they are to be, as a probe shows. The keyring may ask the person to unlock it
    /// meanwhile.
    pub fn secrets_state(&self) -> SecretsState {
        let place = self.secrets_place();
        let (works, message, details) = match self_test(&*self.secrets) {
            Ok(()) => (true, words(place).to_owned(), None),
            Err(error) => (false, error.to_string(), Some(error.details().to_owned())),
        };
        SecretsState {
            place,
            works,
            message,
            details,
        }
    }

    /// Keeps secrets elsewhere from now on, because the person chose it.
    pub fn choose_secrets_place(&self, place: SecretsPlace) -> SecretsState {
        self.secrets.keep_in(match place {
            SecretsPlace::Keyring => Place::Keyring,
            SecretsPlace::Memory => Place::Memory,
        });
        self.secrets_state()
    }

    /// Keeps a secret of a workspace in place of the one before. A session that was opened with another one ends.
    pub fn keep_secret(
        &self,
        workspace: &str,
        slot: &str,
        secret: &SecretText,
    ) -> Result<(), Error> {
        let settings = self.store.workspace_get(workspace)?.settings;
        let mut names = secrets_of(&settings.dialect).into_iter();
        let name = names.find(|name| name.to_string() == slot);
        let unknown = || Error::Unfit(format!("“{}” needs no such secret.", settings.name));
        let name = name.ok_or_else(unknown)?;
        self.secrets
            .set(&secret_name(workspace, &name), &secret.0)?;
        self.secrets.forget(&session_name(workspace))?;
        Ok(())
    }

    /// The secrets that a workspace needs.
    pub fn secrets_of_workspace(&self, workspace: &str) -> Result<Vec<SecretName>, Error> {
        let settings = self.store.workspace_get(workspace)?.settings;
        Ok(if settings.base_url == PRACTICE {
            Vec::new()
        } else {
            secrets_of(&settings.dialect)
        })
    }

    /// How it stands with the secrets of the open workspace; none where it needs none.
    pub(crate) fn secrets_standing(&self) -> Option<SecretsStanding> {
        let place = self.secrets_place();
        let message = match &self.found {
            Found::Nothing => return None,
            Found::All => words(place).to_owned(),
            Found::Missing => MISSING.to_owned(),
            Found::Failed(sentence) => sentence.clone(),
        };
        Some(SecretsStanding {
            place,
            found: self.found == Found::All,
            message,
        })
    }

    /// The slots of a workspace in which a secret is kept. A place that cannot be asked has none that could be used.
    pub(super) fn kept_slots(&self, id: &str, settings: &WorkspaceSettings) -> Vec<String> {
        let names = secrets_of(&settings.dialect).into_iter();
        let is_kept =
            |name: &SecretName| matches!(self.secrets.get(&secret_name(id, name)), Ok(Some(_)));
        names.filter(is_kept).map(|name| name.to_string()).collect()
    }

    fn secrets_place(&self) -> SecretsPlace {
        match self.secrets.place() {
            Place::Keyring => SecretsPlace::Keyring,
            Place::Memory => SecretsPlace::Memory,
        }
    }
}

const fn words(place: SecretsPlace) -> &'static str {
    match place {
        SecretsPlace::Keyring => IN_KEYRING,
        SecretsPlace::Memory => IN_MEMORY,
    }
}
