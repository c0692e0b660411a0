use adwright_model::{Id, Kind};
use rusqlite::{Row, params};

use crate::cache::put_fetched;
use crate::sql::{rows, run};
use crate::{FetchedObject, Store, StoreError};

/// The parameters of a request for a campaign's site contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContactQuestion {
    /// The campaign.
    pub campaign: Id,
    /// The second id. The interface does not say what it identifies.
    pub second_id: Id,
    /// True if the contact is looked up at the advertiser.
    pub from_advertiser: bool,
}

/// The service's last reply to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactAnswer {
    /// The question.
    pub question: ContactQuestion,
    /// The id under which the fetched contact is cached; `None` if nothing was found.
    pub contact: Option<Id>,
    /// The path of the member in the reply that contains the second id; `None` if no member does.
    pub member: Option<String>,
    /// When the reply was received, in epoch milliseconds.
    pub at: i64,
}

impl Store {
    /// Stores an answer, which replaces the earlier answer to the same question. The fetched contact becomes the newest
    /// of its versions.
    pub fn site_contact_put(
        &self,
        workspace: &str,
        answer: &ContactAnswer,
        fetched: Option<&FetchedObject>,
    ) -> Result<(), StoreError> {
        let ContactAnswer {
            question,
            contact,
            member,
            at,
        } = answer;
        self.write(|tx| {
            if let Some(entry) = fetched {
                put_fetched(tx, workspace, Kind::SiteContact, entry, *at)?;
            }
            let ContactQuestion {
                campaign,
                second_id,
                from_advertiser,
            } = question;
            let contact = contact.map(|id| id.0);
            let values = params![
                workspace,
                campaign.0,
                second_id.0,
                from_advertiser,
                contact,
                member,
                at
            ];
            run(tx, PUT, values).map(drop)
        })
    }

    /// Deletes the answer to this question. The contact itself stays in the cache.
    pub fn site_contact_delete(
        &self,
        workspace: &str,
        question: &ContactQuestion,
    ) -> Result<(), StoreError> {
        let sql = "DELETE FROM site_contact_answer
                   WHERE workspace = ?1 AND campaign = ?2 AND second_id = ?3 AND from_advertiser = ?4";
        let ContactQuestion {
            campaign,
            second_id,
            from_advertiser,
        } = question;
        self.write(|tx| {
            run(
                tx,
                sql,
                (workspace, campaign.0, second_id.0, from_advertiser),
            )
            .map(drop)
        })
    }

    /// Returns all stored answers, the newest first.
    pub fn site_contact_answers(&self, workspace: &str) -> Result<Vec<ContactAnswer>, StoreError> {
        let sql = "SELECT * FROM site_contact_answer WHERE workspace = ?1
                   ORDER BY at DESC, campaign, second_id, from_advertiser";
        self.read(|conn| rows(conn, sql, [workspace], read))
    }
}

const PUT: &str = "
    INSERT INTO site_contact_answer (workspace, campaign, second_id, from_advertiser, contact, member, at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (workspace, campaign, second_id, from_advertiser) DO UPDATE
    SET contact = excluded.contact, member = excluded.member, at = excluded.at";

fn read(row: &Row<'_>) -> rusqlite::Result<ContactAnswer> {
    let contact: Option<i64> = row.get("contact")?;
    Ok(ContactAnswer {
        question: ContactQuestion {
            campaign: Id(row.get("campaign")?),
            second_id: Id(row.get("second_id")?),
            from_advertiser: row.get("from_advertiser")?,
        },
        contact: contact.map(Id),
        member: row.get("member")?,
        at: row.get("at")?,
    })
}
