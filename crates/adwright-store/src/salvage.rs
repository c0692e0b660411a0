//! Salvages a damaged database: reads around the damage into a new one; see decision 0024.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use adwright_model::Kind;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Params, Row, params_from_iter};

use crate::backup::{backup_folder, lock_closed, replace_database};
use crate::files::{open_private, remove_if_exists, sibling_path};
use crate::migrate::{schema_version, steps, steps_up_to};
use crate::sql::{row, rows, run};
use crate::work_copy::{WorkTable, new_database, work_tables};
use crate::{Store, StoreError};

/// The size of our pages, which is SQLite's default.
const PAGE: usize = 4096;

/// How many rows are tried one by one if the number of rows is unknown.
const BLIND_ROWS: u32 = 100_000;

/// The result of salvaging a damaged database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalvageReport {
    /// The result for each table of people's work.
    pub tables: Vec<SalvagedTable>,
    /// The new path of the damaged file.
    pub aside: Option<PathBuf>,
}

/// The result for one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalvagedTable {
    /// Its name.
    pub table: String,
    /// How many rows were read.
    pub recovered: u64,
    /// How many rows were lost; `None` if damage hides their number.
    pub lost: Option<u64>,
}

impl Store {
    /// Copies the readable rows of a damaged database into a new one, which takes its place. Leaves out the service's
    /// data. Sets the damaged file aside.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if nothing is readable, [`StoreError::Busy`] while a program has the database open. In
    /// both cases the file stays in its place.
    pub fn salvage(path: &Path) -> Result<SalvageReport, StoreError> {
        let lock = lock_closed(path)?;
        let (fresh, damaged) = (sibling_path(path, "-fresh"), sibling_path(path, "-damaged"));
        let read = salvage_into(&fresh, &damaged, path);
        // This is our copy. The original file still exists.
        remove_if_exists(&damaged).map_err(StoreError::file_error("removing a copy"))?;
        let tables = read?;
        Ok(SalvageReport {
            tables,
            aside: replace_database(&fresh, path, &lock)?,
        })
    }
}

fn salvage_into(
    fresh: &Path,
    damaged: &Path,
    path: &Path,
) -> Result<Vec<SalvagedTable>, StoreError> {
    let known = steps();
    let mut new = new_database(fresh, &known)?;
    copy_damaged(path, damaged, fresh)
        .map_err(StoreError::file_error("copying the damaged file"))?;
    // A separate connection: after SQLite finds damage, a connection cannot write in the same transaction any more.
    let from = Connection::open(damaged)?;
    if let Ok(Some(found)) = schema_version(&from)
        && steps_up_to(&known, found).len() < known.len()
    {
        new = new_database(fresh, steps_up_to(&known, found))?;
    }
    let has_drafts = "SELECT count(*) FROM sqlite_schema WHERE name = 'draft'";
    if query_number(&from, has_drafts) != Some(1) {
        return Err(StoreError::Corrupt {
            detail: "nothing in it can be read".to_owned(),
        });
    }
    let transaction = new.transaction()?;
    let copier = TableCopier {
        from: &from,
        to: &transaction,
    };
    let tables = work_tables(&transaction)?;
    let tables = tables.iter().map(|table| copier.copy_table(table));
    let tables = tables.collect::<Result<_, _>>()?;
    reset_damaged_drafts(&transaction)?;
    repair_workspaces(&transaction, path)?;
    transaction.commit()?;
    Ok(tables)
}

/// Copies the damaged database with all pages of its log. SQLite itself ignores everything after a damaged page of a
/// log.
fn copy_damaged(path: &Path, copy: &Path, fresh: &Path) -> io::Result<()> {
    let mut file = open_private(copy)?;
    file.set_len(0)?;
    if path.exists() {
        io::copy(&mut File::open(path)?, &mut file)?;
    }
    apply_log(&mut file, &sibling_path(path, "-wal"))?;
    // All our databases have the same header, except for numbers that only writing needs.
    let mut header = [0; 100];
    File::open(fresh)?.read_exact(&mut header)?;
    // If these two differ, SQLite uses the length of the file.
    header[24..28].fill(1);
    header[92..96].fill(2);
    file.rewind()?;
    file.write_all(&header)
}

/// Writes the pages of the log's last run to their places in the file, up to the last commit.
fn apply_log(file: &mut File, log: &Path) -> io::Result<()> {
    let log = fs::read(log).unwrap_or_default();
    let frames = log.get(32..).unwrap_or_default();
    let frames: Vec<&[u8]> = frames.chunks_exact(24 + PAGE).collect();
    // Frames of an earlier run have another salt. Two places name the current salt, and at most one of them is damaged.
    let salts = [log.get(16..24), frames.first().map(|first| &first[8..16])];
    let is_current = |frame: &&&[u8]| salts.contains(&Some(&frame[8..16]));
    let current: Vec<_> = frames.iter().filter(is_current).collect();
    let commit = current
        .iter()
        .rposition(|frame| big_endian(&frame[4..8]) > 0);
    let most = file.metadata()?.len() / PAGE as u64 + frames.len() as u64;
    for frame in current.iter().take(commit.map_or(0, |last| last + 1)) {
        let page = big_endian(&frame[..4]);
        if (1..=most).contains(&page) {
            file.seek(SeekFrom::Start((page - 1) * PAGE as u64))?;
            file.write_all(&frame[24..])?;
        }
    }
    Ok(())
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Copies rows from a damaged database into a new one.
struct TableCopier<'a> {
    from: &'a Connection,
    to: &'a Connection,
}

impl TableCopier<'_> {
    /// Copies the rows of a table that are not damaged.
    fn copy_table(&self, table: &WorkTable) -> Result<SalvagedTable, StoreError> {
        let WorkTable { name, has_row_id } = table;
        let index = if *has_row_id { " NOT INDEXED" } else { "" };
        let all = format!("SELECT * FROM {name}{index}");
        if !self.copy_rows(name, &all, [])? {
            if *has_row_id {
                let by_row_id = format!("{all} WHERE rowid = ?1");
                for id in 1..=self.last_row(name)?.unwrap_or(BLIND_ROWS) {
                    self.copy_rows(name, &by_row_id, [id])?;
                }
            } else {
                self.copy_rows_backwards(name)?;
                self.copy_rows_by_parent(name)?;
            }
        }
        let count = format!("SELECT count(*) FROM {name}");
        let recovered = query_number(self.to, &count).unwrap_or_default();
        Ok(SalvagedTable {
            table: name.clone(),
            recovered,
            lost: query_number(self.from, &count).map(|total| total.saturating_sub(recovered)),
        })
    }

    /// Inserts the rows of a query on the damaged database. Returns whether the query reached its end.
    fn copy_rows(&self, table: &str, sql: &str, params: impl Params) -> Result<bool, StoreError> {
        let Ok(mut select) = self.from.prepare_cached(sql) else {
            return Ok(false);
        };
        let placeholders = vec!["?"; select.column_count()].join(", ");
        let insert = format!("INSERT OR IGNORE INTO {table} VALUES ({placeholders})");
        let kind = select.column_index("kind").ok();
        let Ok(mut rows) = select.query(params) else {
            return Ok(false);
        };
        loop {
            match rows.next() {
                Ok(Some(row)) if is_sound(row, kind) => {
                    let values = (0..row.as_ref().column_count()).map(|at| row.get_ref(at));
                    let values: Vec<_> = values.collect::<rusqlite::Result<_>>()?;
                    let values = values.into_iter().map(ToSqlOutput::Borrowed);
                    match run(self.to, &insert, params_from_iter(values)) {
                        Err(error) if error.is_disk_error() => return Err(error),
                        // A row that no version writes in this form is lost, and counts as lost.
                        _ => {}
                    }
                }
                Ok(Some(_)) => {}
                Ok(None) => return Ok(true),
                Err(_) => return Ok(false),
            }
        }
    }

    /// Returns the number of the last row. If damage hides it in the table, an index may show it.
    fn last_row(&self, table: &str) -> Result<Option<u32>, StoreError> {
        let last = |by: &str| {
            let sql = format!("SELECT max(rowid) FROM {table} {by}");
            query_number(self.from, &sql).and_then(|last| u32::try_from(last).ok())
        };
        let indexes = "SELECT name FROM pragma_index_list(?1)";
        let indexes: Vec<String> = rows(self.to, indexes, [table], |row| row.get(0))?;
        let by_index = indexes
            .iter()
            .map(|name| last(&format!("INDEXED BY {name}")));
        Ok(by_index.chain([last("NOT INDEXED")]).flatten().max())
    }

    /// Copies rows from the end of a table without row ids, backwards up to the damage.
    fn copy_rows_backwards(&self, table: &str) -> Result<(), StoreError> {
        let columns = "SELECT group_concat(name || ' DESC', ', ') FROM
                       (SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk)";
        let order: Option<String> = row(self.to, columns, [table], |row| row.get(0))?;
        let order = order.unwrap_or_default();
        let sql = format!("SELECT * FROM {table} ORDER BY {order}");
        self.copy_rows(table, &sql, []).map(drop)
    }

    /// Copies the rows that belong to each row that was copied before.
    fn copy_rows_by_parent(&self, table: &str) -> Result<(), StoreError> {
        let parents = "SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?1)";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let parents: Vec<(String, String, String)> = rows(self.to, parents, [table], read)?;
        for (column, parent, key) in parents {
            let keys = format!("SELECT {key} FROM {parent}");
            let keys: Vec<String> = rows(self.to, &keys, [], |row| row.get(0))?;
            let sql = format!("SELECT * FROM {table} WHERE {column} = ?1");
            for key in keys {
                self.copy_rows(table, &sql, [key])?;
            }
        }
        Ok(())
    }
}

/// Returns whether all texts of a row are valid and its kind is known. Any other row would break each list that
/// contains it.
fn is_sound(row: &Row<'_>, kind: Option<usize>) -> bool {
    let is_text = |at| match row.get_ref(at) {
        Ok(ValueRef::Text(text)) => std::str::from_utf8(text).is_ok(),
        value => value.is_ok(),
    };
    let is_kind = |at| {
        let word: String = row.get(at).unwrap_or_default();
        Kind::from_wire(&word).is_some() || word == Kind::Ad.as_str()
    };
    (0..row.as_ref().column_count()).all(is_text) && kind.is_none_or(is_kind)
}

/// Returns the number that a query returns; `None` if damage prevents it.
fn query_number(conn: &Connection, sql: &str) -> Option<u64> {
    let number: Option<i64> = row(conn, sql, [], |row| row.get(0)).ok().flatten()?;
    u64::try_from(number?).ok()
}

/// Resets each draft that lost some of its edits: it keeps its text and starts again without edits. Undo cannot work
/// across a gap in the edits.
fn reset_damaged_drafts(conn: &Connection) -> Result<(), StoreError> {
    let damaged = "SELECT draft.id FROM draft LEFT JOIN draft_edit ON draft_edit.draft = draft.id GROUP BY draft.id
                HAVING coalesce(max(seq), 0) <> count(seq) OR count(seq) < position";
    let damaged: Vec<String> = rows(conn, damaged, [], |row| row.get(0))?;
    for draft in damaged {
        run(conn, "DELETE FROM draft_edit WHERE draft = ?1", [&draft])?;
        let reset = "UPDATE draft SET start_text = text, position = 0 WHERE id = ?1";
        run(conn, reset, [&draft])?;
    }
    Ok(())
}

/// Restores the workspaces whose drafts or receipts were salvaged: from the newest copy that has them, otherwise under
/// a name that shows the loss.
fn repair_workspaces(conn: &Connection, path: &Path) -> Result<(), StoreError> {
    let lost = "SELECT workspace FROM draft UNION SELECT workspace FROM receipt UNION SELECT workspace FROM template
                UNION SELECT workspace FROM batch EXCEPT SELECT id FROM workspace";
    let lost: Vec<String> = rows(conn, lost, [], |row| row.get(0))?;
    let copies = if lost.is_empty() {
        Vec::new()
    } else {
        Store::backups(path)
    };
    for copy in copies {
        let copy = Connection::open(backup_folder(path).join(copy.name))?;
        let tables = TableCopier {
            from: &copy,
            to: conn,
        };
        for id in &lost {
            let workspace = "SELECT * FROM workspace WHERE id = ?1";
            tables.copy_rows("workspace", workspace, [id])?;
        }
    }
    let placeholder = "INSERT OR IGNORE INTO workspace (id, name, base_url, dialect, created_at)
                    VALUES (?1, 'Recovered workspace ' || substr(?1, -4), 'https://recovered.invalid', '{}', 0)";
    for id in &lost {
        run(conn, placeholder, [id])?;
    }
    Ok(())
}
