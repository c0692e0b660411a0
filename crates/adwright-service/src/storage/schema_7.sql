-- What a list is asked by is found in an index that has ids and owners as well: looking at each text takes much longer.
CREATE INDEX campaign_by_mode ON campaign (trafficking_mode COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_account_name ON campaign (account_name COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_advertiser_name ON campaign (advertiser_name COLLATE NOCASE, id, account_id);

DROP INDEX placement_by_site;
CREATE INDEX placement_by_site ON placement (site_id, campaign_id);

-- Each name once: there are few, and a part of a name is looked for in them rather than in all campaigns. From one name
-- the index leads straight to the next one.
CREATE VIEW campaign_account_name AS
    WITH RECURSIVE each (name) AS (
        SELECT min(account_name COLLATE NOCASE) FROM campaign
        UNION ALL
        SELECT (SELECT min(account_name COLLATE NOCASE) FROM campaign WHERE account_name > name COLLATE NOCASE)
        FROM each WHERE name IS NOT NULL
    )
    SELECT name FROM each WHERE name IS NOT NULL;
CREATE VIEW campaign_advertiser_name AS
    WITH RECURSIVE each (name) AS (
        SELECT min(advertiser_name COLLATE NOCASE) FROM campaign
        UNION ALL
        SELECT (SELECT min(advertiser_name COLLATE NOCASE) FROM campaign WHERE advertiser_name > name COLLATE NOCASE)
        FROM each WHERE name IS NOT NULL
    )
    SELECT name FROM each WHERE name IS NOT NULL;

-- What lists are sorted by most; other members are sorted by looking at every text.
CREATE INDEX campaign_by_name ON campaign (json_extract(text, '$.name') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_status ON campaign (json_extract(text, '$.status') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_start ON campaign (json_extract(text, '$.startDate') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_end ON campaign (json_extract(text, '$.endDate') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_budget ON campaign (json_extract(text, '$.budget') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_update ON campaign (json_extract(text, '$.lastUpdateOn') COLLATE NOCASE, id, account_id);
