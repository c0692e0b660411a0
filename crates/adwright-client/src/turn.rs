use std::fmt;

use adwright_model::{Id, Kind};

use crate::client::Client;
use crate::error::ClientError;
use crate::exchange::Exchange;
use crate::pace::Permit;
use crate::session::Token;
use crate::target::Target;

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

    /// A create, ready to go out: see [`Client::create`].
    #[must_use]
    pub fn create(self, kind: Kind) -> Outgoing {
        let target = self.client.create_target(kind);
        Outgoing { turn: self, target }
    }

    /// An update, ready to go out: see [`Client::update`].
    #[must_use]
    pub fn update(self, kind: Kind, id: Id) -> Outgoing {
        let target = self.client.update_target(kind, id);
        Outgoing { turn: self, target }
    }
}

/// A write that may go out now, and of which it is known where to.
#[derive(Debug)]
pub struct Outgoing {
    turn: Turn,
    target: Target,
}

impl Outgoing {
    /// Method and path, such as `PUT /campaigns/1072288341`, with the end of the path that answers showed.
    #[must_use]
    pub fn line(&self) -> String {
        self.target.line()
    }

    /// Sends exactly this body. Dropping the future does not take it back.
    pub async fn send(self, body: &str) -> Exchange {
        let Turn {
            client,
            token,
            permit,
        } = self.turn;
        let turn = Some((token, permit));
        client.write(&self.target, body, turn).await
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Turn")
    }
}
