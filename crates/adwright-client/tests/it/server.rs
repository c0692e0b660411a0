use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::AUTHORIZATION;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;

/// A request that the server received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReceivedRequest {
    /// Method, path and query.
    pub(crate) line: String,
    /// The Authorization header.
    pub(crate) login: Option<String>,
    /// All headers except `host`, which differs between runs; one per line.
    pub(crate) headers: String,
    pub(crate) body: String,
}

/// A server with the test's own replies. It records all requests.
pub(crate) struct Server {
    pub(crate) base: String,
    requests: Arc<Mutex<Vec<ReceivedRequest>>>,
    task: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(
        answer: impl Fn(&ReceivedRequest) -> Response + Clone + Send + Sync + 'static,
    ) -> Self {
        let requests = Arc::<Mutex<Vec<ReceivedRequest>>>::default();
        let log = Arc::clone(&requests);
        let app = Router::new().fallback(move |request: Request| async move {
            let request = to_received_request(request).await;
            log.lock().unwrap().push(request.clone());
            answer(&request)
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self {
            base,
            requests,
            task,
        }
    }

    pub(crate) fn requests(&self) -> Vec<ReceivedRequest> {
        self.requests.lock().unwrap().clone()
    }

    /// The request lines, in their order.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.requests()
            .into_iter()
            .map(|request| request.line)
            .collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn to_received_request(request: Request) -> ReceivedRequest {
    let line = format!("{} {}", request.method(), request.uri());
    let login = request
        .headers()
        .get(AUTHORIZATION)
        .map(|value| value.to_str().unwrap().to_owned());
    let headers = request.headers().iter().filter(|(name, _)| *name != "host");
    let headers: Vec<_> = headers
        .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
        .collect();
    let body = axum::body::to_bytes(request.into_body(), usize::MAX)
        .await
        .unwrap();
    ReceivedRequest {
        line,
        login,
        headers: headers.join("\n"),
        body: String::from_utf8(body.into()).unwrap(),
    }
}

pub(crate) fn reply(status: u16, body: impl Into<Body>) -> Response {
    Response::builder()
        .status(status)
        .body(body.into())
        .unwrap()
}

pub(crate) fn redirect(status: u16, location: &str) -> Response {
    Response::builder()
        .status(status)
        .header("location", location)
        .body(Body::empty())
        .unwrap()
}

/// Compresses a body with gzip.
pub(crate) fn compressed(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

/// Returns a reply with a gzip body.
pub(crate) fn gzip(body: Vec<u8>) -> Response {
    let answer = Response::builder().header("content-encoding", "gzip");
    answer.body(body.into()).unwrap()
}

/// Starts a server that reads one complete request, writes `answer` unchanged, and hangs up.
pub(crate) async fn hanging_up(answer: &'static str) -> String {
    raw(move |mut stream| async move {
        read_request(&mut stream).await;
        stream.write_all(answer.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
    })
    .await
}

/// Starts a server that keeps the connection. `answer` returns the bytes of a reply from the number of its request.
pub(crate) async fn talking(answer: impl Fn(usize) -> String + Send + Sync + 'static) -> String {
    let (answer, count) = (Arc::new(answer), Arc::new(AtomicUsize::new(0)));
    raw(move |mut stream| {
        let (answer, count) = (Arc::clone(&answer), Arc::clone(&count));
        async move {
            tokio::spawn(async move {
                while try_read_request(&mut stream).await {
                    let nth = count.fetch_add(1, Ordering::SeqCst);
                    stream.write_all(answer(nth).as_bytes()).await.unwrap();
                }
            });
        }
    })
    .await
}

/// Starts a server that reads one complete request and never replies.
pub(crate) async fn silent() -> String {
    raw(|mut stream| async move {
        read_request(&mut stream).await;
        // Ends when the client hangs up.
        let _ = stream.read_u8().await;
    })
    .await
}

async fn raw<F: Future<Output = ()> + Send + 'static>(
    serve: impl Fn(TcpStream) -> F + Send + 'static,
) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            serve(stream).await;
        }
    });
    base
}

async fn read_request(stream: &mut TcpStream) {
    let is_complete = try_read_request(stream).await;
    assert!(
        is_complete,
        "the client hung up before its request was complete"
    );
}

/// Reads one request, and returns whether it is complete.
async fn try_read_request(stream: &mut TcpStream) -> bool {
    let mut text = Vec::new();
    while !is_complete(&String::from_utf8_lossy(&text)) {
        let mut buffer = [0; 1024];
        let Ok(read @ 1..) = stream.read(&mut buffer).await else {
            return false;
        };
        text.extend_from_slice(&buffer[..read]);
    }
    true
}

fn is_complete(request: &str) -> bool {
    let Some((head, body)) = request.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.lines().find_map(|line| {
        line.to_lowercase()
            .strip_prefix("content-length: ")?
            .parse()
            .ok()
    });
    body.len() >= length.unwrap_or(0)
}

/// Returns an address that no server listens on. The socket reserves the address.
pub(crate) fn closed() -> (String, TcpSocket) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    (format!("http://{}", socket.local_addr().unwrap()), socket)
}

/// Returns an address whose backlog is full. On Linux a further connection gets no answer.
#[cfg(target_os = "linux")]
pub(crate) async fn full() -> (String, impl Sized) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let listener = socket.listen(0).unwrap();
    let address = listener.local_addr().unwrap();
    let first = TcpStream::connect(address).await.unwrap();
    (format!("http://{address}"), (listener, first))
}
