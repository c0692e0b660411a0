//! The site contacts of the demo data: for most sites of every advertiser, and for some campaigns.
//!
//! They depend on the other data and not on the seed.

use rusqlite::Transaction;

use super::campaign_json::{quoted, unmodified_members};
use super::parties::{ADVERTISERS, DemoAdvertiser, account_of};
use super::placements::{DemoSite, SITES};
use crate::storage::placements::campaign_sites;
use crate::storage::site_contacts::{NewContact, insert};

/// 2026-03-02 08:00 UTC, in epoch milliseconds.
const CREATED: i64 = 1_772_438_400_000;
const FIRST_ID: i64 = 610_004;

const PEOPLE: [(&str, &str, &str); 9] = [
    ("Ilse Brandvold", "Ad operations", "no"),
    ("Renzo Altamura", "Campaign delivery", "it"),
    ("Maud Kestrel", "Key account", "en"),
    ("Piet van Hoorik", "Ad operations", "nl"),
    ("Saga Ekfors", "Creative approval", "sv"),
    ("Otto Wielandt", "Technical support", "de"),
    ("Noor Desmet", "Campaign delivery", "fr"),
    ("Anneke Folkers", "Billing and reporting", "de"),
    ("Tomas Revik", "Key account", "en"),
];

const NOTES: [&str; 4] = [
    "Needs creative three working days before the start.",
    "Prefers one mail per campaign, with the placement IDs in it.",
    "Approves HTML5 creative on Tuesdays and Thursdays.",
    "On leave in calendar week 31; write to the team's mailbox then.",
];

/// Writes all site contacts. Every sixth pair of advertiser and site has none, so that people can practise an empty
/// result.
pub(crate) fn fill(tx: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut ids = FIRST_ID..;
    let mut next_id = || ids.next().expect("there are few contacts");
    let pairs = ADVERTISERS
        .iter()
        .flat_map(|advertiser| SITES.iter().map(move |site| (advertiser, *site)));
    for (nth, (advertiser, site)) in (0..).zip(pairs) {
        if nth % 6 != 5 {
            insert_contact(tx, next_id(), advertiser, site, None)?;
        }
    }
    let joined = campaign_sites(tx)?.into_iter().enumerate();
    for (nth, (campaign, site, advertiser)) in joined {
        let known = ADVERTISERS.iter().find(|known| known.id == advertiser);
        let site = SITES.iter().find(|known| known.id == site);
        if let (Some(advertiser), Some(site), 0) = (known, site, nth % 5) {
            insert_contact(tx, next_id(), advertiser, *site, Some(campaign))?;
        }
    }
    Ok(())
}

fn insert_contact(
    tx: &Transaction<'_>,
    id: i64,
    advertiser: &DemoAdvertiser,
    site: DemoSite,
    campaign: Option<i64>,
) -> rusqlite::Result<()> {
    let contact = NewContact {
        id,
        site: site.id,
        advertiser: advertiser.id,
        campaign,
        text: &contact_json(id, advertiser, site, campaign),
    };
    insert(tx, &contact)
}

fn contact_json(
    id: i64,
    advertiser: &DemoAdvertiser,
    site: DemoSite,
    campaign: Option<i64>,
) -> String {
    let (level, campaign) = match campaign {
        Some(id) => ("CAMPAIGN", id.to_string()),
        None => ("ADVERTISER", "null".to_owned()),
    };
    let account = account_of(advertiser.account);
    format!(
        r#"{{"type":"SiteContact","id":{id},"clientRefId":null,"relationsBag":null,"uiPermissions":null,{},{},"siteId":{},"siteName":{},"level":"{level}","advertiserId":{},"advertiserName":{},"campaignId":{campaign},"accountId":{},"accountName":{}}}"#,
        unmodified_members(CREATED),
        person_members(id, site.name),
        site.id,
        quoted(site.name),
        advertiser.id,
        quoted(advertiser.name),
        account.id,
        quoted(account.name),
    )
}

/// Returns the members about the person. The contact's id decides which person.
fn person_members(id: i64, site_name: &str) -> String {
    let nth = usize::try_from(id - FIRST_ID).expect("ids count up from the first");
    let (name, role, language) = PEOPLE[nth % PEOPLE.len()];
    let domain = site_name.to_lowercase().replace(' ', "-");
    let mailbox = name.to_lowercase().replace(' ', ".");
    let notes = (nth % 3 == 1).then(|| quoted(NOTES[nth % NOTES.len()]));
    format!(
        r#""name":{},"role":{},"email":"{mailbox}@{domain}.example","phone":"+49 30 5550 {:04}","language":"{language}","workingHours":"09:00-17:30","notes":{}"#,
        quoted(name),
        quoted(role),
        1000 + nth * 7 % 9000,
        notes.as_deref().unwrap_or("null"),
    )
}
