//! Getting in full what a list has in a short form only, one by one.

use std::collections::VecDeque;
use std::sync::Arc;

use adwright_client::ClientError;
use adwright_model::{Id, Kind};

use super::page_writer::PageWriter;
use super::pages::clamp_to_u32;
use crate::desk::Desk;
use crate::error::Error;
use crate::operation::CancellationToken;
use crate::views::FetchProgress;

/// So many are got in one go. With hundreds of milliseconds for each, more would be a fetch of hours that nobody asked for.
const AT_MOST: usize = 1_000;

/// What came of it beside what is still short.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FullAdsResult {
    /// Those that the service did not give, or not in a form that can be read.
    pub(super) not_given: u32,
    /// Whether it was stopped.
    pub(super) is_stopped: bool,
}

impl Desk {
    /// Gets the ads of `short` in full, at most a thousand, and takes them out of it.
    pub(super) async fn fetch_full_ads(
        &self,
        short: &mut VecDeque<Id>,
        keeper: &Arc<PageWriter>,
        stop: &CancellationToken,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Result<FullAdsResult, Error> {
        let total = short.len().min(AT_MOST);
        let mut left = FullAdsResult::default();
        for done in 0..total {
            let Some(id) = short.front().copied() else {
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
                Some(text) => keeper.write_full(text)?,
                None => false,
            };
            left.not_given += u32::from(!is_kept);
            short.pop_front();
            progress(FetchProgress::Completing {
                done: clamp_to_u32(done as u64 + 1),
                total: clamp_to_u32(total as u64),
            });
        }
        Ok(left)
    }

    /// The whole text of an ad; none where the service has none or refuses it, and nothing where the stop came first.
    async fn fetch_full_ad(
        &self,
        id: Id,
        stop: &CancellationToken,
        progress: &(impl Fn(FetchProgress) + Send + Sync),
    ) -> Option<Result<Option<String>, Error>> {
        for tried in 0.. {
            let error = match stop
                .run_until_cancelled(self.client.get(Kind::Ad, id))
                .await?
            {
                Err(ClientError::Refused { .. } | ClientError::Unreadable { .. }) => {
                    return Some(Ok(None));
                }
                Ok(answer) => return Some(Ok(answer)),
                Err(error) => error,
            };
            if let Err(error) = self.wait_while_busy(error, tried, stop, progress).await? {
                return Some(Err(error));
            }
        }
        None
    }
}
