-- The campaign desk: what a person keeps beside campaigns and drafts. Times are epoch milliseconds, as before.

-- One change that was made to many drafts together, and is taken back and brought back together.
CREATE TABLE bulk (
    id        TEXT    PRIMARY KEY,
    workspace TEXT    NOT NULL REFERENCES workspace (id),
    label     TEXT    NOT NULL,
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
