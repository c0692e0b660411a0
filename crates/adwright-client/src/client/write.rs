//! Writes: where they go, and what came of them.

use adwright_model::{Id, Kind};
use adwright_wire::{Method, Verdict, collection_path, update_path};

use super::{Client, InTurn};
use crate::ends::Route;
use crate::error::ClientError;
use crate::exchange::{Delivery, Exchange};
use crate::reply::Reply;
use crate::target::Target;
use crate::transport::{NoAnswer, Request};

/// The status of a service that takes no more requests now, and did nothing.
const TOO_MANY: u16 = 429;

impl Client {
    /// Creates with exactly this body, such as [`adwright_wire::post_body`] writes it, in its turn.
    ///
    /// Dropping the future does not take the request back: then nobody knows whether it was done.
    pub async fn create(&self, kind: Kind, body: &str) -> Exchange {
        self.write(&self.create_target(kind), body, None).await
    }

    pub(crate) fn create_target(&self, kind: Kind) -> Target {
        let path = collection_path(&self.0.dialect, kind);
        Target {
            method: Method::Post,
            kind,
            path: path.map(|path| self.0.ends.of(Route::create(kind), &path)),
        }
    }

    /// Updates with exactly this body, such as [`adwright_wire::put_body`] writes it, in its turn.
    ///
    /// Dropping the future does not take the request back: then nobody knows whether it was done.
    pub async fn update(&self, kind: Kind, id: Id, body: &str) -> Exchange {
        self.write(&self.update_target(kind, id), body, None).await
    }

    pub(crate) fn update_target(&self, kind: Kind, id: Id) -> Target {
        let path = update_path(&self.0.dialect, kind, id);
        Target {
            method: Method::Put,
            kind,
            path: path.map(|path| self.0.ends.of(Route::entity(kind), &path)),
        }
    }

    pub(crate) async fn write(&self, target: &Target, body: &str, turn: InTurn) -> Exchange {
        let &Target {
            method,
            kind,
            ref path,
        } = target;
        let request = target.line();
        let Some(path) = path else {
            let why = ClientError::NoCall(kind).to_string();
            let delivery = Delivery::NeverSent { why };
            return Exchange { request, delivery };
        };
        let outgoing = Request {
            method,
            url: self.0.base.url(path, &[]),
            body: Some(body),
        };
        let answered = self.ask(&outgoing, turn).await;
        if method == Method::Post && answered.as_ref().is_ok_and(Reply::is_for_others) {
            self.0.ends.learn_creates(Route::create(kind), path);
        }
        let delivery = delivery(method, answered);
        tracing::debug!(%request, outcome = delivery.as_str(), "a write ended");
        Exchange { request, delivery }
    }
}

/// What came of a write. A request whose answer was 401 was not acted on, so that a login that fails after it leaves it
/// as unsent as one that fails before it; one that has to wait for a login has to wait.
fn delivery(method: Method, answered: Result<Reply, NoAnswer>) -> Delivery {
    match answered {
        Ok(reply) => Delivery::Answered {
            status: reply.head.status,
            verdict: reply.verdict(method),
            reply: reply.text(),
        },
        Err(NoAnswer {
            error:
                ClientError::Busy {
                    seconds,
                    came: Some(came),
                },
            ..
        }) if came.status == TOO_MANY => Delivery::Answered {
            status: came.status,
            verdict: Verdict::Wait { seconds },
            reply: came.body.clone(),
        },
        Err(NoAnswer { handed_over, error }) => {
            let why = error.to_string();
            if handed_over {
                Delivery::Lost { why }
            } else {
                Delivery::NeverSent { why }
            }
        }
    }
}
