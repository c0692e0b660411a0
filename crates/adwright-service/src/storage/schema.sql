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

CREATE TABLE advertiser (
    id              INTEGER PRIMARY KEY,
    account_id      INTEGER NOT NULL REFERENCES account (id),
    name            TEXT NOT NULL,
    privacy_section INTEGER NOT NULL,
    disable_cookies INTEGER NOT NULL
) STRICT;

CREATE TABLE brand (
    id            INTEGER PRIMARY KEY,
    advertiser_id INTEGER NOT NULL REFERENCES advertiser (id),
    name          TEXT NOT NULL
) STRICT;

-- `text` is the truth; the other columns follow from it, so that they cannot disagree with it.
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
CREATE INDEX campaign_by_account ON campaign (account_id);
CREATE INDEX campaign_by_advertiser ON campaign (advertiser_id);
CREATE INDEX campaign_by_brand ON campaign (brand_id);

CREATE TABLE placement (
    id          INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaign (id),
    site_id     INTEGER NOT NULL,
    name        TEXT NOT NULL,
    type        TEXT NOT NULL
) STRICT;
CREATE INDEX placement_by_campaign ON placement (campaign_id);
CREATE INDEX placement_by_site ON placement (site_id);
