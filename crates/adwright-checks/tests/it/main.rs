//! Compares the rules with a third-party JSON Schema validator.
#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod corpus;
mod oracle;
mod probes;
mod samples;

use adwright_checks::{CheckInput, Facts, Finding, Phase, check};
use adwright_model::{Bindings, Catalog, EditableDocument, Kind};

/// Checks a document that the service has, as fetched.
fn check_fetched(kind: Kind, document: &EditableDocument) -> Vec<Finding> {
    check(&CheckInput {
        kind,
        document,
        base: None,
        phase: Phase::Update,
        catalog: Catalog::bundled(),
        bindings: &Bindings::default(),
        facts: &Facts::default(),
    })
}
