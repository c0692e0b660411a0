use adwright_model::{Id, Kind};
use rusqlite::{Row, params};

use crate::sql::{rows, run};
use crate::{Store, StoreError};

/// Something that a rule needs and no document holds, as it was last learned.
///
/// Fact and source are kept as the words that the checks have for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFact {
    /// Which fact.
    pub fact: String,
    /// Whether it is so.
    pub value: bool,
    /// Who said so.
    pub source: String,
    /// What was said, such as "4 placements".
    pub detail: Option<String>,
    /// When it was learned.
    pub at: i64,
}

impl Store {
    /// Keeps facts about one object, each in place of what was known of it before.
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

    /// All that is known about one object, in the order of the facts' names.
    pub fn fact_list(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
    ) -> Result<Vec<StoredFact>, StoreError> {
        let sql = "SELECT * FROM fact WHERE workspace = ?1 AND kind = ?2 AND id = ?3 ORDER BY fact";
        self.read(|c| rows(c, sql, (workspace, kind.as_str(), id.0), read))
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
