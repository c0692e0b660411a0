-- A page is found in these, which hold nothing but ids and owners: going past thousands of texts takes much longer.
CREATE INDEX campaign_in_order ON campaign (id, account_id);
CREATE INDEX retargeting_value_in_order ON retargeting_value (id, account_id);
CREATE INDEX ad_in_order ON ad (id, account_id);
