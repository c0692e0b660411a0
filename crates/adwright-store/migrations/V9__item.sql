-- What a create sends, by its content: the same content is not created twice unnoticed. A SHA-256 of the canonical JSON
-- of the draft, without the reference that Adwright adds. NULL for an update.
ALTER TABLE item ADD COLUMN content TEXT;
CREATE INDEX item_content ON item (content) WHERE content IS NOT NULL;
