-- Workspaces of services that the command line names.

-- Address, way to log in and who, as one text; NULL for those in the list. Such a workspace is found by it alone, so that
-- nobody gets at the drafts and receipts of another login.
ALTER TABLE workspace ADD COLUMN asked_as TEXT;
CREATE UNIQUE INDEX workspace_asked_as ON workspace (asked_as) WHERE asked_as IS NOT NULL;

-- Where a name says who asks, that is known of those that there are. Which token asked is not: they are found no more.
UPDATE OR IGNORE workspace SET asked_as = rtrim(base_url, '/') || CASE
    WHEN json_extract(dialect, '$.authentication') = 'none' THEN ' none'
    WHEN json_extract(dialect, '$.authentication') = 'basic' THEN ' basic ' || login
    WHEN json_array_length(dialect, '$.authentication.session.headers') = 0 THEN ' session ' || login
END
WHERE listed = 0 AND json_valid(dialect);

-- Secrets.

-- Headers were kept under a name without a server, too, as passwords and tokens were before they were named here.
INSERT OR IGNORE INTO secret_to_forget
SELECT 'workspace/' || known.id || '/header/' || lower(header.value)
FROM (SELECT id, CASE WHEN json_valid(dialect) THEN dialect ELSE '{}' END AS dialect FROM workspace) AS known,
     (SELECT '$.authentication.headers' AS place UNION SELECT '$.authentication.session.headers') AS names,
     json_each(known.dialect, names.place) AS header;

-- Lists of ads beside that of the campaigns.

-- Which list a saved view is of.
ALTER TABLE list_view ADD COLUMN list TEXT NOT NULL DEFAULT 'campaigns';
DROP INDEX list_view_name;
CREATE UNIQUE INDEX list_view_name ON list_view (workspace, list, name COLLATE NOCASE) WHERE deleted_at IS NULL;
