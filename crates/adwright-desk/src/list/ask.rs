//! Asking the service with filters: it answers what they mean there, and its answer is listed as it came.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::{Id, Kind, Path, Step};
use adwright_wire::{ListQuery, Order, Sort};
use uuid::Uuid;

use super::count;
use crate::desk::Desk;
use crate::error::Error;
use crate::fetch::{Reading, narrow, shortcoming};
use crate::reply::last_reply;
use crate::views::{FetchProgress, RowsQuery, ServiceAnswer, SortBy};
use crate::zone::rfc3339;

/// So many answers are kept, so that one that is being read in another window stays.
const KEPT: usize = 4;

/// The last answers of the service, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Answers(Mutex<Vec<(String, Arc<[Id]>)>>);

impl Answers {
    /// The campaigns of an answer, in its order; none where no answer is named.
    pub(crate) fn get(&self, id: Option<&str>) -> Result<Option<Arc<[Id]>>, Error> {
        let Some(id) = id else { return Ok(None) };
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = kept.iter().find(|(known, _)| known == id);
        let (_, campaigns) = answer.ok_or(Error::AnswerGone)?;
        Ok(Some(Arc::clone(campaigns)))
    }

    fn keep(&self, campaigns: Vec<Id>) -> String {
        let id = Uuid::new_v4().to_string();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(0, (id.clone(), campaigns.into()));
        kept.truncate(KEPT);
        id
    }
}

impl Desk {
    /// Asks the service with the filters and the sort of a query, page by page to the end, or from `from` up to `max`.
    /// What comes goes into the cache; nothing leaves it.
    ///
    /// # Errors
    /// [`Error::Unfit`] where a filter cannot be read, since the answer would not be what was asked for.
    pub async fn ask_rows(
        &self,
        operation: &str,
        query: &RowsQuery,
        progress: impl Fn(FetchProgress) + Send + Sync,
    ) -> Result<ServiceAnswer, Error> {
        let fields = self.fields();
        let read = self.reading(&fields).read(&query.filters);
        if let Some(problem) = read.problems.into_iter().next() {
            return Err(Error::Unfit(problem.message));
        }
        let note = self
            .reading(&fields)
            .caution(&query.filters, query.sort.as_ref());
        let running = self.operations.begin(operation);
        let from = u64::from(read.from.unwrap_or(0));
        let query = ListQuery {
            filters: read.filters,
            sort: query.sort.as_ref().and_then(sort_of),
            ..ListQuery::page(from, self.dialect.page_size)
        };
        let limit = read.max.map(u64::from);
        let mut pages = self.pages(Kind::Campaign, query, limit)?;
        let reading = Reading {
            pages: &mut pages,
            keeper: self.keeper(Kind::Campaign, self.now()),
            stop: &running.stop,
        };
        let (kept, ended) = self.read_pages(reading, &progress).await;
        let campaigns = kept.ids;
        progress(FetchProgress::Finished);
        let reply = last_reply(&ended, &pages);
        let reason = match ended {
            Ok(ended) => shortcoming(ended),
            Err(error) if pages.came() == 0 => return Err(error),
            Err(error) => Some(error.reason()),
        };
        self.refill_shelf(Kind::Campaign)?;
        Ok(ServiceAnswer {
            found: count(campaigns.len()),
            total: pages.total().map(narrow),
            complete: reason.is_none(),
            reason,
            reply,
            at: rfc3339(self.now()),
            note,
            id: self.answers.keep(campaigns),
        })
    }
}

/// The service sorts by a member's name, wherever it stands.
fn sort_of(sort: &SortBy) -> Option<Sort> {
    let path: Path = sort.path.parse().ok()?;
    let Some(Step::Member(field)) = path.last() else {
        return None;
    };
    let order = if sort.descending {
        Order::Desc
    } else {
        Order::Asc
    };
    Some(Sort {
        field: field.clone(),
        order,
    })
}
