//! The open workspace as the window's frame shows it, and the person's preferences.

#![expect(
    clippy::too_many_arguments,
    reason = "a constructor takes every noun that this one uses"
)]

use std::sync::Arc;

use adwright_model::Kind;
use adwright_service::RunningService;
use adwright_store::OutboxState;
use adwright_views::{
    Collection, Colour, ConnectionState, DraftRow, LastFetch, LastFetches, PreferenceChange,
    WelcomeAction, WorkspaceCounts, WorkspaceView, saturating_u32,
};
use derive_new::new;

use crate::check::{CheckCache, changed_drafts};
use crate::connection::{ConnectionMonitor, ServiceStatus};
use crate::context::{Context, PERSON, THEME};
use crate::error::{Error, IncompleteReason, PracticeRefusal, WorkspaceError};
use crate::first_steps::FirstSteps;
use crate::host::rfc3339;
use crate::list::Lists;
use crate::local_data::LocalData;
use crate::outbox::Outbox;
use crate::settings::location_label;
use crate::wording::incomplete_reason_text;
use crate::workspaces::Workspaces;

/// The open workspace as the window's frame shows it.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct WorkspaceOverview {
    context: Arc<Context>,
    check_cache: Arc<CheckCache>,
    lists: Arc<Lists>,
    first_steps: Arc<FirstSteps>,
    outbox: Arc<Outbox>,
    local_data: Arc<LocalData>,
    workspaces: Arc<Workspaces>,
    service: Arc<ServiceStatus>,
    monitor: Arc<ConnectionMonitor>,
}

impl WorkspaceOverview {
    /// Opens the guide of first steps if this home is unused.
    pub(crate) fn start_welcome(&self) -> Result<(), Error> {
        self.first_steps.start_welcome()
    }

    /// Opens, closes or continues the guide of first steps.
    pub fn change_welcome(&self, change: WelcomeAction) -> Result<WorkspaceView, Error> {
        self.first_steps.change(change)?;
        self.workspace_view()
    }

    /// Turns sending from the open workspace on or off.
    pub fn set_read_only(&self, read_only: bool) -> Result<adwright_views::WorkspaceView, Error> {
        let mut settings = self.context.settings()?;
        settings.guards.read_only = read_only;
        self.context
            .store
            .workspace_update(&self.context.workspace.id, &settings)?;
        self.workspace_view()
    }

    /// Makes the practice service stop replying, as in an outage. Drafts are still saved.
    pub async fn pause_practice(&self) -> Result<WorkspaceView, Error> {
        self.practice_service()?.pause().await?;
        self.monitor.record_pause();
        self.workspace_view()
    }

    /// Makes the practice service reply again. No request is sent.
    pub async fn resume_practice(&self) -> Result<WorkspaceView, Error> {
        self.practice_service()?.resume().await?;
        self.monitor.record_resume();
        self.workspace_view()
    }

    /// Requests one row to see whether the service answers. Ends any pause first, because a person asked. A service
    /// that is still busy asks for a pause again.
    pub async fn check_connection(&self) -> Result<WorkspaceView, Error> {
        self.context.client.resume();
        self.service.try_connection().await?;
        self.workspace_view()
    }

    /// Checks whether an offline service is back. In any other state it sends nothing, so an untried connection stays
    /// untried.
    pub async fn probe_if_offline(&self) -> Result<WorkspaceView, Error> {
        if self.service.connection().state == ConnectionState::Offline {
            // The connection monitor records the result.
            drop(self.service.try_connection().await);
        }
        self.workspace_view()
    }

    fn practice_service(&self) -> Result<&RunningService, Error> {
        let practice = self.context.backend.practice();
        practice.ok_or_else(|| WorkspaceError::Practice(PracticeRefusal::PauseOfAnother).into())
    }

    /// Returns the workspace, its counts and the person's preferences.
    pub fn workspace_view(&self) -> Result<WorkspaceView, Error> {
        let settings = self.context.settings()?;
        Ok(WorkspaceView {
            id: self.context.workspace.id.clone(),
            colour: Colour::parse(&settings.colour),
            location: location_label(&self.context.workspace.settings.base_url),
            practice: self.context.backend.practice().is_some(),
            read_only: settings.guards.read_only,
            production: settings.guards.production,
            name: settings.name,
            secrets: self.workspaces.secrets_status(),
            zone: self.context.zone.name(),
            person: self.context.person()?,
            theme: self.context.theme()?,
            counts: self.counts()?,
            fetched: LastFetches {
                campaigns: self.fetch_state(Kind::Campaign)?,
                values: self.fetch_state(Kind::RetargetingDataValue)?,
                ads: self.fetch_state(Kind::Ad)?,
            },
            ads_path: self.context.dialect.ads_path.clone(),
            connection: self.service.connection(),
            welcome: self.first_steps.welcome()?,
            recovered: self.start_message(),
        })
    }

    /// Changes one preference.
    pub fn set_preference(&self, change: PreferenceChange) -> Result<WorkspaceView, Error> {
        match change {
            PreferenceChange::Person(name) => {
                self.context.store.preference_set(PERSON, name.trim())?;
            }
            PreferenceChange::Theme(theme) => {
                self.context.store.preference_set(THEME, theme.as_str())?;
            }
        }
        self.workspace_view()
    }

    /// Returns what was recovered and removed at the start, in sentences.
    fn start_message(&self) -> Option<String> {
        let sentences = [self.outbox.recovered(), self.local_data.removed()];
        let sentences: Vec<_> = sentences.into_iter().flatten().collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    fn counts(&self) -> Result<WorkspaceCounts, Error> {
        let (live, locks) = (self.check_cache.live()?, self.check_cache.locks()?);
        let drafts = || changed_drafts(&live).map(|draft| &draft.row);
        let do_ads_stay = self.context.unsendable_reason(Collection::Ads).is_some();
        let is_ready = |row: &&DraftRow| {
            let stays = do_ads_stay && row.collection == Collection::Ads;
            row.errors + row.clashes == 0 && !locks.contains_key(&row.draft) && !stays
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
            values: self.lists.value_total()?,
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
            reason: state
                .reason
                .and_then(|stored| IncompleteReason::from_json(&stored))
                .map(|reason| incomplete_reason_text(&reason)),
        }))
    }
}
