//! Removes a workspace: shows the losses, exports drafts and receipts, and deletes secrets from the keyring.

use adwright_store::{SendLock, SendLockHolder, Workspace, WorkspaceLosses};
use adwright_views::{RemovalMode, RemovalResult};

use crate::credentials::{required_secrets, secret_names};
use crate::error::{Error, RemovalBlocker, WorkspaceError};
use crate::host::PRACTICE;
use crate::wording::{
    SERVICE_KEEPS_OBJECTS, leftover_secrets_note, loss_lines, removal_blocker_message,
};
use crate::workspaces::{OPEN_NEXT, Workspaces};

impl Workspaces {
    /// Returns what is lost if the workspace is removed.
    pub fn removal_preview(&self, id: &str) -> Result<adwright_views::RemovalPreview, Error> {
        let workspace = self.context.store.workspace_get(id)?;
        let losses = self.context.store.workspace_losses(id)?;
        Ok(adwright_views::RemovalPreview {
            lost: loss_lines(&losses, has_secrets(&workspace)),
            stays: SERVICE_KEEPS_OBJECTS.to_owned(),
            blocked: self
                .removal_blocker(&workspace, &losses)?
                .map(|blocker| removal_blocker_message(&blocker)),
            name: workspace.settings.name,
        })
    }

    /// Removes a workspace with all its data on this computer, including its secrets. Removal cannot be undone, so
    /// drafts and receipts are exported to a file first, unless the person declined.
    ///
    /// # Errors
    /// Fails for Practice and the open workspace, during a send, with an item of unknown outcome, and if the file
    /// cannot be written. Then nothing is removed. If the keyring does not delete a secret, the note says so, and the
    /// next use of the keyring tries again.
    pub fn remove_workspace(&self, id: &str, removal: RemovalMode) -> Result<RemovalResult, Error> {
        let workspace = self.context.store.workspace_get(id)?;
        let losses = self.context.store.workspace_losses(id)?;
        if let Some(blocker) = self.removal_blocker(&workspace, &losses)? {
            return Err(WorkspaceError::Removal(blocker).into());
        }
        let holder = SendLockHolder {
            person: self.context.person()?,
            pid: std::process::id(),
            since: self.context.now(),
        };
        let _lock = SendLock::acquire(self.context.paths.home(), id, &holder)?;
        let file = match removal {
            RemovalMode::AfterExport => Some(self.export_data(id)?),
            RemovalMode::WithoutExport => None,
        };
        let secrets = secret_names(id, &workspace.settings);
        self.context.store.workspace_remove(id, &secrets)?;
        let secret_removal = self.secrets.remove(&secrets)?;
        Ok(RemovalResult {
            name: workspace.settings.name,
            file,
            note: secret_removal
                .failure
                .map(|error| leftover_secrets_note(id, &error)),
        })
    }

    fn removal_blocker(
        &self,
        workspace: &Workspace,
        losses: &WorkspaceLosses,
    ) -> Result<Option<RemovalBlocker>, Error> {
        if workspace.settings.base_url == PRACTICE {
            return Ok(Some(RemovalBlocker::Practice));
        }
        if workspace.id == self.context.workspace.id {
            return Ok(Some(RemovalBlocker::Open));
        }
        // The terminal cannot tell whether the window is open now.
        if self.context.store.preference_get(OPEN_NEXT)?.as_ref() == Some(&workspace.id) {
            return Ok(Some(RemovalBlocker::OpensNext));
        }
        let items = losses.on_their_way + losses.needs_you;
        Ok((items > 0).then(|| RemovalBlocker::OpenItems {
            name: workspace.settings.name.clone(),
            items,
        }))
    }
}

fn has_secrets(workspace: &Workspace) -> bool {
    !required_secrets(&workspace.settings.dialect).is_empty()
}
