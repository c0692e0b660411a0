//! The computer's settings: trusted certificates and proxies. They are read from the environment, so each request is
//! sent by its own process.

use std::convert::Infallible;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;

use adwright_wire::Dialect;
use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::stream;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::server::{Server, compressed, gzip, reply};

const CAMPAIGN: &str = r#"{"type":"Campaign","id":7}"#;

/// Runs the example program, which gets campaign 7, and returns its output.
async fn run_example(base: &str, environment: &[(&str, &str)]) -> String {
    let mut program = Command::new(example());
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        program.env_remove(name).env_remove(name.to_lowercase());
    }
    program.envs(environment.iter().copied()).args([base, "7"]);
    let output = program.stderr(Stdio::inherit()).output().await.unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Returns the path of the example program. Cargo builds examples beside the folder of the tests.
fn example() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(|deps| deps.parent()).unwrap();
    folder.join(format!(
        "examples/get_campaign{}",
        std::env::consts::EXE_SUFFIX
    ))
}

/// Creates a private certificate authority, as a company has one.
fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut parameters = CertificateParams::default();
    parameters.distinguished_name.push(DnType::CommonName, name);
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(parameters, KeyPair::generate().unwrap()).unwrap()
}

/// Starts a server that returns the campaign, with a certificate for `name` from this authority. Returns its port.
async fn start_https_server(authority: &CertifiedIssuer<'static, KeyPair>, name: &str) -> u16 {
    let key = KeyPair::generate().unwrap();
    let parameters = CertificateParams::new(vec![name.to_owned()]).unwrap();
    let certificate = parameters.signed_by(&key, authority).unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that does not trust the certificate hangs up.
            let Ok(mut stream) = acceptor.accept(stream).await else {
                continue;
            };
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let answer = format!(
                "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{CAMPAIGN}",
                CAMPAIGN.len()
            );
            let _ = stream.write_all(answer.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
    });
    port
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn https_trusts_only_the_system_certificates() {
    let (ours, other) = (authority("Ours"), authority("Other"));
    let port = start_https_server(&ours, "localhost").await;
    let base = format!("https://localhost:{port}");
    let folder = tempfile::tempdir().unwrap();
    let write_certificate = |name: &str, authority: &CertifiedIssuer<'static, KeyPair>| {
        let file = folder.path().join(name);
        std::fs::write(&file, authority.pem()).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let (trusted, untrusted) = (
        write_certificate("ours.pem", &ours),
        write_certificate("other.pem", &other),
    );
    let trusting = |file| [("SSL_CERT_FILE", file), ("SSL_CERT_DIR", "")];
    assert_eq!(run_example(&base, &trusting(&*trusted)).await, CAMPAIGN);
    expect_test::expect![
        "the service's certificate is not accepted: this computer does not trust its issuer"
    ]
    .assert_eq(&run_example(&base, &trusting(&*untrusted)).await);
    // The certificate is for another host name.
    let port = start_https_server(&ours, "service.example").await;
    let base = format!("https://localhost:{port}");
    expect_test::expect![
        "the service's certificate is not accepted: it was issued for another host name"
    ]
    .assert_eq(&run_example(&base, &trusting(&*trusted)).await);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn proxy_applies_to_other_hosts_only() {
    let answer = |_: &_| reply(200, format!(r#"{{"result":{CAMPAIGN}}}"#));
    let (proxy, here) = (Server::start(answer).await, Server::start(answer).await);
    let through = [("http_proxy", &*proxy.base)];
    let base = "http://service.example/rest";
    assert_eq!(run_example(base, &through).await, CAMPAIGN);
    assert_eq!(
        proxy.lines(),
        ["GET http://service.example/rest/campaigns/7"]
    );
    assert_eq!(run_example(&here.base, &through).await, CAMPAIGN);
    assert_eq!(here.lines(), ["GET /campaigns/7"]);
    assert_eq!(proxy.lines().len(), 1);
}

/// Creates the reply to each request.
#[cfg(target_os = "linux")]
type Answer = Arc<dyn Fn() -> Response + Send + Sync>;

/// Returns the peak memory of the example program with these replies, in kilobytes.
#[cfg(target_os = "linux")]
async fn peak_memory_kb(answer: impl Fn() -> Response + Clone + Send + Sync + 'static) -> u64 {
    let server = Server::start(move |_| answer()).await;
    let mut program = Command::new(example());
    program.args([&*server.base, "7", "--peak"]);
    let output = program.stderr(Stdio::inherit()).output().await.unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap()
}

/// Returns a reply of this many megabytes, sent in chunks.
#[cfg(target_os = "linux")]
fn megabytes(count: u64) -> Response {
    let chunk = Bytes::from(vec![b' '; 1_000_000]);
    let chunks = stream::iter((0..count).map(move |_| Ok::<_, Infallible>(chunk.clone())));
    reply(200, Body::from_stream(chunks))
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn memory_stays_within_the_limit_for_any_reply() {
    let small = peak_memory_kb(|| reply(200, format!(r#"{{"result":{CAMPAIGN}}}"#))).await;
    let limit = Dialect::default().reply_limit_bytes / 1024;
    let bomb = compressed(&vec![b' '; 100 << 20]);
    let deep = "[".repeat(30_000_000);
    let answers: [(&str, Answer); 4] = [
        ("as much as is allowed", Arc::new(|| megabytes(33))),
        ("a hundred megabytes", Arc::new(|| megabytes(100))),
        ("a bomb", Arc::new(move || gzip(bomb.clone()))),
        ("depth", Arc::new(move || reply(200, deep.clone()))),
    ];
    for (what, answer) in answers {
        let used = peak_memory_kb(move || answer()).await - small;
        // The reply, and as much again to read it: far less than what was sent.
        assert!(used <= 2 * limit, "{what}: {used} kB for {limit} kB");
    }
}

#[tokio::test]
async fn dns_failure_is_reported_as_such() {
    // The name is too long to be valid, so no network is used.
    let nowhere = format!("http://{}.invalid", "a".repeat(64));
    expect_test::expect!["the service cannot be reached: its host name cannot be found"]
        .assert_eq(&run_example(&nowhere, &[]).await);
}
