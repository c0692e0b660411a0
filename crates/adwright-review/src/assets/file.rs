use serde::Serialize;
use specta::Type;

use super::derived_file::DerivedFile;
use super::mime::mismatch;
use super::page::HtmlPage;
use crate::amount::{Amount, format_grouped};
use crate::object_reader::{ObjectReader, shorten};

/// A file of an ad, as its document describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdFile {
    /// Its name without folders, shortened.
    pub name: String,
    /// Its full name, if the ad has one.
    #[serde(skip)]
    pub(super) full_name: Option<String>,
    /// Its folders, outermost first; empty if the ad has no path.
    pub folders: Vec<String>,
    /// Its path in the document.
    pub path: String,
    /// Its part of the ad, such as `Default image`.
    pub part: String,
    /// Its asset id.
    pub id: Option<String>,
    /// The asset id of the file that it was made from.
    pub parent: Option<String>,
    /// The index of its folder, if the folder is one of the files.
    pub folder: Option<u32>,
    /// Its weight in kilobytes, as the ad says.
    pub kilobytes: Amount,
    /// How it counts in the weight of the ad.
    pub weight_role: WeightRole,
    /// Its width in pixels.
    pub width: Amount,
    /// Its height in pixels.
    pub height: Amount,
    /// Its duration in seconds.
    pub duration: Amount,
    /// Its kind of medium, as the service detected it.
    pub media_type: Option<String>,
    /// Its MIME type, as the service detected it.
    pub mime_type: Option<String>,
    /// Its status as written.
    pub status_text: Option<String>,
    /// Its parsed status.
    pub status: FileStatus,
    /// Remarks about it, each in a few words.
    pub remarks: Vec<String>,
    /// The index of the first file with the same id, or the same name and weight, if it is another one.
    pub duplicate_of: Option<u32>,
    /// The variants and proxies that the service made from it, up to a limit.
    pub derived: Vec<DerivedFile>,
    /// The numbers of its variants, proxies and thumbnails.
    pub derived_counts: [u32; 3],
    /// The address of its thumbnail.
    pub thumbnail: Option<String>,
    /// The details of an HTML page.
    pub page: Option<HtmlPage>,
}

/// How a file counts in the weight of the ad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WeightRole {
    /// It counts with its own weight.
    OwnWeight,
    /// It is a folder, and its files count instead.
    FilesInstead,
    /// It is in a folder that counts with its own weight.
    InFolder,
    /// It repeats an asset that already counts.
    Repeated,
    /// It was made from another file, and is not loaded in addition.
    Derived,
}

/// The status of a file in the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FileStatus {
    /// The service can serve it.
    Ready,
    /// The service is still processing it.
    Processing,
    /// The ad does not say.
    Unspecified,
    /// An unknown status. The service may be unable to serve it.
    Unknown,
}

impl AdFile {
    pub(super) fn new(reader: &ObjectReader<'_>, part: &str) -> Self {
        let status_text = reader.text("status").or_else(|| reader.text("assetStatus"));
        let status = parse_status(status_text.as_deref());
        let name_members = ["fileName", "assetName", "name", "title"];
        let name = name_members.into_iter().find_map(|name| reader.text(name));
        let mut file = Self {
            name: name
                .as_ref()
                .map_or_else(|| "a file without a name".to_owned(), |name| shorten(name)),
            full_name: name.map(String::from),
            folders: folders(reader),
            path: reader.path.to_string(),
            part: part.to_owned(),
            id: short_text(reader, "assetId"),
            parent: short_text(reader, "parentAssetId"),
            folder: None,
            kilobytes: kilobytes(reader),
            weight_role: WeightRole::OwnWeight,
            width: dimension(reader, "width"),
            height: dimension(reader, "height"),
            duration: duration(reader),
            media_type: short_text(reader, "mediaType"),
            mime_type: short_text(reader, "mimeType"),
            status_text: status_text.map(|status| shorten(&status)),
            status,
            remarks: Vec::new(),
            duplicate_of: None,
            derived: DerivedFile::list(reader),
            derived_counts: ["variants", "relatedProxies", "thumbnails"]
                .map(|name| count_items(reader, name)),
            thumbnail: thumbnail_url(reader),
            page: reader
                .object("htmlContext")
                .map(|context| HtmlPage::from_context(&context)),
        };
        file.remarks = find_remarks(&file);
        file
    }
}

fn short_text(reader: &ObjectReader<'_>, name: &str) -> Option<String> {
    reader.text_or_number(name).map(|word| shorten(&word))
}

fn parse_status(status: Option<&str>) -> FileStatus {
    let is =
        |status: &str, words: &[&str]| words.iter().any(|word| status.eq_ignore_ascii_case(word));
    match status {
        None => FileStatus::Unspecified,
        Some(status) if is(status, &["Available"]) => FileStatus::Ready,
        Some(status) if is(status, &["INGESTING"]) => FileStatus::Processing,
        Some(_) => FileStatus::Unknown,
    }
}

/// Returns the folders of a file, preferably from its published path, which is more specific than the stored path.
fn folders(reader: &ObjectReader<'_>) -> Vec<String> {
    let path = reader
        .text("publishPath")
        .or_else(|| reader.text("storagePath"));
    let Some(path) = path else { return Vec::new() };
    let folders = path.split('/').filter(|folder| !folder.is_empty());
    let mut folders: Vec<_> = folders.map(shorten).collect();
    folders.pop();
    folders
}

/// Returns the weight in kilobytes. Assets have kilobytes, files of a folder bytes.
fn kilobytes(reader: &ObjectReader<'_>) -> Amount {
    let size = Amount::from_node(reader.value("size"));
    let context = reader
        .object("formatContext")
        .filter(|_| size == Amount::Missing);
    match context.map(|context| Amount::from_node(context.value("fileSize"))) {
        Some(Amount::Known { value }) => Amount::Known {
            value: value / 1024.0,
        },
        Some(other) => other,
        None => size,
    }
}

fn dimension(reader: &ObjectReader<'_>, name: &str) -> Amount {
    own_or_context(reader, name, &["imageContext", "videoStreamContext"])
}

/// Reads a number: of an asset from the asset itself, of a file in a folder from one of its contexts.
fn own_or_context(reader: &ObjectReader<'_>, name: &str, contexts: &[&str]) -> Amount {
    let contexts = contexts.iter().filter_map(|context| reader.object(context));
    let from_contexts = contexts.map(|context| Amount::from_node(context.value(name)));
    let mut all = std::iter::once(Amount::from_node(reader.value(name))).chain(from_contexts);
    all.find(|amount| *amount != Amount::Missing)
        .unwrap_or_default()
}

/// Returns the duration. Assets have seconds. For files of a folder, the interface does not document the unit.
fn duration(reader: &ObjectReader<'_>) -> Amount {
    own_or_context(reader, "duration", &["formatContext"])
}

fn count_items(reader: &ObjectReader<'_>, name: &str) -> u32 {
    let list = reader
        .value(name)
        .filter(|list| list.json_type() == adwright_model::JsonType::Array);
    list.map_or(0, |list| u32::try_from(list.len()).unwrap_or(u32::MAX))
}

/// Returns the address of the thumbnail. Assets have one picture, files of a folder a list.
fn thumbnail_url(reader: &ObjectReader<'_>) -> Option<String> {
    let single = reader.text("thumbnailUrl").map(String::from);
    single.or_else(|| {
        let pictures = reader.objects("thumbnails");
        pictures
            .iter()
            .find_map(|picture| picture.text("url").map(String::from))
    })
}

fn find_remarks(file: &AdFile) -> Vec<String> {
    let status_text = file.status_text.as_deref().unwrap_or_default();
    let status = match file.status {
        FileStatus::Processing => Some("the service is still processing it".to_owned()),
        FileStatus::Unknown => Some(format!("its status is “{status_text}”")),
        FileStatus::Ready | FileStatus::Unspecified => None,
    };
    let weight = match &file.kilobytes {
        Amount::Known { value } if *value <= 0.0 => {
            Some(format!("it weighs {} KB", format_grouped(*value)))
        }
        Amount::Wrong { text } => Some(format!("its weight is not a number ({text})")),
        Amount::Known { .. } | Amount::Missing => None,
    };
    let name = file.full_name.as_deref().unwrap_or(&file.name);
    let mime_type = mismatch(name, file.mime_type.as_deref());
    [status, weight, mime_type].into_iter().flatten().collect()
}
