-- How many campaigns an account has: counting a million of them for each page takes too long.
CREATE TABLE campaign_count (
    account_id INTEGER PRIMARY KEY REFERENCES account (id),
    campaigns  INTEGER NOT NULL
) STRICT;
INSERT INTO campaign_count SELECT account_id, count(*) FROM campaign GROUP BY account_id;

CREATE TRIGGER campaign_counted AFTER INSERT ON campaign BEGIN
    INSERT INTO campaign_count VALUES (NEW.account_id, 1)
        ON CONFLICT DO UPDATE SET campaigns = campaigns + 1;
END;
CREATE TRIGGER campaign_moved AFTER UPDATE ON campaign WHEN NEW.account_id IS NOT OLD.account_id BEGIN
    UPDATE campaign_count SET campaigns = campaigns - 1 WHERE account_id = OLD.account_id;
    INSERT INTO campaign_count VALUES (NEW.account_id, 1)
        ON CONFLICT DO UPDATE SET campaigns = campaigns + 1;
END;

-- With the account inside, so that whose a campaign is need not be looked up in its text.
DROP INDEX campaign_by_advertiser;
CREATE INDEX campaign_by_advertiser ON campaign (advertiser_id, id, account_id);
DROP INDEX campaign_by_brand;
CREATE INDEX campaign_by_brand ON campaign (brand_id, id, account_id);
