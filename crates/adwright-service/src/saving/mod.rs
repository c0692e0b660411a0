//! Creates and changes documents.

mod ads;
mod assigned_members;
mod campaigns;
mod refusal;
mod values;

use std::iter;

use adwright_checks::{BatchChecker, CheckInput, Fact, FactValue, Finding, Phase, check};
use adwright_model::{Catalog, Edit, EditableDocument, Kind, Path};
use adwright_wire::{Dialect, codes};
use jiff::Timestamp;
use rusqlite::Transaction;
use serde_json::Value;

pub(crate) use ads::{AdReferences, counts_for_size, format_name, sizes_of};
pub(crate) use assigned_members::AssignedMember;
use assigned_members::{AuditStamp, assign, integer_member, next_version, unchanged_members};
pub(crate) use campaigns::CampaignReferences;
pub use refusal::winning_refusal;
use refusal::{LabeledFindings, call_refusal, document_refusal, is_call_refused, item_refusal};
pub(crate) use values::RetargetingValueReferences;

use crate::api_outcome::ApiOutcome;
use crate::facts;
use crate::reply::Refusal;
use crate::resource::Resource;
use crate::storage::documents;
use crate::storage::parties::{self, Advertiser, User};
use crate::variants::{Variant, VariantSet};

/// The number of characters of a reference that remain under the variant that truncates it.
const TRUNCATED_REFERENCE_LENGTH: usize = 36;

/// The context of one call that saves: its user, its time and its transaction.
pub(crate) struct SaveContext<'a> {
    pub(crate) tx: &'a Transaction<'a>,
    pub(crate) user: &'a User,
    pub(crate) now: Timestamp,
    pub(crate) variants: VariantSet,
}

/// Options for creating several documents in one call.
pub(crate) struct BatchCreateOptions {
    /// The largest number of documents.
    pub(crate) most: usize,
    /// True if valid documents are created if others fail. Otherwise all are created, or none.
    pub(crate) one_by_one: bool,
    /// True if only the first half is created, as if the service failed on its way.
    pub(crate) half: bool,
}

/// The parties that a document of one resource names and the service knows.
pub(crate) trait DocumentReferences: Sized {
    const RESOURCE: &'static Resource;

    /// Returns the kind whose rules apply to the document.
    fn kind(sent: &EditableDocument) -> Result<Kind, Refusal>;

    /// Looks up the parties that the document names. Missing parties are left out.
    fn resolve(
        context: &SaveContext<'_>,
        sent: &EditableDocument,
        base: Option<&EditableDocument>,
    ) -> Result<Self, Refusal>;

    /// Returns the account of the document, if a party that it names has one.
    fn account(&self) -> Option<i64>;

    /// Returns the facts for the rules.
    fn facts(&self) -> Vec<(Fact, FactValue)>;

    /// Returns the members that follow from the parties, which must exist and belong together.
    fn assigned_members(
        &self,
        sent: &EditableDocument,
        base: Option<&EditableDocument>,
    ) -> Result<Vec<AssignedMember>, Refusal>;
}

impl SaveContext<'_> {
    /// Creates a document, and returns its stored text.
    pub(crate) fn create<N: DocumentReferences>(
        &self,
        sent: &EditableDocument,
    ) -> Result<String, Refusal> {
        let references = N::resolve(self, sent, None)?;
        let findings = self.findings(sent, None, &references)?;
        document_refusal(&findings, None).map_or(Ok(()), Err)?;
        self.create_one(sent, &references)
    }

    /// Creates the documents of one call.
    pub(crate) fn create_all<N: DocumentReferences>(
        &self,
        sent: &[EditableDocument],
        options: &BatchCreateOptions,
    ) -> Result<ApiOutcome, Refusal> {
        let mut batch = BatchChecker::new(Some(options.most));
        let mut checked = Vec::new();
        let mut all_references = Vec::new();
        for (sent, nth) in sent.iter().zip(1..) {
            let references = N::resolve(self, sent, None)?;
            let findings = self.apply_rules(sent, None, &references, |input| {
                [check(input), batch.check_item(input)].concat()
            })?;
            checked.push(LabeledFindings {
                label: Some(N::RESOURCE.label(nth)),
                findings,
            });
            all_references.push(references);
        }
        let all = sent.iter().zip(&all_references);
        let whole = LabeledFindings {
            label: None,
            findings: batch.finish(),
        };
        if options.one_by_one && !is_call_refused(&whole, &checked) {
            let each = all.zip(&checked).map(|((sent, references), checked)| {
                item_refusal(checked).map_or(Ok(()), Err)?;
                self.create_one(sent, references)
            });
            return Ok(ApiOutcome::Items(each.collect()));
        }
        checked.push(whole);
        call_refusal(&checked).map_or(Ok(()), Err)?;
        if options.half {
            let done = sent.len().div_ceil(2);
            let each = all.enumerate().map(|(nth, (sent, references))| {
                if nth < done {
                    return self.create_one(sent, references);
                }
                Err(Refusal::Failed("it failed halfway, on purpose".to_owned()))
            });
            return Ok(ApiOutcome::Items(each.collect()));
        }
        let texts = all.map(|(sent, references)| self.create_one(sent, references));
        Ok(ApiOutcome::Created(texts.collect::<Result<_, _>>()?))
    }

    fn create_one<N: DocumentReferences>(
        &self,
        sent: &EditableDocument,
        references: &N,
    ) -> Result<String, Refusal> {
        let reference = sent.root().member("clientRefId");
        if self.variants.has(Variant::RefusesReference) && reference.is_some_and(|it| !it.is_null())
        {
            let why = "clientRefId: The service assigns it. Do not send it.".to_owned();
            return Err(Refusal::Malformed(why));
        }
        let id = documents::next_id(self.tx, N::RESOURCE)?;
        let first = [("id", id.to_string()), ("version", "1".to_owned())];
        let stamp = self.stamp();
        let assigned = first
            .into_iter()
            .chain(stamp.created_members())
            .chain(stamp.updated_members());
        let assigned = assigned.chain(references.assigned_members(sent, None)?);
        let stored = assign(sent, assigned.chain(self.stored_reference(sent)))?;
        documents::insert(self.tx, N::RESOURCE, id, stored.text())?;
        Ok(stored.text().to_owned())
    }

    /// Replaces the document with this id, and returns its stored text.
    pub(crate) fn update<N: DocumentReferences>(
        &self,
        id: i64,
        sent: &EditableDocument,
    ) -> Result<ApiOutcome, Refusal> {
        require_id(sent, id)?;
        let owned = documents::get_owned(self.tx, N::RESOURCE, self.user.id, id)?;
        let base = parse_base(N::RESOURCE, id, owned)?;
        let sent = &self.fill_missing_members(sent, &base)?;
        let references = N::resolve(self, sent, Some(&base))?;
        let findings = self.findings(sent, Some(&base), &references)?;
        let ignored_refusal = match document_refusal(&findings, Some(&N::RESOURCE.label(id))) {
            Some(refusal) if !self.saves_despite(&refusal) => return Err(refusal),
            refusal => refusal,
        };
        let assigned = unchanged_members(&base)
            .chain(self.update_members(&base))
            .chain(references.assigned_members(sent, Some(&base))?)
            .chain(self.stored_reference(sent));
        let text = self.store(N::RESOURCE, id, &assign(sent, assigned)?)?;
        Ok(ignored_refusal.map_or(ApiOutcome::One(text), ApiOutcome::SavedDespite))
    }

    /// Sets members of a document without any rule, as a completed change by someone else.
    pub(crate) fn touch(
        &self,
        resource: &Resource,
        id: i64,
        edits: &[Edit],
    ) -> Result<String, Refusal> {
        let base = parse_base(resource, id, documents::get_any(self.tx, resource, id)?)?;
        let changed = edits
            .iter()
            .try_fold(base.clone(), |document, edit| document.apply(edit));
        let changed = changed.map_err(|error| Refusal::Malformed(error.to_string()))?;
        require_id(&changed, id)?;
        self.store(resource, id, &assign(&changed, self.update_members(&base))?)
    }

    /// Returns what was sent; under a variant, with the members of the base that it lacks.
    fn fill_missing_members(
        &self,
        sent: &EditableDocument,
        base: &EditableDocument,
    ) -> Result<EditableDocument, Refusal> {
        // Clients cannot send back a reference that they never saw.
        let hidden = self.variants.has(Variant::DropsReference);
        let is_hidden = |name: &str| hidden && name == "clientRefId";
        let lacks = |name: &str| sent.root().member(name).is_none() && !is_hidden(name);
        let mut missing = base.root().members().filter(|(name, _)| lacks(name));
        if self.variants.has(Variant::MissingRefused)
            && let Some((name, _)) = missing.next()
        {
            let why = format!("{name}: It is missing. Send the whole document.");
            return Err(Refusal::Malformed(why));
        }
        if !self.variants.has(Variant::MissingKept) {
            return Ok(sent.clone());
        }
        let completed = missing.try_fold(sent.clone(), |document, (name, node)| {
            let path = Path::root().child(name);
            let json = node.raw().to_owned();
            document.apply(&Edit::Set { path, json })
        });
        completed.map_err(|error| Refusal::Failed(error.to_string()))
    }

    /// Returns whether a variant saves a document although a rule refuses it.
    fn saves_despite(&self, refusal: &Refusal) -> bool {
        let is_verification =
            matches!(refusal, Refusal::Rule { code, .. } if *code == codes::VERIFICATION);
        is_verification && self.variants.has(Variant::SavedWith62001)
    }

    /// Returns the reference to store if a variant drops or truncates it.
    fn stored_reference(&self, sent: &EditableDocument) -> Option<AssignedMember> {
        let reference = sent.root().member("clientRefId")?;
        let keeps_none = [Variant::ForgetsReference, Variant::DropsReference];
        if keeps_none.iter().any(|it| self.variants.has(*it)) {
            return Some(("clientRefId", "null".to_owned()));
        }
        let text = reference
            .as_str()
            .filter(|_| self.variants.has(Variant::CutsReference))?;
        let truncated: String = text.chars().take(TRUNCATED_REFERENCE_LENGTH).collect();
        Some(("clientRefId", Value::from(truncated).to_string()))
    }

    /// Returns the members that every change assigns.
    fn update_members(&self, base: &EditableDocument) -> impl Iterator<Item = AssignedMember> {
        iter::once(next_version(base)).chain(self.stamp().updated_members())
    }

    fn stamp(&self) -> AuditStamp<'_> {
        AuditStamp {
            user: self.user,
            now: self.now,
        }
    }

    fn store(
        &self,
        resource: &Resource,
        id: i64,
        document: &EditableDocument,
    ) -> Result<String, Refusal> {
        documents::replace(self.tx, resource, id, document.text())?;
        Ok(document.text().to_owned())
    }

    fn find_advertiser(&self, sent: &EditableDocument) -> Result<Option<Advertiser>, Refusal> {
        let Some(id) = integer_member(sent, "advertiserId") else {
            return Ok(None);
        };
        Ok(parties::find_advertiser(self.tx, id)?)
    }

    fn findings<N: DocumentReferences>(
        &self,
        sent: &EditableDocument,
        base: Option<&EditableDocument>,
        references: &N,
    ) -> Result<Vec<Finding>, Refusal> {
        self.apply_rules(sent, base, references, check)
    }

    /// Applies the same rules as the desktop, with every fact known.
    fn apply_rules<N: DocumentReferences>(
        &self,
        sent: &EditableDocument,
        base: Option<&EditableDocument>,
        references: &N,
        rules: impl FnOnce(&CheckInput<'_>) -> Vec<Finding>,
    ) -> Result<Vec<Finding>, Refusal> {
        let may_write = parties::may_write(self.tx, self.user, references.account())?;
        let privilege = facts::privilege_fact(may_write);
        let facts = references.facts().into_iter().chain([privilege]).collect();
        Ok(rules(&CheckInput {
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
}

/// Parses the document that a change starts from.
fn parse_base(
    resource: &Resource,
    id: i64,
    text: Option<String>,
) -> Result<EditableDocument, Refusal> {
    let text = text.ok_or_else(|| Refusal::missing(resource.noun, id))?;
    EditableDocument::parse(&text)
        .map_err(|unreadable| Refusal::Failed(format!("kept data: {unreadable}")))
}

fn require_id(document: &EditableDocument, id: i64) -> Result<(), Refusal> {
    if integer_member(document, "id") == Some(id) {
        return Ok(());
    }
    Err(Refusal::Malformed(format!(
        "The entity must carry the id of the path, {id}."
    )))
}
