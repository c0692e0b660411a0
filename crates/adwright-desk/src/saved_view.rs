//! Views of the lists: how it was left, and those that a person saved under a name.

use adwright_store::ListView;

use crate::desk::Desk;
use crate::error::Error;
use crate::views::{ListId, SavedView, ViewState, Views};

impl Desk {
    /// How the list was left, and the saved views in the person's order.
    pub fn views(&self, list: ListId) -> Result<Views, Error> {
        let kept = self.store.preference_get(&self.current_view(list))?;
        let saved = self.store.list_view_list(&self.workspace.id, list.word())?;
        Ok(Views {
            current: kept.as_deref().map(state_of).unwrap_or_default(),
            saved: saved.into_iter().map(saved_view).collect(),
        })
    }

    /// Keeps how the list is laid out and what it shows, for the next start.
    pub fn keep_view(&self, list: ListId, state: &ViewState) -> Result<(), Error> {
        Ok(self
            .store
            .preference_set(&self.current_view(list), &text_of(state))?)
    }

    /// Saves a view at the end of the list; with an id, in place of the one that has it.
    pub fn save_view(&self, list: ListId, view: &SavedView) -> Result<Views, Error> {
        let name = view.name.trim();
        if name.is_empty() {
            return Err(Error::Unfit(
                "A view needs a name. Type one, then save it again.".to_owned(),
            ));
        }
        let id = Some(view.id.as_str()).filter(|id| !id.is_empty());
        let state = text_of(&view.state);
        self.store
            .list_view_save((&self.workspace.id, list.word()), id, name, &state)?;
        self.views(list)
    }

    /// Puts a view aside; [`Desk::restore_view`] takes it back.
    pub fn remove_view(&self, list: ListId, id: &str) -> Result<Views, Error> {
        self.store.list_view_remove(id, self.now())?;
        self.views(list)
    }

    /// Takes a view back that was put aside.
    pub fn restore_view(&self, list: ListId, id: &str) -> Result<Views, Error> {
        self.store.list_view_restore(id)?;
        self.views(list)
    }

    /// Moves a view to a place in the list, counted from 0.
    pub fn move_view(&self, list: ListId, id: &str, to: u32) -> Result<Views, Error> {
        self.store
            .list_view_move((&self.workspace.id, list.word()), id, to as usize)?;
        self.views(list)
    }

    fn current_view(&self, list: ListId) -> String {
        let workspace = &self.workspace.id;
        match list {
            // The only list once.
            ListId::Campaigns => format!("list.view.{workspace}"),
            list => format!("list.view.{workspace}.{}", list.word()),
        }
    }
}

fn saved_view(view: ListView) -> SavedView {
    SavedView {
        state: state_of(&view.state),
        id: view.id,
        name: view.name,
    }
}

/// What cannot be read was written by another version, and is no reason to fail.
fn state_of(text: &str) -> ViewState {
    serde_json::from_str(text).unwrap_or_default()
}

fn text_of(state: &ViewState) -> String {
    serde_json::to_string(state).expect("a view is plain data")
}
