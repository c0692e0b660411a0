//! Pictures from addresses in a document.

use adwright_client::{HostScope, PictureError, fetch_picture};
use adwright_wire::RequestFailure;
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;

use crate::server::{Server, redirect, reply};

/// Returns the beginning of a PNG of this size. The client reads no more of it.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend(b"\x08\x06\0\0\0");
    bytes
}

fn picture_reply(mime: &str, bytes: Vec<u8>) -> Response {
    let answer = Response::builder().header(CONTENT_TYPE, mime);
    answer.body(Body::from(bytes)).unwrap()
}

async fn fetch_size(
    answer: impl Fn() -> Response + Clone + Send + Sync + 'static,
) -> Result<(u32, u32), PictureError> {
    let server = Server::start(move |_| answer()).await;
    let address = format!("{}/a.png?size=1", server.base).parse().unwrap();
    let fetched = fetch_picture(&address, HostScope::Any).await;
    assert_eq!(server.lines(), ["GET /a.png?size=1"]);
    assert_eq!(server.requests()[0].login, None);
    fetched.map(|picture| picture.size)
}

#[tokio::test]
async fn picture_format_is_read_from_its_bytes() {
    assert_eq!(
        fetch_size(|| picture_reply("image/png", png(160, 90))).await,
        Ok((160, 90))
    );
    assert_eq!(
        fetch_size(|| picture_reply("image/gif", png(160, 90))).await,
        Ok((160, 90))
    );
    for (mime, bytes) in [
        ("text/html", png(160, 90)),
        (
            "image/svg+xml",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
        ),
        (
            "image/png",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
        ),
        ("image/png", b"<script>".to_vec()),
        ("image/png", Vec::new()),
    ] {
        let refused = fetch_size(move || picture_reply(mime, bytes.clone())).await;
        assert_eq!(refused, Err(PictureError::UnsupportedFormat), "{mime}");
    }
    assert_eq!(
        fetch_size(|| reply(404, "gone")).await,
        Err(PictureError::Refused(404))
    );
}

#[tokio::test]
async fn oversized_picture_is_not_shown() {
    let huge = || picture_reply("image/png", png(60_000, 60_000));
    assert_eq!(fetch_size(huge).await, Err(PictureError::TooLarge));
    let heavy = || {
        let mut bytes = png(10, 10);
        bytes.resize(1_000_001, 0);
        picture_reply("image/png", bytes)
    };
    assert_eq!(fetch_size(heavy).await, Err(PictureError::TooLarge));
}

#[tokio::test]
async fn picture_requires_https_outside_this_computer() {
    for elsewhere in ["https://127.0.0.1:1/a.png", "http://pictures.example/a.png"] {
        let refused = fetch_size(move || redirect(302, elsewhere)).await;
        assert_eq!(refused, Err(PictureError::Refused(302)), "{elsewhere}");
    }
    let plain = fetch_picture(
        &"http://pictures.example/a.png".parse().unwrap(),
        HostScope::Public,
    )
    .await;
    assert!(
        matches!(
            plain,
            Err(PictureError::Unreachable(RequestFailure::PlainHttp { .. }))
        ),
        "{plain:?}"
    );
    let with_login = fetch_picture(
        &"https://me:secret@pictures.example/".parse().unwrap(),
        HostScope::Public,
    )
    .await;
    assert_eq!(
        with_login,
        Err(PictureError::Unreachable(RequestFailure::LoginInUrl))
    );
}

#[tokio::test]
async fn private_host_is_not_asked() {
    let server = Server::start(|_| picture_reply("image/png", png(10, 10))).await;
    let address = format!("{}/a.png", server.base).parse().unwrap();
    let refused = fetch_picture(&address, HostScope::Public).await;
    assert_eq!(refused, Err(PictureError::PrivateHost));
    assert_eq!(server.lines(), [""; 0]);
}
