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
    pub within: Option<u32>,
    /// Its weight in kilobytes, as the ad says.
    pub kilobytes: Amount,
    /// How it counts in the weight of the ad.
    pub counts: WeightRole,
    /// Its width in pixels.
    pub width: Amount,
    /// Its height in pixels.
    pub height: Amount,
    /// Its duration in seconds.
    pub seconds: Amount,
    /// Its kind of medium, as the service detected it.
    pub media: Option<String>,
    /// Its MIME type, as the service detected it.
    pub mime: Option<String>,
    /// Its status as written.
    pub status: Option<String>,
    /// Its parsed status.
    pub standing: FileStatus,
    /// Remarks about it, each in a few words.
    pub remarks: Vec<String>,
    /// The index of the first file with the same id, or the same name and weight, if it is another one.
    pub same_as: Option<u32>,
    /// The variants and proxies that the service made from it, up to a limit.
    pub made: Vec<DerivedFile>,
    /// The numbers of its variants, proxies and thumbnails.
    pub made_counts: [u32; 3],
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
    Itself,
    /// It is a folder, and its files count instead.
    ByItsFiles,
    /// It is in a folder that counts with its own weight.
    InItsFolder,
    /// It repeats an asset that already counts.
    Again,
    /// It was made from another file, and is not loaded in addition.
    MadeFromOther,
}

/// The status of a file in the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FileStatus {
    /// The service can serve it.
    Ready,
    /// The service is still processing it.
    Working,
    /// The ad does not say.
    Unsaid,
    /// An unknown status. The service may be unable to serve it.
    Odd,
}

impl AdFile {
    pub(super) fn new(held: &ObjectReader<'_>, part: &str) -> Self {
        let status = held.text("status").or_else(|| held.text("assetStatus"));
        let standing = parse_status(status.as_deref());
        let named = ["fileName", "assetName", "name", "title"];
        let name = named.into_iter().find_map(|name| held.text(name));
        let mut file = Self {
            name: name
                .as_ref()
                .map_or_else(|| "a file without a name".to_owned(), |name| shorten(name)),
            full_name: name.map(String::from),
            folders: folders(held),
            path: held.path.to_string(),
            part: part.to_owned(),
            id: short_text(held, "assetId"),
            parent: short_text(held, "parentAssetId"),
            within: None,
            kilobytes: kilobytes(held),
            counts: WeightRole::Itself,
            width: dimension(held, "width"),
            height: dimension(held, "height"),
            seconds: seconds(held),
            media: short_text(held, "mediaType"),
            mime: short_text(held, "mimeType"),
            status: status.map(|status| shorten(&status)),
            standing,
            remarks: Vec::new(),
            same_as: None,
            made: DerivedFile::list(held),
            made_counts: ["variants", "relatedProxies", "thumbnails"]
                .map(|name| count_items(held, name)),
            thumbnail: thumbnail_url(held),
            page: held
                .object("htmlContext")
                .map(|context| HtmlPage::from_context(&context)),
        };
        file.remarks = find_remarks(&file);
        file
    }
}

fn short_text(held: &ObjectReader<'_>, name: &str) -> Option<String> {
    held.text_or_number(name).map(|word| shorten(&word))
}

fn parse_status(status: Option<&str>) -> FileStatus {
    let is =
        |status: &str, words: &[&str]| words.iter().any(|word| status.eq_ignore_ascii_case(word));
    match status {
        None => FileStatus::Unsaid,
        Some(status) if is(status, &["Available"]) => FileStatus::Ready,
        Some(status) if is(status, &["INGESTING"]) => FileStatus::Working,
        Some(_) => FileStatus::Odd,
    }
}

/// Returns the folders of a file, preferably from its published path, which is more specific than the stored path.
fn folders(held: &ObjectReader<'_>) -> Vec<String> {
    let path = held
        .text("publishPath")
        .or_else(|| held.text("storagePath"));
    let Some(path) = path else { return Vec::new() };
    let steps = path.split('/').filter(|step| !step.is_empty());
    let mut steps: Vec<_> = steps.map(shorten).collect();
    steps.pop();
    steps
}

/// Returns the weight in kilobytes. Assets have kilobytes, files of a folder bytes.
fn kilobytes(held: &ObjectReader<'_>) -> Amount {
    let size = Amount::from_node(held.value("size"));
    let context = held
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

fn dimension(held: &ObjectReader<'_>, name: &str) -> Amount {
    own_or_context(held, name, &["imageContext", "videoStreamContext"])
}

/// Reads a number: of an asset from the asset itself, of a file in a folder from one of its contexts.
fn own_or_context(held: &ObjectReader<'_>, name: &str, contexts: &[&str]) -> Amount {
    let contexts = contexts.iter().filter_map(|context| held.object(context));
    let found = contexts.map(|context| Amount::from_node(context.value(name)));
    let mut all = std::iter::once(Amount::from_node(held.value(name))).chain(found);
    all.find(|amount| *amount != Amount::Missing)
        .unwrap_or_default()
}

/// Returns the duration. Assets have seconds. For files of a folder, the interface does not document the unit.
fn seconds(held: &ObjectReader<'_>) -> Amount {
    own_or_context(held, "duration", &["formatContext"])
}

fn count_items(held: &ObjectReader<'_>, name: &str) -> u32 {
    let list = held
        .value(name)
        .filter(|list| list.json_type() == adwright_model::JsonType::Array);
    list.map_or(0, |list| u32::try_from(list.len()).unwrap_or(u32::MAX))
}

/// Returns the address of the thumbnail. Assets have one picture, files of a folder a list.
fn thumbnail_url(held: &ObjectReader<'_>) -> Option<String> {
    let own = held.text("thumbnailUrl").map(String::from);
    own.or_else(|| {
        let pictures = held.objects("thumbnails");
        pictures
            .iter()
            .find_map(|picture| picture.text("url").map(String::from))
    })
}

fn find_remarks(file: &AdFile) -> Vec<String> {
    let status = file.status.as_deref().unwrap_or_default();
    let standing = match file.standing {
        FileStatus::Working => Some("the service is still processing it".to_owned()),
        FileStatus::Odd => Some(format!("its status is “{status}”")),
        FileStatus::Ready | FileStatus::Unsaid => None,
    };
    let weight = match &file.kilobytes {
        Amount::Known { value } if *value <= 0.0 => {
            Some(format!("it weighs {} KB", format_grouped(*value)))
        }
        Amount::Wrong { text } => Some(format!("its weight is not a number ({text})")),
        Amount::Known { .. } | Amount::Missing => None,
    };
    let name = file.full_name.as_deref().unwrap_or(&file.name);
    let mime = mismatch(name, file.mime.as_deref());
    [standing, weight, mime].into_iter().flatten().collect()
}
