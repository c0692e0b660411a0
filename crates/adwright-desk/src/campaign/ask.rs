//! Asking the service with filters: it answers what they mean there, and its answer is listed as it came.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::{Id, Kind, Path, Step};
use adwright_store::Fullness;
use adwright_wire::{ListQuery, Order, Sort};
use uuid::Uuid;

use super::{count, entry_of};
use crate::desk::Desk;
use crate::error::Error;
use crate::operation::Stop;
use crate::views::{CampaignQuery, FetchProgress, ServiceAnswer, SortBy};
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
        let id = Uuid::now_v7().to_string();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(0, (id.clone(), campaigns.into()));
        kept.truncate(KEPT);
        id
    }
}

/// How far an answer came.
#[derive(Debug, Default)]
struct Answered {
    campaigns: Vec<Id>,
    /// How many objects came, whether they could be read or not.
    came: u64,
    total: Option<u64>,
    first: Option<Id>,
}

impl Desk {
    /// Asks the service with the filters and the sort of a query, page by page to the end, or from `from` up to `max`.
    /// What comes goes into the cache; nothing leaves it.
    ///
    /// # Errors
    /// [`Error::Unfit`] where a filter cannot be read, since the answer would not be what was asked for.
    pub async fn ask_campaigns(
        &self,
        operation: &str,
        query: &CampaignQuery,
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
        let wanted = Wanted {
            from: u64::from(read.from.unwrap_or(0)),
            max: read.max.map(u64::from),
            query: ListQuery {
                filters: read.filters,
                sort: query.sort.as_ref().and_then(sort_of),
                ..ListQuery::default()
            },
        };
        let mut answered = Answered::default();
        let ended = self
            .ask_pages(&wanted, &mut answered, &running.stop, &progress)
            .await;
        progress(FetchProgress::Finished);
        let reason = match ended {
            Ok(true) => None,
            Ok(false) => Some("stopped before the end".to_owned()),
            Err(error) if answered.came == 0 => return Err(error),
            Err(error) => Some(error.reason()),
        };
        self.refill_shelf()?;
        Ok(ServiceAnswer {
            found: count(answered.campaigns.len()),
            total: answered.total.map(narrow),
            complete: reason.is_none(),
            reason,
            at: rfc3339(self.now()),
            note,
            id: self.answers.keep(answered.campaigns),
        })
    }

    /// Whether all that was wanted came.
    async fn ask_pages(
        &self,
        wanted: &Wanted,
        answered: &mut Answered,
        stop: &Stop,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Result<bool, Error> {
        while !stop.is_wanted() {
            let query = wanted.page(answered.came, self.dialect.page_size);
            if query.max == 0 {
                return Ok(true);
            }
            let Some(page) = stop.or(self.client.list(Kind::Campaign, &query)).await else {
                break;
            };
            let page = page?;
            let total = page.total.map(|total| narrow(wanted.of(total)));
            if answered.came == 0 {
                progress(FetchProgress::Started { total });
            }
            let (came, of) = (page.items.len() as u64, page.total);
            self.keep_answered(answered, page.items)?;
            answered.total = of;
            progress(FetchProgress::Advanced {
                done: narrow(answered.came),
                total,
            });
            let at = wanted.from + answered.came;
            if came == 0 || of.is_some_and(|of| at >= of) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn keep_answered(&self, answered: &mut Answered, items: Vec<Vec<u8>>) -> Result<(), Error> {
        answered.came += items.len() as u64;
        let fields = &self.fields();
        let entries: Vec<_> = items
            .into_iter()
            .filter_map(|raw| entry_of(raw, Fullness::Summary, fields))
            .collect();
        let first = entries.first().map(|entry| entry.id);
        // A service that ignores where a page begins would be asked for ever.
        if first.is_some() && first == answered.first {
            return Err(Error::RepeatedPage);
        }
        answered.first = first;
        self.store
            .cache_put_page(&self.workspace.id, Kind::Campaign, &entries, self.now())?;
        answered
            .campaigns
            .extend(entries.iter().map(|entry| entry.id));
        Ok(())
    }
}

/// What the service is asked for.
#[derive(Debug)]
struct Wanted {
    from: u64,
    max: Option<u64>,
    query: ListQuery,
}

impl Wanted {
    fn page(&self, came: u64, page_size: u32) -> ListQuery {
        let left = self.max.map_or(u64::MAX, |max| max.saturating_sub(came));
        ListQuery {
            from: self.from + came,
            max: narrow(left).min(page_size),
            ..self.query.clone()
        }
    }

    /// How many of so many are wanted.
    fn of(&self, total: u64) -> u64 {
        let after = total.saturating_sub(self.from);
        self.max.map_or(after, |max| max.min(after))
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

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
