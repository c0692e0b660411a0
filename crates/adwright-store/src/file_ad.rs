//! Ads from files. They are separate from the service's objects.

use adwright_model::Id;
use rusqlite::{Row, params};

use crate::receipt::sha256_hex;
use crate::sql::{new_id, row, run};
use crate::{Store, StoreError};

/// How long a removed ad can be restored, in milliseconds: thirty days.
const RETENTION_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// A new ad from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFileAd {
    /// The name of the file, without its folders.
    pub file: String,
    /// Its id in the file, if it has one.
    pub ad_id: Option<Id>,
    /// Its exact text.
    pub text: String,
    /// The list's cells, in the desk's own format.
    pub cells: String,
}

/// A stored ad from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileAd {
    /// Its own number. No number is used twice.
    pub number: i64,
    /// The name of the file, without its folders.
    pub file: String,
    /// Its id in the file, if it has one.
    pub ad_id: Option<Id>,
    /// Its exact text.
    pub text: String,
    /// When it was imported, in epoch milliseconds.
    pub at: i64,
}

/// A removal of ads from files, which can be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileAdRemoval {
    /// The removal's own id.
    pub id: String,
    /// The number of ads that it removed.
    pub ads: u32,
}

impl Store {
    /// Returns the id for a new import.
    #[must_use]
    pub fn file_ad_new_import(&self) -> String {
        new_id()
    }

    /// Stores ads as part of an import, and returns the numbers of the new ones. The same text of the same file is
    /// stored only once. Ads that were removed long ago are deleted permanently.
    pub fn file_ad_put(
        &self,
        workspace: &str,
        import: &str,
        ads: &[NewFileAd],
        at: i64,
    ) -> Result<Vec<i64>, StoreError> {
        let purge = "DELETE FROM file_ad WHERE workspace = ?1 AND removed_at < ?2";
        self.write(|tx| {
            run(tx, purge, params![workspace, at - RETENTION_MS])?;
            let mut numbers = Vec::with_capacity(ads.len());
            for ad in ads {
                let hash = sha256_hex(ad.text.as_bytes());
                let id = ad.ad_id.map(|id| id.0);
                let values = params![workspace, import, ad.file, id, at, hash, ad.cells, ad.text];
                numbers.extend(row(tx, PUT, values, |row| row.get::<_, i64>(0))?);
            }
            Ok(numbers)
        })
    }

    /// Returns the ad with this number.
    pub fn file_ad_get(&self, workspace: &str, number: i64) -> Result<Option<FileAd>, StoreError> {
        let sql = "SELECT number, file, ad_id, text, at FROM file_ad
                   WHERE workspace = ?1 AND number = ?2 AND removal IS NULL";
        self.read(|conn| row(conn, sql, (workspace, number), read))
    }

    /// Returns the number of the ad with this id in its file. If there are several, the last import counts.
    pub fn file_ad_find_by_id(&self, workspace: &str, id: Id) -> Result<Option<i64>, StoreError> {
        let sql =
            "SELECT number FROM file_ad WHERE workspace = ?1 AND ad_id = ?2 AND removal IS NULL
                   ORDER BY number DESC LIMIT 1";
        self.read(|conn| row(conn, sql, (workspace, id.0), |row| row.get(0)))
    }

    /// Returns the number of ads.
    pub fn file_ad_count(&self, workspace: &str) -> Result<u32, StoreError> {
        let sql = "SELECT COUNT(*) FROM file_ad WHERE workspace = ?1 AND removal IS NULL";
        let count = self.read(|conn| row(conn, sql, [workspace], |row| row.get(0)))?;
        Ok(count.unwrap_or(0))
    }

    /// Calls `each` with the ads after a number and their cells, in the order of their numbers, at most `limit`.
    /// Returns the last ad's number, or `None` at the end.
    pub fn file_ad_for_each_cells(
        &self,
        workspace: &str,
        (after, limit): (i64, u32),
        mut each: impl FnMut(i64, Option<&str>),
    ) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT number, cells FROM file_ad
                   WHERE workspace = ?1 AND number > ?2 AND removal IS NULL ORDER BY number LIMIT ?3";
        self.read(|conn| {
            let mut statement = conn.prepare_cached(sql)?;
            let mut found = statement.query(params![workspace, after, limit])?;
            let mut last = None;
            while let Some(row) = found.next()? {
                let number = row.get(0)?;
                let cells = row.get_ref(1)?.as_str_or_null();
                each(number, cells.map_err(rusqlite::Error::from)?);
                last = Some(number);
            }
            Ok(last)
        })
    }

    /// Stores the cells of ads whose cells had another layout.
    pub fn file_ad_put_cells(
        &self,
        workspace: &str,
        cells: &[(i64, String)],
    ) -> Result<(), StoreError> {
        if cells.is_empty() {
            return Ok(());
        }
        let sql = "UPDATE file_ad SET cells = ?3 WHERE workspace = ?1 AND number = ?2";
        self.write(|tx| {
            for (number, cells) in cells {
                run(tx, sql, params![workspace, number, cells])?;
            }
            Ok(())
        })
    }

    /// Removes all ads of an import.
    pub fn file_ad_remove_import(
        &self,
        workspace: &str,
        import: &str,
        at: i64,
    ) -> Result<FileAdRemoval, StoreError> {
        let id = new_id();
        let sql = "UPDATE file_ad SET removal = ?3, removed_at = ?4
                   WHERE workspace = ?1 AND import = ?2 AND removal IS NULL";
        self.write(|tx| {
            let ads = to_count(run(tx, sql, params![workspace, import, id, at])?);
            Ok(FileAdRemoval { id, ads })
        })
    }

    /// Removes the ads with these numbers. Ads that are already removed do not count.
    pub fn file_ad_remove(
        &self,
        workspace: &str,
        numbers: &[i64],
        at: i64,
    ) -> Result<FileAdRemoval, StoreError> {
        let id = new_id();
        let sql = "UPDATE file_ad SET removal = ?3, removed_at = ?4
                   WHERE workspace = ?1 AND number = ?2 AND removal IS NULL";
        self.write(|tx| {
            let mut removed = 0;
            for number in numbers {
                removed += run(tx, sql, params![workspace, number, id, at])?;
            }
            let ads = to_count(removed);
            Ok(FileAdRemoval { id, ads })
        })
    }

    /// Restores the ads of one removal, and returns their number. Skips an ad whose text was imported from the same
    /// file again.
    pub fn file_ad_restore(&self, workspace: &str, removal: &str) -> Result<u32, StoreError> {
        let sql = "UPDATE OR IGNORE file_ad SET removal = NULL, removed_at = NULL
                   WHERE workspace = ?1 AND removal = ?2";
        self.write(|tx| Ok(to_count(run(tx, sql, (workspace, removal))?)))
    }
}

const PUT: &str = "
    INSERT INTO file_ad (workspace, import, file, ad_id, at, hash, cells, text)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    ON CONFLICT (workspace, file, hash) WHERE removal IS NULL DO NOTHING
    RETURNING number";

fn read(row: &Row<'_>) -> rusqlite::Result<FileAd> {
    let id: Option<i64> = row.get("ad_id")?;
    Ok(FileAd {
        number: row.get("number")?,
        file: row.get("file")?,
        ad_id: id.map(Id),
        text: row.get("text")?,
        at: row.get("at")?,
    })
}

fn to_count(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX)
}
