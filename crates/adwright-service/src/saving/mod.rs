//! Creates and changes documents.

mod ads;
mod assigned;
mod campaigns;
mod refused;
mod values;

use std::iter;

use adwright_checks::{Batch, Fact, Finding, Known, Phase, Subject, check};
use adwright_model::{Catalog, Edit, Editable, Kind};
use adwright_wire::Dialect;
use jiff::Timestamp;
use rusqlite::Transaction;

pub(crate) use ads::{AdNamed, counts_for_size, format_name, sizes_of};
pub(crate) use assigned::Assigned;
use assigned::{Stamp, assign, carried, next_version, whole};
pub(crate) use campaigns::CampaignNamed;
use refused::{refused, refused_call};
pub(crate) use values::ValueNamed;

use crate::facts;
use crate::reply::Refusal;
use crate::resource::Resource;
use crate::storage::documents;
use crate::storage::parties::{self, Advertiser, User};

/// One call that saves: whose, when, and into which data.
pub(crate) struct Saving<'a> {
    pub(crate) data: &'a Transaction<'a>,
    pub(crate) user: &'a User,
    pub(crate) now: Timestamp,
}

/// Whom and what a document of one resource names, as far as the service has it.
pub(crate) trait Named: Sized {
    const RESOURCE: &'static Resource;

    /// By which rules the document is judged.
    fn kind(sent: &Editable) -> Result<Kind, Refusal>;

    /// Looks up everything that the document names; what is not there is left out.
    fn look_up(
        saving: &Saving<'_>,
        sent: &Editable,
        base: Option<&Editable>,
    ) -> Result<Self, Refusal>;

    /// The account that the document belongs to, if it names anybody who has one.
    fn account(&self) -> Option<i64>;

    /// What the rules ask.
    fn facts(&self) -> Vec<(Fact, Known)>;

    /// The members that follow from what is named, which must be there and belong together.
    fn assigned(&self, sent: &Editable, base: Option<&Editable>) -> Result<Vec<Assigned>, Refusal>;
}

impl Saving<'_> {
    /// Creates a document and gives its text as it is kept.
    pub(crate) fn create<N: Named>(&self, sent: &Editable) -> Result<String, Refusal> {
        let named = N::look_up(self, sent, None)?;
        let findings = self.findings(sent, None, &named)?;
        refused(&findings, None).map_or(Ok(()), Err)?;
        self.add(sent, &named)
    }

    /// Creates all documents of one call, or none, and gives their texts as they are kept. `most` is how many are taken.
    pub(crate) fn create_all<N: Named>(
        &self,
        sent: &[Editable],
        most: usize,
    ) -> Result<Vec<String>, Refusal> {
        let mut batch = Batch::new(Some(most));
        let mut judged = Vec::new();
        let mut all_named = Vec::new();
        for (sent, nth) in sent.iter().zip(1..) {
            let named = N::look_up(self, sent, None)?;
            let findings = self.judge(sent, None, &named, |subject| {
                [check(subject), batch.item(subject)].concat()
            })?;
            judged.push((Some(N::RESOURCE.label(nth)), findings));
            all_named.push(named);
        }
        judged.push((None, batch.end()));
        refused_call(&judged).map_or(Ok(()), Err)?;
        let all = sent.iter().zip(&all_named);
        all.map(|(sent, named)| self.add(sent, named)).collect()
    }

    fn add<N: Named>(&self, sent: &Editable, named: &N) -> Result<String, Refusal> {
        let id = documents::next_id(self.data, N::RESOURCE)?;
        let first = [("id", id.to_string()), ("version", "1".to_owned())];
        let stamp = self.stamp();
        let assigned = first
            .into_iter()
            .chain(stamp.created())
            .chain(stamp.updated());
        let kept = assign(sent, assigned.chain(named.assigned(sent, None)?))?;
        documents::insert(self.data, N::RESOURCE, id, kept.text())?;
        Ok(kept.text().to_owned())
    }

    /// Puts a whole document in the place of the one with this id, and gives its text as it is kept.
    pub(crate) fn update<N: Named>(&self, id: i64, sent: &Editable) -> Result<String, Refusal> {
        require_id(sent, id)?;
        let owned = documents::owned(self.data, N::RESOURCE, self.user.id, id)?;
        let base = base(N::RESOURCE, id, owned)?;
        let named = N::look_up(self, sent, Some(&base))?;
        let findings = self.findings(sent, Some(&base), &named)?;
        let label = N::RESOURCE.label(id);
        refused(&findings, Some(&label)).map_or(Ok(()), Err)?;
        let assigned = carried(&base)
            .chain(self.next(&base))
            .chain(named.assigned(sent, Some(&base))?);
        self.keep(N::RESOURCE, id, &assign(sent, assigned)?)
    }

    /// Sets members of a document past all rules, as someone else's change that is already done.
    pub(crate) fn touch(
        &self,
        resource: &Resource,
        id: i64,
        edits: &[Edit],
    ) -> Result<String, Refusal> {
        let base = base(resource, id, documents::any(self.data, resource, id)?)?;
        let changed = edits
            .iter()
            .try_fold(base.clone(), |document, edit| document.apply(edit));
        let changed = changed.map_err(|error| Refusal::Malformed(error.to_string()))?;
        require_id(&changed, id)?;
        self.keep(resource, id, &assign(&changed, self.next(&base))?)
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

    fn keep(&self, resource: &Resource, id: i64, document: &Editable) -> Result<String, Refusal> {
        documents::replace(self.data, resource, id, document.text())?;
        Ok(document.text().to_owned())
    }

    fn advertiser_of(&self, sent: &Editable) -> Result<Option<Advertiser>, Refusal> {
        let Some(id) = whole(sent, "advertiserId") else {
            return Ok(None);
        };
        Ok(parties::advertiser(self.data, id)?)
    }

    fn findings<N: Named>(
        &self,
        sent: &Editable,
        base: Option<&Editable>,
        named: &N,
    ) -> Result<Vec<Finding>, Refusal> {
        self.judge(sent, base, named, check)
    }

    /// What the very rules of the desktop say, with every fact known.
    fn judge<N: Named>(
        &self,
        sent: &Editable,
        base: Option<&Editable>,
        named: &N,
        rules: impl FnOnce(&Subject<'_>) -> Vec<Finding>,
    ) -> Result<Vec<Finding>, Refusal> {
        let privilege = facts::of_privilege(self.may_write(named.account())?);
        let facts = named.facts().into_iter().chain([privilege]).collect();
        Ok(rules(&Subject {
            kind: N::kind(sent)?,
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
        }))
    }

    /// Saving needs the privilege, and the account that the document belongs to.
    fn may_write(&self, account: Option<i64>) -> Result<bool, Refusal> {
        let owns = match account {
            Some(account) => parties::owns(self.data, self.user.id, account)?,
            None => true,
        };
        Ok(self.user.may_write && owns)
    }
}

/// The document that a change starts from.
fn base(resource: &Resource, id: i64, text: Option<String>) -> Result<Editable, Refusal> {
    let text = text.ok_or_else(|| Refusal::missing(resource.noun, id))?;
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
