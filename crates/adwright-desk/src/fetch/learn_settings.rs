//! Learns settings of a service from the replies to a fetch.

use adwright_client::Pages;
use adwright_model::{Binding, Kind, parse_json_id};
use adwright_wire::{ClientRefFormat, ListQuery, TrailingSlash};

use super::FetchCursor;
use crate::desk::Desk;
use crate::doctor::{observed_references, reference_setting};
use crate::error::Error;

impl Desk {
    /// The list of a kind. Where the service ends it too early, it is asked for in parts also by what the campaigns in the
    /// cache show: a campaign of an advertiser may be known although no page has one.
    pub fn pages(&self, kind: Kind, query: ListQuery, limit: Option<u64>) -> Result<Pages, Error> {
        // What was learned or set while the desk is open holds for the next list.
        let window = self.current_dialect()?.paging_window;
        // What fits in a page is not asked for in parts, so that the campaigns need not be read for it.
        let is_long = limit.is_none_or(|limit| limit > u64::from(query.max));
        let binding = self.dialect.partition.binding();
        let known = self.partition_ids(binding.filter(|_| is_long))?;
        let pages = Pages::new(self.client.clone(), kind, query, limit);
        Ok(pages.with_window(window).with_known_ids(known))
    }

    fn partition_ids(&self, by: Option<Binding>) -> Result<Vec<i64>, Error> {
        let Some(by) = by else {
            return Ok(Vec::new());
        };
        let held = self.campaign_snapshot()?;
        let values = held.index.value_combinations(&[by]).into_iter();
        Ok(values.filter_map(|seen| parse_json_id(seen[0])).collect())
    }

    /// Remembers what the fetch showed.
    pub(super) fn learn_from_fetch(&self, fetched: &FetchCursor) -> Result<(), Error> {
        self.learn_from_pages(&fetched.pages)?;
        self.learn_references(fetched.collection.kind())
    }

    /// Remembers what a list showed of how it is to be asked for.
    pub fn learn_from_pages(&self, pages: &Pages) -> Result<(), Error> {
        self.learn_paging_window(pages)?;
        self.learn_trailing_slash()
    }

    /// From where on the service refused a page of a list.
    fn learn_paging_window(&self, pages: &Pages) -> Result<(), Error> {
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
    pub fn learn_trailing_slash(&self) -> Result<(), Error> {
        let set = self.current_dialect()?.trailing_slash;
        let seen = self.client.corrected_trailing_slash(set);
        if seen != set {
            self.learn_setting(
                "trailingSlash",
                seen.as_str(),
                &trailing_slash_message(set, seen),
            )?;
        }
        Ok(())
    }

    /// In which form the service keeps references, of each kind in that list by itself. References of others do not show
    /// that it takes ours: what is off stays off.
    fn learn_references(&self, collection: Kind) -> Result<(), Error> {
        let set = self.current_dialect()?.client_ref_id;
        for kept in observed_references(collection, &self.sample_documents(collection)?) {
            if set.get(kept.kind) == ClientRefFormat::Off {
                continue;
            }
            let setting = reference_setting(kept.kind);
            self.learn_setting(setting.key, kept.form, &kept.why())?;
        }
        Ok(())
    }
}

/// What showed that paths end otherwise than was set, as sentences.
fn trailing_slash_message(set: TrailingSlash, seen: TrailingSlash) -> String {
    let parts = [
        ("a list", set.has_list_slash(), seen.has_list_slash()),
        (
            "a single entity",
            set.has_entity_slash(),
            seen.has_entity_slash(),
        ),
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
