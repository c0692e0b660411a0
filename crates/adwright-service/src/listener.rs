//! Loopback connections that can be cut on purpose.

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

/// Accepts connections and gives each its own [`Cut`].
pub(crate) struct CuttingListener(pub(crate) TcpListener);

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
        let (stream, peer) = Listener::accept(&mut self.0).await;
        let cut = Cut(Arc::new(AtomicUsize::new(WHOLE)));
        (CuttableStream { stream, cut }, peer)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.0.local_addr()
    }
}

/// A connection that stops writing when its [`Cut`] says so.
pub(crate) struct CuttableStream {
    stream: TcpStream,
    cut: Cut,
}

impl AsyncRead for CuttableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
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
        if left == 0 {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
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
