-- Times are epoch milliseconds. Ids are UUIDv7 text, except an object's own id on the service.

-- Workspaces.

-- A workspace is one connection to a service. colour is a word that the window knows. marks is a JSON object: for each
-- setting of the dialect that differs from the default, the source of its value.
CREATE TABLE workspace (
    id            TEXT    PRIMARY KEY,
    name          TEXT    NOT NULL,
    base_url      TEXT    NOT NULL,
    dialect       TEXT    NOT NULL,
    login         TEXT,
    created_at    INTEGER NOT NULL,
    colour        TEXT    NOT NULL DEFAULT 'green',
    read_only     INTEGER NOT NULL DEFAULT 0 CHECK (read_only IN (0, 1)),
    production    INTEGER NOT NULL DEFAULT 0 CHECK (production IN (0, 1)),
    -- In production, a send of more items than this asks for the workspace's name.
    confirm_above INTEGER NOT NULL DEFAULT 10 CHECK (confirm_above >= 0),
    -- Whether the person allowed plain HTTP to another host.
    plain_http    INTEGER NOT NULL DEFAULT 0 CHECK (plain_http IN (0, 1)),
    opened_at     INTEGER,
    marks         TEXT    NOT NULL DEFAULT '{}'
) STRICT;

-- A person identifies a workspace by its name, and types the name to confirm a send.
CREATE UNIQUE INDEX workspace_name ON workspace (name COLLATE NOCASE);

-- Secrets that the keyring still has to delete, by name. The keyring may be locked or missing when their workspace is
-- removed. Until then they count as deleted.
CREATE TABLE secret_to_delete (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE preference (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Fields that the workspace knows beyond the interface, learned from a sample. guess is the catalog's word for the type
-- of their values, role its word for their meaning. choices is a JSON list of the values to choose from.
CREATE TABLE local_field (
    workspace  TEXT    NOT NULL REFERENCES workspace (id),
    kind       TEXT    NOT NULL,
    path       TEXT    NOT NULL,
    guess      TEXT    NOT NULL,
    role       TEXT,
    choices    TEXT    NOT NULL,
    learned_at INTEGER NOT NULL,
    PRIMARY KEY (workspace, kind, path)
) STRICT;

-- The last known value of each fact: something that a rule needs and no document contains. subject, fact and source are
-- words of the checks. code is the error code that a refusal proved the fact with, NULL for an acceptance. person is the
-- name of the person who entered the fact, NULL for other sources.
CREATE TABLE fact (
    workspace TEXT    NOT NULL REFERENCES workspace (id),
    subject   TEXT    NOT NULL,
    fact      TEXT    NOT NULL,
    value     INTEGER NOT NULL CHECK (value IN (0, 1)),
    source    TEXT    NOT NULL,
    code      INTEGER,
    person    TEXT,
    at        INTEGER NOT NULL,
    PRIMARY KEY (workspace, subject, fact)
) STRICT;

-- The service's replies to requests for a campaign's site contact. The interface does not say what the id in such a
-- request stands for, so the replies show it. contact is the object in the reply, NULL if the service found none. member
-- is the path of the member of the reply that has the number, NULL if no member has it.
CREATE TABLE site_contact_answer (
    workspace       TEXT    NOT NULL REFERENCES workspace (id),
    campaign        INTEGER NOT NULL,
    second_id       INTEGER NOT NULL,
    from_advertiser INTEGER NOT NULL CHECK (from_advertiser IN (0, 1)),
    contact         INTEGER,
    member          TEXT,
    at              INTEGER NOT NULL,
    PRIMARY KEY (workspace, campaign, second_id, from_advertiser)
) STRICT;

-- The cache of the service's data.

-- The newest text of every object that the service has shown. only_since is the time since when the text is known, if
-- the object never had another one. The text is then only here, because most objects have one text, and texts are most
-- of what is written. NULL if the object's texts are in object_version.
CREATE TABLE object (
    workspace  TEXT    NOT NULL REFERENCES workspace (id),
    kind       TEXT    NOT NULL,
    id         INTEGER NOT NULL,
    text       TEXT    NOT NULL,
    fullness   TEXT    NOT NULL CHECK (fullness IN ('full', 'summary')),
    name       TEXT,
    updated_on INTEGER,
    fetched_at INTEGER NOT NULL,
    only_since INTEGER,
    -- When the retention rule last removed versions of it.
    versions_removed_at INTEGER,
    PRIMARY KEY (workspace, kind, id)
) STRICT;

-- Every distinct text of an object, in the order in which they were first seen.
CREATE TABLE object_version (
    workspace TEXT    NOT NULL,
    kind      TEXT    NOT NULL,
    id        INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    origin    TEXT    NOT NULL CHECK (origin IN ('fetched', 'sent')),
    seen_at   INTEGER NOT NULL,
    fullness  TEXT    NOT NULL CHECK (fullness IN ('full', 'summary')),
    PRIMARY KEY (workspace, kind, id, seq)
) STRICT;

-- The values that the list shows, filters and sorts by, so that it need not read the texts. cells is a text of the desk;
-- the preference `list.layout.<workspace>` says which fields it holds. sort_key sorts like the list in its default order;
-- NULL if bytes cannot express that. The table has row ids, because WITHOUT ROWID would give each row of a thousand
-- bytes a page of its own.
CREATE TABLE object_cells (
    workspace TEXT    NOT NULL,
    kind      TEXT    NOT NULL,
    id        INTEGER NOT NULL,
    cells     TEXT    NOT NULL,
    sort_key  BLOB,
    PRIMARY KEY (workspace, kind, id),
    FOREIGN KEY (workspace, kind, id) REFERENCES object (workspace, kind, id) ON DELETE CASCADE
) STRICT;

CREATE INDEX object_cells_sort_key ON object_cells (workspace, kind, sort_key, id);

-- The number of cached objects of a kind, and of those with a place in the list. Triggers maintain both numbers: counting
-- a hundred thousand rows reads each of them, and a person would wait for that at every start and after every change.
CREATE TABLE object_count (
    workspace TEXT    NOT NULL,
    kind      TEXT    NOT NULL,
    objects   INTEGER NOT NULL,
    placed    INTEGER NOT NULL,
    PRIMARY KEY (workspace, kind)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER object_count_added AFTER INSERT ON object BEGIN
    INSERT INTO object_count (workspace, kind, objects, placed) VALUES (NEW.workspace, NEW.kind, 1, 0)
    ON CONFLICT (workspace, kind) DO UPDATE SET objects = objects + 1;
END;

CREATE TRIGGER object_count_removed AFTER DELETE ON object BEGIN
    UPDATE object_count SET objects = objects - 1 WHERE workspace = OLD.workspace AND kind = OLD.kind;
END;

-- Cells exist only beside their object, so the object's count exists.
CREATE TRIGGER object_count_placed AFTER INSERT ON object_cells WHEN NEW.sort_key IS NOT NULL BEGIN
    UPDATE object_count SET placed = placed + 1 WHERE workspace = NEW.workspace AND kind = NEW.kind;
END;

CREATE TRIGGER object_count_unplaced AFTER DELETE ON object_cells WHEN OLD.sort_key IS NOT NULL BEGIN
    UPDATE object_count SET placed = placed - 1 WHERE workspace = OLD.workspace AND kind = OLD.kind;
END;

CREATE TRIGGER object_count_moved AFTER UPDATE OF sort_key ON object_cells
WHEN (NEW.sort_key IS NULL) <> (OLD.sort_key IS NULL) BEGIN
    UPDATE object_count SET placed = placed + IIF(NEW.sort_key IS NULL, -1, 1)
    WHERE workspace = NEW.workspace AND kind = NEW.kind;
END;

CREATE TABLE fetch_state (
    workspace TEXT    NOT NULL REFERENCES workspace (id),
    kind      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    complete  INTEGER NOT NULL CHECK (complete IN (0, 1)),
    reason    TEXT,
    total     INTEGER,
    PRIMARY KEY (workspace, kind)
) STRICT;

-- Drafts.

-- text is start_text with the first `position` edits applied; the edits after that can be redone. base_text is the
-- service's text when the draft began; NULL for an object that the service does not have yet. origin is the source of a
-- new object, as JSON; NULL if it began empty, and for a change.
CREATE TABLE draft (
    id            TEXT    PRIMARY KEY,
    workspace     TEXT    NOT NULL REFERENCES workspace (id),
    kind          TEXT    NOT NULL,
    target_id     INTEGER,
    base_text     TEXT,
    base_fullness TEXT    NOT NULL CHECK (base_fullness IN ('full', 'summary')),
    start_text    TEXT    NOT NULL,
    text          TEXT    NOT NULL,
    position      INTEGER NOT NULL DEFAULT 0,
    -- The typed texts that are no values yet, by path, as JSON. They follow from the applied edits, and are kept so that
    -- an edit need not read all earlier ones.
    unparsed      TEXT    NOT NULL DEFAULT '{}',
    revision      INTEGER NOT NULL DEFAULT 0,
    created_at    INTEGER NOT NULL,
    saved_at      INTEGER NOT NULL,
    discarded_at  INTEGER,
    sent_at       INTEGER,
    origin        TEXT
) STRICT;

-- One live draft for each object.
CREATE UNIQUE INDEX draft_live ON draft (workspace, kind, target_id)
    WHERE target_id IS NOT NULL AND discarded_at IS NULL AND sent_at IS NULL;
CREATE INDEX draft_target ON draft (workspace, kind, target_id);

-- One change of many drafts. It is undone and redone as one step.
CREATE TABLE bulk (
    id        TEXT    PRIMARY KEY,
    workspace TEXT    NOT NULL REFERENCES workspace (id),
    label     TEXT    NOT NULL,
    drafts    INTEGER NOT NULL,
    at        INTEGER NOT NULL
) STRICT;

-- bulk is the bulk edit that the edit is part of; NULL for an edit of this draft alone.
CREATE TABLE draft_edit (
    draft TEXT    NOT NULL REFERENCES draft (id),
    seq   INTEGER NOT NULL,
    edit  TEXT    NOT NULL,
    label TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    bulk  TEXT    REFERENCES bulk (id),
    PRIMARY KEY (draft, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX draft_edit_bulk ON draft_edit (bulk) WHERE bulk IS NOT NULL;

-- A value that a draft and someone else changed differently. place is a keyed path, as JSON; the values are raw JSON, and NULL
-- if they are absent. It is open while the draft has `mine` there and nobody confirmed that.
CREATE TABLE draft_clash (
    draft     TEXT    NOT NULL REFERENCES draft (id),
    place     TEXT    NOT NULL,
    base      TEXT,
    mine      TEXT,
    theirs    TEXT,
    confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    PRIMARY KEY (draft, place)
) STRICT, WITHOUT ROWID;

-- Edits that "Undo" of their bulk edit took out of the drafts. seq is the position that each edit had.
CREATE TABLE bulk_taken (
    bulk  TEXT    NOT NULL REFERENCES bulk (id),
    draft TEXT    NOT NULL REFERENCES draft (id),
    seq   INTEGER NOT NULL,
    edit  TEXT    NOT NULL,
    label TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (bulk, draft, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX bulk_taken_draft ON bulk_taken (draft);

-- Batches.

-- Retargeting values that people enter together, like rows of a spreadsheet. columns is a JSON list of the paths of their
-- fields. Rows have ids from 0 up to next_row, which are never reused; deleted rows count in next_row, not in row_count.
-- head is the number of applied operations; the operations after that can be redone. revision counts the changes, so
-- that two programs do not overwrite each other.
CREATE TABLE batch (
    id           TEXT    PRIMARY KEY,
    workspace    TEXT    NOT NULL REFERENCES workspace (id),
    name         TEXT    NOT NULL,
    columns      TEXT    NOT NULL,
    row_count    INTEGER NOT NULL DEFAULT 0,
    next_row     INTEGER NOT NULL DEFAULT 0,
    head         INTEGER NOT NULL DEFAULT 0,
    revision     INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    changed_at   INTEGER NOT NULL,
    discarded_at INTEGER
) STRICT;

CREATE INDEX batch_workspace ON batch (workspace);

-- The cells of 64 rows with consecutive ids, as they are with the applied operations. adwright-sheet encodes the bytes here
-- and in the tables below. The tables have row ids, because bytes are long.
CREATE TABLE batch_chunk (
    batch  TEXT    NOT NULL REFERENCES batch (id),
    number INTEGER NOT NULL,
    bytes  BLOB    NOT NULL,
    PRIMARY KEY (batch, number)
) STRICT;

-- The order of the rows after the operation seq. It is not written with every operation, because a sorted batch has an
-- order of megabytes. The splices of the operations between seq and head lead to the order at head.
CREATE TABLE batch_order (
    batch TEXT    PRIMARY KEY REFERENCES batch (id),
    seq   INTEGER NOT NULL,
    bytes BLOB    NOT NULL
) STRICT;

-- columns is a JSON list of the columns that the operation added; NULL if there are none. splice is its change of the
-- order; NULL if the order stayed.
CREATE TABLE batch_operation (
    batch   TEXT    NOT NULL REFERENCES batch (id),
    seq     INTEGER NOT NULL,
    label   TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    columns TEXT,
    splice  BLOB,
    PRIMARY KEY (batch, seq)
) STRICT;

CREATE INDEX batch_operation_splice ON batch_operation (batch, seq) WHERE splice IS NOT NULL;

-- The cells that an operation changed, by chunk. Cells of rows that the operation created are only in batch_chunk.
CREATE TABLE batch_change (
    batch TEXT    NOT NULL,
    seq   INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    bytes BLOB    NOT NULL,
    PRIMARY KEY (batch, seq, chunk),
    FOREIGN KEY (batch, seq) REFERENCES batch_operation (batch, seq) ON DELETE CASCADE
) STRICT;

-- prompts is a JSON list of the paths that a person fills in at each use of the template.
CREATE TABLE template (
    id          TEXT    PRIMARY KEY,
    workspace   TEXT    NOT NULL REFERENCES workspace (id),
    kind        TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    description TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    prompts     TEXT    NOT NULL,
    saved_at    INTEGER NOT NULL,
    deleted_at  INTEGER
) STRICT;

-- A person finds a template by its name.
CREATE UNIQUE INDEX template_name ON template (workspace, kind, name COLLATE NOCASE) WHERE deleted_at IS NULL;

-- Saved views of a list. list says which one. state is the desk's JSON; place counts from 0 and has gaps.
CREATE TABLE list_view (
    id         TEXT    PRIMARY KEY,
    workspace  TEXT    NOT NULL REFERENCES workspace (id),
    name       TEXT    NOT NULL,
    state      TEXT    NOT NULL,
    place      INTEGER NOT NULL,
    deleted_at INTEGER,
    list       TEXT    NOT NULL
) STRICT;

CREATE UNIQUE INDEX list_view_name ON list_view (workspace, list, name COLLATE NOCASE) WHERE deleted_at IS NULL;

-- Ads that a person imported from files. They are separate from the service's ads: no fetch touches them, and one may
-- have the id of an ad of the service.
--
-- number identifies the ad and is never reused. ad_id is the id in the file, if any. file is the name of the file without
-- its folders. cells is as in object_cells. A removed ad stays for a while, so that the removal can be undone; ads that
-- were removed together have the same removal.
CREATE TABLE file_ad (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace  TEXT    NOT NULL REFERENCES workspace (id),
    import     TEXT    NOT NULL,
    file       TEXT    NOT NULL,
    ad_id      INTEGER,
    at         INTEGER NOT NULL,
    hash       TEXT    NOT NULL,
    removal    TEXT,
    removed_at INTEGER,
    cells      TEXT,
    text       TEXT    NOT NULL
) STRICT;

-- The same text of the same file is stored once.
CREATE UNIQUE INDEX file_ad_once ON file_ad (workspace, file, hash) WHERE removal IS NULL;
CREATE INDEX file_ad_number ON file_ad (workspace, number) WHERE removal IS NULL;
CREATE INDEX file_ad_id ON file_ad (workspace, ad_id) WHERE removal IS NULL AND ad_id IS NOT NULL;
CREATE INDEX file_ad_import ON file_ad (import);
CREATE INDEX file_ad_removal ON file_ad (removal) WHERE removal IS NOT NULL;

-- The outbox.

CREATE TABLE send (
    id         TEXT    PRIMARY KEY,
    workspace  TEXT    NOT NULL REFERENCES workspace (id),
    person     TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- The states are compared with at most two at a time: for a longer list, SQLite builds a table at each write.

-- An item sends a draft or a row of a batch. content is a SHA-256 of the canonical JSON of a new object, without the
-- reference that Adwright adds. It shows that the same content was created before. NULL for an update. overrides is a JSON
-- list of rule and path: the errors that a person overrides. They are stored with the item, so that no item has to read
-- those of all others. fields is a JSON list of the paths that an update changes, so that a search need not read the texts.
CREATE TABLE item (
    id           TEXT    PRIMARY KEY,
    send         TEXT    NOT NULL REFERENCES send (id),
    draft        TEXT    REFERENCES draft (id),
    batch        TEXT    REFERENCES batch (id),
    batch_row    INTEGER,
    kind         TEXT    NOT NULL,
    verb         TEXT    NOT NULL CHECK (verb IN ('create', 'update')),
    target_id    INTEGER,
    title        TEXT    NOT NULL,
    body         TEXT    NOT NULL,
    before_image TEXT,
    base_text    TEXT,
    fingerprint  TEXT,
    state        TEXT    NOT NULL
        CHECK (state IN ('planned', 'intent') OR state IN ('confirmed', 'refused')
               OR state IN ('unknown', 'needs_you') OR state = 'taken_back'),
    code         INTEGER,
    outcome      TEXT,
    at           INTEGER NOT NULL,
    evidence     TEXT,
    content      TEXT,
    overrides    TEXT    NOT NULL,
    fields       TEXT    NOT NULL DEFAULT '[]',
    CHECK ((draft IS NULL) <> (batch IS NULL) AND (batch IS NULL) = (batch_row IS NULL))
) STRICT;

-- A draft is on its way at most once, whatever the programs above do. A row is also sent at most once.
CREATE UNIQUE INDEX item_open ON item (draft)
    WHERE draft IS NOT NULL AND state NOT IN ('refused', 'taken_back') AND state <> 'confirmed';
CREATE UNIQUE INDEX item_row_locked ON item (batch, batch_row)
    WHERE batch IS NOT NULL AND state NOT IN ('refused', 'taken_back');
CREATE INDEX item_row ON item (batch, batch_row) WHERE batch IS NOT NULL;
CREATE INDEX item_send ON item (send);
CREATE INDEX item_draft ON item (draft) WHERE draft IS NOT NULL;
CREATE INDEX item_target ON item (kind, target_id) WHERE target_id IS NOT NULL;
CREATE INDEX item_content ON item (content) WHERE content IS NOT NULL;

CREATE TABLE attempt (
    id          TEXT    PRIMARY KEY,
    request     TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    status      INTEGER,
    reply       TEXT,
    outcome     TEXT,
    finished_at INTEGER,
    -- When the retention rule removed the reply.
    reply_removed_at INTEGER
) STRICT;

CREATE TABLE item_attempt (
    item    TEXT NOT NULL REFERENCES item (id),
    attempt TEXT NOT NULL REFERENCES attempt (id),
    PRIMARY KEY (item, attempt)
) STRICT, WITHOUT ROWID;

-- A removal looks for every row that refers to what it removes.
CREATE INDEX item_attempt_attempt ON item_attempt (attempt);

-- prev_hash is NULL for a workspace's first receipt only.
CREATE TABLE receipt (
    workspace TEXT    NOT NULL REFERENCES workspace (id),
    seq       INTEGER NOT NULL,
    item      TEXT    NOT NULL UNIQUE REFERENCES item (id),
    canonical TEXT    NOT NULL,
    prev_hash TEXT,
    hash      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (workspace, seq)
) STRICT;
