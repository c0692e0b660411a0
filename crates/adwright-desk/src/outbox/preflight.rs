//! Reads before the first create: a write does not follow redirects, so its path must be known by then.

use std::collections::BTreeSet;

use adwright_store::{Item, ItemVerb};
use adwright_wire::ListQuery;

use crate::desk::Desk;
use crate::error::Error;
use crate::operation::CancellationToken;

impl Desk {
    /// Reads one row of each list that a create targets and whose path is not yet known. A list that cannot be read
    /// does not stop the send: the create itself tells more.
    pub(super) async fn preflight(
        &self,
        items: &[Item],
        stop: &CancellationToken,
    ) -> Result<(), Error> {
        if self.backend.practice().is_some() {
            return Ok(());
        }
        let created = items.iter().filter(|item| item.verb == ItemVerb::Create);
        let lists: BTreeSet<_> = created.map(|item| item.kind.list_kind()).collect();
        for kind in lists {
            if self.client.has_learned_path(kind) {
                continue;
            }
            let query = ListQuery::page(0, 1);
            match stop
                .run_until_cancelled(self.client.list(kind, &query))
                .await
            {
                Some(Ok(_)) => self.learn_trailing_slash()?,
                Some(Err(_)) => {}
                None => break,
            }
        }
        Ok(())
    }
}
