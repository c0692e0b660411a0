//! One file per rule; [`check`] gives findings: pure.
//!
//! The same rules serve the form, the rehearsal and the practice service. A rule knows nothing of
//! the window: it says what it noticed, and [`message`] words that for a campaign manager at the
//! edge.

mod address;
mod batch;
mod date;
mod fact;
mod finding;
mod id_damage;
mod own;
mod panels;
mod profile;
mod rule;
mod rules;
mod subject;
#[cfg(test)]
mod testing;
mod walk;

pub use address::{Mark, Placeholder, filled, placeholders};
pub use batch::{Batch, BatchFinding, check_batch};
pub use fact::{Fact, FactSource, Facts, Known, UnknownFact};
pub use finding::{Finding, Fix, Severity, message, title};
pub use id_damage::{IdDamage, are_rounded_ids};
pub use own::{OwnRules, OwnRulesError};
pub use profile::{Limit, Profile, Weighs, profiles};
pub use rule::{Case, Rule};
pub use rules::{check, other_ad, rules, unknown_kind};
pub use subject::{Phase, Subject};
