use adwright_model::{Id, Kind};
use rusqlite::{Connection, Row};

use crate::StoreError;
use crate::sql::{self, row, text_enum};

text_enum! {
    /// Where an item is on its way.
    OutboxState {
        /// Waits for its turn; nothing has left.
        Planned = "planned",
        /// About to go, or on its way: committed before the first byte.
        Intent = "intent",
        /// The service has it.
        Confirmed = "confirmed",
        /// The service said no; nothing was changed.
        Refused = "refused",
        /// A person took it back: the service is taken not to have it.
        TakenBack = "taken_back",
        /// No answer yet that settles it.
        Unknown = "unknown",
        /// A person has to decide, on the evidence.
        NeedsYou = "needs_you",
    }
}

impl OutboxState {
    /// Whether it is the end: the item has a receipt, and its draft is free again.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Confirmed | Self::Refused | Self::TakenBack)
    }
}

text_enum! {
    /// What sending does with an item.
    ItemVerb {
        /// Create a new object.
        Create = "create",
        /// Update one that is there.
        Update = "update",
    }
}

/// One draft on its way, or arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its own id.
    pub id: String,
    /// What it was released with.
    pub send: String,
    /// The workspace.
    pub workspace: String,
    /// Who released it.
    pub person: String,
    /// The errors that the person overrode, as JSON.
    pub overrides: String,
    /// The draft.
    pub draft: String,
    /// The object's kind.
    pub kind: Kind,
    /// Create or update.
    pub verb: ItemVerb,
    /// The object's id on the service, where one is known.
    pub target: Option<Id>,
    /// The object's name.
    pub title: String,
    /// The object's exact text as it is sent.
    pub body: String,
    /// What the service had just before.
    pub before_image: Option<String>,
    /// What the service had when the draft began.
    pub base_text: Option<String>,
    /// What a create is found again by.
    pub fingerprint: Option<String>,
    /// Where it is.
    pub state: OutboxState,
    /// The code of a refusal.
    pub code: Option<u32>,
    /// What happened, as a sentence.
    pub outcome: Option<String>,
    /// When the state was reached.
    pub at: i64,
    /// What is known, where a person has to decide, as JSON.
    pub evidence: Option<String>,
}

/// One row of the list of what was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentItem {
    /// The item.
    pub item: String,
    /// The object's kind.
    pub kind: Kind,
    /// Create or update.
    pub verb: ItemVerb,
    /// The object's id on the service, where one is known.
    pub target: Option<Id>,
    /// The object's name.
    pub title: String,
    /// Where it is.
    pub state: OutboxState,
    /// The code of a refusal.
    pub code: Option<u32>,
    /// What happened, as a sentence.
    pub outcome: Option<String>,
    /// When the state was reached.
    pub at: i64,
    /// Who released it.
    pub person: String,
}

pub(crate) const ITEM: &str = "SELECT item.*, send.workspace, send.person
                    FROM item JOIN send ON send.id = item.send";

pub(crate) fn get(c: &Connection, id: &str) -> Result<Item, StoreError> {
    row(c, &format!("{ITEM} WHERE item.id = ?1"), [id], read)?
        .ok_or_else(|| StoreError::not_found("item", id))
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Item> {
    Ok(Item {
        id: row.get("id")?,
        send: row.get("send")?,
        workspace: row.get("workspace")?,
        person: row.get("person")?,
        overrides: row.get("overrides")?,
        draft: row.get("draft")?,
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
    })
}
