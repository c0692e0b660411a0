//! The network address of the service: open, or closed for a while with its port reserved.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::serve::Listener as _;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::app::App;
use crate::listener::{ConnectionsGuard, CuttableListener};
use crate::routes;
use crate::server::{ConnectionLimits, ServiceError};

/// The time for open calls to finish at shutdown. Without a limit, a slow client or a held reply would block it for
/// ever.
const GRACE: Duration = Duration::from_secs(3);

/// The number of connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// The service's address, and the state of its socket.
pub(crate) struct Gate {
    address: SocketAddr,
    state: GateState,
}

enum GateState {
    Open(AcceptLoop),
    /// The socket accepts no connections. It keeps other programs from taking the port.
    Closed(TcpSocket),
    /// Closing or reopening failed half-way.
    Lost,
}

/// The task that accepts connections, and its stop signal.
struct AcceptLoop {
    /// Dropping this sender asks the task to finish its open calls and to end.
    stop: oneshot::Sender<()>,
    task: AbortOnDrop,
    connections: ConnectionsGuard,
}

/// A task that is aborted when this is dropped.
struct AbortOnDrop(JoinHandle<io::Result<()>>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Gate {
    /// Listens at the address. Port 0 takes a free port.
    pub(crate) fn open(address: SocketAddr, app: Arc<App>) -> io::Result<Self> {
        let listener = reserve_port(address)?.listen(BACKLOG)?;
        Ok(Self {
            address: listener.local_addr()?,
            state: GateState::Open(AcceptLoop::start(listener, app)),
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Cuts all connections, and refuses new ones.
    pub(crate) async fn close(&mut self) -> Result<(), ServiceError> {
        if let GateState::Closed(_) = self.state {
            return Ok(());
        }
        if let GateState::Open(accepting) = std::mem::replace(&mut self.state, GateState::Lost) {
            accepting.cut().await;
        }
        self.state = GateState::Closed(reserve_port(self.address)?);
        Ok(())
    }

    /// Listens again at the address that was closed.
    pub(crate) fn reopen(&mut self, app: Arc<App>) -> Result<(), ServiceError> {
        let socket = match std::mem::replace(&mut self.state, GateState::Lost) {
            open @ GateState::Open(_) => {
                self.state = open;
                return Ok(());
            }
            GateState::Closed(socket) => socket,
            GateState::Lost => reserve_port(self.address)?,
        };
        self.state = GateState::Open(AcceptLoop::start(socket.listen(BACKLOG)?, app));
        Ok(())
    }

    /// Finishes open calls, then ends. Calls that exceed the grace period are cut.
    pub(crate) async fn shut_down(self) -> Result<(), ServiceError> {
        if let GateState::Open(AcceptLoop {
            stop,
            mut task,
            connections,
        }) = self.state
        {
            drop(stop);
            match timeout(GRACE, &mut task.0).await {
                Ok(ended) => ended??,
                Err(_) => AcceptLoop::cut_task(task, connections).await,
            }
        }
        Ok(())
    }
}

impl AcceptLoop {
    fn start(listener: TcpListener, app: Arc<App>) -> Self {
        let (connections, end_signal) = watch::channel(());
        let listener = CuttableListener {
            listener,
            end_signal,
        };
        let (stop, stopped) = oneshot::channel();
        Self {
            stop,
            task: AbortOnDrop(tokio::spawn(serve(listener, app, stopped))),
            connections,
        }
    }

    async fn cut(self) {
        Self::cut_task(self.task, self.connections).await;
    }

    async fn cut_task(mut task: AbortOnDrop, connections: ConnectionsGuard) {
        drop(connections);
        task.0.abort();
        // The port is free once the task has ended. An abort is not a failure here.
        let _ = (&mut task.0).await;
    }
}

/// Takes a port without listening on it.
fn reserve_port(address: SocketAddr) -> io::Result<TcpSocket> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // Cut connections hold the port for a while. Windows does not need this option, and gives it another meaning.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

/// Serves up to the limit of connections until the stop signal, then finishes open calls.
async fn serve(
    mut listener: CuttableListener,
    app: Arc<App>,
    mut stopped: oneshot::Receiver<()>,
) -> io::Result<()> {
    let address = listener.local_addr()?;
    let ConnectionLimits {
        connections,
        read_timeout,
    } = app.limits;
    let router = TowerToHyperService::new(routes::router(app, address));
    let slots = Arc::new(Semaphore::new(connections));
    let graceful = GracefulShutdown::new();
    loop {
        let next = async {
            let slot = Arc::clone(&slots).acquire_owned().await;
            (slot, listener.accept().await.0)
        };
        let (slot, stream) = tokio::select! {
            next = next => next,
            // An error means that the sender was dropped, which is the same request.
            _ = &mut stopped => break,
        };
        let (router, cut) = (router.clone(), stream.cutter());
        let service = service_fn(move |mut request| {
            request.extensions_mut().insert(ConnectInfo(cut.clone()));
            router.call(request)
        });
        let mut http = http1::Builder::new();
        let http = http
            .timer(TokioTimer::new())
            .header_read_timeout(read_timeout);
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke off");
            }
            drop(slot);
        });
    }
    drop(listener);
    graceful.shutdown().await;
    Ok(())
}
