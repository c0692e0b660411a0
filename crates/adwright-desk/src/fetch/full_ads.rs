//! Fetches ads in full, one by one, if their list shows only a summary.

use std::collections::VecDeque;
use std::sync::Arc;

use adwright_model::{Id, Kind};
use adwright_views::{FetchProgress, saturating_u32};
use adwright_wire::RequestFailure;

use super::page_writer::PageWriter;

use crate::error::{Error, IncompleteReason};
use crate::fetch::Fetches;
use crate::host::CancellationToken;

/// The most ads to fetch in full at once. At hundreds of milliseconds each, more would take hours.
const AT_MOST: usize = 1_000;

/// The result of fetching ads in full, apart from the ads that are left.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FullAdsResult {
    /// The number of ads that the service did not send, or not in a readable form.
    pub(super) not_given: u32,
    /// Whether the person stopped it.
    pub(super) is_stopped: bool,
}

impl FullAdsResult {
    /// Returns why some ads are still summaries; none if there are none. `still` is the number of ads left to fetch.
    pub(super) fn incomplete_reason(self, still: usize) -> Option<IncompleteReason> {
        (self.not_given > 0 || still > 0).then_some(IncompleteReason::PartialAds {
            not_given: self.not_given,
            left: still as u64,
            is_stopped: self.is_stopped,
        })
    }
}

impl Fetches {
    /// Fetches the ads of `summaries` in full, at most a thousand, and removes them from it.
    pub(super) async fn fetch_full_ads(
        &self,
        summaries: &mut VecDeque<Id>,
        writer: &Arc<PageWriter>,
        stop: &CancellationToken,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Result<FullAdsResult, Error> {
        let total = summaries.len().min(AT_MOST);
        let mut left = FullAdsResult::default();
        for done in 0..total {
            let Some(id) = summaries.front().copied() else {
                break;
            };
            if stop.is_cancelled() {
                return Ok(FullAdsResult {
                    is_stopped: true,
                    ..left
                });
            }
            let got = self.fetch_full_ad(id, stop, progress).await;
            let Some(got) = got else { continue };
            let is_kept = match got? {
                Some(text) => writer.write_full(text)?,
                None => false,
            };
            left.not_given += u32::from(!is_kept);
            summaries.pop_front();
            progress(FetchProgress::Completing {
                done: saturating_u32(done as u64 + 1),
                total: saturating_u32(total as u64),
            });
        }
        Ok(left)
    }

    /// Fetches the full text of one ad. The inner value is none if the service lacks or refuses the ad; the outer one
    /// if the person stopped first.
    async fn fetch_full_ad(
        &self,
        id: Id,
        stop: &CancellationToken,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Option<Result<Option<String>, Error>> {
        for tried in 0.. {
            let error = match stop
                .run_until_cancelled(self.context.client.get(Kind::Ad, id))
                .await?
            {
                Ok(answer) => return Some(Ok(answer)),
                Err(error) => error,
            };
            if let RequestFailure::Refused { .. } | RequestFailure::Unreadable(_) = error.failure {
                return Some(Ok(None));
            }
            if let Err(error) = self.wait_while_busy(error, tried, stop, progress).await? {
                return Some(Err(error));
            }
        }
        None
    }
}
