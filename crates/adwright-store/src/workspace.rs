use rusqlite::{Connection, Row, params};

use crate::sql::{new_id, row, run};
use crate::{Store, StoreError};

/// One connection to a service, and the owner of all local data that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    /// Its own id.
    pub id: String,
    /// Its name, as the person reads it.
    pub name: String,
    /// The service's base URL; `practice:` for the practice service.
    pub base_url: String,
    /// The dialect, as JSON.
    pub dialect: String,
    /// The name under which it logs in; the password is in the keyring.
    pub login: Option<String>,
    /// When it was made.
    pub created_at: i64,
}

/// What a workspace is made from.
#[derive(Debug, Clone, Copy)]
pub struct NewWorkspace<'a> {
    /// See [`Workspace::name`].
    pub name: &'a str,
    /// See [`Workspace::base_url`].
    pub base_url: &'a str,
    /// See [`Workspace::dialect`].
    pub dialect: &'a str,
    /// See [`Workspace::login`].
    pub login: Option<&'a str>,
}

impl Store {
    /// The workspace of that base URL and login, as it is; made from `new` where there is none.
    pub fn workspace_ensure(
        &self,
        new: &NewWorkspace<'_>,
        at: i64,
    ) -> Result<Workspace, StoreError> {
        self.write(|tx| match find(tx, new)? {
            Some(there) => Ok(there),
            None => insert(tx, new, at),
        })
    }

    /// The workspace of that id.
    pub fn workspace_get(&self, id: &str) -> Result<Workspace, StoreError> {
        self.read(|c| row(c, "SELECT * FROM workspace WHERE id = ?1", [id], read))?
            .ok_or_else(|| StoreError::not_found("workspace", id))
    }
}

fn find(c: &Connection, new: &NewWorkspace<'_>) -> Result<Option<Workspace>, StoreError> {
    let sql = "SELECT * FROM workspace WHERE base_url = ?1 AND login IS ?2 ORDER BY id";
    row(c, sql, (new.base_url, new.login), read)
}

fn insert(c: &Connection, new: &NewWorkspace<'_>, at: i64) -> Result<Workspace, StoreError> {
    let workspace = Workspace {
        id: new_id(),
        name: new.name.to_owned(),
        base_url: new.base_url.to_owned(),
        dialect: new.dialect.to_owned(),
        login: new.login.map(str::to_owned),
        created_at: at,
    };
    run(
        c,
        "INSERT INTO workspace (id, name, base_url, dialect, login, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            workspace.id,
            new.name,
            new.base_url,
            new.dialect,
            new.login,
            at
        ],
    )?;
    Ok(workspace)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Workspace> {
    Ok(Workspace {
        id: row.get("id")?,
        name: row.get("name")?,
        base_url: row.get("base_url")?,
        dialect: row.get("dialect")?,
        login: row.get("login")?,
        created_at: row.get("created_at")?,
    })
}
