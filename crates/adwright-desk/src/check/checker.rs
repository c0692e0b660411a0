//! Checks objects with the facts that are known about them.

use std::sync::Arc;

use adwright_checks::{CheckInput, Facts, Finding};
use adwright_model::{Document, EditableDocument, ValueChange};
use derive_new::new;

use crate::context::Context;
use crate::error::Error;
use crate::fact::{FactKeys, KnownFacts};
use crate::object::LoadedObject;

/// The checks of documents, with what is known about their objects.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Checker {
    /// The facts that rules need and no document holds.
    #[new(value = "Arc::new(KnownFacts::new(Arc::clone(&context)))")]
    pub known_facts: Arc<KnownFacts>,
    pub(crate) context: Arc<Context>,
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

    /// Returns the known facts of an object; a missing fact is unknown.
    pub(crate) fn facts(&self, object: &LoadedObject) -> Result<Facts, Error> {
        let mut facts = self.known_facts.for_rules(self.fact_keys_of(object))?;
        facts.set_unparsed_inputs(object.unparsed_inputs());
        Ok(facts)
    }

    /// Returns the ids of an object that facts are about.
    pub(crate) fn fact_keys_of(&self, object: &LoadedObject) -> FactKeys {
        let (kind, id) = (object.stored_kind, object.id);
        match &object.document {
            Document::Editable(document) => {
                FactKeys::of(kind, id, document, &self.context.dialect.bindings)
            }
            Document::TextOnly(_) => FactKeys::of_campaign(kind, id),
        }
    }
}
