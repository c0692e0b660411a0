//! Guards against a send that nobody meant: a read-only workspace, and a name to type in production.
//!
//! Each send checks the guards again, because another window or program may have changed them.

use crate::desk::Desk;
use crate::error::{Error, read_only_message, settings_changed_message};
use crate::list::saturating_u32;
use crate::views::{SendGuard, SendRequest};

impl Desk {
    /// What a review says of it.
    pub(super) fn send_guard(&self) -> Result<SendGuard, Error> {
        let settings = self.settings()?;
        let guards = settings.guards;
        Ok(SendGuard {
            stale: self
                .has_changed_connection_settings(&settings)
                .then(|| settings_changed_message(&settings.name)),
            read_only: guards.read_only.then(|| read_only_message(&settings.name)),
            name: guards.production.then_some(settings.name),
            above: guards.confirm_above,
        })
    }

    /// Refuses to ask the service where the workspace is set to another one by now.
    pub(super) fn refuse_stale_workspace(&self) -> Result<(), Error> {
        let settings = self.settings()?;
        if self.has_changed_connection_settings(&settings) {
            return Err(Error::SettingsChanged(settings.name));
        }
        Ok(())
    }

    /// Refuses a send that the workspace's settings do not allow.
    pub(super) fn check_send_guard(&self, request: &SendRequest) -> Result<(), Error> {
        self.check_send_allowed(request.drafts.len(), &request.typed_name)
    }

    /// Refuses to send so many drafts where the workspace's settings do not allow it with what was typed as its name, for
    /// whoever sends in several goes what a person releases as one. Blanks around the name do not matter; its case does.
    ///
    /// # Errors
    /// [`Error::SetOtherwise`], [`Error::ReadOnly`] and [`Error::NameNotTyped`].
    pub fn check_send_allowed(&self, drafts: usize, typed_name: &str) -> Result<(), Error> {
        self.refuse_stale_workspace()?;
        let settings = self.settings()?;
        let (guards, items) = (settings.guards, saturating_u32(drafts));
        if guards.read_only {
            return Err(Error::ReadOnly(settings.name));
        }
        let is_large = guards.production && items > guards.confirm_above;
        if is_large && typed_name.trim() != settings.name {
            return Err(Error::NameNotTyped {
                name: settings.name,
                items,
            });
        }
        Ok(())
    }
}
