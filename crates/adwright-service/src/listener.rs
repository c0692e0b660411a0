//! Loopback connections that can be cut on purpose, one by one or all together.

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
    pub(crate) line: watch::Receiver<()>,
}

/// What holds all connections of one listener: dropping it cuts them, busy or not.
pub(crate) type ConnectionsGuard = watch::Sender<()>;

/// The handle by which a request cuts its own connection, or slows it down.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionCutter(Arc<CutState>);

#[derive(Debug)]
struct CutState {
    /// How many bytes may still go out.
    left: AtomicUsize,
    slow: AtomicBool,
}

/// How many bytes a slow connection lets out at a time.
const DRIP: usize = 256;
/// How long it waits in between.
const PAUSE: Duration = Duration::from_millis(20);

/// The bytes that a reply's head takes, about: a cut half-way must fall into the body.
const HEAD_BYTES: usize = 110;

/// The value of [`ConnectionCutter`] while the connection is whole.
const WHOLE: usize = usize::MAX;

impl ConnectionCutter {
    /// Lets `bytes` more bytes out, then cuts the connection.
    pub(crate) fn cut_after(&self, bytes: usize) {
        self.0.left.store(bytes, Ordering::Release);
    }

    /// Cuts the connection in the middle of a reply whose body has so many bytes.
    pub(crate) fn cut_half_way(&self, body: usize) {
        self.cut_after(HEAD_BYTES + body / 2);
    }

    /// Moves the middle of a reply whose body got another length on its way.
    pub(crate) fn adjust_to_body(&self, body: usize) {
        if ![0, WHOLE].contains(&self.0.left.load(Ordering::Acquire)) {
            self.cut_half_way(body);
        }
    }

    /// From now on bytes go out a few at a time, or as fast as they can.
    pub(crate) fn set_slow(&self, slow: bool) {
        self.0.slow.store(slow, Ordering::Release);
    }

    /// Neither cuts nor slows anything.
    fn is_inactive(&self) -> bool {
        self.0.left.load(Ordering::Acquire) == WHOLE && !self.0.slow.load(Ordering::Acquire)
    }
}

impl Listener for CuttableListener {
    type Io = CuttableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, peer) = Listener::accept(&mut self.listener).await;
        let cut = ConnectionCutter(Arc::new(CutState {
            left: AtomicUsize::new(WHOLE),
            slow: AtomicBool::new(false),
        }));
        let line = self.line.clone();
        let ended = Box::pin(wait_for_end(self.line.clone()));
        let stream = CuttableStream {
            stream,
            cut,
            line,
            ended,
            drip: None,
        };
        (stream, peer)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// Waits for the line to be dropped.
async fn wait_for_end(mut line: watch::Receiver<()>) {
    while line.changed().await.is_ok() {}
}

/// A connection that stops writing when its [`ConnectionCutter`] says so, and stops altogether when its line ends.
pub(crate) struct CuttableStream {
    stream: TcpStream,
    cut: ConnectionCutter,
    line: watch::Receiver<()>,
    /// What wakes a connection that waits for its peer.
    ended: Pin<Box<dyn Future<Output = ()> + Send>>,
    /// What lets the next bytes of a slow connection out.
    drip: Option<Interval>,
}

impl CuttableStream {
    /// What cuts it.
    pub(crate) fn cutter(&self) -> ConnectionCutter {
        self.cut.clone()
    }

    /// How many bytes may go out at once, when it is time for them.
    fn poll_drip(&mut self, cx: &mut Context<'_>) -> Poll<usize> {
        if !self.cut.0.slow.load(Ordering::Acquire) {
            return Poll::Ready(WHOLE);
        }
        let drip = self.drip.get_or_insert_with(|| {
            let mut drip = interval(PAUSE);
            // What was missed is not made up for: it would come at once.
            drip.set_missed_tick_behavior(MissedTickBehavior::Delay);
            drip
        });
        drip.poll_tick(cx).map(|_| DRIP)
    }

    fn has_ended(&self) -> bool {
        self.line.has_changed().is_err()
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
        // Once it has ended it must not be polled again.
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
        let left = self.cut.0.left.load(Ordering::Acquire);
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

    /// A whole and fast connection takes head and body as they lie, so that no long body is copied first.
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
