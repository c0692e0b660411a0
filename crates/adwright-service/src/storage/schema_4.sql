CREATE TABLE ad (
    id            INTEGER PRIMARY KEY,
    text          TEXT NOT NULL,
    account_id    INTEGER AS (json_extract(text, '$.accountId')) STORED NOT NULL REFERENCES account (id),
    type          TEXT AS (json_extract(text, '$.type')) STORED NOT NULL,
    status        TEXT AS (json_extract(text, '$.adStatus')) STORED NOT NULL,
    advertiser_id INTEGER AS (json_extract(text, '$.adAssignmentData.advertiserId')) STORED,
    brand_id      INTEGER AS (json_extract(text, '$.adAssignmentData.brandId')) STORED,
    campaign_id   INTEGER AS (json_extract(text, '$.adAssignmentData.campaignId')) STORED,
    placement_id  INTEGER AS (json_extract(text, '$.placementId')) STORED,
    site_id       INTEGER AS (json_extract(text, '$.siteId')) STORED
);
CREATE INDEX ad_by_account ON ad (account_id);
CREATE INDEX ad_by_campaign ON ad (campaign_id);
