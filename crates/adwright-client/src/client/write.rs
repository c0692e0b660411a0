//! Writes: their targets and their outcomes.

use adwright_model::{Id, Kind};
use adwright_wire::{Method, RequestFailure, Verdict, collection_path, update_path};

use super::Client;
use crate::reply::HttpReply;
use crate::request_slot::RequestSlot;
use crate::transport::{Request, SendError};
use crate::write_outcome::{WriteExchange, WriteOutcome};
use crate::write_target::WriteTarget;

/// The service accepts no more requests now, and did nothing.
const TOO_MANY: u16 = 429;

impl Client {
    /// Waits for a slot, then creates with exactly this body, for example one from [`adwright_wire::post_body`].
    ///
    /// Dropping the future does not cancel the request. Then it is unknown whether the service acted on it.
    pub async fn create(&self, kind: Kind, body: &str) -> WriteExchange {
        self.write(&self.create_target(kind), body, None).await
    }

    pub(crate) fn create_target(&self, kind: Kind) -> WriteTarget {
        WriteTarget {
            method: Method::Post,
            kind,
            path: collection_path(&self.inner.dialect, kind),
        }
    }

    /// Waits for a slot, then updates with exactly this body, for example one from [`adwright_wire::put_body`].
    ///
    /// Dropping the future does not cancel the request. Then it is unknown whether the service acted on it.
    pub async fn update(&self, kind: Kind, id: Id, body: &str) -> WriteExchange {
        self.write(&self.update_target(kind, id), body, None).await
    }

    pub(crate) fn update_target(&self, kind: Kind, id: Id) -> WriteTarget {
        WriteTarget {
            method: Method::Put,
            kind,
            path: update_path(&self.inner.dialect, kind, id),
        }
    }

    pub(crate) async fn write(
        &self,
        target: &WriteTarget,
        body: &str,
        slot: Option<RequestSlot>,
    ) -> WriteExchange {
        let &WriteTarget {
            method,
            kind,
            ref path,
        } = target;
        let request = target.request_line();
        let Some(path) = path else {
            let delivery = WriteOutcome::NeverSent(RequestFailure::UnsupportedCall(kind));
            return WriteExchange { request, delivery };
        };
        let outgoing = Request {
            method,
            url: self.inner.base.join(path, &[]),
            body: Some(body),
        };
        let result = self.send_authenticated(&outgoing, slot).await;
        let delivery = classify_write_outcome(result);
        tracing::debug!(%request, outcome = delivery.as_str(), "a write ended");
        WriteExchange { request, delivery }
    }
}

/// Classifies the outcome of a write. A request that was answered with 401 was not acted on. If the login after the 401
/// fails, the write was never sent, as if the login had failed before it. If the login has to wait, the write has to
/// wait.
fn classify_write_outcome(result: Result<HttpReply, SendError>) -> WriteOutcome {
    match result {
        Ok(mut reply) => WriteOutcome::Answered {
            status: reply.head.status,
            verdict: reply.take_verdict(),
            reply: reply.text(),
        },
        Err(SendError { handed_over, error }) => match (error.reply(), &error.failure) {
            (Some(reply), RequestFailure::Busy { seconds }) if reply.status == TOO_MANY => {
                WriteOutcome::Answered {
                    status: reply.status,
                    verdict: Verdict::Wait { seconds: *seconds },
                    reply: reply.body.clone(),
                }
            }
            _ if handed_over => WriteOutcome::Lost(error.failure),
            _ => WriteOutcome::NeverSent(error.failure),
        },
    }
}
