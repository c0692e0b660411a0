//! Views of the lists: the last layout, and the views that a person saved under a name.

use std::sync::Arc;

use adwright_store::{ListView, ViewScope};
use adwright_views::{ListId, SavedView, SavedViews, ViewState};
use derive_new::new;

use crate::context::Context;
use crate::error::{Error, ListError};

/// The saved views of lists.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct SavedListViews {
    context: Arc<Context>,
}

impl SavedListViews {
    /// Returns the last layout of the list, and the saved views in the person's order.
    pub fn saved_views(&self, list: ListId) -> Result<SavedViews, Error> {
        let kept = self
            .context
            .store
            .preference_get(&self.current_view_key(list))?;
        let saved = self.context.store.list_view_list(self.view_scope(list))?;
        Ok(SavedViews {
            current: kept.as_deref().map(parse_view_state).unwrap_or_default(),
            saved: saved.into_iter().map(saved_view_row).collect(),
        })
    }

    /// Saves the list's layout and filters for the next start.
    pub fn save_current_view(&self, list: ListId, state: &ViewState) -> Result<(), Error> {
        Ok(self
            .context
            .store
            .preference_set(&self.current_view_key(list), &view_state_json(state))?)
    }

    /// Saves a view at the end of the list; with an id, replaces the view with that id.
    pub fn save_view(&self, list: ListId, view: &SavedView) -> Result<SavedViews, Error> {
        let name = view.name.trim();
        if name.is_empty() {
            return Err(ListError::UnnamedView.into());
        }
        let id = Some(view.id.as_str()).filter(|id| !id.is_empty());
        let state = view_state_json(&view.state);
        self.context
            .store
            .list_view_save(self.view_scope(list), id, name, &state)?;
        self.saved_views(list)
    }

    /// Removes a view; [`SavedListViews::restore_view`] restores it.
    pub fn remove_view(&self, list: ListId, id: &str) -> Result<SavedViews, Error> {
        self.context
            .store
            .list_view_remove(id, self.context.now())?;
        self.saved_views(list)
    }

    /// Restores a removed view.
    pub fn restore_view(&self, list: ListId, id: &str) -> Result<SavedViews, Error> {
        self.context.store.list_view_restore(id)?;
        self.saved_views(list)
    }

    /// Moves a view to an index in the list, counted from 0.
    pub fn move_view(&self, list: ListId, id: &str, to: u32) -> Result<SavedViews, Error> {
        self.context
            .store
            .list_view_move(self.view_scope(list), id, to as usize)?;
        self.saved_views(list)
    }

    fn view_scope(&self, list: ListId) -> ViewScope<'_> {
        ViewScope {
            workspace: &self.context.workspace.id,
            list: list.as_str(),
        }
    }

    fn current_view_key(&self, list: ListId) -> String {
        let workspace = &self.context.workspace.id;
        match list {
            // This key has no list name: it dates from the time of a single list.
            ListId::Campaigns => format!("list.view.{workspace}"),
            list => format!("list.view.{workspace}.{}", list.as_str()),
        }
    }
}

fn saved_view_row(view: ListView) -> SavedView {
    SavedView {
        state: parse_view_state(&view.state),
        id: view.id,
        name: view.name,
    }
}

/// Parses a view state. An unreadable state comes from another version and becomes the default.
fn parse_view_state(text: &str) -> ViewState {
    serde_json::from_str(text).unwrap_or_default()
}

fn view_state_json(state: &ViewState) -> String {
    serde_json::to_string(state).expect("a view is plain data")
}
