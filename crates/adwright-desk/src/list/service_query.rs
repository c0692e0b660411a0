//! Runs a query on the service. The service's own filters apply, and the list shows its answer in its order.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::{Id, Kind, Path, PathStep};
use adwright_views::{FetchProgress, RowsQuery, ServiceAnswer, SortBy};
use adwright_wire::{ListQuery, Sort, SortDirection};
use uuid::Uuid;

use super::saturating_u32;

use crate::error::Error;
use crate::fetch::{Fetches, PageReader, clamp_to_u32, incomplete_list_reason};
use crate::list::ListError;
use crate::reply::final_reply;
use crate::zone::rfc3339;

/// The answers to keep, so that an answer open in another window stays available.
const KEPT: usize = 4;

/// The last answers of the service, by id.
#[derive(Debug, Default)]
pub(crate) struct ServiceAnswers(Mutex<Vec<(String, Arc<[Id]>)>>);

impl ServiceAnswers {
    /// Returns the campaigns of an answer, in its order; none if no answer is named.
    pub(crate) fn get(&self, id: Option<&str>) -> Result<Option<Arc<[Id]>>, Error> {
        let Some(id) = id else { return Ok(None) };
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = kept.iter().find(|(known, _)| known == id);
        let (_, campaigns) = answer.ok_or(Error::ReplyExpired)?;
        Ok(Some(Arc::clone(campaigns)))
    }

    fn insert(&self, campaigns: Vec<Id>) -> String {
        let id = Uuid::new_v4().to_string();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(0, (id.clone(), campaigns.into()));
        kept.truncate(KEPT);
        id
    }
}

impl Fetches {
    /// Asks the service with a query's filters and sort, page by page, from `from` up to `max` or the end. The rows are
    /// added to the cache; none are removed.
    ///
    /// # Errors
    /// [`ListError::Filter`] if a filter is invalid, because the answer would not match the question.
    pub async fn query_service(
        &self,
        operation: &str,
        query: &RowsQuery,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<ServiceAnswer, Error> {
        let fields = self.context.fields();
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
        let query = ListQuery {
            filters: read.filters,
            sort: query.sort.as_ref().and_then(service_sort),
            ..ListQuery::page(from, self.context.dialect.page_size)
        };
        let limit = read.max.map(u64::from);
        let mut pages = self.pages(Kind::Campaign, query, limit)?;
        let reading = PageReader {
            pages: &mut pages,
            keeper: self.page_writer(Kind::Campaign, self.context.now()),
            stop: &running.stop,
        };
        let (kept, ended) = self.read_pages(reading, &progress).await;
        let campaigns = kept.ids;
        progress(FetchProgress::Finished);
        let reply = final_reply(&ended, &pages);
        let reason = match ended {
            Ok(ended) => incomplete_list_reason(ended),
            Err(error) if pages.row_count() == 0 => return Err(error),
            Err(error) => Some(error.reason()),
        };
        self.lists.refresh_list_cache(Kind::Campaign)?;
        Ok(ServiceAnswer {
            found: saturating_u32(campaigns.len()),
            total: pages.total().map(clamp_to_u32),
            complete: reason.is_none(),
            reason,
            reply,
            at: rfc3339(self.context.now()),
            note,
            id: self.lists.answers.insert(campaigns),
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
