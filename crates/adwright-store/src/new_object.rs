//! New objects from files and tables. One commit creates all their drafts. Existing drafts and sent objects are reused.

use std::collections::{HashMap, VecDeque};

use adwright_model::{Edit, EditableDocument, Kind};
use rusqlite::{Connection, Row};

use crate::bulk::insert_bulk;
use crate::cache::KindScope;
use crate::draft::create;
use crate::draft_edit::{insert, set_text};
use crate::sql::rows;
use crate::{
    DraftEdit, Fullness, ItemSource, NewDraft, OutboxState, Store, StoreError, sha256_hex,
};

/// New objects in the person's order.
#[derive(Debug, Clone, Copy)]
pub struct NewObjects<'a> {
    /// The workspace.
    pub workspace: &'a str,
    /// The kind of each.
    pub kind: Kind,
    /// The label of the edits, for "Undo".
    pub edit_label: &'a str,
    /// The objects.
    pub objects: &'a [NewObject],
    /// How to treat objects that were sent before.
    pub if_sent: ResendPolicy,
}

/// One new object.
#[derive(Debug, Clone)]
pub struct NewObject {
    /// The source of the draft, as JSON.
    pub origin: String,
    /// The text that the edits are applied to.
    pub start_text: String,
    /// The edits, in order.
    pub edits: Vec<Edit>,
    /// The text with the edits applied.
    pub text: String,
}

/// How to treat a new object whose content this workspace sent before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResendPolicy {
    /// Skip it.
    Skip,
    /// Create it again.
    CreateAgain,
}

/// The outcome for a new object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewObjectOutcome {
    /// A draft was created for it.
    Created(String),
    /// A draft with the same content already existed.
    Reused(String),
    /// The object was sent before, so no draft was created.
    AlreadySent(SentObject),
}

/// A create that was sent, or is being sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentObject {
    /// The item.
    pub item: String,
    /// The state: confirmed, or not settled.
    pub state: OutboxState,
    /// When the person released it.
    pub released_at: i64,
}

impl Store {
    /// Creates a draft for each object, or for none. Reuses a live draft with the same content, and skips an object
    /// that was sent with the same content. Each of those is used only once: equal objects of one call stay separate.
    pub fn draft_create_all(
        &self,
        new: &NewObjects<'_>,
        at: i64,
    ) -> Result<Vec<NewObjectOutcome>, StoreError> {
        self.write(|tx| {
            let mut existing = ExistingObjects::read(tx, new)?;
            let outcomes = new.objects.iter().map(|object| {
                let outcome = match content_hash(&object.text) {
                    Some(content) => existing.take_matching(&content)?,
                    None => None,
                };
                outcome.map_or_else(
                    || create_draft(tx, new, object, at).map(NewObjectOutcome::Created),
                    Ok,
                )
            });
            outcomes.collect()
        })
    }

    /// Returns the newest create with this content that was sent, or is being sent, from another draft or row.
    pub fn sent_with_content(
        &self,
        workspace: &str,
        kind: Kind,
        content: &str,
        source: Option<&ItemSource>,
    ) -> Result<Option<SentObject>, StoreError> {
        let sent = self
            .read(|conn| sent_with_content(conn, KindScope { workspace, kind }, content, source));
        Ok(sent?.pop())
    }

    /// Returns the creates that were sent, or are being sent, except those of this batch: for each content the states of
    /// its items.
    pub fn sent_contents(
        &self,
        workspace: &str,
        kind: Kind,
        except: &str,
    ) -> Result<HashMap<String, Vec<OutboxState>>, StoreError> {
        let sql = "SELECT item.content, item.state FROM item JOIN send ON send.id = item.send
                   WHERE item.content IS NOT NULL AND item.kind = ?1 AND send.workspace = ?2
                     AND item.batch IS NOT ?3
                     AND item.state NOT IN ('refused', 'taken_back')";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let sent = self.read(|conn| rows(conn, sql, (kind.as_str(), workspace, except), read))?;
        let mut contents: HashMap<String, Vec<_>> = HashMap::new();
        for (content, state) in sent {
            contents.entry(content).or_default().push(state);
        }
        Ok(contents)
    }
}

/// Returns a hash that is equal for objects with the same members and values, in any order and spelling; `None` for a
/// text that is not an object.
#[must_use]
pub fn content_hash(text: &str) -> Option<String> {
    Some(document_hash(&EditableDocument::parse(text).ok()?))
}

/// Returns the [`content_hash`] of a parsed object.
#[must_use]
pub fn document_hash(document: &EditableDocument) -> String {
    sha256_hex(document.root().to_canonical().as_bytes())
}

/// Existing drafts and sent objects, by content. Each is used only once.
struct ExistingObjects<'a> {
    conn: &'a Connection,
    new: &'a NewObjects<'a>,
    drafts: HashMap<String, VecDeque<String>>,
    sent: HashMap<String, VecDeque<SentObject>>,
}

impl<'a> ExistingObjects<'a> {
    fn read(conn: &'a Connection, new: &'a NewObjects<'a>) -> Result<Self, StoreError> {
        // The states are compared as in the index `item_open`. Otherwise SQLite would not use the index.
        let sql = "SELECT id, text FROM draft
                   WHERE workspace = ?1 AND kind = ?2 AND target_id IS NULL
                     AND discarded_at IS NULL AND sent_at IS NULL
                     AND NOT EXISTS (SELECT 1 FROM item WHERE item.draft = draft.id
                                     AND item.state NOT IN ('refused', 'taken_back') AND item.state <> 'confirmed')
                   ORDER BY rowid";
        let text = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, String>(1)?));
        let mut drafts: HashMap<_, VecDeque<_>> = HashMap::new();
        for (id, text) in rows(conn, sql, (new.workspace, new.kind.as_str()), text)? {
            if let Some(content) = content_hash(&text) {
                drafts.entry(content).or_default().push_back(id);
            }
        }
        Ok(Self {
            conn,
            new,
            drafts,
            sent: HashMap::new(),
        })
    }

    fn take_matching(&mut self, content: &str) -> Result<Option<NewObjectOutcome>, StoreError> {
        // Sent objects come first, because a second draft of one may be intentional.
        if self.new.if_sent == ResendPolicy::Skip
            && let Some(sent) = self.sent_by_content(content)?.pop_front()
        {
            return Ok(Some(NewObjectOutcome::AlreadySent(sent)));
        }
        let drafts = self.drafts.get_mut(content);
        Ok(drafts
            .and_then(VecDeque::pop_front)
            .map(NewObjectOutcome::Reused))
    }

    fn sent_by_content(&mut self, content: &str) -> Result<&mut VecDeque<SentObject>, StoreError> {
        if !self.sent.contains_key(content) {
            let scope = KindScope {
                workspace: self.new.workspace,
                kind: self.new.kind,
            };
            let sent = sent_with_content(self.conn, scope, content, None)?;
            self.sent.insert(content.to_owned(), sent.into());
        }
        Ok(self.sent.get_mut(content).expect("it was just put there"))
    }
}

/// Returns the creates with this content that were sent or are being sent, the oldest first, except those of one draft or
/// row.
fn sent_with_content(
    conn: &Connection,
    KindScope { workspace, kind }: KindScope<'_>,
    content: &str,
    except: Option<&ItemSource>,
) -> Result<Vec<SentObject>, StoreError> {
    let sql = "SELECT item.id, item.state, send.created_at
               FROM item JOIN send ON send.id = item.send
               WHERE item.content = ?1 AND item.kind = ?2 AND send.workspace = ?3
                 AND NOT (item.draft IS ?4 AND item.batch IS ?5 AND item.batch_row IS ?6)
                 AND item.state NOT IN ('refused', 'taken_back')
               ORDER BY item.rowid";
    let (draft, batch, row) = except.map(ItemSource::columns).unwrap_or_default();
    rows(
        conn,
        sql,
        (content, kind.as_str(), workspace, draft, batch, row),
        read_sent,
    )
}

fn read_sent(row: &Row<'_>) -> rusqlite::Result<SentObject> {
    Ok(SentObject {
        item: row.get(0)?,
        state: row.get(1)?,
        released_at: row.get(2)?,
    })
}

fn create_draft(
    conn: &Connection,
    new: &NewObjects<'_>,
    object: &NewObject,
    at: i64,
) -> Result<String, StoreError> {
    let draft = NewDraft {
        workspace: new.workspace,
        kind: new.kind,
        target: None,
        base_text: None,
        base_fullness: Fullness::Full,
        text: &object.start_text,
    };
    let draft = create(conn, &draft, Some(&object.origin), at)?.id;
    if object.edits.is_empty() {
        return Ok(draft);
    }
    // Several edits are one step of "Undo".
    let bulk = match object.edits.len() {
        1 => None,
        _ => Some(insert_bulk(conn, new.workspace, new.edit_label, 1, at)?),
    };
    let mut seq = 0;
    for edit in &object.edits {
        seq += 1;
        let edit = DraftEdit {
            seq,
            edit: edit.clone(),
            label: new.edit_label.to_owned(),
            at,
            bulk: bulk.clone(),
        };
        insert(conn, &draft, &edit)?;
    }
    set_text(conn, &draft, seq, &object.text, at)?;
    Ok(draft)
}
