//! Learns settings of a service from the replies to a fetch.

use adwright_client::Pages;
use adwright_model::{Binding, Kind, parse_json_id};
use adwright_wire::{ClientRefFormat, ListQuery};

use super::FetchCursor;

use crate::doctor::{observed_references, reference_setting};
use crate::error::Error;
use crate::fetch::Fetches;
use crate::settings::{current_dialect, sample_documents};

impl Fetches {
    /// Returns the pages of a list. If the service ends the list too early, it is fetched in parts. The cached
    /// campaigns help: they may name an advertiser that no page has shown.
    pub fn pages(&self, kind: Kind, query: ListQuery, limit: Option<u64>) -> Result<Pages, Error> {
        // A setting that was learned or changed since the desk opened applies to the next list.
        let window = current_dialect(&self.context)?.paging_window;
        // A list that fits in one page is not fetched in parts, so the campaigns need not be read.
        let is_long = limit.is_none_or(|limit| limit > u64::from(query.max));
        let binding = self.context.dialect.partition.binding();
        let known = self.partition_ids(binding.filter(|_| is_long))?;
        let pages = Pages::new(self.context.client.clone(), kind, query, limit);
        Ok(pages.with_window(window).with_known_ids(known))
    }

    fn partition_ids(&self, by: Option<Binding>) -> Result<Vec<i64>, Error> {
        let Some(by) = by else {
            return Ok(Vec::new());
        };
        let snapshot = self.lists.campaign_snapshot()?;
        let values = snapshot.index.value_combinations(&[by]).into_iter();
        Ok(values.filter_map(|seen| parse_json_id(seen[0])).collect())
    }

    /// Learns settings from a fetch.
    pub(super) fn learn_from_fetch(&self, fetched: &FetchCursor) -> Result<(), Error> {
        self.learn_from_pages(&fetched.pages)?;
        self.learn_references(fetched.collection.kind())
    }

    /// Learns from the pages of a list the first row from which the service refuses pages.
    pub fn learn_from_pages(&self, pages: &Pages) -> Result<(), Error> {
        let Some(from) = pages.refused_from() else {
            return Ok(());
        };
        let why = format!(
            "The service returned the earlier rows, but refused a page of a list from row {from} on."
        );
        self.settings
            .learn_setting("pagingWindow", &from.to_string(), &why)?;
        Ok(())
    }

    /// Learns in which format the service keeps references, for each kind in the list. Foreign references do not prove
    /// that it keeps ours, so *off* stays off.
    fn learn_references(&self, list_kind: Kind) -> Result<(), Error> {
        let set = current_dialect(&self.context)?.client_ref_id;
        for kept in observed_references(list_kind, &sample_documents(&self.context, list_kind)?) {
            if set.get(kept.kind) == ClientRefFormat::Off {
                continue;
            }
            let setting = reference_setting(kept.kind);
            self.settings
                .learn_setting(setting.key, kept.form, &kept.why())?;
        }
        Ok(())
    }
}
