//! Single assets: pictures, films and pages.

use serde_json::{Value, json};

use super::{AdBuilder, into_members, nested_object};

/// The media type of an asset.
#[derive(Clone, Copy)]
pub(super) struct MediaType {
    pub(super) kind: &'static str,
    pub(super) mime: &'static str,
}

pub(super) const PNG: MediaType = MediaType {
    kind: "IMAGE",
    mime: "image/png",
};
pub(super) const JPEG: MediaType = MediaType {
    kind: "IMAGE",
    mime: "image/jpeg",
};
pub(super) const GIF: MediaType = MediaType {
    kind: "IMAGE",
    mime: "image/gif",
};
pub(super) const MP4: MediaType = MediaType {
    kind: "VIDEO",
    mime: "video/mp4",
};
pub(super) const HTML: MediaType = MediaType {
    kind: "HTML",
    mime: "text/html",
};
pub(super) const SCRIPT: MediaType = MediaType {
    kind: "JS",
    mime: "text/javascript",
};
pub(super) const FONT: MediaType = MediaType {
    kind: "GENERIC",
    mime: "font/woff2",
};
pub(super) const FLASH: MediaType = MediaType {
    kind: "FLASH",
    mime: "application/x-shockwave-flash",
};

/// A size in pixels.
#[derive(Clone, Copy)]
pub(super) struct PixelSize {
    pub(super) width: i64,
    pub(super) height: i64,
}

impl PixelSize {
    pub(super) const fn new(width: i64, height: i64) -> Self {
        Self { width, height }
    }
}

/// One asset to describe. The size is in KB.
pub(super) struct DemoAsset<'a> {
    pub(super) name: &'a str,
    pub(super) media: MediaType,
    pub(super) size: i64,
    pub(super) dimensions: PixelSize,
}

impl AdBuilder<'_> {
    /// Returns an asset as an object of this type, with the members of `more` added.
    pub(super) fn asset(&mut self, ty: &str, asset: &DemoAsset<'_>, more: Value) -> Value {
        let id = self.next_part();
        let is_film = asset.media.kind == "VIDEO";
        let mut members = into_members(json!({
            "assetId": id,
            "assetName": asset.name,
            "source": true,
            "assetStatus": "Available",
            "folderId": 77_120 + self.nth,
            "size": asset.size,
            "duration": is_film.then_some(15.5),
            "bitRate": is_film.then_some(1_450),
            "width": asset.dimensions.width,
            "height": asset.dimensions.height,
            "mimeType": asset.media.mime,
            "mediaType": asset.media.kind,
            "thumbnailUrl": format!("https://assets.example.com/t/{id}.png"),
        }));
        members.extend(super::into_members(more));
        nested_object(ty, Value::Object(members))
    }

    /// Returns the picture for players that can show nothing else.
    pub(super) fn default_image(&mut self, dimensions: PixelSize) -> Value {
        let media = if self.is_of_every_nth(2) { JPEG } else { GIF };
        let name = if self.is_of_every_nth(2) {
            "backup.jpg"
        } else {
            "backup.gif"
        };
        let size = self.random.between(22, 48);
        self.asset(
            "AdAsset",
            &DemoAsset {
                name,
                media,
                size,
                dimensions,
            },
            json!({}),
        )
    }

    /// Returns a list; for a few ads a bare object, or nothing.
    pub(super) fn additional_assets(&mut self) -> Value {
        let extra = [
            ("product.png", PNG, 64, PixelSize::new(600, 600)),
            ("teaser.mp4", MP4, 890, PixelSize::new(640, 360)),
            ("legal.png", PNG, 9, PixelSize::new(320, 40)),
        ];
        let count = self.nth % 4;
        let mut assets = Vec::new();
        for (name, media, size, dimensions) in extra.into_iter().take(count) {
            let label = name.split('.').next();
            let more = json!({ "variants": null, "transcodeJobID": null, "name": label });
            assets.push(self.asset(
                "AdditionalAsset",
                &DemoAsset {
                    name,
                    media,
                    size,
                    dimensions,
                },
                more,
            ));
        }
        match (count, assets.len()) {
            (0, _) => Value::Null,
            (_, 1) if self.nth % 8 == 1 => assets.remove(0),
            _ => assets.into(),
        }
    }
}
