//! Reading on when the service is busy.

use std::time::Duration;

use adwright_client::{ClientError, Page, Pages};

use crate::desk::Desk;
use crate::error::Error;
use crate::operation::Stop;

/// How often one page is asked for again.
const TRIES: u32 = 3;
/// The longest pause that is waited for, in seconds: after a longer one a person may as well begin again.
const LONGEST_PAUSE: u64 = 60;

impl Desk {
    /// The next page of a list; nothing where the stop came first. A pause that the service asks for is told, in seconds,
    /// and waited for.
    pub(crate) async fn next_page(
        &self,
        pages: &mut Pages,
        stop: &Stop,
        waiting: impl Fn(u32),
    ) -> Option<Result<Option<Page>, Error>> {
        for tried in 0.. {
            let seconds = match stop.or(pages.next()).await? {
                Err(ClientError::Busy { seconds }) if tried < TRIES => seconds,
                page => return Some(page.map_err(Error::from)),
            };
            // One that does not say how long is given more time each time.
            let pause = seconds.unwrap_or(1 << tried);
            if pause > LONGEST_PAUSE {
                return Some(Err(ClientError::Busy { seconds }.into()));
            }
            waiting(u32::try_from(pause).unwrap_or(u32::MAX));
            let pause = self.clock.pause(Duration::from_secs(pause));
            stop.or(pause).await?;
        }
        None
    }
}
