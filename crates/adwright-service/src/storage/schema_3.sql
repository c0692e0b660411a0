-- The flag UseRetargetingDataValueObject: the interface does not say where it lives; here each advertiser has it.
ALTER TABLE advertiser ADD COLUMN value_objects INTEGER NOT NULL DEFAULT 1;

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
CREATE INDEX retargeting_value_by_account ON retargeting_value (account_id);
