//! Where a service ends a list before its end.

use adwright_client::Pages;
use adwright_model::{Binding, Kind};
use adwright_wire::ListQuery;

use crate::desk::Desk;
use crate::error::Error;
use crate::list::whole;

impl Desk {
    /// The list of a kind. Where the service ends it too early, it is asked for in parts also by what the campaigns in the
    /// cache show: a campaign of an advertiser may be known although no page has one.
    pub(crate) fn pages(
        &self,
        kind: Kind,
        query: ListQuery,
        limit: Option<u64>,
    ) -> Result<Pages, Error> {
        let known = self.part_ids(self.dialect.partition.binding())?;
        Ok(Pages::new(self.client.clone(), kind, query, limit).knowing(known))
    }

    fn part_ids(&self, by: Option<Binding>) -> Result<Vec<i64>, Error> {
        let Some(by) = by else {
            return Ok(Vec::new());
        };
        let held = self.shelf()?;
        let values = held.index.together(&[by]).into_iter();
        Ok(values.filter_map(|seen| whole(seen[0])).collect())
    }

    /// Remembers where the service refused a page of a list.
    pub(super) fn learn_window(&self, pages: &Pages) -> Result<(), Error> {
        let Some(from) = pages.refused_from() else {
            return Ok(());
        };
        let why = format!(
            "The service gave the rows before, and refused a page of a list from row {from} on."
        );
        self.learn_setting("pagingWindow", &from.to_string(), &why)?;
        Ok(())
    }
}
