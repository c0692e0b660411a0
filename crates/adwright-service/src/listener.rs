//! Loopback connections that can be cut on purpose, one by one or all together.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Accepts connections and gives each its own [`Cut`].
pub(crate) struct CuttingListener {
    pub(crate) listener: TcpListener,
    pub(crate) line: watch::Receiver<()>,
}

/// What holds all connections of one listener: dropping it cuts them, busy or not.
pub(crate) type Line = watch::Sender<()>;

/// The handle by which a request cuts its own connection.
#[derive(Debug, Clone)]
pub(crate) struct Cut(Arc<AtomicUsize>);

/// The value of [`Cut`] while the connection is whole.
const WHOLE: usize = usize::MAX;

impl Cut {
    /// Lets `bytes` more bytes out, then cuts the connection.
    pub(crate) fn after(&self, bytes: usize) {
        self.0.store(bytes, Ordering::Release);
    }
}

impl Connected<IncomingStream<'_, CuttingListener>> for Cut {
    fn connect_info(stream: IncomingStream<'_, CuttingListener>) -> Self {
        stream.io().cut.clone()
    }
}

impl Listener for CuttingListener {
    type Io = CuttableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, peer) = Listener::accept(&mut self.listener).await;
        let cut = Cut(Arc::new(AtomicUsize::new(WHOLE)));
        let line = self.line.clone();
        let ended = Box::pin(ended(self.line.clone()));
        let stream = CuttableStream {
            stream,
            cut,
            line,
            ended,
        };
        (stream, peer)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// Waits for the line to be dropped.
async fn ended(mut line: watch::Receiver<()>) {
    while line.changed().await.is_ok() {}
}

/// A connection that stops writing when its [`Cut`] says so, and stops altogether when its line ends.
pub(crate) struct CuttableStream {
    stream: TcpStream,
    cut: Cut,
    line: watch::Receiver<()>,
    /// What wakes a connection that waits for its peer.
    ended: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl CuttableStream {
    fn has_ended(&self) -> bool {
        self.line.has_changed().is_err()
    }
}

fn reset() -> io::Error {
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
            return Poll::Ready(Err(reset()));
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
        let left = self.cut.0.load(Ordering::Acquire);
        if left == 0 || self.has_ended() {
            return Poll::Ready(Err(reset()));
        }
        let allowed = &bytes[..bytes.len().min(left)];
        let written = Pin::new(&mut self.stream).poll_write(cx, allowed);
        if let Poll::Ready(Ok(count)) = written
            && left != WHOLE
        {
            self.cut.after(left - count);
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
