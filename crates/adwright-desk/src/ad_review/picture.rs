//! Small pictures of an ad's files. Only the one that a person asks for is got, from the address that the ad names.

use adwright_client::picture;
use adwright_review::Assets;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::desk::Desk;
use crate::error::Error;
use crate::link::web_address;
use crate::views::{Target, Thumbnail};

impl Desk {
    /// Gets the small picture of a file, which stands at `path` in the ad.
    ///
    /// # Errors
    /// As for [`Desk::ad_review`], and [`Error::Unfit`] where no picture is named, none is there, or it is none that can
    /// be shown safely.
    pub async fn ad_thumbnail(&self, target: &Target, path: &str) -> Result<Thumbnail, Error> {
        let files = Assets::of(&self.ad(target)?).files;
        let file = files.into_iter().find(|file| file.path == path);
        let named = file.and_then(|file| file.thumbnail);
        let named = named.ok_or_else(|| unfit("The ad names no picture of this file."))?;
        let address = web_address(&named)?;
        let got = picture(&address).await;
        let got = got.map_err(|why| unfit(&format!("No picture: {why}.")))?;
        let bytes = BASE64_STANDARD.encode(&got.bytes);
        let (width, height) = got.size;
        Ok(Thumbnail {
            address: format!("data:{};base64,{bytes}", got.mime),
            width,
            height,
            host: address.host_str().unwrap_or_default().to_owned(),
        })
    }
}

fn unfit(said: &str) -> Error {
    Error::Unfit(said.to_owned())
}
