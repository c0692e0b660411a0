use rusqlite::{Connection, Row, params};

use crate::secret::insert_secrets_to_forget;
use crate::sql::{new_id, row, rows, run};
use crate::{Store, StoreError};

/// One connection to a service, and the owner of all local data that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    /// Its own id.
    pub id: String,
    /// What a person set, or Adwright learned, about it.
    pub settings: WorkspaceSettings,
    /// When it was made, in epoch milliseconds.
    pub created_at: i64,
    /// When it was opened last; none where it never was.
    pub opened_at: Option<i64>,
}

/// All of a workspace that can be changed. Secrets are not in it: they are in the keyring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceSettings {
    /// Its name, as the person reads it; no other listed one has it, in whatever case.
    pub name: String,
    /// The service's base URL; `practice:` for the practice service.
    pub base_url: String,
    /// The dialect, as JSON.
    pub dialect: String,
    /// The name under which it logs in; the password is in the keyring.
    pub login: Option<String>,
    /// The colour that it is told by, as a word.
    pub colour: String,
    /// What stands between a person and a send that was not meant.
    pub guards: WorkspaceGuards,
    /// Whether the person chose to speak plain HTTP to another computer.
    pub plain_http: bool,
    /// Whether the person is shown it among the workspaces.
    pub listed: bool,
    /// Where the dialect's values are from, as a JSON object by setting.
    pub marks: String,
}

/// What stands between a person and a send that was not meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkspaceGuards {
    /// Whether nothing may be sent.
    pub read_only: bool,
    /// Whether a large send asks for the workspace's name.
    pub production: bool,
    /// In production, a send of more items than this asks for the name.
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
    /// Settings of a new workspace: green, listed, not in production, open to sending.
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
            listed: true,
            marks: "{}".to_owned(),
        }
    }
}

impl Store {
    /// The workspace of that base URL and login, as it is; made from `new` where there is none.
    ///
    /// # Errors
    /// As for [`Store::workspace_insert`].
    pub fn workspace_ensure(
        &self,
        new: &WorkspaceSettings,
        at: i64,
    ) -> Result<Workspace, StoreError> {
        self.write(|tx| match find(tx, new)? {
            Some(there) => Ok(there),
            None => insert(tx, new, at),
        })
    }

    /// The workspace that no list shows and that is asked as `asked_as` says, with the settings that `renewed` makes of
    /// those that it had; made with those of `new`, which is not listed either, where there is none.
    pub fn workspace_ensure_unlisted(
        &self,
        asked_as: &str,
        new: &WorkspaceSettings,
        renewed: impl FnOnce(&WorkspaceSettings) -> WorkspaceSettings,
        at: i64,
    ) -> Result<Workspace, StoreError> {
        let sql = "SELECT id FROM workspace WHERE asked_as = ?1";
        self.write(|tx| {
            let there = row(tx, sql, [asked_as], |row| row.get::<_, String>(0))?;
            if let Some(id) = there {
                let settings = renewed(&get(tx, &id)?.settings);
                update(tx, &id, &settings)?;
                return get(tx, &id);
            }
            let made = insert(tx, new, at)?;
            let named = "UPDATE workspace SET asked_as = ?2 WHERE id = ?1";
            run(tx, named, [made.id.as_str(), asked_as])?;
            Ok(made)
        })
    }

    /// The workspaces that no list shows, by how each is asked, those first that were opened last.
    pub fn workspace_list_unlisted(&self) -> Result<Vec<(String, Workspace)>, StoreError> {
        let sql =
            "SELECT * FROM workspace WHERE asked_as IS NOT NULL ORDER BY opened_at DESC, id DESC";
        self.read(|c| rows(c, sql, [], |row| Ok((row.get("asked_as")?, read(row)?))))
    }

    /// Has the workspace that is asked as `before` says be found as `now` from now on, unless another one is.
    pub fn workspace_set_service_key(&self, before: &str, now: &str) -> Result<(), StoreError> {
        let sql = "UPDATE OR IGNORE workspace SET asked_as = ?2 WHERE asked_as = ?1";
        self.write(|tx| run(tx, sql, [before, now]).map(drop))
    }

    /// Makes a workspace.
    ///
    /// # Errors
    /// [`StoreError::WorkspaceExists`] where another listed one has the name.
    pub fn workspace_insert(
        &self,
        new: &WorkspaceSettings,
        at: i64,
    ) -> Result<Workspace, StoreError> {
        self.write(|tx| insert(tx, new, at))
    }

    /// The workspace of that id.
    pub fn workspace_get(&self, id: &str) -> Result<Workspace, StoreError> {
        self.read(|c| get(c, id))
    }

    /// The workspaces that the person is shown, in the order in which they were made.
    pub fn workspace_list(&self) -> Result<Vec<Workspace>, StoreError> {
        let sql = "SELECT * FROM workspace WHERE listed = 1 ORDER BY created_at, id";
        self.read(|c| rows(c, sql, [], read))
    }

    /// Gives a workspace other settings.
    ///
    /// # Errors
    /// [`StoreError::WorkspaceExists`] where another listed one has the name.
    pub fn workspace_update(
        &self,
        id: &str,
        settings: &WorkspaceSettings,
    ) -> Result<Workspace, StoreError> {
        self.workspace_update_and_forget(id, settings, &[])
    }

    /// The same, and names secrets that the keyring has to forget with it, in one commit.
    ///
    /// # Errors
    /// As for [`Store::workspace_update`].
    pub fn workspace_update_and_forget(
        &self,
        id: &str,
        settings: &WorkspaceSettings,
        secrets: &[String],
    ) -> Result<Workspace, StoreError> {
        self.write(|tx| {
            refuse_name(tx, settings, id)?;
            update(tx, id, settings)?;
            insert_secrets_to_forget(tx, secrets)?;
            get(tx, id)
        })
    }

    /// Notes that a workspace was opened.
    pub fn workspace_mark_opened(&self, id: &str, at: i64) -> Result<(), StoreError> {
        let sql = "UPDATE workspace SET opened_at = ?2 WHERE id = ?1";
        self.write(|tx| run(tx, sql, params![id, at]).map(drop))
    }

    /// Makes a workspace with the settings of another one and with the ways of working that are kept in it: its
    /// learned fields, its rules, its templates and its views. Nothing that came from the service or goes there is copied.
    ///
    /// # Errors
    /// As for [`Store::workspace_insert`].
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

pub(crate) fn get(c: &Connection, id: &str) -> Result<Workspace, StoreError> {
    row(c, "SELECT * FROM workspace WHERE id = ?1", [id], read)?
        .ok_or_else(|| StoreError::not_found("workspace", id))
}

fn find(c: &Connection, new: &WorkspaceSettings) -> Result<Option<Workspace>, StoreError> {
    let sql = "SELECT * FROM workspace WHERE base_url = ?1 AND login IS ?2 ORDER BY id";
    row(c, sql, (&new.base_url, &new.login), read)
}

fn refuse_name(c: &Connection, settings: &WorkspaceSettings, but: &str) -> Result<(), StoreError> {
    let sql = "SELECT 1 FROM workspace WHERE name = ?1 COLLATE NOCASE AND listed = 1 AND id <> ?2";
    let is_taken = settings.listed && row(c, sql, (&settings.name, but), |_| Ok(()))?.is_some();
    if is_taken {
        return Err(StoreError::WorkspaceExists {
            name: settings.name.clone(),
        });
    }
    Ok(())
}

fn insert(c: &Connection, new: &WorkspaceSettings, at: i64) -> Result<Workspace, StoreError> {
    let id = new_id();
    refuse_name(c, new, &id)?;
    // Unlisted until its name is in it.
    let made = "INSERT INTO workspace (id, name, base_url, dialect, created_at, listed)
                VALUES (?1, '', '', '', ?2, 0)";
    run(c, made, params![id, at])?;
    update(c, &id, new)?;
    get(c, &id)
}

fn update(c: &Connection, id: &str, settings: &WorkspaceSettings) -> Result<(), StoreError> {
    let sql = "UPDATE workspace SET name = ?2, base_url = ?3, dialect = ?4, login = ?5, colour = ?6, read_only = ?7,
                   production = ?8, confirm_above = ?9, plain_http = ?10, listed = ?11, marks = ?12
               WHERE id = ?1";
    let WorkspaceSettings {
        name,
        base_url,
        dialect,
        login,
        colour,
        guards,
        plain_http,
        listed,
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
        listed,
        marks
    ];
    run(c, sql, values).map(drop)
}

fn copy_preferences(c: &Connection, from: &str, to: &str) -> Result<(), StoreError> {
    let fields = "INSERT INTO local_field (workspace, kind, path, guess, learned_at)
                  SELECT ?2, kind, path, guess, learned_at FROM local_field WHERE workspace = ?1";
    let rules = "INSERT INTO preference (key, value)
                 SELECT 'own-rules.' || ?2, value FROM preference WHERE key = 'own-rules.' || ?1";
    // An id is a text that sorts by when it was made; a copy is told by the workspace that it is in.
    let templates = "INSERT INTO template (id, workspace, kind, name, description, text, asked, saved_at)
                     SELECT id || '.' || ?2, ?2, kind, name, description, text, asked, saved_at FROM template
                     WHERE workspace = ?1 AND deleted_at IS NULL";
    let views = "INSERT INTO list_view (id, workspace, list, name, state, place)
                 SELECT id || '.' || ?2, ?2, list, name, state, place FROM list_view
                 WHERE workspace = ?1 AND deleted_at IS NULL";
    for sql in [fields, rules, templates, views] {
        run(c, sql, [from, to])?;
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
            listed: row.get("listed")?,
            marks: row.get("marks")?,
        },
        created_at: row.get("created_at")?,
        opened_at: row.get("opened_at")?,
    })
}
