//! Secrets of workspaces as a person deals with them: typed, kept, chosen where.

use adwright_client::CredentialSource as _;
use adwright_store::WorkspaceSettings;
use adwright_wire::SecretName;

use crate::backend::PRACTICE;
use crate::desk::Desk;
use crate::error::Error;
use crate::open_secrets::Found;
use crate::secrets::{Place, self_test};
use crate::views::{SecretText, SecretsPlace, SecretsStanding, SecretsState, StandingState};
use crate::workspace_secrets::{SecretNames, forget_in_passing, keep, opens_sessions, secrets_of};

const IN_KEYRING: &str = "Passwords and tokens are kept in your system’s keyring.";
const IN_MEMORY: &str =
    "Passwords and tokens are kept in memory and are gone when Adwright is closed. You chose that.";
const MISSING: &str =
    "A password or token of this workspace is not kept. Enter it in the workspace’s settings.";

const UNREAD: &str = "Adwright reads the password or token when the first request needs it. Nothing was asked of the keyring yet.";
const WAITING: &str = "The keyring is being asked for the password or token. If your system shows a window that asks to \
    unlock it, enter the keyring’s password there. Until then you can go on with what is on this computer.";

impl Desk {
    /// Whether secrets can be kept where they are to be, as a probe shows, and which of a workspace's are there. The
    /// keyring may ask the person to unlock it meanwhile.
    pub fn secrets_state(&self, workspace: Option<&str>) -> Result<SecretsState, Error> {
        let place = self.secrets_place();
        let (works, message, details) = match self_test(&*self.secrets) {
            Ok(()) => {
                self.forget_what_waits();
                (true, words(place).to_owned(), None)
            }
            Err(error) => (false, error.to_string(), Some(error.details().to_owned())),
        };
        let kept = match workspace.filter(|_| works) {
            Some(id) => self.kept_slots(id, &self.store.workspace_get(id)?.settings),
            None => Vec::new(),
        };
        Ok(SecretsState {
            place,
            works,
            message,
            kept,
            details,
        })
    }

    /// Takes out of the keyring what it did not let go of before, now that it works.
    fn forget_what_waits(&self) {
        let failure = forget_in_passing(&*self.secrets, &self.store);
        if let Some(why) = failure.map_or_else(
            |error| Some(error.to_string()),
            |failure| failure.map(|why| why.to_string()),
        ) {
            tracing::warn!("secrets that are used no more are still kept: {why}");
        }
    }

    /// Keeps secrets elsewhere from now on, because the person chose it.
    pub fn choose_secrets_place(
        &self,
        workspace: Option<&str>,
        place: SecretsPlace,
    ) -> Result<SecretsState, Error> {
        self.secrets.keep_in(match place {
            SecretsPlace::Keyring => Place::Keyring,
            SecretsPlace::Memory => Place::Memory,
        });
        self.secrets_state(workspace)
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
        let slot = name.ok_or_else(unknown)?;
        let names = SecretNames::on(workspace, &settings.base_url);
        let name = names.secret(&slot);
        keep((&*self.secrets, &self.store), &name, &secret.0)?;
        if opens_sessions(&settings.dialect) {
            self.secrets.forget(&names.session())?;
        }
        let open = self.open_secrets.as_ref();
        if let Some(open) = open.filter(|_| workspace == self.workspace.id) {
            open.look_again();
        }
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

    /// Looks for the secrets of the open workspace now, before any request needs them, and says how it stands with them;
    /// none where it needs none. The keyring may ask the person to unlock it meanwhile.
    pub async fn look_for_secrets(&self) -> Option<SecretsStanding> {
        // What came of it is in the standing.
        drop(self.open_secrets.as_ref()?.get().await);
        self.secrets_standing()
    }

    /// How it stands with the secrets of the open workspace; none where it needs none.
    pub(crate) fn secrets_standing(&self) -> Option<SecretsStanding> {
        let place = self.secrets_place();
        let (state, message) = match self.open_secrets.as_ref()?.found() {
            Found::Nothing => return None,
            Found::Unread => (StandingState::Unread, UNREAD.to_owned()),
            Found::Waiting => (StandingState::Waiting, WAITING.to_owned()),
            Found::All => (StandingState::Found, words(place).to_owned()),
            Found::Missing => (StandingState::Missing, MISSING.to_owned()),
            Found::Failed(sentence) => (StandingState::Failed, sentence),
        };
        Some(SecretsStanding {
            place,
            state,
            message,
        })
    }

    /// The slots of a workspace in which a secret is kept. A place that cannot be asked has none that could be used.
    fn kept_slots(&self, id: &str, settings: &WorkspaceSettings) -> Vec<String> {
        let names = SecretNames::on(id, &settings.base_url);
        let is_kept =
            |slot: &SecretName| matches!(self.secrets.get(&names.secret(slot)), Ok(Some(_)));
        let slots = secrets_of(&settings.dialect).into_iter();
        slots.filter(is_kept).map(|slot| slot.to_string()).collect()
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
