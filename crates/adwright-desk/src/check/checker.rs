//! Facts that rules need and no document holds. They come from the practice admin, or from replies of the service.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use adwright_checks::{CheckInput, Fact, FactSource, FactValue, Facts, Finding};
use adwright_model::{Binding, Document, EditableDocument, Id, Kind, ValueChange};
use adwright_store::StoredFact;
use adwright_wire::codes;
use derive_new::new;

use crate::context::Context;
use crate::document::bound_id;
use crate::error::Error;
use crate::object::LoadedObject;

/// The stored name of the source of facts from refusals, the only stored source.
const SERVICE: &str = "service";

/// The checks of documents, with what is known about their objects.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Checker {
    pub(crate) context: Arc<Context>,
    /// The number of refusals that taught a fact.
    #[new(default)]
    lessons: AtomicU64,
}

/// The result of the checks of one object.
pub(crate) struct CheckResult {
    /// The facts that the checks used.
    pub(crate) facts: Facts,
    /// The findings; none for text that is not a document.
    pub(crate) findings: Vec<Finding>,
    /// The changes against the base; none for text that is not a document.
    pub(crate) changes: Vec<ValueChange>,
}

impl Checker {
    /// Checks an object as it is now.
    pub(crate) fn check_object(&self, object: &LoadedObject) -> Result<CheckResult, Error> {
        let facts = self.facts(object)?;
        let (findings, changes) = match &object.document {
            Document::Editable(document) => (
                self.check(object, document, &facts),
                object.changes(document),
            ),
            Document::TextOnly(_) => (Vec::new(), Vec::new()),
        };
        Ok(CheckResult {
            facts,
            findings,
            changes,
        })
    }

    /// Runs the checks on a document.
    pub(crate) fn check(
        &self,
        object: &LoadedObject,
        document: &EditableDocument,
        facts: &Facts,
    ) -> Vec<Finding> {
        let subject = CheckInput {
            kind: object.kind(),
            document,
            base: object.base.as_ref(),
            phase: object.phase(),
            catalog: &self.context.catalog(),
            bindings: &self.context.dialect.bindings,
            facts,
        };
        self.context.rules().check_any_type(&subject)
    }

    /// Returns the number of refusals that taught a fact.
    pub(crate) fn lessons(&self) -> u64 {
        self.lessons.load(Ordering::Acquire)
    }

    /// Returns the known facts of a campaign and its advertiser; a missing fact is unknown.
    pub(crate) fn facts(&self, object: &LoadedObject) -> Result<Facts, Error> {
        let campaign = object.id.filter(|_| object.stored_kind == Kind::Campaign);
        let mut facts = self.facts_of(campaign, self.advertiser_of(object))?;
        facts.set_unparsed_inputs(object.unparsed_inputs());
        Ok(facts)
    }

    /// Returns the known facts by the ids of campaign and advertiser.
    pub(crate) fn facts_of(
        &self,
        campaign: Option<Id>,
        advertiser: Option<i64>,
    ) -> Result<Facts, Error> {
        let mut facts = Facts::default();
        if let Some(id) = campaign {
            for stored in
                self.context
                    .store
                    .fact_list(&self.context.workspace.id, Kind::Campaign, id)?
            {
                add_stored_fact(&mut facts, stored);
            }
        }
        let practice = self.context.backend.practice();
        let admin = practice.map(|practice| practice.facts(campaign.map(|id| id.0), advertiser));
        // Without the admin, rules report that they cannot tell. The campaign opens anyway.
        for (fact, known) in admin.and_then(Result::ok).unwrap_or_default() {
            facts.set(
                fact,
                FactValue {
                    source: FactSource::PracticeAdmin,
                    ..known
                },
            );
        }
        Ok(facts)
    }

    fn advertiser_of(&self, object: &LoadedObject) -> Option<i64> {
        let Document::Editable(document) = &object.document else {
            return None;
        };
        bound_id(
            document,
            &self.context.dialect.bindings,
            Binding::AdvertiserId,
        )
    }

    /// Stores the fact that a refusal proves about a campaign.
    pub(crate) fn learn_from_refusal(&self, campaign: Id, code: u32) -> Result<(), Error> {
        let Some((fact, value)) = fact_from_code(code) else {
            return Ok(());
        };
        let learned = StoredFact {
            fact: fact.as_str().to_owned(),
            value,
            source: SERVICE.to_owned(),
            detail: Some(format!("it answered {code}")),
            at: self.context.now(),
        };
        self.context.store.fact_put(
            &self.context.workspace.id,
            Kind::Campaign,
            campaign,
            &[learned],
        )?;
        self.lessons.fetch_add(1, Ordering::AcqRel);
        Ok(())
    }
}

fn add_stored_fact(facts: &mut Facts, stored: StoredFact) {
    if let Ok(fact) = stored.fact.parse::<Fact>() {
        facts.set(
            fact,
            FactValue {
                value: stored.value,
                source: FactSource::Service,
                detail: stored.detail,
            },
        );
    }
}

/// Returns the fact that a refusal with this code proves.
fn fact_from_code(code: u32) -> Option<(Fact, bool)> {
    match code {
        codes::TRAFFICKING_MODE => Some((Fact::PlacementAttached, true)),
        codes::VERIFICATION => Some((Fact::VerificationPlacementAttached, true)),
        codes::DISABLE_COOKIES => Some((Fact::AdvertiserDisablesCookies, true)),
        _ => None,
    }
}
