-- More than one workspace. Colours are words that the window knows; marks is a JSON object: for each setting of the
-- dialect that is not as it came, where its value is from.

ALTER TABLE workspace ADD COLUMN colour        TEXT    NOT NULL DEFAULT 'green';
ALTER TABLE workspace ADD COLUMN read_only     INTEGER NOT NULL DEFAULT 0 CHECK (read_only IN (0, 1));
ALTER TABLE workspace ADD COLUMN production    INTEGER NOT NULL DEFAULT 0 CHECK (production IN (0, 1));
-- In production, a send of more items than this asks for the workspace's name.
ALTER TABLE workspace ADD COLUMN confirm_above INTEGER NOT NULL DEFAULT 10 CHECK (confirm_above >= 0);
-- Whether the person chose to speak plain HTTP to another computer.
ALTER TABLE workspace ADD COLUMN plain_http    INTEGER NOT NULL DEFAULT 0 CHECK (plain_http IN (0, 1));
-- Whether the person is shown it among the workspaces.
ALTER TABLE workspace ADD COLUMN listed        INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1));
ALTER TABLE workspace ADD COLUMN opened_at     INTEGER;
ALTER TABLE workspace ADD COLUMN marks         TEXT    NOT NULL DEFAULT '{}';

-- A person tells workspaces apart by their names, and types one to confirm a send.
CREATE UNIQUE INDEX workspace_name ON workspace (name COLLATE NOCASE) WHERE listed = 1;

-- Whatever is removed is looked for in what refers to it.
CREATE INDEX item_attempt_attempt ON item_attempt (attempt);
CREATE INDEX bulk_taken_draft ON bulk_taken (draft);
