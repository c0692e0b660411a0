//! Fetches a small picture from an address in a document, because a person asked for that picture.

use std::time::Duration;

use adwright_wire::RequestFailure;
use bytes::BytesMut;
use futures_util::StreamExt as _;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::redirect;
use url::Url;

use crate::base_url::{BaseUrl, PlainHttp};
use crate::connection_failure::connection_failure;
use crate::host_scope::{HostScope, PublicResolver, is_private_host};
use crate::transport::{build_client, tls_client_builder};

/// The maximum size in bytes.
const MAX_BYTES: usize = 1_000_000;

/// The maximum size in pixels: a few bytes can expand to very many pixels.
const MAX_PIXELS: u64 = 4_000_000;

/// The timeout of each step.
const STEP_TIMEOUT: Duration = Duration::from_secs(20);

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;

/// A picture in a format that cannot run code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The media type, such as `image/png`.
    pub mime: &'static str,
    /// The unchanged bytes.
    pub bytes: Vec<u8>,
    /// The width and height in pixels.
    pub size: (u32, u32),
}

/// Why a picture could not be fetched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The host cannot be reached, or sent no usable reply.
    #[error("{0}")]
    Unreachable(#[from] RequestFailure),
    /// The host is this computer or on its own network, and the person has not agreed to that.
    #[error("the address leads to this computer or its own network")]
    PrivateHost,
    /// The reply is not a picture. The field is the HTTP status.
    #[error("the address has no picture (status {0})")]
    Refused(u16),
    /// The content is not in a supported picture format.
    #[error("the file is not a PNG, JPEG, GIF or WebP picture")]
    UnsupportedFormat,
    /// The picture is too large.
    #[error("the picture is too large to be shown")]
    TooLarge,
}

/// Fetches a picture without any login. Redirects never change the scheme.
///
/// # Errors
/// [`PictureError`] for anything but a PNG, JPEG, GIF or WebP picture of at most a megabyte and four million pixels,
/// for a host out of scope, and for plain HTTP to another computer.
pub async fn fetch_picture(address: &Url, scope: HostScope) -> Result<Picture, PictureError> {
    let base = BaseUrl::new(without_query(address), PlainHttp::LoopbackOnly)?;
    if !scope.allows(address) {
        return Err(PictureError::PrivateHost);
    }
    let mut client = tls_client_builder(&base)
        .retry(reqwest::retry::never())
        .referer(false)
        .redirect(redirect_policy(scope))
        .connect_timeout(STEP_TIMEOUT)
        .read_timeout(STEP_TIMEOUT)
        .timeout(STEP_TIMEOUT);
    if scope == HostScope::Public {
        client = client.dns_resolver(PublicResolver);
    }
    let media_types = "image/png, image/jpeg, image/gif, image/webp";
    let request = build_client(client)?
        .get(address.clone())
        .header(ACCEPT, media_types);
    let reply = request.send().await.map_err(|error| {
        if is_private_host(&error) {
            return PictureError::PrivateHost;
        }
        connection_failure(&error).into()
    })?;
    if !reply.status().is_success() {
        return Err(PictureError::Refused(reply.status().as_u16()));
    }
    if !may_be_picture(&reply) {
        return Err(PictureError::UnsupportedFormat);
    }
    parse_picture(&read_body(reply).await?)
}

/// Returns whether the reply claims to be a picture, or makes no claim.
fn may_be_picture(reply: &reqwest::Response) -> bool {
    let content_type = reply.headers().get(CONTENT_TYPE);
    content_type.is_none_or(|content_type| {
        let content_type = content_type.as_bytes().to_ascii_lowercase();
        content_type.starts_with(b"image/") && !content_type.starts_with(b"image/svg")
    })
}

async fn read_body(reply: reqwest::Response) -> Result<Vec<u8>, PictureError> {
    let mut chunks = reply.bytes_stream();
    let mut bytes = BytesMut::new();
    while let Some(chunk) = chunks.next().await {
        bytes.extend_from_slice(&chunk.map_err(|error| connection_failure(&error))?);
        if bytes.len() > MAX_BYTES {
            return Err(PictureError::TooLarge);
        }
    }
    Ok(bytes.into())
}

/// Detects the format from the first bytes, whatever the reply claims.
fn parse_picture(bytes: &[u8]) -> Result<Picture, PictureError> {
    let mime = match imagesize::image_type(bytes) {
        Ok(imagesize::ImageType::Png) => "image/png",
        Ok(imagesize::ImageType::Jpeg) => "image/jpeg",
        Ok(imagesize::ImageType::Gif) => "image/gif",
        Ok(imagesize::ImageType::Webp) => "image/webp",
        Ok(_) | Err(_) => return Err(PictureError::UnsupportedFormat),
    };
    let size = imagesize::blob_size(bytes).map_err(|_| PictureError::UnsupportedFormat)?;
    let pixels = |count: usize| u32::try_from(count).map_err(|_| PictureError::TooLarge);
    let (width, height) = (pixels(size.width)?, pixels(size.height)?);
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooLarge);
    }
    Ok(Picture {
        mime,
        bytes: bytes.to_vec(),
        size: (width, height),
    })
}

/// Returns the address without its query and fragment.
fn without_query(address: &Url) -> Url {
    let mut url = address.clone();
    url.set_query(None);
    url.set_fragment(None);
    url
}

/// Follows redirects to hosts in scope, if the scheme stays the same.
fn redirect_policy(scope: HostScope) -> redirect::Policy {
    redirect::Policy::custom(move |attempt| {
        let first = attempt.previous().first().map(Url::scheme);
        let is_allowed = first == Some(attempt.url().scheme())
            && scope.allows(attempt.url())
            // Plain HTTP is allowed to this computer only.
            && BaseUrl::new(without_query(attempt.url()), PlainHttp::LoopbackOnly).is_ok();
        if is_allowed && attempt.previous().len() <= MAX_REDIRECTS {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}
