-- Ads that a person brought in from files. They are apart from what the service has: no fetch touches them, and one may
-- have the id of an ad of the service.

-- number is the ad's own, and is given to no other one. ad_id is the id that the file gives it, if any; file is the name
-- of the file without its folders. cells is as in object_cells. An ad that was removed stays for a while, so that this
-- can be taken back; removal names those that were removed together.
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

-- The same text of the same file is there once.
CREATE UNIQUE INDEX file_ad_once ON file_ad (workspace, file, hash) WHERE removal IS NULL;
CREATE INDEX file_ad_number ON file_ad (workspace, number) WHERE removal IS NULL;
CREATE INDEX file_ad_id ON file_ad (workspace, ad_id) WHERE removal IS NULL AND ad_id IS NOT NULL;
CREATE INDEX file_ad_import ON file_ad (import);
CREATE INDEX file_ad_removal ON file_ad (removal) WHERE removal IS NOT NULL;
