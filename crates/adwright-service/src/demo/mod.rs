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

pub(crate) use activities::fill as fill_values;
pub(crate) use ads::fill as fill_ads;
use random::Random;
pub(crate) use site_contacts::fill as fill_site_contacts;

/// Fills the tables of schema version 1.
pub(crate) fn fill(data: &Transaction<'_>, seed: u64, scale: Option<u32>) -> rusqlite::Result<()> {
    let mut random = Random::from_seed(seed);
    parties::fill(data)?;
    campaigns::fill(data, &mut random, scale)
}
