use std::fmt;

use adwright_model::{Id, Kind};

use crate::client::Client;
use crate::error::ClientError;
use crate::rate_limiter::Permit;
use crate::session_auth::SessionToken;
use crate::write_outcome::WriteExchange;
use crate::write_target::WriteTarget;

/// A granted slot for one read or one write. At most two seconds of delay remain.
pub struct RequestSlot {
    /// A client that fails fast if a second request is needed.
    pub(crate) client: Client,
    pub(crate) token: Option<SessionToken>,
    pub(crate) permit: Permit,
}

impl RequestSlot {
    /// Gets one entity: see [`Client::get`].
    pub async fn get(self, kind: Kind, id: Id) -> Result<Option<String>, ClientError> {
        let client = self.client.clone();
        client.get_with_slot(kind, id, Some(self)).await
    }

    /// Prepares a create: see [`Client::create`].
    #[must_use]
    pub fn prepare_create(self, kind: Kind) -> PreparedWrite {
        let target = self.client.create_target(kind);
        PreparedWrite { slot: self, target }
    }

    /// Prepares an update: see [`Client::update`].
    #[must_use]
    pub fn prepare_update(self, kind: Kind, id: Id) -> PreparedWrite {
        let target = self.client.update_target(kind, id);
        PreparedWrite { slot: self, target }
    }
}

/// A write with a known target that may be sent now.
#[derive(Debug)]
pub struct PreparedWrite {
    slot: RequestSlot,
    target: WriteTarget,
}

impl PreparedWrite {
    /// Returns method and path, such as `PUT /campaigns/1072288341`.
    #[must_use]
    pub fn request_line(&self) -> String {
        self.target.request_line()
    }

    /// Sends exactly this body. Dropping the future does not cancel the request.
    pub async fn send(self, body: &str) -> WriteExchange {
        let client = self.slot.client.clone();
        client.write(&self.target, body, Some(self.slot)).await
    }
}

impl fmt::Debug for RequestSlot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RequestSlot")
    }
}
