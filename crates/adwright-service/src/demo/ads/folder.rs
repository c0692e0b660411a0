//! The files of an HTML5 ad, each described in full. They are most of the data, and a first start waits for them. So
//! they are written as text directly.

use super::AdBuilder;
use super::assets::{FONT, HTML, JPEG, MP4, MediaType, PNG, PixelSize, SCRIPT};

/// Epoch milliseconds.
const INGESTED: i64 = 1_778_500_000_000;

/// A file of the folder.
pub(super) struct DemoFile {
    /// Contains no character that JSON escapes.
    name: String,
    media: MediaType,
    pub(super) bytes: i64,
    dimensions: Option<PixelSize>,
}

impl AdBuilder<'_> {
    /// Returns `count` files: the page, its scripts, a backup picture, then mostly pictures with some fonts and films.
    pub(super) fn files(&mut self, count: usize, banner: PixelSize) -> Vec<DemoFile> {
        (0..count).map(|at| self.file(at, banner)).collect()
    }

    fn file(&mut self, at: usize, banner: PixelSize) -> DemoFile {
        let film = Some(PixelSize::new(640, 360));
        let (name, media, most, dimensions) = match at {
            0 => ("index.html".to_owned(), HTML, 9, Some(banner)),
            1 => ("js/main.js".to_owned(), SCRIPT, 60, None),
            2 => ("config.js".to_owned(), SCRIPT, 3, None),
            3 => ("img/backup.jpg".to_owned(), JPEG, 40, Some(banner)),
            _ if at % 19 == 4 => (format!("fonts/brand-{at}.woff2"), FONT, 28, None),
            _ if at % 31 == 6 => (format!("film/loop-{at}.mp4"), MP4, 900, film),
            _ => (format!("img/frame-{at:02}.png"), PNG, 38, Some(banner)),
        };
        let bytes = self.random.between(most * 256, most * 1024);
        DemoFile {
            name,
            media,
            bytes,
            dimensions,
        }
    }

    /// Writes the files as a list of objects.
    pub(super) fn files_json(&mut self, files: &[DemoFile]) -> String {
        let files = files.iter().enumerate();
        let described = files.map(|(at, file)| {
            let id = self.next_part();
            format!(
                r#"{{"type":"APIAsset","id":null,"clientRefId":null,"relationsBag":null,"uiPermissions":null,"version":null,{RECORD},{},{},{},{}}}"#,
                self.file_json(id, at, file),
                contexts_json(file, self.number_style(at)),
                self.page_contexts_json(file),
                pictures_json(id, file),
            )
        });
        format!("[{}]", described.collect::<Vec<_>>().join(","))
    }

    /// Alternates between numbers and texts, because INTERFACE.md gives the numbers in contexts no type.
    fn number_style(&self, at: usize) -> NumberStyle {
        if (self.nth + at).is_multiple_of(2) {
            NumberStyle::Number
        } else {
            NumberStyle::Text
        }
    }

    fn file_json(&self, id: i64, at: usize, file: &DemoFile) -> String {
        let DemoFile { name, media, .. } = file;
        let short = name.rsplit('/').next().unwrap_or(name);
        // One file of one ad is still being transferred, so that a review has a finding.
        let status = if self.nth == 5 && at == 4 {
            "INGESTING"
        } else {
            "Available"
        };
        let (width, height) = dimensions_json(file);
        let (folder, campaign, version) = (77_120 + self.nth, self.campaign.id, 1 + at % 3);
        format!(
            r#""assetId":"{id}","parentAssetId":null,"parentSourceSystem":null,"assetType":"source","mediaType":"{}","mimeType":"{}","storagePath":"/store/{campaign}/{id}","publishHostName":"assets.example.com","publishPath":"/p/{campaign}/{name}","fileName":"{short}","status":"{status}","mpsVariantId":null,"mpsJobId":null,"createUserId":"501","modifyUserId":"501","createDateTime":{INGESTED},"modifyDateTime":{},"ingestDateTime":{},"assetData":null,"currentVersion":true,"versionNumber":{version},"previousVersionAssetID":null,"assetCode":null,"codeType":null,"title":"{short}","metaSchemaId":null,"sourceSystemAssetId":null,"sourceSystem":"workspace","previousVersion":null,"width":{width},"height":{height},"archiveManifest":[],"businessMetadata":{{"accountId":"3310","notes":null,"displayName":"{short}","userId":"501","folderId":"{folder}"}}"#,
            media.kind,
            media.mime,
            INGESTED + 61_000,
            INGESTED + 64_500,
        )
    }

    /// Returns the members that only pages and scripts have.
    fn page_contexts_json(&self, file: &DemoFile) -> String {
        // The page is the first file.
        let [zero, width, height] =
            ["0", "970", "600"].map(|digits| self.number_style(0).format(digits));
        let html = format!(
            r#"{{"customInteractions":null,"includeVendorLoader":true,"scriptSource":[{{"source":"config.js","innerText":null,"index":0}},{{"source":"js/main.js","innerText":null,"index":1}}],"expansionParams":{{"x":{zero},"y":{zero},"w":{width},"h":{height}}},"vendorBlocks":null,"clickTag":"clickTag","modifiedData":null,"includeAdKit":{}}}"#,
            self.is_of_every_nth(2),
        );
        let html = json_or_null(file.media.kind == "HTML", &html);
        let script = json_or_null(file.name == "js/main.js", SCRIPT_CONTEXT);
        format!(
            r#""htmlContext":{html},"jsContext":{script},"swfContext":null,"extendedAdProperties":null"#
        )
    }
}

/// The audit members of a file. The service leaves them empty.
const RECORD: &str = r#""createdBy":null,"createdByName":null,"createdByAccount":null,"createdByAccountName":null,"createdOn":null,"lastUpdatedBy":null,"lastUpdatedByName":null,"lastUpdatedByAccount":null,"lastUpdatedByAccountName":null,"lastUpdateOn":null"#;

const SCRIPT_CONTEXT: &str = r#"{"customInteractions":[{"cname":"open","classificationID":"2","interactionSign":"ua","closeFlag":"false","countAsClick":"false","jumpURL":"","editableType":"none","type":"userAction"},{"cname":"shop","classificationID":"1","interactionSign":"ct","closeFlag":"true","countAsClick":"true","jumpURL":"https://shop.example.com/","editableType":"url","type":"clickthrough"}],"smartElementContainer":null,"html5Manifest":null}"#;

const SOUND: &str = r#"{"bitsPerSample":null,"channels":null,"hasStreams":false,"sampleRate":null,"streamContextDTO":null}"#;

/// The spelling of a number in JSON.
#[derive(Clone, Copy)]
enum NumberStyle {
    Number,
    Text,
}

impl NumberStyle {
    fn format(self, number: &str) -> String {
        match self {
            Self::Text if number != "null" => format!("\"{number}\""),
            Self::Number | Self::Text => number.to_owned(),
        }
    }
}

/// Returns what the service detected in the content.
fn contexts_json(file: &DemoFile, spelling: NumberStyle) -> String {
    let (width, height) = dimensions_json(file);
    let [width, height] = [width, height].map(|side| spelling.format(&side));
    let bytes = spelling.format(&file.bytes.to_string());
    let compressed = spelling.format(&(file.bytes * 4 / 5).to_string());
    let is_film = file.media.kind == "VIDEO";
    let moving = format!(
        r#"{{"frameRate":25,"hasStreams":true,"height":{height},"pixelAspectRatio":"1:1","width":{width},"streamContextDTO":null}}"#
    );
    let picture = format!(
        r#"{{"width":{width},"height":{height},"dataPrecision":8,"compressionType":"deflate","extendedProperties":null}}"#
    );
    let format = file.media.mime.rsplit('/').next().map(str::to_uppercase);
    format!(
        r#""formatContext":{{"audioStreamCount":0,"bitRate":{},"decodingFailed":false,"duration":{},"fileSize":{bytes},"format":"{}","streamCount":{streams},"videoStreamCount":{streams},"compressedFileSize":{compressed}}},"audioStreamContext":{},"videoStreamContext":{},"imageContext":{}"#,
        json_or_null(is_film, "1450"),
        json_or_null(is_film, "8.04"),
        format.unwrap_or_default(),
        json_or_null(is_film, SOUND),
        json_or_null(is_film, &moving),
        json_or_null(file.media.kind == "IMAGE", &picture),
        streams = i64::from(is_film),
    )
}

/// Returns the thumbnails of a file, and its transcoded forms.
fn pictures_json(id: i64, file: &DemoFile) -> String {
    let small = if file.dimensions.is_some() {
        format!(
            r#"{{"id":"{id}","width":96,"height":54,"master":true,"name":"small","imageFormat":"png","url":"https://assets.example.com/t/{id}.png"}}"#
        )
    } else {
        String::new()
    };
    let proxy = if file.media.kind == "VIDEO" {
        format!(
            r#"{{"proxyAssetId":"{}","proxyMediaType":"VIDEO","proxyFormat":"WEBM","proxyAudioStreamCount":0,"proxyVideoStreamCount":1,"proxyHeight":360,"proxyWidth":640,"proxyBitRate":900,"proxyFileSize":{},"proxyReferenceName":"webm-360","proxyUrl":"https://assets.example.com/v/{id}.webm","proxyTitle":null}}"#,
            id + 1,
            file.bytes / 2,
        )
    } else {
        String::new()
    };
    format!(r#""thumbnails":[{small}],"relatedProxies":[{proxy}]"#)
}

/// Returns the width and height as JSON.
fn dimensions_json(file: &DemoFile) -> (String, String) {
    let null = || "null".to_owned();
    file.dimensions.map_or_else(
        || (null(), null()),
        |PixelSize { width, height }| (width.to_string(), height.to_string()),
    )
}

fn json_or_null(has_value: bool, json: &str) -> &str {
    if has_value { json } else { "null" }
}
