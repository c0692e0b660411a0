//! The rules against a validator of JSON Schema that is not ours.
#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod corpus;
mod oracle;
mod probes;
mod samples;

use adwright_checks::{CheckInput, Facts, Finding, Phase, check};
use adwright_model::{Bindings, Catalog, Editable, Kind};

/// What the rules say of a document that the service holds, as it came from there.
fn check_held(kind: Kind, document: &Editable) -> Vec<Finding> {
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
