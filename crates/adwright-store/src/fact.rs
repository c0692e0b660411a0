use adwright_model::{Id, Kind};
use rusqlite::{Row, params};

use crate::sql::{rows, run};
use crate::{Store, StoreError};

/// The last known value of a fact: something that a rule needs and no document contains.
///
/// Fact and source are stored as the checks' words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFact {
    /// The name of the fact.
    pub fact: String,
    /// True if the fact is true.
    pub value: bool,
    /// The source of the fact.
    pub source: String,
    /// Details from the source, such as "4 placements".
    pub detail: Option<String>,
    /// When it was learned.
    pub at: i64,
}

impl Store {
    /// Stores facts about one object. Each replaces the stored fact with its name.
    pub fn fact_put(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
        facts: &[StoredFact],
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO fact (workspace, kind, id, fact, value, source, detail, at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                   ON CONFLICT (workspace, kind, id, fact) DO UPDATE
                   SET value = excluded.value, source = excluded.source, detail = excluded.detail, at = excluded.at";
        self.write(|tx| {
            for known in facts {
                let StoredFact {
                    fact,
                    value,
                    source,
                    detail,
                    at,
                } = known;
                run(
                    tx,
                    sql,
                    params![
                        workspace,
                        kind.as_str(),
                        id.0,
                        fact,
                        value,
                        source,
                        detail,
                        at
                    ],
                )?;
            }
            Ok(())
        })
    }

    /// Returns all known facts about one object, ordered by name.
    pub fn fact_list(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
    ) -> Result<Vec<StoredFact>, StoreError> {
        let sql = "SELECT * FROM fact WHERE workspace = ?1 AND kind = ?2 AND id = ?3 ORDER BY fact";
        self.read(|conn| rows(conn, sql, (workspace, kind.as_str(), id.0), read))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredFact> {
    Ok(StoredFact {
        fact: row.get("fact")?,
        value: row.get("value")?,
        source: row.get("source")?,
        detail: row.get("detail")?,
        at: row.get("at")?,
    })
}
