//! Ctrl-C.

use std::future::{pending, poll_fn};
use std::process;
use std::task::Poll;

use tokio::signal::ctrl_c;
use tokio::sync::oneshot;

use crate::exit::Exit;

/// Listens for Ctrl-C from when this returns. The returned future resolves at the first Ctrl-C. The second ends the
/// program at once, because it may hang on a pipe that nobody reads.
pub(crate) async fn listen_for_stop() -> impl Future<Output = ()> {
    let mut first = Box::pin(ctrl_c());
    let first_poll = poll_fn(|context| Poll::Ready(first.as_mut().poll(context))).await;
    let (stop_sender, stop_receiver) = oneshot::channel();
    tokio::spawn(async move {
        let first_signal = match first_poll {
            Poll::Ready(signal) => signal,
            Poll::Pending => first.await,
        };
        if first_signal.is_err() {
            return pending().await;
        }
        let _listens = stop_sender.send(());
        if ctrl_c().await.is_ok() {
            process::exit(Exit::Incomplete.code().into());
        }
    });
    async {
        // Without signals, nobody can ask to stop.
        if stop_receiver.await.is_err() {
            pending::<()>().await;
        }
    }
}
