use std::fmt;

use adwright_model::{Id, Kind};

use crate::client::Client;
use crate::error::ClientError;
use crate::rate_limiter::Permit;
use crate::session_auth::SessionToken;
use crate::write_outcome::WriteExchange;
use crate::write_target::WriteTarget;

/// That one write, or one read, may go out now. It waits no more, but for what nobody notices.
pub struct RequestSlot {
    pub(crate) client: Client,
    pub(crate) token: Option<SessionToken>,
    pub(crate) permit: Permit,
}

impl RequestSlot {
    /// Gets one entity: see [`Client::get`]. Where a second request is needed for it, that does not wait either.
    pub async fn get(self, kind: Kind, id: Id) -> Result<Option<String>, ClientError> {
        let turn = Some((self.token, self.permit));
        self.client
            .failing_fast()
            .get_with_slot(turn, (kind, id))
            .await
    }

    /// A create, ready to go out: see [`Client::create`].
    #[must_use]
    pub fn prepare_create(self, kind: Kind) -> PreparedWrite {
        let target = self.client.create_target(kind);
        PreparedWrite { turn: self, target }
    }

    /// An update, ready to go out: see [`Client::update`].
    #[must_use]
    pub fn prepare_update(self, kind: Kind, id: Id) -> PreparedWrite {
        let target = self.client.update_target(kind, id);
        PreparedWrite { turn: self, target }
    }
}

/// A write that may go out now, and of which it is known where to.
#[derive(Debug)]
pub struct PreparedWrite {
    turn: RequestSlot,
    target: WriteTarget,
}

impl PreparedWrite {
    /// Method and path, such as `PUT /campaigns/1072288341`, with the end of the path that answers showed.
    #[must_use]
    pub fn request_line(&self) -> String {
        self.target.request_line()
    }

    /// Sends exactly this body. Dropping the future does not take it back.
    pub async fn send(self, body: &str) -> WriteExchange {
        let RequestSlot {
            client,
            token,
            permit,
        } = self.turn;
        let turn = Some((token, permit));
        client.write(&self.target, body, turn).await
    }
}

impl fmt::Debug for RequestSlot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Turn")
    }
}
