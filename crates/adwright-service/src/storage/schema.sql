-- Accounts, users and the parties of campaigns.

CREATE TABLE account (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE user (
    id         INTEGER PRIMARY KEY,
    login      TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    account_id INTEGER NOT NULL REFERENCES account (id),
    may_write  INTEGER NOT NULL
) STRICT;

-- The accounts whose data a user sees.
CREATE TABLE ownership (
    user_id    INTEGER NOT NULL REFERENCES user (id),
    account_id INTEGER NOT NULL REFERENCES account (id),
    PRIMARY KEY (user_id, account_id)
) STRICT, WITHOUT ROWID;

-- value_objects is the flag UseRetargetingDataValueObject. The interface does not say where it lives; here each
-- advertiser has it.
CREATE TABLE advertiser (
    id              INTEGER PRIMARY KEY,
    account_id      INTEGER NOT NULL REFERENCES account (id),
    name            TEXT NOT NULL,
    privacy_section INTEGER NOT NULL,
    disable_cookies INTEGER NOT NULL,
    value_objects   INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE brand (
    id            INTEGER PRIMARY KEY,
    advertiser_id INTEGER NOT NULL REFERENCES advertiser (id),
    name          TEXT NOT NULL
) STRICT;

-- Documents. The indexes of campaigns are in campaign_indexes.sql. `text` is the truth; the other columns derive from it, so that they cannot disagree with it.

CREATE TABLE campaign (
    id              INTEGER PRIMARY KEY,
    text            TEXT NOT NULL,
    account_id      INTEGER AS (json_extract(text, '$.accountId')) STORED NOT NULL REFERENCES account (id),
    account_name    TEXT AS (json_extract(text, '$.accountName')) STORED,
    advertiser_id   INTEGER AS (json_extract(text, '$.advertiserId')) STORED NOT NULL REFERENCES advertiser (id),
    advertiser_name TEXT AS (json_extract(text, '$.advertiserName')) STORED,
    brand_id        INTEGER AS (json_extract(text, '$.brandId')) STORED NOT NULL REFERENCES brand (id),
    trafficking_mode TEXT AS (json_extract(text, '$.traffickingMode')) STORED
);

-- The number of campaigns of each account: counting a million of them for each page takes too long.
CREATE TABLE campaign_count (
    account_id INTEGER PRIMARY KEY REFERENCES account (id),
    campaigns  INTEGER NOT NULL
) STRICT;

CREATE TRIGGER campaign_counted AFTER INSERT ON campaign BEGIN
    INSERT INTO campaign_count VALUES (NEW.account_id, 1)
        ON CONFLICT DO UPDATE SET campaigns = campaigns + 1;
END;

CREATE TRIGGER campaign_moved AFTER UPDATE ON campaign WHEN NEW.account_id IS NOT OLD.account_id BEGIN
    UPDATE campaign_count SET campaigns = campaigns - 1 WHERE account_id = OLD.account_id;
    INSERT INTO campaign_count VALUES (NEW.account_id, 1)
        ON CONFLICT DO UPDATE SET campaigns = campaigns + 1;
END;

-- The distinct names. There are few, so a search for a part of a name reads them and not all campaigns. The index leads
-- from one name directly to the next.
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

CREATE TABLE placement (
    id          INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaign (id),
    site_id     INTEGER NOT NULL,
    name        TEXT NOT NULL,
    type        TEXT NOT NULL
) STRICT;

CREATE INDEX placement_by_campaign ON placement (campaign_id);
CREATE INDEX placement_by_site ON placement (site_id, campaign_id);

-- The contact for a site: for all campaigns of an advertiser, or for one campaign.
CREATE TABLE site_contact (
    id            INTEGER PRIMARY KEY,
    site_id       INTEGER NOT NULL,
    advertiser_id INTEGER NOT NULL REFERENCES advertiser (id),
    campaign_id   INTEGER REFERENCES campaign (id),
    text          TEXT    NOT NULL
) STRICT;

CREATE INDEX site_contact_of_advertiser ON site_contact (advertiser_id, site_id) WHERE campaign_id IS NULL;
CREATE INDEX site_contact_of_campaign ON site_contact (campaign_id, site_id) WHERE campaign_id IS NOT NULL;

CREATE TABLE activity (
    id            INTEGER PRIMARY KEY,
    advertiser_id INTEGER NOT NULL REFERENCES advertiser (id),
    name          TEXT    NOT NULL
) STRICT;

CREATE INDEX activity_by_advertiser ON activity (advertiser_id);

CREATE TABLE retargeting_value (
    id            INTEGER PRIMARY KEY,
    text          TEXT NOT NULL,
    account_id    INTEGER AS (json_extract(text, '$.accountId')) STORED NOT NULL REFERENCES account (id),
    advertiser_id INTEGER AS (json_extract(text, '$.advertiserId')) STORED NOT NULL REFERENCES advertiser (id),
    activity_id   INTEGER AS (json_extract(text, '$.retargetingActivityId')) STORED NOT NULL REFERENCES activity (id)
);

-- Pages use indexes that hold ids and owners only: reading past thousands of texts takes much longer.
CREATE INDEX retargeting_value_by_account ON retargeting_value (account_id);
CREATE INDEX retargeting_value_in_order ON retargeting_value (id, account_id);

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
CREATE INDEX ad_in_order ON ad (id, account_id);
