//! Fetches thumbnails of an ad's files. Only a thumbnail that a person asks for is fetched, from the address in the
//! ad.

use adwright_client::{HostScope, Picture, PictureError, fetch_picture};
use adwright_review::Assets;
use adwright_views::{DocumentRef, Thumbnail, ThumbnailResult};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::ad_review::AdReviews;
use crate::error::{AdError, Error};
use crate::host::parse_web_address;

impl AdReviews {
    /// Fetches the thumbnail of the file at `path` in the ad. A picture on this computer or its local network is
    /// fetched only from the host that the person agreed to.
    ///
    /// # Errors
    /// As for [`AdReviews::ad_review`], and [`AdError`] if the picture is not named, is missing, or cannot be
    /// shown safely.
    pub async fn fetch_ad_thumbnail(
        &self,
        target: &DocumentRef,
        path: &str,
        agreed_host: Option<&str>,
    ) -> Result<ThumbnailResult, Error> {
        let files = Assets::from_ad(&self.ad_document(target)?).files;
        let file = files.into_iter().find(|file| file.path == path);
        let named = file.and_then(|file| file.thumbnail);
        let named = named.ok_or(AdError::NoThumbnail)?;
        let address = parse_web_address(&named)?;
        let host = address.host_str().unwrap_or_default().to_owned();
        let scope = match agreed_host {
            Some(agreed) if agreed == host => HostScope::Any,
            _ => HostScope::Public,
        };
        match fetch_picture(&address, scope).await {
            Ok(picture) => Ok(ThumbnailResult::Picture(thumbnail(&picture, host))),
            Err(PictureError::PrivateHost) => Ok(ThumbnailResult::PrivateHost { host }),
            Err(error) => Err(AdError::Picture(error).into()),
        }
    }
}

fn thumbnail(picture: &Picture, host: String) -> Thumbnail {
    let bytes = BASE64_STANDARD.encode(&picture.bytes);
    let (width, height) = picture.size;
    Thumbnail {
        address: format!("data:{};base64,{bytes}", picture.mime),
        width,
        height,
        host,
    }
}
