//! Site contacts: each is one text, found by its site.

use rusqlite::{OptionalExtension, Transaction};

/// The owner of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContactLevel {
    /// The campaign's advertiser keeps the contact.
    Advertiser,
    /// The contact belongs to one campaign only.
    Campaign,
}

/// Returns the text of the contact for a site, as seen from a campaign.
pub(crate) fn find_for_site(
    tx: &Transaction<'_>,
    campaign: i64,
    site: i64,
    level: ContactLevel,
) -> rusqlite::Result<Option<String>> {
    let sql = match level {
        ContactLevel::Advertiser => {
            "SELECT site_contact.text FROM site_contact
             JOIN campaign ON campaign.advertiser_id = site_contact.advertiser_id
             WHERE campaign.id = ?1 AND site_id = ?2 AND campaign_id IS NULL"
        }
        ContactLevel::Campaign => {
            "SELECT text FROM site_contact WHERE campaign_id = ?1 AND site_id = ?2"
        }
    };
    tx.query_row(sql, (campaign, site), |row| row.get(0))
        .optional()
}

/// A contact to store.
pub(crate) struct NewContact<'a> {
    pub(crate) id: i64,
    pub(crate) site: i64,
    pub(crate) advertiser: i64,
    pub(crate) campaign: Option<i64>,
    pub(crate) text: &'a str,
}

pub(crate) fn insert(tx: &Transaction<'_>, contact: &NewContact<'_>) -> rusqlite::Result<()> {
    let NewContact {
        id,
        site,
        advertiser,
        campaign,
        text,
    } = contact;
    tx.prepare_cached(
        "INSERT INTO site_contact (id, site_id, advertiser_id, campaign_id, text) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute((id, site, advertiser, campaign, text))?;
    Ok(())
}
