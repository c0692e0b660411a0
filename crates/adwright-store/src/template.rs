use adwright_model::{Kind, Path};
use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

use crate::sql::{self, new_id, row, rows, run};
use crate::{Store, StoreError};

/// A document from which new ones are created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// Its own id.
    pub id: String,
    /// The kind of the objects that it creates.
    pub kind: Kind,
    /// The name for people, unique in its workspace and kind regardless of case.
    pub name: String,
    /// A description in the person's words. May be empty.
    pub description: String,
    /// The text of a new document.
    pub text: String,
    /// The fields that the person fills in at each use.
    pub prompts: Vec<Path>,
    /// When it was saved, in epoch milliseconds.
    pub saved_at: i64,
    /// When it was deleted. A deleted template can be restored.
    pub deleted_at: Option<i64>,
}

/// The content of a new template.
#[derive(Debug, Clone, Copy)]
pub struct NewTemplate<'a> {
    /// The workspace of the template.
    pub workspace: &'a str,
    /// See [`Template::kind`].
    pub kind: Kind,
    /// See [`Template::name`].
    pub name: &'a str,
    /// See [`Template::description`].
    pub description: &'a str,
    /// See [`Template::text`].
    pub text: &'a str,
    /// See [`Template::prompts`].
    pub prompts: &'a [Path],
}

impl Store {
    /// Saves a template. If it replaces another one, that one is deleted in the same commit.
    ///
    /// # Errors
    /// [`StoreError::TemplateExists`] if another template has the name.
    pub fn template_save(
        &self,
        new: &NewTemplate<'_>,
        in_place_of: Option<&str>,
        at: i64,
    ) -> Result<Template, StoreError> {
        let id = new_id();
        let sql =
            "INSERT INTO template (id, workspace, kind, name, description, text, prompts, saved_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let prompts = paths_json(new.prompts);
        self.write(|tx| {
            if let Some(other) = in_place_of {
                delete(tx, other, at)?;
            }
            ensure_unique_name(tx, new.workspace, new.kind, new.name, &id)?;
            let values = params![
                id,
                new.workspace,
                new.kind.as_str(),
                new.name,
                new.description,
                new.text,
                prompts,
                at
            ];
            run(tx, sql, values)?;
            get(tx, &id)
        })
    }

    /// Returns the template with this id, deleted or not.
    pub fn template_get(&self, id: &str) -> Result<Template, StoreError> {
        self.read(|conn| get(conn, id))
    }

    /// Returns the templates of a workspace and kind, by name.
    pub fn template_list(&self, workspace: &str, kind: Kind) -> Result<Vec<Template>, StoreError> {
        let sql = "SELECT * FROM template WHERE workspace = ?1 AND kind = ?2 AND deleted_at IS NULL
                   ORDER BY name COLLATE NOCASE, id";
        self.read(|conn| rows(conn, sql, (workspace, kind.as_str()), read))
    }

    /// Changes a template's name and description.
    ///
    /// # Errors
    /// [`StoreError::TemplateExists`] if another template has the name.
    pub fn template_rename(
        &self,
        id: &str,
        name: &str,
        description: &str,
    ) -> Result<Template, StoreError> {
        let sql = "UPDATE template SET name = ?2, description = ?3 WHERE id = ?1";
        self.write(|tx| {
            let (workspace, template) = get_with_workspace(tx, id)?;
            ensure_unique_name(tx, &workspace, template.kind, name, id)?;
            run(tx, sql, [id, name, description])?;
            get(tx, id)
        })
    }

    /// Deletes a template. [`Store::template_restore`] restores it.
    pub fn template_delete(&self, id: &str, at: i64) -> Result<(), StoreError> {
        self.write(|tx| {
            get(tx, id)?;
            delete(tx, id, at)
        })
    }

    /// Restores a deleted template. If it replaces another one, that one is deleted in the same commit.
    ///
    /// # Errors
    /// [`StoreError::TemplateExists`] if another template has its name now.
    pub fn template_restore(
        &self,
        id: &str,
        in_place_of: Option<&str>,
        at: i64,
    ) -> Result<Template, StoreError> {
        let sql = "UPDATE template SET deleted_at = NULL WHERE id = ?1";
        self.write(|tx| {
            if let Some(other) = in_place_of {
                delete(tx, other, at)?;
            }
            let (workspace, template) = get_with_workspace(tx, id)?;
            ensure_unique_name(tx, &workspace, template.kind, &template.name, id)?;
            run(tx, sql, [id])?;
            get(tx, id)
        })
    }
}

fn paths_json(paths: &[Path]) -> String {
    serde_json::to_string(paths).expect("paths are texts")
}

fn delete(conn: &Connection, id: &str, at: i64) -> Result<(), StoreError> {
    let sql = "UPDATE template SET deleted_at = ?2 WHERE id = ?1 AND deleted_at IS NULL";
    run(conn, sql, params![id, at]).map(drop)
}

fn ensure_unique_name(
    conn: &Connection,
    workspace: &str,
    kind: Kind,
    name: &str,
    except_id: &str,
) -> Result<(), StoreError> {
    let sql =
        "SELECT id FROM template WHERE workspace = ?1 AND kind = ?2 AND name = ?3 COLLATE NOCASE
               AND deleted_at IS NULL AND id <> ?4";
    let other: Option<String> = row(
        conn,
        sql,
        (workspace, kind.as_str(), name, except_id),
        |row| row.get(0),
    )?;
    other.map_or(Ok(()), |template| {
        Err(StoreError::TemplateExists {
            template,
            name: name.to_owned(),
        })
    })
}

fn get(conn: &Connection, id: &str) -> Result<Template, StoreError> {
    get_with_workspace(conn, id).map(|(_, template)| template)
}

fn get_with_workspace(conn: &Connection, id: &str) -> Result<(String, Template), StoreError> {
    let read = |row: &Row<'_>| Ok((row.get("workspace")?, self::read(row)?));
    row(conn, "SELECT * FROM template WHERE id = ?1", [id], read)?
        .ok_or_else(|| StoreError::not_found("template", id))
}

fn read(row: &Row<'_>) -> rusqlite::Result<Template> {
    let prompts: String = row.get("prompts")?;
    let prompts = serde_json::from_str(&prompts)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(6, Type::Text, error.into()))?;
    Ok(Template {
        id: row.get("id")?,
        kind: sql::kind_column(row, "kind")?,
        name: row.get("name")?,
        description: row.get("description")?,
        text: row.get("text")?,
        prompts,
        saved_at: row.get("saved_at")?,
        deleted_at: row.get("deleted_at")?,
    })
}
