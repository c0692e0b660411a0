use std::fmt;

use adwright_model::{Id, Kind};

use crate::client::Client;
use crate::error::ClientError;
use crate::exchange::Exchange;
use crate::pace::Permit;
use crate::session::Token;

/// That one write, or one read, may go out now. It waits no more, but for what nobody notices.
pub struct Turn {
    pub(crate) client: Client,
    pub(crate) token: Option<Token>,
    pub(crate) permit: Permit,
}

impl Turn {
    /// Gets one entity: see [`Client::get`]. Where a second request is needed for it, that does not wait either.
    pub async fn get(self, kind: Kind, id: Id) -> Result<Option<String>, ClientError> {
        let turn = Some((self.token, self.permit));
        self.client.promptly().get_in(turn, (kind, id)).await
    }

    /// Creates with exactly this body: see [`Client::create`].
    pub async fn create(self, kind: Kind, body: &str) -> Exchange {
        let turn = Some((self.token, self.permit));
        self.client.create_in(turn, kind, body).await
    }

    /// Updates with exactly this body: see [`Client::update`].
    pub async fn update(self, kind: Kind, id: Id, body: &str) -> Exchange {
        let turn = Some((self.token, self.permit));
        self.client.update_in(turn, (kind, id), body).await
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Turn")
    }
}
