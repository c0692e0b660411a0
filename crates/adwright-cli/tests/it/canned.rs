//! A service that answers what a test wants, however odd.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// An answer: status, type of its body, body.
pub(crate) type Answer = (u16, &'static str, Vec<u8>);

/// Starts it; its base URL. It answers each request by its line and headers, until the test ends.
pub(crate) fn canned(answer: impl Fn(&[String]) -> Answer + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            // Who hung up wants no answer.
            let _hung_up = serve(stream.unwrap(), &answer);
        }
    });
    base_url
}

fn serve(mut stream: TcpStream, answer: impl Fn(&[String]) -> Answer) -> std::io::Result<()> {
    let mut head = Vec::new();
    for line in BufReader::new(&stream).lines() {
        let line = line?;
        if line.is_empty() {
            break;
        }
        head.push(line);
    }
    let (status, kind, body) = answer(&head);
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}

/// A JSON answer.
pub(crate) fn json(body: impl Into<Vec<u8>>) -> Answer {
    (200, "application/json", body.into())
}

/// A number in the query of a request.
pub(crate) fn number(head: &[String], name: &str) -> usize {
    let (_, after) = head[0].split_once(&format!("{name}=")).unwrap();
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// A list of so many rows with ids from 1, of which a page has no more than `cap`.
pub(crate) fn page(head: &[String], rows: usize, cap: usize) -> String {
    let (from, max) = (number(head, "from"), number(head, "max").min(cap));
    let row = |id: usize| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}"}}"#);
    let page: Vec<_> = (from + 1..=rows).take(max).map(row).collect();
    format!(
        r#"{{"metadata":{{"total":{rows}}},"result":[{}]}}"#,
        page.join(",")
    )
}
