//! Practice data of older programs.

use std::path::Path;

use rusqlite::Connection;

/// The statements that undo each version of the data, the last version first.
const STEPS_BACK: [&str; 6] = [
    "DROP TABLE site_contact",
    "DROP TABLE retargeting_value; DROP TABLE activity; ALTER TABLE advertiser DROP COLUMN value_objects",
    "DROP TABLE ad",
    "DROP TABLE campaign_count; DROP TRIGGER campaign_counted; DROP TRIGGER campaign_moved",
    "DROP INDEX campaign_in_order; DROP INDEX retargeting_value_in_order; DROP INDEX ad_in_order",
    "DROP VIEW campaign_account_name; DROP VIEW campaign_advertiser_name;
     DROP INDEX campaign_by_mode; DROP INDEX campaign_by_account_name; DROP INDEX campaign_by_advertiser_name;
     DROP INDEX campaign_by_name; DROP INDEX campaign_by_status; DROP INDEX campaign_by_budget;
     DROP INDEX campaign_by_start; DROP INDEX campaign_by_end; DROP INDEX campaign_by_update",
];

/// Converts the data in a closed file back to an older version.
pub(crate) fn take_back(file: &Path, version: usize) {
    let data = Connection::open(file).unwrap();
    for step in STEPS_BACK[version - 1..].iter().rev() {
        data.execute_batch(step).unwrap();
    }
    let version = i64::try_from(version).unwrap();
    data.pragma_update(None, "user_version", version).unwrap();
}
