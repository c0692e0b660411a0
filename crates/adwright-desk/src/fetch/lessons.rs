//! What a fetch shows of a service, beside what it brings.

use adwright_client::Pages;
use adwright_model::{Binding, Kind, id_in_json};
use adwright_wire::{ClientRefId, ListQuery, TrailingSlash};

use super::Fetched;
use crate::desk::Desk;
use crate::doctor::{reference_setting, references_in};
use crate::error::Error;

impl Desk {
    /// The list of a kind. Where the service ends it too early, it is asked for in parts also by what the campaigns in the
    /// cache show: a campaign of an advertiser may be known although no page has one.
    pub fn pages(&self, kind: Kind, query: ListQuery, limit: Option<u64>) -> Result<Pages, Error> {
        // What was learned or set while the desk is open holds for the next list.
        let window = self.dialect_now()?.paging_window;
        // What fits in a page is not asked for in parts, so that the campaigns need not be read for it.
        let is_long = limit.is_none_or(|limit| limit > u64::from(query.max));
        let binding = self.dialect.partition.binding();
        let known = self.part_ids(binding.filter(|_| is_long))?;
        let pages = Pages::new(self.client.clone(), kind, query, limit);
        Ok(pages.within(window).knowing(known))
    }

    fn part_ids(&self, by: Option<Binding>) -> Result<Vec<i64>, Error> {
        let Some(by) = by else {
            return Ok(Vec::new());
        };
        let held = self.shelf()?;
        let values = held.index.together(&[by]).into_iter();
        Ok(values.filter_map(|seen| id_in_json(seen[0])).collect())
    }

    /// Remembers what the fetch showed.
    pub(super) fn learn_from(&self, fetched: &Fetched) -> Result<(), Error> {
        self.learn_from_pages(&fetched.pages)?;
        self.learn_references(fetched.collection.kind())
    }

    /// Remembers what a list showed of how it is to be asked for.
    pub fn learn_from_pages(&self, pages: &Pages) -> Result<(), Error> {
        self.learn_window(pages)?;
        self.learn_paths()
    }

    /// From where on the service refused a page of a list.
    fn learn_window(&self, pages: &Pages) -> Result<(), Error> {
        let Some(from) = pages.refused_from() else {
            return Ok(());
        };
        let why = format!(
            "The service gave the rows before, and refused a page of a list from row {from} on."
        );
        self.learn_setting("pagingWindow", &from.to_string(), &why)?;
        Ok(())
    }

    /// Remembers which paths end with a slash, as answers so far showed it: reads are sent on, what is written would not be.
    pub fn learn_paths(&self) -> Result<(), Error> {
        let set = self.dialect_now()?.trailing_slash;
        let seen = self.client.trailing_slash(set);
        if seen != set {
            self.learn_setting("trailingSlash", seen.as_str(), &seen_ends(set, seen))?;
        }
        Ok(())
    }

    /// In which form the service keeps references, of each kind in that list by itself. References of others do not show
    /// that it takes ours: what is off stays off.
    fn learn_references(&self, collection: Kind) -> Result<(), Error> {
        let set = self.dialect_now()?.client_ref_id;
        for kept in references_in(collection, &self.some_fetched(collection)?) {
            if set.of(kept.kind) == ClientRefId::Off {
                continue;
            }
            let setting = reference_setting(kept.kind);
            self.learn_setting(setting.key, kept.form, &kept.why())?;
        }
        Ok(())
    }
}

/// What showed that paths end otherwise than was set, as sentences.
fn seen_ends(set: TrailingSlash, seen: TrailingSlash) -> String {
    let parts = [
        ("a list", set.lists(), seen.lists()),
        ("a single entity", set.entities(), seen.entities()),
    ];
    let changed = parts.into_iter().filter(|(_, set, seen)| set != seen);
    let told = changed.map(|(what, _, with_slash)| {
        if with_slash {
            format!(
                "The service gave {what} at the path with a slash at its end, and not without one."
            )
        } else {
            format!(
                "The service gave {what} at the path without a slash at its end, and not with one."
            )
        }
    });
    told.collect::<Vec<_>>().join(" ")
}
