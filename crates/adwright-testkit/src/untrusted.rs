use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection};

/// Starts a service at `https://localhost` with an untrusted certificate and returns its base URL. It sends no reply to
/// clients that connect anyway, and ends with the test.
///
/// # Panics
/// If no certificate can be made, or no port is free.
#[must_use]
pub fn start_untrusted_service() -> String {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let certificate = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]);
    let certificate = certificate.expect("a certificate of its own");
    let key =
        PrivateKeyDer::try_from(certificate.signing_key.serialize_der()).expect("a key of its own");
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![certificate.cert.der().clone()], key);
    let config = Arc::new(config.expect("the key fits the certificate"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("it listens").port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A client that does not trust the certificate hangs up.
            let _hung_up = stream.and_then(|stream| handshake(stream, &config));
        }
    });
    format!("https://localhost:{port}")
}

fn handshake(mut stream: TcpStream, config: &Arc<ServerConfig>) -> std::io::Result<()> {
    let connection = ServerConnection::new(Arc::clone(config));
    let mut connection = connection.map_err(std::io::Error::other)?;
    while connection.is_handshaking() {
        connection.complete_io(&mut stream)?;
    }
    Ok(())
}
