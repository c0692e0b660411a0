use rusqlite::{Connection, Row, params};

use crate::sql::{new_id, row, rows, run};
use crate::{Store, StoreError};

/// A named view of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListView {
    /// Its own id.
    pub id: String,
    /// The name for people, unique in its workspace regardless of case.
    pub name: String,
    /// The state of the list, as the desk's JSON.
    pub state: String,
}

/// A list of a workspace, which has its own views.
#[derive(Debug, Clone, Copy)]
pub struct ViewScope<'a> {
    /// The workspace.
    pub workspace: &'a str,
    /// The desk's word for the list.
    pub list: &'a str,
}

impl Store {
    /// Returns the views of one list of a workspace, in the person's order.
    pub fn list_view_list(&self, scope: ViewScope<'_>) -> Result<Vec<ListView>, StoreError> {
        self.read(|conn| list(conn, scope))
    }

    /// Saves a view at the end of a list's views. With an id it replaces the view that has the id.
    ///
    /// # Errors
    /// [`StoreError::ViewExists`] if another view has the name, [`StoreError::NotFound`] if no view has the id.
    pub fn list_view_save(
        &self,
        scope: ViewScope<'_>,
        id: Option<&str>,
        name: &str,
        state: &str,
    ) -> Result<(), StoreError> {
        self.write(|tx| {
            ensure_unique_name(tx, scope, name, id.unwrap_or_default())?;
            match id {
                Some(id) => replace(tx, id, name, state),
                None => insert(tx, scope, name, state),
            }
        })
    }

    /// Removes a view. [`Store::list_view_restore`] puts it back in its place.
    pub fn list_view_remove(&self, id: &str, at: i64) -> Result<(), StoreError> {
        let sql = "UPDATE list_view SET deleted_at = ?2 WHERE id = ?1 AND deleted_at IS NULL";
        self.write(|tx| require_one_row(run(tx, sql, params![id, at])?, id))
    }

    /// Restores a removed view.
    ///
    /// # Errors
    /// [`StoreError::ViewExists`] if another view has its name now.
    pub fn list_view_restore(&self, id: &str) -> Result<(), StoreError> {
        let sql = "UPDATE list_view SET deleted_at = NULL WHERE id = ?1";
        self.write(|tx| {
            let select = "SELECT workspace, list, name FROM list_view WHERE id = ?1";
            let view: Option<(String, String, String)> =
                row(tx, select, [id], |row| row.try_into())?;
            let (workspace, list, name) = view.ok_or_else(|| not_found(id))?;
            let scope = ViewScope {
                workspace: &workspace,
                list: &list,
            };
            ensure_unique_name(tx, scope, &name, id)?;
            require_one_row(run(tx, sql, [id])?, id)
        })
    }

    /// Moves a view to an index among the present views, counted from 0. Larger indexes move it to the end.
    pub fn list_view_move(
        &self,
        scope: ViewScope<'_>,
        id: &str,
        to: usize,
    ) -> Result<(), StoreError> {
        self.write(|tx| {
            let mut ids: Vec<String> = list(tx, scope)?.into_iter().map(|view| view.id).collect();
            let from = ids
                .iter()
                .position(|other| other == id)
                .ok_or_else(|| not_found(id))?;
            let moved = ids.remove(from);
            ids.insert(to.min(ids.len()), moved);
            for (place, id) in (0_i64..).zip(&ids) {
                let sql = "UPDATE list_view SET place = ?2 WHERE id = ?1";
                run(tx, sql, params![id, place])?;
            }
            Ok(())
        })
    }
}

fn list(conn: &Connection, scope: ViewScope<'_>) -> Result<Vec<ListView>, StoreError> {
    let sql = "SELECT * FROM list_view WHERE workspace = ?1 AND list = ?2 AND deleted_at IS NULL
               ORDER BY place, id";
    rows(conn, sql, [scope.workspace, scope.list], read)
}

fn insert(
    conn: &Connection,
    ViewScope { workspace, list }: ViewScope<'_>,
    name: &str,
    state: &str,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO list_view (id, workspace, list, name, state, place)
               SELECT ?1, ?2, ?3, ?4, ?5, COALESCE(MAX(place), -1) + 1 FROM list_view
               WHERE workspace = ?2 AND list = ?3";
    run(conn, sql, params![new_id(), workspace, list, name, state]).map(drop)
}

fn replace(conn: &Connection, id: &str, name: &str, state: &str) -> Result<(), StoreError> {
    let sql = "UPDATE list_view SET name = ?2, state = ?3 WHERE id = ?1 AND deleted_at IS NULL";
    require_one_row(run(conn, sql, [id, name, state])?, id)
}

fn ensure_unique_name(
    conn: &Connection,
    ViewScope { workspace, list }: ViewScope<'_>,
    name: &str,
    except_id: &str,
) -> Result<(), StoreError> {
    let sql =
        "SELECT 1 FROM list_view WHERE workspace = ?1 AND list = ?2 AND name = ?3 COLLATE NOCASE
               AND deleted_at IS NULL AND id <> ?4";
    match row(conn, sql, [workspace, list, name, except_id], |_| Ok(()))? {
        Some(()) => Err(StoreError::ViewExists {
            name: name.to_owned(),
        }),
        None => Ok(()),
    }
}

fn require_one_row(changed: usize, id: &str) -> Result<(), StoreError> {
    if changed == 0 {
        return Err(not_found(id));
    }
    Ok(())
}

fn not_found(id: &str) -> StoreError {
    StoreError::not_found("view", id)
}

fn read(row: &Row<'_>) -> rusqlite::Result<ListView> {
    Ok(ListView {
        id: row.get("id")?,
        name: row.get("name")?,
        state: row.get("state")?,
    })
}
