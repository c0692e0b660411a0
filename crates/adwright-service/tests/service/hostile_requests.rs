//! Requests that are wrong by accident or on purpose.

use std::time::Duration;

use adwright_service::{ConnectionLimits, ServiceOptions, start};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::logged_in_client::{HttpAnswer, LoggedInClient, SPRING, get};
#[cfg(target_os = "linux")]
use crate::program::Program;

const VALUES: &str = "/tagManagers/retargetingDataValue";

/// Every request that writes.
fn writes() -> [String; 5] {
    [
        "POST /campaigns".to_owned(),
        format!("PUT /campaigns/{SPRING}"),
        format!("POST {VALUES}"),
        "POST /ads".to_owned(),
        "PUT /ads/1073410555".to_owned(),
    ]
}

/// Returns everything that is stored.
async fn everything(client: &LoggedInClient) -> [HttpAnswer; 3] {
    let all = |path: &str| format!("GET {path}?from=0&max=100000");
    [
        client.call(&all("/campaigns")).await,
        client.call(&all(VALUES)).await,
        client.call(&all("/ads")).await,
    ]
}

/// Asserts a failure in the documented form, with a documented code.
fn assert_documented(request: &str, answer: &HttpAnswer) {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    let error = &body["error"]["errors"][0];
    let code = u32::try_from(error["code"].as_u64().unwrap_or_default()).unwrap();
    let message = error["message"].as_str().unwrap_or_default();
    assert_eq!(
        answer.body,
        adwright_wire::error_body(code, message),
        "{request}"
    );
    let is_known = match answer.status {
        400 => code == 400 || code == 9199,
        413 => code == 413,
        500 => adwright_wire::codes::meaning(code).is_some(),
        _ => false,
    };
    assert!(is_known, "{request}: {answer:?}");
}

/// Bodies without a valid request.
const BAD: [&str; 41] = [
    "",
    " ",
    "null",
    "true",
    "7",
    "\"entities\"",
    "[]",
    "{}",
    "{",
    "}",
    "{]",
    "nonsense",
    "{\"entities\"",
    "{\"entities\":",
    "{\"entities\":null}",
    "{\"entities\":{}}",
    "{\"entities\":\"[]\"}",
    "{\"entities\":[",
    "{\"entities\":[]",
    "{\"entities\":[]}",
    "{\"entities\":[null]}",
    "{\"entities\":[[]]}",
    "{\"entities\":[{}]}",
    "{\"entities\":[{},{}]}",
    "{\"entities\":[{\"type\":null}]}",
    "{\"entities\":[{\"type\":[]}]}",
    "{\"entities\":[{\"type\":{}}]}",
    "{\"entities\":[{\"id\":\"x\"}]}",
    "{\"entities\":[{\"id\":1e999}]}",
    "{\"entities\":[{\"id\":99999999999999999999999}]}",
    "{\"entities\":[{\"id\":1,\"id\":2}]}",
    "{\"entities\":[{\"id\":01}]}",
    "{\"entities\":[],\"entities\":[{}]}",
    "{\"entities\":[{}]}x",
    "\u{feff}{\"entities\":[{}]}",
    "{'entities':[]}",
    "{entities:[]}",
    "<entities/>",
    "{\"entities\":[{\"name\":\"\\ud800\"}]}",
    "{\"entities\":[{\"name\":\"a\u{1}\"}]}",
    "{\"entities\":[{\"advertiserId\":-1,\"accountId\":-9223372036854775808,\"retargetingActivityId\":0,\"brandId\":0}]}",
];

#[tokio::test]
async fn bad_bodies_get_documented_answers_without_changes() {
    let client = LoggedInClient::open().await;
    let before = everything(&client).await;
    let deep = format!(
        "{{\"entities\":[{}{}]}}",
        "[".repeat(50_000),
        "]".repeat(50_000)
    );
    let nested = format!(
        "{{\"entities\":[{{\"x\":{}1{}}}]}}",
        "{\"x\":".repeat(500),
        "}".repeat(500)
    );
    let wide = format!(
        "{{\"entities\":[{{{}\"type\":1}}]}}",
        "\"a\":1,".repeat(10_000)
    );
    let many = format!("{{\"entities\":[{}{{}}]}}", "{},".repeat(10_000));
    let large = [deep.as_str(), &nested, &wide, &many];
    for write in writes() {
        for body in BAD.iter().chain(&large) {
            let answer = client.call(&format!("{write}\n{body}")).await;
            let shown: String = body.chars().take(60).collect();
            assert_documented(&format!("{write} {shown}"), &answer);
        }
    }
    assert!(everything(&client).await == before, "nothing was changed");
}

#[tokio::test]
async fn invalid_utf8_is_refused() {
    let client = LoggedInClient::open().await;
    let body = [
        b"{\"entities\":[{\"name\":\"".as_slice(),
        &[0xff, 0xfe, 0xc0],
        b"\"}]}",
    ]
    .concat();
    for write in writes() {
        let answer = client.send(&write, body.clone()).await;
        assert_documented(&write, &answer);
        assert_eq!(answer.status, 400);
    }
}

#[tokio::test]
async fn sql_in_a_text_is_a_text() {
    let client = LoggedInClient::open().await;
    let before = everything(&client).await.map(|list| list.total());
    let sql = "x'); DROP TABLE campaign; DELETE FROM retargeting_value; --";
    let entity = json!({ "type": "Campaign", "name": sql, "notes": sql, "clientRefId": sql, "advertiserId": 4401, "brandId": 88120 });
    let answer = client
        .call(&format!("POST /campaigns\n{{\"entities\":[{entity}]}}"))
        .await
        .json();
    assert_eq!(answer["result"]["name"], sql);
    let encoded: String = url::form_urlencoded::byte_serialize(sql.as_bytes()).collect();
    for parameter in ["accountName", "advertiserName", "traffickingMode"] {
        let list = client
            .call(&format!(
                "GET /campaigns?from=0&max=9&{parameter}={encoded}"
            ))
            .await;
        assert_eq!((list.status, list.total()), (200, 0), "{parameter}");
    }
    let q = json!({ "1": { "NAME": [sql] } }).to_string();
    let q: String = url::form_urlencoded::byte_serialize(q.as_bytes()).collect();
    let list = client
        .call(&format!("GET /campaigns?from=0&max=9&q={q}"))
        .await;
    assert_eq!(list.ids(), [answer["result"]["id"].as_i64().unwrap()]);
    let sorted = client
        .call(&format!(
            "GET /campaigns?from=0&max=9&sort={encoded}&order=ASC"
        ))
        .await;
    assert_eq!(sorted.status, 200);
    for refused in [
        format!("GET /campaigns?from=0&max=9&accountId={encoded}"),
        format!("GET /campaigns?from={encoded}&max=9"),
        format!("GET /campaigns?from=0&max=9&order={encoded}&sort=name"),
        format!("GET /campaigns?from=0&max=9&{encoded}=1"),
        format!("GET /campaigns?from=0&max=9&q={encoded}"),
        format!("GET /ads/{encoded}"),
    ] {
        assert_documented(&refused, &client.call(&refused).await);
    }
    let type_sql = client
        .call(&format!("GET /ads?from=0&max=9&type={encoded}"))
        .await;
    assert_eq!(type_sql.total(), 0);
    let after = everything(&client).await.map(|list| list.total());
    assert_eq!(after, [before[0] + 1, before[1], before[2]]);
}

#[tokio::test]
async fn odd_page_numbers_are_answered() {
    let client = LoggedInClient::open().await;
    for (paging, status) in [
        ("from=-1&max=1", 400),
        ("from=0&max=-1", 400),
        ("from=9223372036854775807&max=9223372036854775807", 200),
        ("from=9223372036854775808&max=1", 400),
        ("from=1.5&max=1", 400),
        ("from=&max=1", 400),
        ("from=0&max=0", 200),
        ("from=%00&max=1", 400),
        ("from=0&max=1&from=7", 200),
    ] {
        for path in ["/campaigns", VALUES, "/ads"] {
            let request = format!("GET {path}?{paging}");
            let answer = client.call(&request).await;
            assert_eq!(answer.status, status, "{request}");
        }
    }
}

fn address(client: &LoggedInClient) -> &str {
    client.running.base_url.trim_start_matches("http://")
}

/// Sends raw bytes and returns the reply until the connection ended; empty if it was reset.
async fn raw(client: &LoggedInClient, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address(client)).await.unwrap();
    // The service may end the connection before it has read everything.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    rest(stream).await
}

/// Reads until the service ends the connection.
async fn rest(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn header_floods_end_only_their_connection() {
    let client = LoggedInClient::open().await;
    let host = address(&client);
    let flood = format!(
        "GET /campaigns HTTP/1.1\r\nHost: {host}\r\n{}\r\n",
        "X-Flood: 1\r\n".repeat(100_000)
    );
    let huge = format!(
        "GET /campaigns HTTP/1.1\r\nHost: {host}\r\nX-Huge: {}\r\n\r\n",
        "x".repeat(8_000_000)
    );
    let long = "x".repeat(1_000_000);
    let long = format!("GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n");
    for bytes in [
        flood.as_str(),
        &huge,
        &long,
        "\r\n\r\n",
        "\u{0}\u{1}\u{2}",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /campaigns HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    ] {
        let answer = raw(&client, bytes.as_bytes()).await;
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{answer}"
        );
        assert_eq!(client.call("GET /campaigns?from=0&max=1").await.status, 200);
    }
}

#[tokio::test]
async fn slow_clients_block_neither_others_nor_shutdown() {
    let mut client = LoggedInClient::open().await;
    let address = client
        .running
        .base_url
        .trim_start_matches("http://")
        .to_owned();
    let mut dawdling = Vec::new();
    for half in [
        "",
        "GET /camp",
        &format!(
            "POST /login/login HTTP/1.1\r\nHost: {address}\r\nContent-Length: 900\r\n\r\n{{\"us"
        ),
    ] {
        for _ in 0..50 {
            let mut stream = TcpStream::connect(&address).await.unwrap();
            stream.write_all(half.as_bytes()).await.unwrap();
            dawdling.push(stream);
        }
    }
    assert_eq!(client.call("GET /campaigns?from=0&max=1").await.status, 200);
    let running = std::mem::replace(
        &mut client.running,
        start(ServiceOptions::default()).await.unwrap(),
    );
    running.stop().await.unwrap();
    drop(dawdling);
}

/// Starts a service with a read time-out of 200 ms and this number of connections.
async fn impatient(connections: usize) -> LoggedInClient {
    let limits = ConnectionLimits {
        connections,
        read_timeout: Duration::from_millis(200),
    };
    LoggedInClient::open_with(ServiceOptions {
        limits,
        ..ServiceOptions::default()
    })
    .await
}

/// Returns the beginnings of requests that never end.
fn half_open(host: &str) -> [String; 4] {
    let login = format!("POST /login/login HTTP/1.1\r\nHost: {host}\r\n");
    [
        String::new(),
        "GET /camp".to_owned(),
        format!("{login}X-Half: "),
        format!("{login}Content-Length: 900\r\n\r\n{{\"us"),
    ]
}

#[tokio::test]
async fn half_open_requests_are_ended() {
    let client = impatient(16).await;
    for half in half_open(address(&client)) {
        let mut stream = TcpStream::connect(address(&client)).await.unwrap();
        stream.write_all(half.as_bytes()).await.unwrap();
        let answer = rest(stream).await;
        let is_late = answer.is_empty() || answer.starts_with("HTTP/1.1 408");
        assert!(is_late, "{half}: {answer}");
    }
}

#[tokio::test]
async fn half_open_requests_block_no_others() {
    let client = impatient(2).await;
    let mut held = Vec::new();
    for half in half_open(address(&client)).iter().cycle().take(40) {
        let mut stream = TcpStream::connect(address(&client)).await.unwrap();
        stream.write_all(half.as_bytes()).await.unwrap();
        held.push(stream);
    }
    let health = format!("{}/health", client.running.base_url);
    assert_eq!(get(health).await.unwrap().status(), 200);
}

#[tokio::test]
async fn more_connections_than_allowed_wait() {
    let limits = ConnectionLimits {
        connections: 1,
        read_timeout: Duration::from_hours(1),
    };
    let running = start(ServiceOptions {
        limits,
        ..ServiceOptions::default()
    })
    .await
    .unwrap();
    let host = running.base_url.trim_start_matches("http://");
    let request = format!("GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let ask = async |stream: &mut TcpStream| {
        stream.write_all(request.as_bytes()).await.unwrap();
        stream.read(&mut [0; 4_096]).await.unwrap()
    };
    let mut first = TcpStream::connect(host).await.unwrap();
    let mut second = TcpStream::connect(host).await.unwrap();
    second.write_all(request.as_bytes()).await.unwrap();
    for _ in 0..20 {
        assert!(ask(&mut first).await > 0);
    }
    let early = second.try_read(&mut [0; 1]).unwrap_err();
    assert_eq!(early.kind(), std::io::ErrorKind::WouldBlock);
    drop(first);
    assert!(second.read(&mut [0; 4_096]).await.unwrap() > 0);
}

#[tokio::test]
async fn other_host_names_are_refused() {
    let client = LoggedInClient::open().await;
    let ask = |host: &str| format!("GET /health HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
    let port = address(&client).rsplit(':').next().unwrap();
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        let answer = raw(&client, ask(&format!("Host: {host}:{port}\r\n")).as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{host}: {answer}");
    }
    for host in [
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: localhost.evil.example:{port}\r\n"),
        String::new(),
    ] {
        let answer = raw(&client, ask(&host).as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 4"), "{host}: {answer}");
    }
}

/// Returns the peak memory of the process, in KB.
#[cfg(target_os = "linux")]
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.unwrap().trim().trim_end_matches(" kB");
    peak.parse().unwrap()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn large_bodies_are_not_buffered() {
    let mut program = Program::start(&[]);
    let base_url = program.line();
    let address = base_url.trim_start_matches("http://");
    let before = peak_memory(program.id());
    let megabyte = vec![b' '; 1 << 20];
    for head in [
        "Content-Length: 104857600\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n6400000\r\n",
    ] {
        let head = format!("POST /login/login HTTP/1.1\r\nHost: {address}\r\n{head}");
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut sent = 0;
        while sent < 100 && stream.write_all(&megabyte).await.is_ok() {
            sent += 1;
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 413"),
            "{answer}"
        );
        assert!(sent < 100, "the service stops reading");
    }
    let after = peak_memory(program.id());
    assert!(after < before + 64 * 1024, "{before} {after}");
    assert_eq!(
        get(format!("{base_url}/health")).await.unwrap().status(),
        200
    );
}
