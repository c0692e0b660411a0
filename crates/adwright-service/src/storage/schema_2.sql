-- Whom to ask about a site: for all campaigns of an advertiser, or for one campaign where that is set.
CREATE TABLE site_contact (
    id            INTEGER PRIMARY KEY,
    site_id       INTEGER NOT NULL,
    advertiser_id INTEGER NOT NULL REFERENCES advertiser (id),
    campaign_id   INTEGER REFERENCES campaign (id),
    text          TEXT    NOT NULL
) STRICT;
CREATE INDEX site_contact_of_advertiser ON site_contact (advertiser_id, site_id) WHERE campaign_id IS NULL;
CREATE INDEX site_contact_of_campaign ON site_contact (campaign_id, site_id) WHERE campaign_id IS NOT NULL;
