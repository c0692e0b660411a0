use adwright_model::{Id, Kind};
use rusqlite::{Row, params};

use crate::cache::put_fetched;
use crate::sql::{rows, run};
use crate::{FetchedObject, Store, StoreError};

/// What a campaign's site contact is asked for by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContactQuestion {
    /// The campaign.
    pub campaign: Id,
    /// The second id, of which nobody says what it stands for.
    pub asked: Id,
    /// Whether it is looked for at the advertiser.
    pub from_advertiser: bool,
}

/// What the service answered to a question, the last time that it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactAnswer {
    /// The question.
    pub question: ContactQuestion,
    /// The id under which the contact that came is cached; none where nothing was found.
    pub contact: Option<Id>,
    /// The path of the member of the answer that has the number that was asked for; none where no member has it.
    pub member: Option<String>,
    /// When it was answered, in epoch milliseconds.
    pub at: i64,
}

impl Store {
    /// Keeps an answer in place of the one that the same question had before, and the contact that came with it as the
    /// newest of its versions.
    pub fn site_contact_put(
        &self,
        workspace: &str,
        answer: &ContactAnswer,
        came: Option<&FetchedObject>,
    ) -> Result<(), StoreError> {
        let ContactAnswer {
            question,
            contact,
            member,
            at,
        } = answer;
        self.write(|tx| {
            if let Some(entry) = came {
                put_fetched(tx, workspace, Kind::SiteContact, entry, *at)?;
            }
            let ContactQuestion {
                campaign,
                asked,
                from_advertiser,
            } = question;
            let contact = contact.map(|id| id.0);
            let values = params![
                workspace,
                campaign.0,
                asked.0,
                from_advertiser,
                contact,
                member,
                at
            ];
            run(tx, PUT, values).map(drop)
        })
    }

    /// Forgets what was answered to this question; the contact itself stays in the cache.
    pub fn site_contact_forget(
        &self,
        workspace: &str,
        question: &ContactQuestion,
    ) -> Result<(), StoreError> {
        let sql = "DELETE FROM site_contact_answer
                   WHERE workspace = ?1 AND campaign = ?2 AND asked = ?3 AND from_advertiser = ?4";
        let ContactQuestion {
            campaign,
            asked,
            from_advertiser,
        } = question;
        self.write(|tx| run(tx, sql, (workspace, campaign.0, asked.0, from_advertiser)).map(drop))
    }

    /// Every answer that is kept, the newest first.
    pub fn site_contact_answers(&self, workspace: &str) -> Result<Vec<ContactAnswer>, StoreError> {
        let sql = "SELECT * FROM site_contact_answer WHERE workspace = ?1
                   ORDER BY at DESC, campaign, asked, from_advertiser";
        self.read(|c| rows(c, sql, [workspace], read))
    }
}

const PUT: &str = "
    INSERT INTO site_contact_answer (workspace, campaign, asked, from_advertiser, contact, member, at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (workspace, campaign, asked, from_advertiser) DO UPDATE
    SET contact = excluded.contact, member = excluded.member, at = excluded.at";

fn read(row: &Row<'_>) -> rusqlite::Result<ContactAnswer> {
    let contact: Option<i64> = row.get("contact")?;
    Ok(ContactAnswer {
        question: ContactQuestion {
            campaign: Id(row.get("campaign")?),
            asked: Id(row.get("asked")?),
            from_advertiser: row.get("from_advertiser")?,
        },
        contact: contact.map(Id),
        member: row.get("member")?,
        at: row.get("at")?,
    })
}
