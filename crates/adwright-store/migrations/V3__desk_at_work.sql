-- The list at work.

-- In a table that is kept in the order of its key, cells of a thousand bytes each took a page of their own, which made
-- them more than the texts and slow to read. They are the desk's reading of the texts, so it reads them anew.
DROP TABLE object_cells;

-- What the list shows, filters and sorts by of every object, so that it need not read the texts. cells is the desk's
-- text; the preference `list.layout.<workspace>` says which fields it holds. place sorts like the list does where
-- nobody chose another order; NULL where bytes cannot tell.
CREATE TABLE object_cells (
    workspace TEXT    NOT NULL,
    kind      TEXT    NOT NULL,
    id        INTEGER NOT NULL,
    cells     TEXT    NOT NULL,
    place     BLOB,
    PRIMARY KEY (workspace, kind, id),
    FOREIGN KEY (workspace, kind, id) REFERENCES object (workspace, kind, id) ON DELETE CASCADE
) STRICT;

CREATE INDEX object_cells_place ON object_cells (workspace, kind, place, id);

-- The cells have them.
ALTER TABLE object DROP COLUMN account;
ALTER TABLE object DROP COLUMN advertiser;
ALTER TABLE object DROP COLUMN brand;
