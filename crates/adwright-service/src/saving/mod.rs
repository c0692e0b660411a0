//! Creates and changes campaigns.

mod assigned;
mod refused;

use std::iter;

use adwright_checks::{Facts, Phase, Subject, check};
use adwright_model::{Catalog, Edit, Editable, Kind};
use adwright_wire::Dialect;
use jiff::Timestamp;
use rusqlite::Transaction;

use assigned::{Assigned, Parties, Stamp, assign, carried, next_version, whole};
use refused::{nobody, refused};

use crate::facts;
use crate::reply::Refusal;
use crate::storage::parties::{self, Advertiser, User};
use crate::storage::{campaigns, placements};

/// One call that saves: whose, when, and into which data.
pub(crate) struct Saving<'a> {
    pub(crate) data: &'a Transaction<'a>,
    pub(crate) user: &'a User,
    pub(crate) now: Timestamp,
}

impl Saving<'_> {
    /// Creates a campaign and gives its text as it is kept.
    pub(crate) fn create(&self, sent: &Editable) -> Result<String, Refusal> {
        let advertiser = self.advertiser_of(sent)?;
        self.obey_rules(sent, None, advertiser.as_ref())?;
        let parties = self.parties_of(sent, advertiser)?;
        let id = campaigns::next_id(self.data)?;
        let first = [("id", id.to_string()), ("version", "1".to_owned())];
        let stamp = self.stamp();
        let assigned = first
            .into_iter()
            .chain(stamp.created())
            .chain(stamp.updated());
        let kept = assign(sent, assigned.chain(parties.assigned()))?;
        campaigns::insert(self.data, id, kept.text())?;
        Ok(kept.text().to_owned())
    }

    /// Puts a whole campaign in the place of the one with this id, and gives its text as it is kept.
    pub(crate) fn update(&self, id: i64, sent: &Editable) -> Result<String, Refusal> {
        require_id(sent, id)?;
        let base = base(id, campaigns::owned(self.data, self.user.id, id)?)?;
        let advertiser = self.advertiser_of(sent)?;
        self.obey_rules(sent, Some(&base), advertiser.as_ref())?;
        let parties = self.parties_of(sent, advertiser)?;
        let assigned = carried(&base)
            .chain(self.next(&base))
            .chain(parties.assigned());
        self.keep(id, &assign(sent, assigned)?)
    }

    /// Sets members of a campaign past all rules, as someone else's change that is already done.
    pub(crate) fn touch(&self, id: i64, edits: &[Edit]) -> Result<String, Refusal> {
        let base = base(id, campaigns::any(self.data, id)?)?;
        let changed = edits
            .iter()
            .try_fold(base.clone(), |document, edit| document.apply(edit));
        let changed = changed.map_err(|error| Refusal::Malformed(error.to_string()))?;
        require_id(&changed, id)?;
        self.keep(id, &assign(&changed, self.next(&base))?)
    }

    /// What every change assigns.
    fn next(&self, base: &Editable) -> impl Iterator<Item = Assigned> {
        iter::once(next_version(base)).chain(self.stamp().updated())
    }

    fn stamp(&self) -> Stamp<'_> {
        Stamp {
            user: self.user,
            now: self.now,
        }
    }

    fn keep(&self, id: i64, document: &Editable) -> Result<String, Refusal> {
        campaigns::replace(self.data, id, document.text())?;
        Ok(document.text().to_owned())
    }

    fn advertiser_of(&self, sent: &Editable) -> Result<Option<Advertiser>, Refusal> {
        let Some(id) = whole(sent, "advertiserId") else {
            return Ok(None);
        };
        Ok(parties::advertiser(self.data, id)?)
    }

    /// The very rules of the desktop, with every fact known.
    fn obey_rules(
        &self,
        sent: &Editable,
        base: Option<&Editable>,
        advertiser: Option<&Advertiser>,
    ) -> Result<(), Refusal> {
        let facts = self.facts(base, advertiser)?;
        let findings = check(&Subject {
            kind: Kind::Campaign,
            document: sent,
            base,
            phase: if base.is_some() {
                Phase::Update
            } else {
                Phase::Create
            },
            catalog: Catalog::bundled(),
            bindings: &Dialect::practice().bindings,
            facts: &facts,
        });
        let campaign = base.and_then(|base| whole(base, "id"));
        refused(&findings, campaign).map_or(Ok(()), Err)
    }

    fn facts(
        &self,
        base: Option<&Editable>,
        advertiser: Option<&Advertiser>,
    ) -> Result<Facts, Refusal> {
        let attached = match base.and_then(|base| whole(base, "id")) {
            Some(id) => placements::of_campaign(self.data, id)?,
            None => Vec::new(),
        };
        let advertisers = advertiser.map(facts::of_advertiser);
        let privilege = facts::of_privilege(self.may_write(advertiser)?);
        Ok(facts::of_placements(&attached)
            .into_iter()
            .chain(advertisers.into_iter().flatten())
            .chain([privilege])
            .collect())
    }

    /// Saving needs the privilege, and the account that the campaign belongs to.
    fn may_write(&self, advertiser: Option<&Advertiser>) -> Result<bool, Refusal> {
        let owns = match advertiser {
            Some(advertiser) => parties::owns(self.data, self.user.id, advertiser.account_id)?,
            None => true,
        };
        Ok(self.user.may_write && owns)
    }

    /// The advertiser and brand that the document names, which must belong together.
    fn parties_of(
        &self,
        sent: &Editable,
        advertiser: Option<Advertiser>,
    ) -> Result<Parties, Refusal> {
        let advertiser = advertiser.ok_or_else(|| nobody("advertiser"))?;
        let brand = match whole(sent, "brandId") {
            Some(id) => parties::brand(self.data, id)?,
            None => None,
        };
        let brand = brand
            .filter(|brand| brand.advertiser_id == advertiser.id)
            .ok_or_else(|| nobody("brand of this advertiser"))?;
        match whole(sent, "accountId") {
            Some(account) if account != advertiser.account_id => {
                Err(nobody("account of this advertiser"))
            }
            _ => Ok(Parties { advertiser, brand }),
        }
    }
}

/// The campaign that a change starts from.
fn base(id: i64, text: Option<String>) -> Result<Editable, Refusal> {
    let text = text.ok_or_else(|| Refusal::Malformed(format!("There is no campaign {id}.")))?;
    Editable::parse(&text).map_err(|unreadable| Refusal::Failed(format!("kept data: {unreadable}")))
}

fn require_id(document: &Editable, id: i64) -> Result<(), Refusal> {
    if whole(document, "id") == Some(id) {
        return Ok(());
    }
    Err(Refusal::Malformed(format!(
        "The entity must carry the id of the path, {id}."
    )))
}
