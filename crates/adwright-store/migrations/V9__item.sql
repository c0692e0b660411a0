-- What a create sends, by its content: the same content is not created twice unnoticed. A SHA-256 of the canonical JSON
-- of the draft, without the reference that Adwright adds. NULL for an update.
ALTER TABLE item ADD COLUMN content TEXT;
CREATE INDEX item_content ON item (content) WHERE content IS NOT NULL;

-- The errors that a person overrides, with the item that they are of: with the send, each item read those of all others.
-- A JSON list of rule and path.
ALTER TABLE item ADD COLUMN overrides TEXT NOT NULL DEFAULT '[]';
ALTER TABLE send DROP COLUMN overrides;
