//! Runs a query on the service. The service's own filters apply, and the list shows its answer in its order.

use adwright_model::{Kind, Path, PathStep};
use adwright_views::{FetchProgress, ListId, RowsQuery, ServiceAnswer, SortBy, saturating_u32};
use adwright_wire::{ListQuery, Sort, SortDirection};

use crate::error::{Error, IncompleteReason, ListError};
use crate::fetch::Fetches;
use crate::fetch::pages::PageReader;
use crate::host::rfc3339;
use crate::reply::final_reply;
use crate::wording::incomplete_reason_text;

impl Fetches {
    /// Asks the service with a query's filters and sort, page by page, from `from` up to `max` or the end. The rows are
    /// added to the cache; none are removed.
    ///
    /// # Errors
    /// [`ListError::Filter`] if a filter is invalid, because the answer would not match the question.
    pub async fn query_service(
        &self,
        list: ListId,
        operation: &str,
        query: &RowsQuery,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<ServiceAnswer, Error> {
        let kind = list.collection().kind();
        let fields = self.context.fields_of(list);
        let read = self.lists.filter_parser(&fields).parse(&query.filters);
        if let Some(invalid) = read.invalid.into_iter().next() {
            return Err(ListError::Filter(invalid.error).into());
        }
        let note = self
            .lists
            .filter_parser(&fields)
            .custom_field_warning(&query.filters, query.sort.as_ref());
        let running = self.context.operations.start(operation);
        let from = u64::from(read.from.unwrap_or(0));
        // Only the list of campaigns has a parameter for the order.
        let sort = query.sort.as_ref().filter(|_| kind == Kind::Campaign);
        let query = ListQuery {
            filters: read.filters.for_kind(kind),
            sort: sort.and_then(service_sort),
            ..ListQuery::page(from, self.context.dialect.page_size)
        };
        let limit = read.max.map(u64::from);
        let mut pages = self.pages(kind, query, limit)?;
        let reading = PageReader {
            pages: &mut pages,
            writer: self.page_writer(kind, self.context.now()),
            stop: &running.stop,
        };
        let (kept, ended) = self.read_pages(reading, &progress).await;
        let received = kept.ids;
        progress(FetchProgress::Finished);
        let reply = final_reply(&ended, &pages);
        let reason = match ended {
            Ok(ended) => IncompleteReason::from_list_end(ended),
            Err(error) if pages.row_count() == 0 => return Err(error),
            Err(error) => Some(IncompleteReason::from_error(&error)),
        };
        self.lists.refresh_list_cache(kind)?;
        Ok(ServiceAnswer {
            received: saturating_u32(received.len()),
            total: pages.total().map(saturating_u32),
            complete: reason.is_none(),
            reason: reason.as_ref().map(incomplete_reason_text),
            reply,
            at: rfc3339(self.context.now()),
            note,
            id: self.lists.keep_answer(received),
        })
    }
}

/// Returns the sort for the service, which sorts by member name at any depth.
fn service_sort(sort: &SortBy) -> Option<Sort> {
    let path: Path = sort.path.parse().ok()?;
    let Some(PathStep::Member(field)) = path.last() else {
        return None;
    };
    let order = if sort.descending {
        SortDirection::Desc
    } else {
        SortDirection::Asc
    };
    Some(Sort {
        field: field.clone(),
        order,
    })
}
