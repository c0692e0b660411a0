-- Secrets.

-- Names of secrets that the keyring has to forget and has not yet: it may be locked, or away, when their workspace goes.
-- Until then they count as forgotten.
CREATE TABLE secret_to_forget (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- A secret is kept under a name that has its server in it. Under the names so far none is ever looked for again.
INSERT INTO secret_to_forget
SELECT 'workspace/' || workspace.id || '/' || slot.name
FROM workspace, (SELECT 'password' AS name UNION SELECT 'token' UNION SELECT 'session') AS slot
WHERE workspace.base_url <> 'practice:';

-- The cache.

-- Since when the text of an object is known, where it never had another one: then the text stands here alone. NULL where
-- its texts are in object_version. Most objects have one text, and it is most of what there is to write.
ALTER TABLE object ADD COLUMN only_since INTEGER;
