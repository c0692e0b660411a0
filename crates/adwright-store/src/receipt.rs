use rusqlite::{Connection, Row, params};
use sha2::{Digest, Sha256};

use crate::sql::{row, rows, run};
use crate::{Store, StoreError};

/// The stored proof of one settled item. Each receipt of a workspace contains the hash of the one before. So changing
/// or removing a receipt breaks the chain after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// Its place in the workspace's chain, from 1.
    pub seq: u32,
    /// The item that it proves.
    pub item: String,
    /// The JSON text that was hashed.
    pub canonical: String,
    /// The hash of the receipt before, in hexadecimal; `None` for the first.
    pub prev_hash: Option<String>,
    /// SHA-256 over all other fields, in hexadecimal.
    pub hash: String,
    /// When it was written.
    pub at: i64,
}

/// Whether a workspace's receipts form an unbroken chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChainStatus {
    /// Each receipt matches the one before it. (The chain alone cannot show receipts that were cut off at the end.)
    Intact {
        /// How many there are.
        length: u32,
    },
    /// One receipt does not match.
    Broken {
        /// The place of the first receipt that does not match.
        seq: u32,
    },
}

impl Store {
    /// Returns the receipt of an item; `None` until it is settled.
    pub fn receipt_get(&self, item: &str) -> Result<Option<Receipt>, StoreError> {
        self.read(|conn| row(conn, "SELECT * FROM receipt WHERE item = ?1", [item], read))
    }

    /// Returns the receipts of a workspace, in the order of its chain.
    pub fn receipt_list(&self, workspace: &str) -> Result<Vec<Receipt>, StoreError> {
        let sql = "SELECT * FROM receipt WHERE workspace = ?1 ORDER BY seq";
        self.read(|conn| rows(conn, sql, [workspace], read))
    }

    /// Computes the whole chain of a workspace again and compares it.
    pub fn receipt_verify(&self, workspace: &str) -> Result<ChainStatus, StoreError> {
        Ok(verify(workspace, &self.receipt_list(workspace)?))
    }
}

/// The end of a workspace's chain. The transaction that reads it holds the write lock.
pub(crate) struct ReceiptChain {
    pub(crate) workspace: String,
    /// The place of the last receipt; 0 without receipts.
    seq: u32,
    /// The hash of the last receipt.
    hash: Option<String>,
}

impl ReceiptChain {
    pub(crate) fn read(conn: &Connection, workspace: String) -> Result<Self, StoreError> {
        let sql = "SELECT seq, hash FROM receipt WHERE workspace = ?1 ORDER BY seq DESC LIMIT 1";
        let last = row(conn, sql, [&workspace], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
        let (seq, hash) = last.unwrap_or_default();
        Ok(Self {
            workspace,
            seq,
            hash,
        })
    }

    /// Adds a receipt to the end.
    pub(crate) fn append(
        &mut self,
        conn: &Connection,
        item: &str,
        canonical: &str,
        at: i64,
    ) -> Result<(), StoreError> {
        let mut receipt = Receipt {
            seq: self.seq + 1,
            item: item.to_owned(),
            canonical: canonical.to_owned(),
            prev_hash: self.hash.take(),
            hash: String::new(),
            at,
        };
        receipt.hash = hash(&self.workspace, &receipt);
        insert(conn, &self.workspace, &receipt)?;
        (self.seq, self.hash) = (receipt.seq, Some(receipt.hash));
        Ok(())
    }
}

fn insert(conn: &Connection, workspace: &str, receipt: &Receipt) -> Result<(), StoreError> {
    let Receipt {
        seq,
        item,
        canonical,
        prev_hash,
        hash,
        at,
    } = receipt;
    let sql = "INSERT INTO receipt (workspace, seq, item, canonical, prev_hash, hash, at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    run(
        conn,
        sql,
        params![workspace, seq, item, canonical, prev_hash, hash, at],
    )
    .map(drop)
}

fn verify(workspace: &str, receipts: &[Receipt]) -> ChainStatus {
    let mut length = 0;
    let mut before: Option<&str> = None;
    for receipt in receipts {
        let fits = receipt.seq == length + 1
            && receipt.prev_hash.as_deref() == before
            && receipt.hash == hash(workspace, receipt);
        if !fits {
            return ChainStatus::Broken { seq: length + 1 };
        }
        length += 1;
        before = Some(&receipt.hash);
    }
    ChainStatus::Intact { length }
}

/// Returns the hash of a receipt's lines. No line before the last can contain a line break, so two different receipts
/// never hash the same text.
fn hash(workspace: &str, receipt: &Receipt) -> String {
    let Receipt {
        seq,
        item,
        canonical,
        prev_hash,
        at,
        hash: _,
    } = receipt;
    let before = prev_hash.as_deref().unwrap_or("-");
    let lines =
        format!("adwright receipt 1\n{workspace}\n{seq}\n{item}\n{at}\n{before}\n{canonical}");
    sha256_hex(lines.as_bytes())
}

/// Returns the SHA-256 of bytes, in 64 hexadecimal digits.
#[must_use]
pub fn sha256_hex(of: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = Sha256::digest(of)
        .into_iter()
        .flat_map(|byte| [byte >> 4, byte & 0xf])
        .map(|digit| char::from(DIGITS[usize::from(digit)]));
    let mut text = String::with_capacity(64);
    text.extend(digits);
    text
}

fn read(row: &Row<'_>) -> rusqlite::Result<Receipt> {
    Ok(Receipt {
        seq: row.get("seq")?,
        item: row.get("item")?,
        canonical: row.get("canonical")?,
        prev_hash: row.get("prev_hash")?,
        hash: row.get("hash")?,
        at: row.get("at")?,
    })
}
