//! Guards against a send that nobody meant: a read-only workspace, and a name to type in production.
//!
//! Each send checks the guards again, because another window or program may have changed them.

use std::sync::atomic::Ordering;

use adwright_store::SendLock;
use adwright_views::{SendGuard, saturating_u32};

use crate::error::{Error, WorkspaceError};
use crate::outbox::Outbox;
use crate::settings::has_changed_connection_settings;
use crate::wording::{read_only_message, settings_changed_message};

impl Outbox {
    /// Prevents new sends from here on, because another workspace replaces this one. A send that started meanwhile is
    /// detected by its lock; a send that starts later sees the flag.
    pub(crate) fn mark_left(&self) -> Result<(), Error> {
        self.left.store(true, Ordering::SeqCst);
        self.refuse_while_sending()
            .inspect_err(|_| self.left.store(false, Ordering::SeqCst))
    }

    /// Fails during a send of this program.
    pub(crate) fn refuse_while_sending(&self) -> Result<(), Error> {
        let holder = SendLock::holder(self.context.paths.home(), &self.context.workspace.id)?;
        if holder.is_some_and(|holder| holder.pid == std::process::id()) {
            return Err(WorkspaceError::Sending.into());
        }
        Ok(())
    }

    /// Returns the guards that a review shows.
    pub(super) fn send_guard(&self) -> Result<SendGuard, Error> {
        let settings = self.context.settings()?;
        let guards = settings.guards;
        Ok(SendGuard {
            stale: has_changed_connection_settings(&self.context, &settings)
                .then(|| settings_changed_message(&settings.name)),
            read_only: guards.read_only.then(|| read_only_message(&settings.name)),
            name: guards.production.then_some(settings.name),
            above: guards.confirm_above,
        })
    }

    /// Fails if the workspace's connection settings changed since it was opened.
    pub(super) fn refuse_stale_workspace(&self) -> Result<(), Error> {
        let settings = self.context.settings()?;
        if has_changed_connection_settings(&self.context, &settings) {
            return Err(Error::SettingsChanged(settings.name));
        }
        Ok(())
    }

    /// Fails if the workspace's settings do not allow sending this many drafts or rows with this typed name. Callers that
    /// split one release into several sends ask for all of them first. Spaces around the name do not matter; its case does.
    ///
    /// # Errors
    /// [`Error::SettingsChanged`], [`Error::ReadOnly`] and [`Error::NameNotTyped`].
    pub fn check_send_allowed(&self, items: usize, typed_name: &str) -> Result<(), Error> {
        self.refuse_stale_workspace()?;
        let settings = self.context.settings()?;
        let (guards, items) = (settings.guards, saturating_u32(items));
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
