use adwright_model::{Id, Kind};
use rusqlite::{Connection, Row};

use crate::StoreError;
use crate::sql::{self, row, text_enum};

text_enum! {
    /// The state of an item in the outbox.
    OutboxState {
        /// Waits in the queue. Nothing was sent.
        Planned = "planned",
        /// About to be sent, or being sent. Committed before the first byte.
        Intent = "intent",
        /// The service saved it.
        Confirmed = "confirmed",
        /// The service refused it and changed nothing.
        Refused = "refused",
        /// A person cancelled it, on the assumption that the service does not have it.
        TakenBack = "taken_back",
        /// No reply has settled it yet.
        Unknown = "unknown",
        /// A person has to decide, based on the evidence.
        NeedsYou = "needs_you",
    }
}

impl OutboxState {
    /// Returns whether the state is final: the item has a receipt, and its draft is no longer locked.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Confirmed | Self::Refused | Self::TakenBack)
    }
}

text_enum! {
    /// The write that an item sends.
    ItemVerb {
        /// Creates an object.
        Create = "create",
        /// Updates an existing object.
        Update = "update",
    }
}

/// The work that an item sends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemSource {
    /// A draft, by its id.
    Draft(String),
    /// A row of a batch, by its id in the batch.
    Row {
        /// The batch.
        batch: String,
        /// The row.
        row: u32,
    },
}

impl ItemSource {
    /// Returns the draft; `None` for a row.
    #[must_use]
    pub fn draft(&self) -> Option<&str> {
        match self {
            Self::Draft(draft) => Some(draft),
            Self::Row { .. } => None,
        }
    }

    /// Returns the id of the row; `None` for a draft.
    #[must_use]
    pub const fn row(&self) -> Option<u32> {
        match self {
            Self::Draft(_) => None,
            Self::Row { row, .. } => Some(*row),
        }
    }

    /// Returns the values of the columns `draft`, `batch` and `batch_row`.
    pub(crate) fn columns(&self) -> (Option<&str>, Option<&str>, Option<u32>) {
        match self {
            Self::Draft(draft) => (Some(draft), None, None),
            Self::Row { batch, row } => (None, Some(batch), Some(*row)),
        }
    }

    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(match row.get("draft")? {
            Some(draft) => Self::Draft(draft),
            None => Self::Row {
                batch: row.get("batch")?,
                row: row.get("batch_row")?,
            },
        })
    }
}

/// A draft or a row that is being sent or was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its own id.
    pub id: String,
    /// The send that it belongs to.
    pub send: String,
    /// The workspace.
    pub workspace: String,
    /// The person who released it.
    pub person: String,
    /// The errors that the person overrode, as JSON.
    pub overrides: String,
    /// The draft or the row.
    pub source: ItemSource,
    /// The object's kind.
    pub kind: Kind,
    /// Create or update.
    pub verb: ItemVerb,
    /// The object's id on the service, if known.
    pub target: Option<Id>,
    /// The object's name.
    pub title: String,
    /// The object's exact text as it is sent.
    pub body: String,
    /// The service's text just before the write.
    pub before_image: Option<String>,
    /// The service's text when the draft was created.
    pub base_text: Option<String>,
    /// The fingerprint by which a create is looked up.
    pub fingerprint: Option<String>,
    /// The current state.
    pub state: OutboxState,
    /// The code of a refusal.
    pub code: Option<u32>,
    /// What happened, as a JSON record of the desk; none before the first attempt.
    pub outcome: Option<String>,
    /// When the state was reached.
    pub at: i64,
    /// The evidence for a person's decision, as JSON.
    pub evidence: Option<String>,
}

/// One row of the list of sent items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentItem {
    /// The item.
    pub item: String,
    /// The object's kind.
    pub kind: Kind,
    /// Create or update.
    pub verb: ItemVerb,
    /// The object's id on the service, if known.
    pub target: Option<Id>,
    /// The object's name.
    pub title: String,
    /// The current state.
    pub state: OutboxState,
    /// The code of a refusal.
    pub code: Option<u32>,
    /// What happened, as a JSON record of the desk; none before the first attempt.
    pub outcome: Option<String>,
    /// When the state was reached.
    pub at: i64,
    /// The person who released it.
    pub person: String,
    /// The send that it belongs to.
    pub send: String,
    /// When the send was released.
    pub released_at: i64,
}

pub(crate) const ITEM: &str = "SELECT item.*, send.workspace, send.person
                    FROM item JOIN send ON send.id = item.send";

pub(crate) fn get(conn: &Connection, id: &str) -> Result<Item, StoreError> {
    row(conn, &format!("{ITEM} WHERE item.id = ?1"), [id], read)?
        .ok_or_else(|| StoreError::not_found("item", id))
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Item> {
    Ok(Item {
        id: row.get("id")?,
        send: row.get("send")?,
        workspace: row.get("workspace")?,
        person: row.get("person")?,
        overrides: row.get("overrides")?,
        source: ItemSource::read(row)?,
        kind: sql::kind_column(row, "kind")?,
        verb: row.get("verb")?,
        target: row.get::<_, Option<i64>>("target_id")?.map(Id),
        title: row.get("title")?,
        body: row.get("body")?,
        before_image: row.get("before_image")?,
        base_text: row.get("base_text")?,
        fingerprint: row.get("fingerprint")?,
        state: row.get("state")?,
        code: row.get("code")?,
        outcome: row.get("outcome")?,
        at: row.get("at")?,
        evidence: row.get("evidence")?,
    })
}

pub(crate) fn read_sent(row: &Row<'_>) -> rusqlite::Result<SentItem> {
    Ok(SentItem {
        item: row.get("id")?,
        kind: sql::kind_column(row, "kind")?,
        verb: row.get("verb")?,
        target: row.get::<_, Option<i64>>("target_id")?.map(Id),
        title: row.get("title")?,
        state: row.get("state")?,
        code: row.get("code")?,
        outcome: row.get("outcome")?,
        at: row.get("at")?,
        person: row.get("person")?,
        send: row.get("send")?,
        released_at: row.get("released_at")?,
    })
}
