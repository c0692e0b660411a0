use rusqlite::{Connection, Row, params};

use crate::secret::insert_secrets_to_delete;
use crate::sql::{new_id, row, rows, run};
use crate::{Store, StoreError};

/// One connection to a service, with all its local data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    /// Its own id.
    pub id: String,
    /// Everything that a person set or Adwright learned.
    pub settings: WorkspaceSettings,
    /// When it was created, in epoch milliseconds.
    pub created_at: i64,
    /// When it was last opened; `None` if it never was.
    pub opened_at: Option<i64>,
}

/// All settings of a workspace that can be changed. Secrets are not included, because they are in the keyring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceSettings {
    /// The name for people, unique regardless of case.
    pub name: String,
    /// The service's base URL; `practice:` for the practice service.
    pub base_url: String,
    /// The dialect, as JSON.
    pub dialect: String,
    /// The user name for the login. The password is in the keyring.
    pub login: Option<String>,
    /// The colour that identifies it, as a word.
    pub colour: String,
    /// Protection against accidental sends.
    pub guards: WorkspaceGuards,
    /// True if the person allowed plain HTTP to another host.
    pub plain_http: bool,
    /// The sources of the dialect's values, as a JSON object by setting.
    pub marks: String,
}

/// Protection against accidental sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkspaceGuards {
    /// True if nothing may be sent.
    pub read_only: bool,
    /// True if a large send requires typing the workspace's name.
    pub production: bool,
    /// In production, a send of more items than this requires the name.
    pub confirm_above: u32,
}

impl Default for WorkspaceGuards {
    fn default() -> Self {
        Self {
            read_only: false,
            production: false,
            confirm_above: 10,
        }
    }
}

impl WorkspaceSettings {
    /// Returns the settings of a new workspace: green, not in production, sending allowed.
    #[must_use]
    pub fn new(name: &str, base_url: &str, dialect: &str, login: Option<&str>) -> Self {
        Self {
            name: name.to_owned(),
            base_url: base_url.to_owned(),
            dialect: dialect.to_owned(),
            login: login.map(str::to_owned),
            colour: "green".to_owned(),
            guards: WorkspaceGuards::default(),
            plain_http: false,
            marks: "{}".to_owned(),
        }
    }
}

impl Store {
    /// Returns the workspace with the base URL and login of `new`. Creates it if there is none.
    ///
    /// # Errors
    /// Those of [`Store::workspace_insert`].
    pub fn workspace_ensure(
        &self,
        new: &WorkspaceSettings,
        at: i64,
    ) -> Result<Workspace, StoreError> {
        self.write(|tx| match find(tx, new)? {
            Some(existing) => Ok(existing),
            None => insert(tx, new, at),
        })
    }

    /// Creates a workspace.
    ///
    /// # Errors
    /// [`StoreError::WorkspaceExists`] if another workspace has the name.
    pub fn workspace_insert(
        &self,
        new: &WorkspaceSettings,
        at: i64,
    ) -> Result<Workspace, StoreError> {
        self.write(|tx| insert(tx, new, at))
    }

    /// Returns the workspace with this id.
    pub fn workspace_get(&self, id: &str) -> Result<Workspace, StoreError> {
        self.read(|conn| get(conn, id))
    }

    /// Returns the workspaces, in the order of their creation.
    pub fn workspace_list(&self) -> Result<Vec<Workspace>, StoreError> {
        let sql = "SELECT * FROM workspace ORDER BY created_at, id";
        self.read(|conn| rows(conn, sql, [], read))
    }

    /// Replaces the settings of a workspace.
    ///
    /// # Errors
    /// [`StoreError::WorkspaceExists`] if another workspace has the name.
    pub fn workspace_update(
        &self,
        id: &str,
        settings: &WorkspaceSettings,
    ) -> Result<Workspace, StoreError> {
        self.workspace_update_and_delete_secrets(id, settings, &[])
    }

    /// Replaces the settings, and records secrets that the keyring has to delete, in one commit.
    ///
    /// # Errors
    /// Those of [`Store::workspace_update`].
    pub fn workspace_update_and_delete_secrets(
        &self,
        id: &str,
        settings: &WorkspaceSettings,
        secrets: &[String],
    ) -> Result<Workspace, StoreError> {
        self.write(|tx| {
            ensure_unique_name(tx, settings, id)?;
            update(tx, id, settings)?;
            insert_secrets_to_delete(tx, secrets)?;
            get(tx, id)
        })
    }

    /// Records that a workspace was opened.
    pub fn workspace_mark_opened(&self, id: &str, at: i64) -> Result<(), StoreError> {
        let sql = "UPDATE workspace SET opened_at = ?2 WHERE id = ?1";
        self.write(|tx| run(tx, sql, params![id, at]).map(drop))
    }

    /// Creates a workspace with the settings of another one, and with its learned fields, rules, templates and views.
    /// Copies no data that the service sent or received.
    ///
    /// # Errors
    /// Those of [`Store::workspace_insert`].
    pub fn workspace_duplicate(
        &self,
        id: &str,
        name: &str,
        at: i64,
    ) -> Result<Workspace, StoreError> {
        self.write(|tx| {
            let mut settings = get(tx, id)?.settings;
            name.clone_into(&mut settings.name);
            let copy = insert(tx, &settings, at)?;
            copy_preferences(tx, id, &copy.id)?;
            Ok(copy)
        })
    }
}

pub(crate) fn get(conn: &Connection, id: &str) -> Result<Workspace, StoreError> {
    row(conn, "SELECT * FROM workspace WHERE id = ?1", [id], read)?
        .ok_or_else(|| StoreError::not_found("workspace", id))
}

fn find(conn: &Connection, new: &WorkspaceSettings) -> Result<Option<Workspace>, StoreError> {
    let sql = "SELECT * FROM workspace WHERE base_url = ?1 AND login IS ?2 ORDER BY id";
    row(conn, sql, (&new.base_url, &new.login), read)
}

fn ensure_unique_name(
    conn: &Connection,
    settings: &WorkspaceSettings,
    except_id: &str,
) -> Result<(), StoreError> {
    let sql = "SELECT 1 FROM workspace WHERE name = ?1 COLLATE NOCASE AND id <> ?2";
    if row(conn, sql, (&settings.name, except_id), |_| Ok(()))?.is_some() {
        return Err(StoreError::WorkspaceExists {
            name: settings.name.clone(),
        });
    }
    Ok(())
}

fn insert(conn: &Connection, new: &WorkspaceSettings, at: i64) -> Result<Workspace, StoreError> {
    let id = new_id();
    ensure_unique_name(conn, new, &id)?;
    let sql = "INSERT INTO workspace (id, name, base_url, dialect, created_at) VALUES (?1, '', '', '', ?2)";
    run(conn, sql, params![id, at])?;
    update(conn, &id, new)?;
    get(conn, &id)
}

fn update(conn: &Connection, id: &str, settings: &WorkspaceSettings) -> Result<(), StoreError> {
    let sql = "UPDATE workspace SET name = ?2, base_url = ?3, dialect = ?4, login = ?5, colour = ?6, read_only = ?7,
                   production = ?8, confirm_above = ?9, plain_http = ?10, marks = ?11
               WHERE id = ?1";
    let WorkspaceSettings {
        name,
        base_url,
        dialect,
        login,
        colour,
        guards,
        plain_http,
        marks,
    } = settings;
    let values = params![
        id,
        name,
        base_url,
        dialect,
        login,
        colour,
        guards.read_only,
        guards.production,
        guards.confirm_above,
        plain_http,
        marks
    ];
    run(conn, sql, values).map(drop)
}

fn copy_preferences(conn: &Connection, from: &str, to: &str) -> Result<(), StoreError> {
    let fields = "INSERT INTO local_field (workspace, kind, path, guess, role, choices, learned_at)
                  SELECT ?2, kind, path, guess, role, choices, learned_at FROM local_field WHERE workspace = ?1";
    let rules = "INSERT INTO preference (key, value)
                 SELECT 'own-rules.' || ?2, value FROM preference WHERE key = 'own-rules.' || ?1";
    // Ids are texts that sort by creation time. The id of a copy ends in its workspace's id.
    let templates = "INSERT INTO template (id, workspace, kind, name, description, text, prompts, saved_at)
                     SELECT id || '.' || ?2, ?2, kind, name, description, text, prompts, saved_at FROM template
                     WHERE workspace = ?1 AND deleted_at IS NULL";
    let views = "INSERT INTO list_view (id, workspace, list, name, state, place)
                 SELECT id || '.' || ?2, ?2, list, name, state, place FROM list_view
                 WHERE workspace = ?1 AND deleted_at IS NULL";
    let layout = "INSERT INTO preference (key, value)
                  SELECT 'form-layout.' || ?2, value FROM preference WHERE key = 'form-layout.' || ?1";
    for sql in [fields, rules, layout, templates, views] {
        run(conn, sql, [from, to])?;
    }
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Workspace> {
    Ok(Workspace {
        id: row.get("id")?,
        settings: WorkspaceSettings {
            name: row.get("name")?,
            base_url: row.get("base_url")?,
            dialect: row.get("dialect")?,
            login: row.get("login")?,
            colour: row.get("colour")?,
            guards: WorkspaceGuards {
                read_only: row.get("read_only")?,
                production: row.get("production")?,
                confirm_above: row.get("confirm_above")?,
            },
            plain_http: row.get("plain_http")?,
            marks: row.get("marks")?,
        },
        created_at: row.get("created_at")?,
        opened_at: row.get("opened_at")?,
    })
}
