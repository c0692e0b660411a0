-- The indexes of campaigns. They are built after the demo data is written, which is faster than to update them row by
-- row.

-- Pages and filters use indexes that hold ids and owners only: reading past thousands of texts takes much longer.
CREATE INDEX campaign_by_account ON campaign (account_id);
CREATE INDEX campaign_in_order ON campaign (id, account_id);
CREATE INDEX campaign_by_advertiser ON campaign (advertiser_id, id, account_id);
CREATE INDEX campaign_by_brand ON campaign (brand_id, id, account_id);
CREATE INDEX campaign_by_mode ON campaign (trafficking_mode COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_account_name ON campaign (account_name COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_advertiser_name ON campaign (advertiser_name COLLATE NOCASE, id, account_id);

-- The members that lists are mostly sorted by. To sort by other members, every text is read.
CREATE INDEX campaign_by_name ON campaign (json_extract(text, '$.name') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_status ON campaign (json_extract(text, '$.status') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_start ON campaign (json_extract(text, '$.startDate') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_end ON campaign (json_extract(text, '$.endDate') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_budget ON campaign (json_extract(text, '$.budget') COLLATE NOCASE, id, account_id);
CREATE INDEX campaign_by_update ON campaign (json_extract(text, '$.lastUpdateOn') COLLATE NOCASE, id, account_id);
