-- Times are epoch milliseconds. Ids are UUIDv7 text, except an object's own id on the service.

CREATE TABLE workspace (
    id         TEXT    PRIMARY KEY,
    name       TEXT    NOT NULL,
    base_url   TEXT    NOT NULL,
    dialect    TEXT    NOT NULL,
    login      TEXT,
    created_at INTEGER NOT NULL
) STRICT;

-- The newest text of every object that the service has shown, with the columns that the list draws.
CREATE TABLE object (
    workspace  TEXT    NOT NULL REFERENCES workspace (id),
    kind       TEXT    NOT NULL,
    id         INTEGER NOT NULL,
    text       TEXT    NOT NULL,
    fullness   TEXT    NOT NULL CHECK (fullness IN ('full', 'summary')),
    name       TEXT,
    account    TEXT,
    advertiser TEXT,
    brand      TEXT,
    updated_on INTEGER,
    fetched_at INTEGER NOT NULL,
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
    PRIMARY KEY (workspace, kind, id, seq)
) STRICT;

CREATE TABLE fetch_state (
    workspace TEXT    NOT NULL REFERENCES workspace (id),
    kind      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    complete  INTEGER NOT NULL CHECK (complete IN (0, 1)),
    reason    TEXT,
    total     INTEGER,
    PRIMARY KEY (workspace, kind)
) STRICT;

-- text is start_text with the first `position` edits applied; the edits after that can be redone.
-- base_text is what the service had; NULL for an object that it does not have yet.
CREATE TABLE draft (
    id           TEXT    PRIMARY KEY,
    workspace    TEXT    NOT NULL REFERENCES workspace (id),
    kind         TEXT    NOT NULL,
    target_id    INTEGER,
    base_text    TEXT,
    base_fullness TEXT   NOT NULL CHECK (base_fullness IN ('full', 'summary')),
    start_text   TEXT    NOT NULL,
    text         TEXT    NOT NULL,
    position     INTEGER NOT NULL DEFAULT 0,
    revision     INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    saved_at     INTEGER NOT NULL,
    discarded_at INTEGER,
    sent_at      INTEGER
) STRICT;

-- One live draft for each object.
CREATE UNIQUE INDEX draft_live ON draft (workspace, kind, target_id)
    WHERE target_id IS NOT NULL AND discarded_at IS NULL AND sent_at IS NULL;

CREATE TABLE draft_edit (
    draft TEXT    NOT NULL REFERENCES draft (id),
    seq   INTEGER NOT NULL,
    edit  TEXT    NOT NULL,
    label TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (draft, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE fact (
    workspace TEXT    NOT NULL REFERENCES workspace (id),
    kind      TEXT    NOT NULL,
    id        INTEGER NOT NULL,
    fact      TEXT    NOT NULL,
    value     INTEGER NOT NULL CHECK (value IN (0, 1)),
    source    TEXT    NOT NULL,
    detail    TEXT,
    at        INTEGER NOT NULL,
    PRIMARY KEY (workspace, kind, id, fact)
) STRICT;

CREATE TABLE send (
    id         TEXT    PRIMARY KEY,
    workspace  TEXT    NOT NULL REFERENCES workspace (id),
    person     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    overrides  TEXT    NOT NULL
) STRICT;

CREATE TABLE item (
    id           TEXT    PRIMARY KEY,
    send         TEXT    NOT NULL REFERENCES send (id),
    draft        TEXT    NOT NULL REFERENCES draft (id),
    kind         TEXT    NOT NULL,
    verb         TEXT    NOT NULL CHECK (verb IN ('create', 'update')),
    target_id    INTEGER,
    title        TEXT    NOT NULL,
    body         TEXT    NOT NULL,
    before_image TEXT,
    base_text    TEXT,
    fingerprint  TEXT,
    state        TEXT    NOT NULL
        CHECK (state IN ('planned', 'intent', 'confirmed', 'refused', 'unknown', 'needs_you', 'taken_back')),
    code         INTEGER,
    outcome      TEXT,
    at           INTEGER NOT NULL,
    evidence     TEXT
) STRICT;

-- A draft is on its way at most once, whatever the programs above do.
CREATE UNIQUE INDEX item_open ON item (draft)
    WHERE state IN ('planned', 'intent', 'unknown', 'needs_you');
CREATE INDEX item_send ON item (send);
CREATE INDEX item_draft ON item (draft);

CREATE TABLE attempt (
    id          TEXT    PRIMARY KEY,
    request     TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    status      INTEGER,
    reply       TEXT,
    outcome     TEXT,
    finished_at INTEGER
) STRICT;

CREATE TABLE item_attempt (
    item    TEXT NOT NULL REFERENCES item (id),
    attempt TEXT NOT NULL REFERENCES attempt (id),
    PRIMARY KEY (item, attempt)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE preference (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
