use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use adwright_service::RunningService;

/// The proxy's own answer to a request line such as `GET /campaigns?from=0 HTTP/1.1`: a status and a body. `None`
/// leaves the answer to the service.
type ProxyAnswer = dyn Fn(&str) -> Option<(u16, String)> + Send + Sync;

/// A proxy in front of the practice service. It records requests and can answer some of them.
pub struct TestProxy {
    /// The proxy's address.
    pub address: String,
    lines: Arc<Mutex<Vec<String>>>,
}

impl TestProxy {
    /// Starts a proxy that forwards everything.
    #[must_use]
    pub fn in_front_of(service: &RunningService) -> Self {
        Self::with_answers(service, |_| None)
    }

    /// Starts a proxy that answers some requests itself.
    #[must_use]
    pub fn with_answers(
        service: &RunningService,
        answers: impl Fn(&str) -> Option<(u16, String)> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let service_address = service.base_url.trim_start_matches("http://").to_owned();
        let lines = Arc::<Mutex<Vec<String>>>::default();
        let answers: Arc<ProxyAnswer> = Arc::new(answers);
        let log = Arc::clone(&lines);
        thread::spawn(move || {
            for caller in listener.incoming().flatten() {
                let (log, answers, service_address) =
                    (log.clone(), answers.clone(), service_address.clone());
                // A caller that hangs up meanwhile does not matter to the test.
                thread::spawn(move || forward(caller, &service_address, &log, &*answers));
            }
        });
        Self {
            address: format!("http://{address}"),
            lines,
        }
    }

    /// Returns the method and path of every request, in order.
    #[must_use]
    pub fn request_lines(&self) -> Vec<String> {
        let lines = self.lines.lock();
        lines.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Forwards one request and its reply, then closes the connection.
fn forward(
    mut caller: TcpStream,
    service_address: &str,
    log: &Mutex<Vec<String>>,
    answers: &ProxyAnswer,
) -> Option<()> {
    let mut request = Vec::new();
    let head = read_head(&mut caller, &mut request)?;
    let line = head.lines().next()?.to_owned();
    let request_line = line.trim_end_matches(" HTTP/1.1").to_owned();
    log.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(request_line);
    if let Some((status, body)) = answers(&line) {
        let head = format!(
            "HTTP/1.1 {status} Said\r\nConnection: close\r\nContent-Length: {}\r\n",
            body.len()
        );
        let answer = format!("{head}Content-Type: application/json\r\n\r\n{body}");
        caller.write_all(answer.as_bytes()).ok()?;
        return caller.shutdown(Shutdown::Both).ok();
    }
    let mut service = TcpStream::connect(service_address).ok()?;
    let end_of_line = request.windows(2).position(|pair| pair == b"\r\n")? + 2;
    service.write_all(&request[..end_of_line]).ok()?;
    service.write_all(b"Connection: close\r\n").ok()?;
    service.write_all(&request[end_of_line..]).ok()?;
    let (mut from, mut to) = (caller.try_clone().ok()?, service.try_clone().ok()?);
    thread::spawn(move || std::io::copy(&mut from, &mut to));
    std::io::copy(&mut service, &mut caller).ok()?;
    caller.shutdown(Shutdown::Both).ok()
}

/// Reads until the head is complete. Bytes of the body that follow it stay in `request` too.
fn read_head(caller: &mut TcpStream, request: &mut Vec<u8>) -> Option<String> {
    let mut chunk = [0; 4096];
    loop {
        let end = request.windows(4).position(|four| four == b"\r\n\r\n");
        if let Some(end) = end {
            return Some(String::from_utf8_lossy(&request[..end]).into_owned());
        }
        let count = caller.read(&mut chunk).ok().filter(|count| *count > 0)?;
        request.extend_from_slice(&chunk[..count]);
    }
}
