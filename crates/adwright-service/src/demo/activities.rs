//! The retargeting activities of the demo data, and their values.

use rusqlite::Transaction;

use super::campaign_json::{quoted, unmodified_members};
use super::parties::{ADVERTISERS, DemoAdvertiser, account_of};
use super::random::Random;
use crate::resource::VALUES;
use crate::storage::activities::{self, Activity};
use crate::storage::documents;

/// 2026-04-07 06:30 UTC, in epoch milliseconds.
const FIRST_DAY: i64 = 1_775_543_400_000;
const DAY: i64 = 86_400_000;
const FIRST_ACTIVITY: i64 = 52_017;
const FIRST_VALUE: i64 = 9_410_206;

/// Advertisers whose values are not separate objects, so that they may have loose data as well.
const LOOSE: [i64; 2] = [4427, 4444];

/// An activity with the names and values that it can report.
struct ActivityTemplate {
    name: &'static str,
    reports: &'static [(&'static str, &'static str)],
}

const TEMPLATES: [ActivityTemplate; 7] = [
    ActivityTemplate {
        name: "Product viewed",
        reports: &[
            ("New arrivals", "view|new"),
            ("Bestsellers", "view|top20"),
            ("Sale", "view|sale"),
            ("Gift cards", "view|gift"),
            ("Accessories", "view|extras"),
            ("Sold out", "view|sold-out"),
        ],
    },
    ActivityTemplate {
        name: "Cart",
        reports: &[
            ("Cart below 50", "cart|0-49"),
            ("Cart 50 to 100", "cart|50-99"),
            ("Cart above 100", "cart|100+"),
            ("Cart left for a day", "cart|idle-1d"),
            ("Cart left for a week", "cart|idle-7d"),
        ],
    },
    ActivityTemplate {
        name: "Purchase",
        reports: &[
            ("First purchase", "buy|1"),
            ("Second purchase", "buy|2"),
            ("Regular, 3 to 9 purchases", "buy|3-9"),
            ("Regular, 10 purchases and more", "buy|10+"),
            ("Returned everything", "buy|returned"),
        ],
    },
    ActivityTemplate {
        name: "Newsletter",
        reports: &[
            ("Signed up", "mail|in"),
            ("Opened three in a row", "mail|open3"),
            ("Signed off", "mail|out"),
        ],
    },
    ActivityTemplate {
        name: "Search on the site",
        reports: &[
            ("Searched by brand", "search|brand"),
            ("Searched by price", "search|price"),
            ("Found nothing", "search|0"),
            ("Filtered by \"in stock\"", "search|stock"),
        ],
    },
    ActivityTemplate {
        name: "Store finder",
        reports: &[
            ("Looked up opening hours", "store|hours"),
            ("Asked for the way", "store|route"),
            ("Reserved for pick-up", "store|reserve"),
        ],
    },
    ActivityTemplate {
        name: "Customer account",
        reports: &[
            ("Has an account", "login|yes"),
            ("Loyalty, silver", "login|silver"),
            ("Loyalty, gold", "login|gold"),
            ("Has not come back for 90 days", "login|idle-90d"),
        ],
    },
];

/// Members that no schema knows, with unusual spellings of numbers.
const UNKNOWN: [&str; 3] = [
    r#","importBatch":"2026-05/0017""#,
    r#","score":4.50e-1,"legacyFlags":[1,2]"#,
    r#","segment":{"vendorId":90071992547409931,"share":0.0750}"#,
];

/// Writes the activities of every advertiser, and their values.
pub(crate) fn fill(tx: &Transaction<'_>, seed: u64) -> rusqlite::Result<()> {
    for advertiser in LOOSE {
        let sql = "UPDATE advertiser SET value_objects = 0 WHERE id = ?1";
        tx.execute(sql, [advertiser])?;
    }
    let mut random = Random::from_seed(seed ^ 0x7661_6c75_6573);
    let (mut activity, mut value) = (FIRST_ACTIVITY, FIRST_VALUE);
    for advertiser in &ADVERTISERS {
        for template in &TEMPLATES {
            if random.chance(25) {
                continue;
            }
            activity += random.between(1, 9);
            insert(tx, activity, advertiser, template)?;
            for report in template.reports {
                value += random.between(1, 30);
                let text = value_json(
                    value,
                    &DemoActivity {
                        id: activity,
                        advertiser,
                        template,
                    },
                    *report,
                    &mut random,
                );
                documents::insert(tx, &VALUES, value, &text)?;
            }
        }
    }
    Ok(())
}

fn insert(
    tx: &Transaction<'_>,
    id: i64,
    advertiser: &DemoAdvertiser,
    template: &ActivityTemplate,
) -> rusqlite::Result<()> {
    let activity = Activity {
        id,
        name: template.name.to_owned(),
        advertiser_id: advertiser.id,
    };
    activities::insert(tx, &activity)
}

/// An activity of a demo advertiser.
struct DemoActivity<'a> {
    id: i64,
    advertiser: &'a DemoAdvertiser,
    template: &'a ActivityTemplate,
}

fn value_json(
    id: i64,
    activity: &DemoActivity<'_>,
    (name, value): (&str, &str),
    random: &mut Random,
) -> String {
    let DemoActivity {
        id: activity,
        advertiser,
        template,
    } = activity;
    let account = account_of(advertiser.account);
    let created = FIRST_DAY + random.between(0, 180) * DAY + random.between(0, 600) * 60_000;
    let expires = match random.between(1, 4) {
        1 => (created + random.between(2, 8) * 90 * DAY).to_string(),
        _ => "null".to_owned(),
    };
    let data = match (LOOSE.contains(&advertiser.id), random.between(1, 3)) {
        (true, 1) => format!("[{},\"imported\"]", quoted(template.name)),
        (true, 2) => "null".to_owned(),
        _ => "[]".to_owned(),
    };
    let unknown = if random.chance(8) {
        random.pick(&UNKNOWN)
    } else {
        ""
    };
    format!(
        r#"{{"type":"RetargetingDataValue","id":{id},"clientRefId":null,"relationsBag":null,"uiPermissions":null,{},"name":{},"value":{},"expiresOn":{expires},"retargetingData":{data},"advertiserId":{},"advertiserName":{},"retargetingActivityId":{activity},"retargetingActivityName":{},"accountId":{},"accountName":{}{unknown}}}"#,
        unmodified_members(created),
        quoted(name),
        quoted(value),
        advertiser.id,
        quoted(advertiser.name),
        quoted(template.name),
        account.id,
        quoted(account.name),
    )
}
