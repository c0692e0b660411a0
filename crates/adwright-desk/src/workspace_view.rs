//! The open workspace as the window's frame shows it, and the person's preferences.

use std::sync::{Arc, PoisonError};

use adwright_model::Kind;
use adwright_store::OutboxState;
use adwright_views::{
    Collection, Colour, DraftRow, LastFetch, PreferenceChange, WorkspaceCounts, WorkspaceView,
};

use crate::connection::{ConnectionMonitor, ServiceStatus};
use crate::context::{Context, PERSON, THEME};
use crate::draft::{CheckedDrafts, changed_drafts};
use crate::error::Error;
use crate::list::{Lists, saturating_u32};
use crate::outbox;
use crate::outbox::Outbox;
use crate::welcome::Onboarding;
use crate::workspaces::{Workspaces, location_label};
use crate::zone::rfc3339;

/// The open workspace as the window's frame shows it.
pub struct WorkspaceOverview {
    pub(crate) context: Arc<Context>,
    pub(crate) checked: Arc<CheckedDrafts>,
    pub(crate) lists: Arc<Lists>,
    pub(crate) onboarding: Arc<Onboarding>,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) workspaces: Arc<Workspaces>,
    pub(crate) service: Arc<ServiceStatus>,
    pub(crate) monitor: Arc<ConnectionMonitor>,
}

impl WorkspaceOverview {
    /// Returns the workspace, its counts and the person's preferences.
    pub fn workspace_view(&self) -> Result<WorkspaceView, Error> {
        let settings = self.context.settings()?;
        Ok(WorkspaceView {
            id: self.context.workspace.id.clone(),
            colour: Colour::parse(&settings.colour),
            place: location_label(&self.context.workspace.settings.base_url),
            practice: self.context.backend.practice().is_some(),
            read_only: settings.guards.read_only,
            production: settings.guards.production,
            name: settings.name,
            secrets: self.workspaces.secrets_status(),
            zone: self.context.zone.name(),
            person: self.context.person()?,
            theme: self.context.theme()?,
            counts: self.counts()?,
            fetch: self.fetch_state(Kind::Campaign)?,
            ads_fetch: self.fetch_state(Kind::Ad)?,
            ads_path: self.context.dialect.ads_path.clone(),
            connection: self.service.connection(),
            welcome: self.onboarding.welcome()?,
            recovered: outbox::recovered(
                *self
                    .outbox
                    .recovered
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner),
            ),
        })
    }

    /// Changes one preference.
    pub fn set_preference(&self, change: PreferenceChange) -> Result<WorkspaceView, Error> {
        match change {
            PreferenceChange::Person(name) => {
                self.context.store.preference_set(PERSON, name.trim())?
            }
            PreferenceChange::Theme(theme) => {
                self.context.store.preference_set(THEME, theme.as_str())?
            }
        }
        self.workspace_view()
    }

    fn counts(&self) -> Result<WorkspaceCounts, Error> {
        let (live, locks) = (self.checked.checked_drafts()?, self.checked.locks()?);
        let drafts = || changed_drafts(&live).map(|draft| &draft.row);
        let do_ads_stay = self.context.unsendable_reason(Collection::Ads).is_some();
        let is_ready = |row: &&DraftRow| {
            let stays = do_ads_stay && row.collection == Collection::Ads;
            row.errors == 0 && !locks.contains_key(&row.draft) && !stays
        };
        let of_states = |states: &[OutboxState]| {
            self.context
                .store
                .item_count(&self.context.workspace.id, states)
        };
        Ok(WorkspaceCounts {
            campaigns: self
                .context
                .store
                .cache_count(&self.context.workspace.id, Kind::Campaign)?,
            ads: self.lists.ad_total()?,
            ad_lists: self.lists.ad_counts()?,
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
        let state = self
            .context
            .store
            .fetch_state_get(&self.context.workspace.id, kind)?;
        Ok(state.map_or_else(LastFetch::default, |state| LastFetch {
            at: Some(rfc3339(state.at)),
            complete: state.complete,
            reason: state.reason,
        }))
    }
}
