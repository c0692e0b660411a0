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

/// The intact part of a workspace's chain of receipts, and the place where the chain breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainStatus {
    /// The number of receipts before the break; all receipts without a break.
    pub length: u32,
    /// The hash of the last of them.
    pub last_hash: Option<String>,
    /// The first break; `None` if the chain is intact.
    pub broken: Option<ChainBreak>,
}

/// A place where a chain of receipts breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainBreak {
    /// The item whose receipt does not fit or is missing.
    pub item: String,
    /// When the receipt was written, or the item was settled.
    pub at: i64,
    /// The receipt that does not fit; `None` if the item has none.
    pub receipt: Option<Receipt>,
    /// The property that does not fit.
    pub fault: ChainFault,
}

/// The property of a receipt that breaks its chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainFault {
    /// Its place does not follow the place of the receipt before.
    Order,
    /// It does not contain the hash of the receipt before.
    Link,
    /// Its own hash does not match its content.
    Hash,
    /// Its item does not exist.
    MissingItem,
    /// It does not exist, although its item is settled.
    MissingReceipt,
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

    /// Computes the chain of a workspace again, up to the first receipt that does not fit. A settled item without a
    /// receipt shows that receipts were cut off at the end.
    pub fn receipt_verify(&self, workspace: &str) -> Result<ChainStatus, StoreError> {
        self.read(|conn| {
            let mut chain = ReceiptChain {
                workspace: workspace.to_owned(),
                seq: 0,
                hash: None,
            };
            let broken = match chain.follow(conn)? {
                Some(broken) => Some(broken),
                None => missing_receipt(conn, workspace)?,
            };
            Ok(ChainStatus {
                length: chain.seq,
                last_hash: chain.hash,
                broken,
            })
        })
    }
}

/// The end of a workspace's chain. A transaction that appends to it holds the write lock.
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

    /// Follows the stored receipts to the first that does not fit, and returns it. Only one receipt is in memory,
    /// because each holds whole objects.
    fn follow(&mut self, conn: &Connection) -> Result<Option<ChainBreak>, StoreError> {
        let sql = "SELECT receipt.*, item.id IS NOT NULL AS has_item
                   FROM receipt LEFT JOIN item ON item.id = receipt.item WHERE workspace = ?1 ORDER BY seq";
        let mut statement = conn.prepare_cached(sql)?;
        let stored = statement.query_map([&self.workspace], |row| {
            Ok((read(row)?, row.get("has_item")?))
        })?;
        for one in stored {
            let (receipt, has_item) = one?;
            if let Some(fault) = self.fault_of(&receipt, has_item) {
                return Ok(Some(ChainBreak {
                    item: receipt.item.clone(),
                    at: receipt.at,
                    receipt: Some(receipt),
                    fault,
                }));
            }
            (self.seq, self.hash) = (receipt.seq, Some(receipt.hash));
        }
        Ok(None)
    }

    /// Returns why a receipt does not fit the end of the chain; `None` if it fits.
    fn fault_of(&self, receipt: &Receipt, has_item: bool) -> Option<ChainFault> {
        if receipt.seq != self.seq + 1 {
            Some(ChainFault::Order)
        } else if receipt.prev_hash != self.hash {
            Some(ChainFault::Link)
        } else if receipt.hash != hash(&self.workspace, receipt) {
            Some(ChainFault::Hash)
        } else {
            (!has_item).then_some(ChainFault::MissingItem)
        }
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

/// Returns the first settled item without a receipt.
fn missing_receipt(conn: &Connection, workspace: &str) -> Result<Option<ChainBreak>, StoreError> {
    let sql = "SELECT item.id, at FROM item JOIN send ON send.id = item.send
               WHERE send.workspace = ?1 AND state IN ('confirmed', 'refused', 'taken_back')
                 AND NOT EXISTS (SELECT 1 FROM receipt WHERE receipt.item = item.id)
               ORDER BY item.rowid LIMIT 1";
    row(conn, sql, [workspace], |row| {
        Ok(ChainBreak {
            item: row.get(0)?,
            at: row.get(1)?,
            receipt: None,
            fault: ChainFault::MissingReceipt,
        })
    })
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
