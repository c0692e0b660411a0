//! The initial demo data. It depends only on the seed, not on the machine or the time.

mod activities;
mod ads;
mod campaign_json;
mod campaigns;
mod optional_members;
pub(crate) mod parties;
mod placements;
mod random;
mod site_contacts;

use rusqlite::Transaction;

use random::Random;

/// Fills the empty tables. Everything but the parties and the campaigns has a random sequence of its own, so that the
/// number of campaigns does not change it.
pub(crate) fn fill(tx: &Transaction<'_>, seed: u64, scale: Option<u32>) -> rusqlite::Result<()> {
    let mut random = Random::from_seed(seed);
    parties::fill(tx)?;
    campaigns::fill(tx, &mut random, scale)?;
    site_contacts::fill(tx)?;
    activities::fill(tx, seed)?;
    ads::fill(tx, seed)
}
