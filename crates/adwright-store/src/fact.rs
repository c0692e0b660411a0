use rusqlite::{Row, params};

use crate::sql::{rows, run};
use crate::{Store, StoreError};

/// The last known value of a fact: something that a rule needs and no document contains.
///
/// Subject, fact and source are stored as the checks' words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFact {
    /// What the fact is about.
    pub subject: String,
    /// The name of the fact.
    pub fact: String,
    /// True if the fact is true.
    pub value: bool,
    /// The source of the fact.
    pub source: String,
    /// The error code of the refusal that proved it; `None` for other proofs.
    pub code: Option<u32>,
    /// The person who entered it; `None` for other sources.
    pub person: Option<String>,
    /// When it was learned or entered.
    pub at: i64,
}

impl Store {
    /// Stores facts. Each replaces the stored fact with its subject and name.
    pub fn fact_put(&self, workspace: &str, facts: &[StoredFact]) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO fact (workspace, subject, fact, value, source, code, person, at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        self.write(|tx| {
            for known in facts {
                let StoredFact {
                    subject,
                    fact,
                    value,
                    source,
                    code,
                    person,
                    at,
                } = known;
                let values = params![workspace, subject, fact, value, source, code, person, at];
                run(tx, sql, values)?;
            }
            Ok(())
        })
    }

    /// Removes a fact. Returns false if it was not stored.
    pub fn fact_remove(
        &self,
        workspace: &str,
        subject: &str,
        fact: &str,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM fact WHERE workspace = ?1 AND subject = ?2 AND fact = ?3";
        self.write(|tx| Ok(run(tx, sql, (workspace, subject, fact))? > 0))
    }

    /// Returns all known facts about these subjects, ordered by subject and name.
    pub fn fact_list_about(
        &self,
        workspace: &str,
        subjects: &[String],
    ) -> Result<Vec<StoredFact>, StoreError> {
        let sql = "SELECT * FROM fact
                   WHERE workspace = ?1 AND subject IN (SELECT value FROM json_each(?2)) ORDER BY subject, fact";
        let subjects = serde_json::json!(subjects).to_string();
        self.read(|conn| rows(conn, sql, (workspace, subjects), read))
    }

    /// Returns all known facts, ordered by subject and name.
    pub fn fact_list(&self, workspace: &str) -> Result<Vec<StoredFact>, StoreError> {
        let sql = "SELECT * FROM fact WHERE workspace = ?1 ORDER BY subject, fact";
        self.read(|conn| rows(conn, sql, [workspace], read))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredFact> {
    Ok(StoredFact {
        subject: row.get("subject")?,
        fact: row.get("fact")?,
        value: row.get("value")?,
        source: row.get("source")?,
        code: row.get("code")?,
        person: row.get("person")?,
        at: row.get("at")?,
    })
}
