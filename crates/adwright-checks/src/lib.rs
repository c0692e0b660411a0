//! Checks documents. Each rule is one file. [`check`] is pure and returns findings.
//!
//! The same rules serve the form, the review before a send and the practice service. A rule knows nothing about the
//! window: it returns findings, and [`message`] words them at the edge.
//!
//! `document_index` reads a document once for all rules. `batch` checks the properties that only all documents of
//! one call can violate. The files in `profiles/` are published weight limits, each with a name, a date and a
//! source.

mod address;
mod batch;
mod check_input;
mod date;
mod document_index;
mod fact;
mod fact_subject;
mod finding;
mod id_damage;
mod own_rules;
mod panels;
mod profile;
mod rule;
mod rules;
#[cfg(test)]
mod testing;

pub use address::{Placeholder, PlaceholderSyntax, fill_placeholders, placeholders};
pub use batch::{BatchChecker, BatchFinding, BatchIndex, BatchKeys, ItemOrder, check_batch};
pub use check_input::{CheckInput, Phase};
pub use fact::{Fact, FactSource, FactValue, Facts, UnknownFact};
pub use fact_subject::{FactSubject, UnknownFactSubject};
pub use finding::{Finding, Fix, Severity, message, title};
pub use id_damage::{IdDamage, are_rounded_ids};
pub use own_rules::{OwnRule, OwnRuleError, OwnRules, OwnRulesError, ParsedRule, RulePart};
pub use profile::{WeightLimit, WeightProfile, WeightScope, profiles};
pub use rule::{Rule, RuleCase};
pub use rules::{check, count_fields, rules, unknown_ad_finding, unknown_kind_finding};
