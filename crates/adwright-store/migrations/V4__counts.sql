-- Counts that are kept along: to count a hundred thousand rows, each of them is read, and a person waits for that at
-- every start and after every change.

-- How many objects of a kind the cache holds, and how many of them have a place in the list.
CREATE TABLE object_count (
    workspace TEXT    NOT NULL,
    kind      TEXT    NOT NULL,
    objects   INTEGER NOT NULL,
    placed    INTEGER NOT NULL,
    PRIMARY KEY (workspace, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO object_count (workspace, kind, objects, placed)
SELECT workspace, kind, COUNT(*), COUNT(place)
FROM object LEFT JOIN object_cells USING (workspace, kind, id)
GROUP BY workspace, kind;

CREATE TRIGGER object_count_added AFTER INSERT ON object BEGIN
    INSERT INTO object_count (workspace, kind, objects, placed) VALUES (NEW.workspace, NEW.kind, 1, 0)
    ON CONFLICT (workspace, kind) DO UPDATE SET objects = objects + 1;
END;

CREATE TRIGGER object_count_removed AFTER DELETE ON object BEGIN
    UPDATE object_count SET objects = objects - 1 WHERE workspace = OLD.workspace AND kind = OLD.kind;
END;

-- Cells stand only beside their object, so that its count is there.
CREATE TRIGGER object_count_placed AFTER INSERT ON object_cells WHEN NEW.place IS NOT NULL BEGIN
    UPDATE object_count SET placed = placed + 1 WHERE workspace = NEW.workspace AND kind = NEW.kind;
END;

CREATE TRIGGER object_count_unplaced AFTER DELETE ON object_cells WHEN OLD.place IS NOT NULL BEGIN
    UPDATE object_count SET placed = placed - 1 WHERE workspace = OLD.workspace AND kind = OLD.kind;
END;

CREATE TRIGGER object_count_moved AFTER UPDATE OF place ON object_cells
WHEN (NEW.place IS NULL) <> (OLD.place IS NULL) BEGIN
    UPDATE object_count SET placed = placed + IIF(NEW.place IS NULL, -1, 1)
    WHERE workspace = NEW.workspace AND kind = NEW.kind;
END;
