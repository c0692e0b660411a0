use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// A request to a canned service.
#[derive(Debug)]
pub struct CannedRequest {
    /// Method, path and query.
    pub line: String,
    /// The unchanged headers.
    pub head: Vec<String>,
    /// The body. Bytes that are not UTF-8 are replaced.
    pub body: String,
}

impl CannedRequest {
    /// Returns a number from the query.
    ///
    /// # Panics
    /// If the query has no such number.
    #[must_use]
    pub fn query_number(&self, name: &str) -> usize {
        let after = self.line.split_once(&format!("{name}="));
        let (_, after) = after.unwrap_or_else(|| panic!("no {name} in {}", self.line));
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect("a few digits")
    }

    /// Returns whether the request is a write.
    #[must_use]
    pub fn is_write(&self) -> bool {
        !self.line.starts_with("GET ")
    }
}

/// Starts a service with the test's own answers and returns its base URL. An answer is all the bytes of a reply, head
/// and body. An empty answer cuts the connection. The service ends with the test.
pub fn canned_service(answer: impl Fn(&CannedRequest) -> Vec<u8> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it listens");
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A client that hung up needs no answer.
            let _hung_up = stream.and_then(|stream| serve(stream, &answer));
        }
    });
    format!("http://{address}")
}

/// Builds a reply with this status, content type and body.
#[must_use]
pub fn http_response(status: u16, content_type: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let head = format!(
        "HTTP/1.1 {status} -\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

fn serve(mut stream: TcpStream, answer: impl Fn(&CannedRequest) -> Vec<u8>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut line, mut length) = (String::new(), 0);
    reader.read_line(&mut line)?;
    let (mut head, mut header) = (Vec::new(), String::new());
    while reader.read_line(&mut header)? > 2 {
        head.push(header.trim_end().to_owned());
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or_default();
        }
        header.clear();
    }
    // An unread body would end the connection before the reply arrives.
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body)?;
    let body = String::from_utf8_lossy(&body).into_owned();
    stream.write_all(&answer(&CannedRequest { line, head, body }))
}
