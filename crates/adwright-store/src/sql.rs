use std::cell::Cell;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use adwright_model::Kind;
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Connection, OptionalExtension, Params, Row};
use uuid::{ContextV7, Timestamp, Uuid};

use crate::StoreError;

/// Declares an enum that is stored as a word.
macro_rules! text_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$variant_meta])* $variant,)+ }

        impl $name {
            /// Returns the word in the database.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl rusqlite::ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                self.as_str().to_sql()
            }
        }

        impl rusqlite::types::FromSql for $name {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                match value.as_str()? {
                    $($text => Ok(Self::$variant),)+
                    other => Err(crate::sql::unknown_word_error(other)),
                }
            }
        }
    };
}
pub(crate) use text_enum;

pub(crate) fn unknown_word_error(word: &str) -> FromSqlError {
    FromSqlError::Other(format!("unknown word `{word}`").into())
}

thread_local! {
    static ROWS_READ: Cell<u64> = const { Cell::new(0) };
    static ROWS_WRITTEN: Cell<u64> = const { Cell::new(0) };
}

/// Returns how many rows this thread has read so far. Tests use it to show that an operation's cost grows only in
/// proportion to its input.
#[must_use]
pub fn rows_read() -> u64 {
    ROWS_READ.get()
}

/// Returns how many rows this thread has inserted, updated and deleted so far, for the same tests.
#[must_use]
pub fn rows_written() -> u64 {
    ROWS_WRITTEN.get()
}

fn count_row() {
    ROWS_READ.set(ROWS_READ.get() + 1);
}

#[expect(
    clippy::disallowed_methods,
    reason = "ids have a time of their own, which never goes back"
)]
pub(crate) fn new_id() -> String {
    id_at(SystemTime::now()).to_string()
}

/// Returns an id that sorts after all ids of this process. `Uuid::now_v7` panics if a person sets the clock before
/// 1970.
fn id_at(time: SystemTime) -> Uuid {
    /// Keeps the last time, so that an earlier time cannot follow.
    static LAST: Mutex<ContextV7> = Mutex::new(ContextV7::new());
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    Uuid::new_v7(Timestamp::from_unix(
        &LAST,
        since.as_secs(),
        since.subsec_nanos(),
    ))
}

/// Reads a column that contains a kind's wire spelling.
pub(crate) fn kind_column(row: &Row<'_>, column: &str) -> rusqlite::Result<Kind> {
    let word: String = row.get(column)?;
    let known = Kind::from_wire(&word).or((word == Kind::Ad.as_str()).then_some(Kind::Ad));
    known.ok_or_else(|| {
        let index = row.as_ref().column_index(column).unwrap_or_default();
        rusqlite::Error::FromSqlConversionFailure(
            index,
            Type::Text,
            unknown_word_error(&word).into(),
        )
    })
}

/// Returns all rows of a query, each read by `read`.
pub(crate) fn rows<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(params, read)?.inspect(|_| count_row());
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Returns the first row of a query, read by `read`; `None` if there is no row.
pub(crate) fn row<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    count_row();
    Ok(statement.query_row(params, read).optional()?)
}

/// Runs one statement that returns no rows. Returns the number of changed rows.
pub(crate) fn run(
    connection: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<usize, StoreError> {
    let changed = connection.prepare_cached(sql)?.execute(params)?;
    ROWS_WRITTEN.set(ROWS_WRITTEN.get() + changed as u64);
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn ids_sort_by_last_known_time_before_1970() {
        let now = UNIX_EPOCH + Duration::from_hours(500_000);
        let times = [now, UNIX_EPOCH - Duration::from_secs(1), UNIX_EPOCH, now];
        let ids = times.map(id_at);
        assert!(ids.is_sorted() && ids[0] < ids[1], "{ids:?}");
    }
}
