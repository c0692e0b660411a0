//! Connections that can be cut on purpose, one by one or all together.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Accepts connections and gives each its own [`ConnectionCutter`].
pub(crate) struct CuttableListener {
    pub(crate) listener: TcpListener,
    pub(crate) end_signal: watch::Receiver<()>,
}

/// The handle that keeps all connections of one listener open. Dropping it cuts them, busy or not.
pub(crate) type ConnectionsGuard = watch::Sender<()>;

/// A handle with which a request cuts or slows down its own connection.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionCutter(Arc<CutState>);

#[derive(Debug)]
struct CutState {
    /// The number of bytes that may still be sent.
    bytes_left: AtomicUsize,
    slow: AtomicBool,
}

/// The number of bytes that a slow connection sends at a time.
const DRIP: usize = 256;
/// The pause between two of these writes.
const PAUSE: Duration = Duration::from_millis(20);

/// The approximate size of a reply's head: a cut half-way must fall into the body.
const HEAD_BYTES: usize = 110;

/// The value of `CutState::bytes_left` while the connection is whole.
const WHOLE: usize = usize::MAX;

impl ConnectionCutter {
    /// Sends `bytes` more bytes, then cuts the connection.
    pub(crate) fn cut_after(&self, bytes: usize) {
        self.0.bytes_left.store(bytes, Ordering::Release);
    }

    /// Cuts the connection in the middle of a reply with a body of this length.
    pub(crate) fn cut_half_way(&self, body: usize) {
        self.cut_after(HEAD_BYTES + body / 2);
    }

    /// Moves the cut of a reply whose body length has changed.
    pub(crate) fn adjust_to_body(&self, body: usize) {
        if ![0, WHOLE].contains(&self.0.bytes_left.load(Ordering::Acquire)) {
            self.cut_half_way(body);
        }
    }

    /// Sends bytes a few at a time from now on, or at full speed again.
    pub(crate) fn set_slow(&self, slow: bool) {
        self.0.slow.store(slow, Ordering::Release);
    }

    /// Returns whether this neither cuts nor slows the connection.
    fn is_inactive(&self) -> bool {
        self.0.bytes_left.load(Ordering::Acquire) == WHOLE && !self.0.slow.load(Ordering::Acquire)
    }
}

impl Listener for CuttableListener {
    type Io = CuttableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, peer) = Listener::accept(&mut self.listener).await;
        let cut = ConnectionCutter(Arc::new(CutState {
            bytes_left: AtomicUsize::new(WHOLE),
            slow: AtomicBool::new(false),
        }));
        let end_signal = self.end_signal.clone();
        let ended = Box::pin(wait_for_end(self.end_signal.clone()));
        let stream = CuttableStream {
            stream,
            cut,
            end_signal,
            ended,
            drip: None,
        };
        (stream, peer)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// Waits until the listener's [`ConnectionsGuard`] is dropped.
async fn wait_for_end(mut end_signal: watch::Receiver<()>) {
    while end_signal.changed().await.is_ok() {}
}

/// A connection that its [`ConnectionCutter`] can stop or slow, and that ends with its listener.
pub(crate) struct CuttableStream {
    stream: TcpStream,
    cut: ConnectionCutter,
    end_signal: watch::Receiver<()>,
    /// Wakes a connection that waits for its peer.
    ended: Pin<Box<dyn Future<Output = ()> + Send>>,
    /// The timer for the next bytes of a slow connection.
    drip: Option<Interval>,
}

impl CuttableStream {
    /// Returns the handle that cuts this connection.
    pub(crate) fn cutter(&self) -> ConnectionCutter {
        self.cut.clone()
    }

    /// Returns how many bytes may be sent now, when it is time for them.
    fn poll_drip(&mut self, cx: &mut Context<'_>) -> Poll<usize> {
        if !self.cut.0.slow.load(Ordering::Acquire) {
            return Poll::Ready(WHOLE);
        }
        let drip = self.drip.get_or_insert_with(|| {
            let mut drip = interval(PAUSE);
            // Missed ticks are not made up: their bytes would all be sent at once.
            drip.set_missed_tick_behavior(MissedTickBehavior::Delay);
            drip
        });
        drip.poll_tick(cx).map(|_| DRIP)
    }

    fn has_ended(&self) -> bool {
        self.end_signal.has_changed().is_err()
    }
}

fn connection_reset() -> io::Error {
    io::ErrorKind::ConnectionReset.into()
}

impl AsyncRead for CuttableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // A future that has ended must not be polled again.
        if self.has_ended() || self.ended.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(connection_reset()));
        }
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for CuttableStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let left = self.cut.0.bytes_left.load(Ordering::Acquire);
        if left == 0 || self.has_ended() {
            return Poll::Ready(Err(connection_reset()));
        }
        let at_once = ready!(self.poll_drip(cx));
        let allowed = &bytes[..bytes.len().min(left).min(at_once)];
        let written = Pin::new(&mut self.stream).poll_write(cx, allowed);
        if let Poll::Ready(Ok(count)) = written
            && left != WHOLE
        {
            self.cut.cut_after(left - count);
        }
        written
    }

    /// Writes head and body together on a whole and fast connection, which avoids copying a long body.
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.cut.is_inactive() && !self.has_ended() {
            return Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        }
        let first = slices.iter().find(|slice| !slice.is_empty());
        self.poll_write(cx, first.map_or(&[], |slice| slice))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
