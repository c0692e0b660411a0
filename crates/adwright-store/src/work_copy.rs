//! Copies people's work without the cache of the service's data. Backups and salvage use it.

use std::path::Path;

use refinery::{Migration, Runner};
use rusqlite::Connection;

use crate::StoreError;
use crate::files::{open_private, remove_if_exists};
use crate::open::CACHE;
use crate::sql::{rows, run};

/// A table of people's work, as opposed to the service's data.
pub(crate) struct WorkTable {
    pub(crate) name: String,
    pub(crate) has_row_id: bool,
}

/// Copies everything except the cache into a new file: one snapshot of the database, including its log.
pub(crate) fn copy_work(from: &Path, into: &Path, steps: &[Migration]) -> Result<(), StoreError> {
    let mut copy = new_database(into, steps)?;
    attach(&copy, from)?;
    let transaction = copy.transaction()?;
    for WorkTable { name, .. } in work_tables(&transaction)? {
        let sql = format!("INSERT INTO main.{name} SELECT * FROM old.{name}");
        run(&transaction, &sql, [])?;
    }
    Ok(transaction.commit()?)
}

/// Creates an empty database in a new file. It does not check foreign keys.
pub(crate) fn new_database(path: &Path, steps: &[Migration]) -> Result<Connection, StoreError> {
    remove_if_exists(path)
        .and_then(|()| open_private(path))
        .map_err(StoreError::file_error("making a new file"))?;
    let mut new = Connection::open(path)?;
    new.pragma_update(None, "journal_mode", "MEMORY")?;
    new.pragma_update(None, "synchronous", "OFF")?;
    new.pragma_update(None, "foreign_keys", false)?;
    let done = Runner::new(steps).run(&mut new);
    done.map_err(crate::migrate::migration_error)?;
    Ok(new)
}

/// Attaches another database as `old`.
pub(crate) fn attach(conn: &Connection, other: &Path) -> Result<(), StoreError> {
    let path = other.to_str().ok_or(std::io::ErrorKind::InvalidFilename);
    let path = path.map_err(|kind| StoreError::file_error("copying it")(kind.into()))?;
    run(conn, "ATTACH ?1 AS old", [path]).map(drop)
}

/// Returns the tables of people's work in the main database, those with row ids first.
pub(crate) fn work_tables(conn: &Connection) -> Result<Vec<WorkTable>, StoreError> {
    let sql = format!(
        "SELECT name, wr FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
           AND name <> 'refinery_schema_history' AND name NOT IN {CACHE}
         ORDER BY wr, name"
    );
    rows(conn, &sql, [], |row| {
        Ok(WorkTable {
            name: row.get(0)?,
            has_row_id: !row.get::<_, bool>(1)?,
        })
    })
}
