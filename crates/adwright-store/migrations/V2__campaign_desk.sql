-- The campaign desk: what a person keeps beside campaigns and drafts. Times are epoch milliseconds, as before.

-- One change that was made to many drafts together, and is taken back and brought back together.
CREATE TABLE bulk (
    id        TEXT    PRIMARY KEY,
    workspace TEXT    NOT NULL REFERENCES workspace (id),
    label     TEXT    NOT NULL,
    drafts    INTEGER NOT NULL,
    at        INTEGER NOT NULL
) STRICT;

-- The bulk edit that an edit of a draft is part of; NULL for one that a person made in that draft alone.
ALTER TABLE draft_edit ADD COLUMN bulk TEXT REFERENCES bulk (id);
CREATE INDEX draft_edit_bulk ON draft_edit (bulk) WHERE bulk IS NOT NULL;

-- Edits that "Undo" of their bulk edit took out of the drafts; seq is the place that each of them had.
CREATE TABLE bulk_taken (
    bulk  TEXT    NOT NULL REFERENCES bulk (id),
    draft TEXT    NOT NULL REFERENCES draft (id),
    seq   INTEGER NOT NULL,
    edit  TEXT    NOT NULL,
    label TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (bulk, draft, seq)
) STRICT, WITHOUT ROWID;

-- New campaigns from others, templates, history.

-- What a new campaign was begun from, in words; NULL for one that was begun from nothing, and for a change.
ALTER TABLE draft ADD COLUMN begun_from TEXT;
CREATE INDEX draft_target ON draft (workspace, kind, target_id);
CREATE INDEX item_target ON item (kind, target_id);

-- Whether a version was all of the object. Of those that are there, the ones that were sent or kept as whole were.
ALTER TABLE object_version ADD COLUMN fullness TEXT NOT NULL DEFAULT 'summary'
    CHECK (fullness IN ('full', 'summary'));
UPDATE object_version AS version SET fullness = 'full'
WHERE origin = 'sent'
   OR EXISTS (SELECT 1 FROM object
              WHERE object.workspace = version.workspace AND object.kind = version.kind AND object.id = version.id
                AND object.text = version.text AND object.fullness = 'full')
   OR EXISTS (SELECT 1 FROM draft
              WHERE draft.workspace = version.workspace AND draft.kind = version.kind AND draft.target_id = version.id
                AND draft.base_text = version.text AND draft.base_fullness = 'full');

-- asked is a JSON list of the paths that were left open, to be filled in each time that the template is used.
CREATE TABLE template (
    id          TEXT    PRIMARY KEY,
    workspace   TEXT    NOT NULL REFERENCES workspace (id),
    kind        TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    description TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    asked       TEXT    NOT NULL,
    saved_at    INTEGER NOT NULL,
    deleted_at  INTEGER
) STRICT;

-- A person finds a template by its name.
CREATE UNIQUE INDEX template_name ON template (workspace, kind, name COLLATE NOCASE) WHERE deleted_at IS NULL;

-- What the service answered when it was asked for a campaign's site contact. What the id that it is asked by stands for
-- is not explained, so this is how it is known. contact is the object that came, NULL where nothing was found; member is
-- the path of the member of the answer that has the number, NULL where none has.
CREATE TABLE site_contact_answer (
    workspace       TEXT    NOT NULL REFERENCES workspace (id),
    campaign        INTEGER NOT NULL,
    asked           INTEGER NOT NULL,
    from_advertiser INTEGER NOT NULL CHECK (from_advertiser IN (0, 1)),
    contact         INTEGER,
    member          TEXT,
    at              INTEGER NOT NULL,
    PRIMARY KEY (workspace, campaign, asked, from_advertiser)
) STRICT;

-- Views of the campaign list under a name. state is the desk's JSON; place counts from 0 and has gaps.
CREATE TABLE list_view (
    id         TEXT    PRIMARY KEY,
    workspace  TEXT    NOT NULL REFERENCES workspace (id),
    name       TEXT    NOT NULL,
    state      TEXT    NOT NULL,
    place      INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT;

CREATE UNIQUE INDEX list_view_name ON list_view (workspace, name COLLATE NOCASE) WHERE deleted_at IS NULL;

-- Fields that the workspace knows beyond the interface, learned from a sample. guess is the word that the catalog has
-- for what its values are.
CREATE TABLE local_field (
    workspace  TEXT    NOT NULL REFERENCES workspace (id),
    kind       TEXT    NOT NULL,
    path       TEXT    NOT NULL,
    guess      TEXT    NOT NULL,
    learned_at INTEGER NOT NULL,
    PRIMARY KEY (workspace, kind, path)
) STRICT;

-- What the list shows, filters and sorts by of every object, so that it need not read the texts. cells is the desk's
-- text; the preference `list.layout.<workspace>` says which fields it holds.
CREATE TABLE object_cells (
    workspace TEXT    NOT NULL,
    kind      TEXT    NOT NULL,
    id        INTEGER NOT NULL,
    cells     TEXT    NOT NULL,
    PRIMARY KEY (workspace, kind, id),
    FOREIGN KEY (workspace, kind, id) REFERENCES object (workspace, kind, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
