//! The open workspace as the window's frame shows it, and the person's preferences.

use std::sync::PoisonError;

use adwright_model::Kind;
use adwright_store::OutboxState;
use adwright_views::{
    Collection, Colour, DraftRow, LastFetch, PreferenceChange, Theme, WorkspaceCounts,
    WorkspaceView,
};

use crate::desk::Desk;
use crate::draft::changed_drafts;
use crate::error::Error;
use crate::list::saturating_u32;
use crate::outbox;
use crate::workspaces::location_label;
use crate::zone::rfc3339;

const PERSON: &str = "person";
const THEME: &str = "theme";

impl Desk {
    /// Returns the workspace, its counts and the person's preferences.
    pub fn workspace_view(&self) -> Result<WorkspaceView, Error> {
        let settings = self.settings()?;
        Ok(WorkspaceView {
            id: self.workspace.id.clone(),
            colour: Colour::parse(&settings.colour),
            place: location_label(&self.workspace.settings.base_url),
            practice: self.backend.practice().is_some(),
            read_only: settings.guards.read_only,
            production: settings.guards.production,
            name: settings.name,
            secrets: self.secrets_status(),
            zone: self.zone.name(),
            person: self.person()?,
            theme: self.theme()?,
            counts: self.counts()?,
            fetch: self.fetch_state(Kind::Campaign)?,
            ads_fetch: self.fetch_state(Kind::Ad)?,
            ads_path: self.dialect.ads_path.clone(),
            connection: self.connection(),
            welcome: self.welcome()?,
            recovered: outbox::recovered(
                *self
                    .recovered
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner),
            ),
        })
    }

    /// Changes one preference.
    pub fn set_preference(&self, change: PreferenceChange) -> Result<WorkspaceView, Error> {
        match change {
            PreferenceChange::Person(name) => self.store.preference_set(PERSON, name.trim())?,
            PreferenceChange::Theme(theme) => self.store.preference_set(THEME, theme.as_str())?,
        }
        self.workspace_view()
    }

    /// Returns the name for receipts: the person's own entry, otherwise the system's user name.
    pub(crate) fn person(&self) -> Result<String, Error> {
        let given = self
            .store
            .preference_get(PERSON)?
            .filter(|name| !name.is_empty());
        Ok(given.unwrap_or_else(system_user))
    }

    pub(crate) fn theme(&self) -> Result<Theme, Error> {
        Ok(self
            .store
            .preference_get(THEME)?
            .as_deref()
            .map_or(Theme::System, Theme::parse))
    }

    fn counts(&self) -> Result<WorkspaceCounts, Error> {
        let (live, locks) = (self.checked_drafts()?, self.locks()?);
        let drafts = || changed_drafts(&live).map(|draft| &draft.row);
        let do_ads_stay = self.unsendable_reason(Collection::Ads).is_some();
        let is_ready = |row: &&DraftRow| {
            let stays = do_ads_stay && row.collection == Collection::Ads;
            row.errors == 0 && !locks.contains_key(&row.draft) && !stays
        };
        let of_states = |states: &[OutboxState]| self.store.item_count(&self.workspace.id, states);
        Ok(WorkspaceCounts {
            campaigns: self.store.cache_count(&self.workspace.id, Kind::Campaign)?,
            ads: self.ad_total()?,
            ad_lists: self.ad_counts()?,
            drafts: saturating_u32(drafts().count()),
            ready: saturating_u32(drafts().filter(is_ready).count()),
            errors: drafts().map(|row| row.errors).sum(),
            needs_you: of_states(&[OutboxState::NeedsYou])?,
            sent: of_states(&[
                OutboxState::Confirmed,
                OutboxState::Refused,
                OutboxState::TakenBack,
                OutboxState::NeedsYou,
            ])?,
        })
    }

    fn fetch_state(&self, kind: Kind) -> Result<LastFetch, Error> {
        let state = self.store.fetch_state_get(&self.workspace.id, kind)?;
        Ok(state.map_or_else(LastFetch::default, |state| LastFetch {
            at: Some(rfc3339(state.at)),
            complete: state.complete,
            reason: state.reason,
        }))
    }
}

fn system_user() -> String {
    whoami::realname()
        .ok()
        .filter(|name| !name.trim().is_empty())
        .or_else(|| whoami::username().ok())
        .unwrap_or_else(|| "you".to_owned())
}
