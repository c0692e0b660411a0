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
    /// What it is called, without its folders.
    pub name: String,
    /// The same uncut; none where the ad does not say.
    #[serde(skip)]
    pub(super) full_name: Option<String>,
    /// The folders that it is in, from the outermost; none where the ad does not say.
    pub folders: Vec<String>,
    /// Where it stands in the document.
    pub path: String,
    /// What of the ad it is, such as `Default image`.
    pub part: String,
    /// The id that the service gave it.
    pub id: Option<String>,
    /// The id of the file that it was made from.
    pub parent: Option<String>,
    /// The place of the folder that it is a file of, where that stands among the files itself.
    pub within: Option<u32>,
    /// How much it weighs, in kilobytes, as the ad says.
    pub kilobytes: Amount,
    /// How it counts in what the ad weighs.
    pub counts: WeightRole,
    /// Its width in pixels.
    pub width: Amount,
    /// Its height in pixels.
    pub height: Amount,
    /// How long it runs, in seconds.
    pub seconds: Amount,
    /// What kind of medium the service takes it for.
    pub media: Option<String>,
    /// What kind of data the service takes it for.
    pub mime: Option<String>,
    /// How far the service is with it, as the ad says.
    pub status: Option<String>,
    /// The same, as far as it matters.
    pub standing: FileStatus,
    /// What stands out, each in a few words.
    pub remarks: Vec<String>,
    /// The place of the first file of the same id, or name and weight, where this is not it.
    pub same_as: Option<u32>,
    /// The variants and proxies that the service made of it; of very many, the first.
    pub made: Vec<DerivedFile>,
    /// How many variants, proxies and thumbnails there are of it.
    pub made_counts: [u32; 3],
    /// Where a small picture of it is to be had, as the ad says.
    pub thumbnail: Option<String>,
    /// What only pages have.
    pub page: Option<HtmlPage>,
}

/// How a file counts in what the ad weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WeightRole {
    /// With its own weight.
    Itself,
    /// It is a folder, and counts as the files in it.
    ByItsFiles,
    /// Not again: it is in a folder that counts with its own weight.
    InItsFolder,
    /// Not again: the same asset is in the ad already.
    Again,
    /// Not at all: it was made from another file, and is not loaded beside that.
    MadeFromOther,
}

/// How far the service is with a file, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FileStatus {
    /// It can be served.
    Ready,
    /// The service is still taking it in.
    Working,
    /// The ad does not say.
    Unsaid,
    /// Something else, which may mean that it cannot be served.
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

/// Returns the folders above a file, without the file. The published path says more than the stored path.
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

/// Returns the weight in kilobytes. Assets give it in kilobytes, files of a folder in bytes.
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

/// Reads a number. Assets have it directly, files of a folder in the context that the service found.
fn own_or_context(held: &ObjectReader<'_>, name: &str, contexts: &[&str]) -> Amount {
    let contexts = contexts.iter().filter_map(|context| held.object(context));
    let found = contexts.map(|context| Amount::from_node(context.value(name)));
    let mut all = std::iter::once(Amount::from_node(held.value(name))).chain(found);
    all.find(|amount| *amount != Amount::Missing)
        .unwrap_or_default()
}

/// Returns the duration. Assets give seconds; for files of a folder the interface shows no unit.
fn seconds(held: &ObjectReader<'_>) -> Amount {
    own_or_context(held, "duration", &["formatContext"])
}

fn count_items(held: &ObjectReader<'_>, name: &str) -> u32 {
    let list = held
        .value(name)
        .filter(|list| list.json_type() == adwright_model::JsonType::Array);
    list.map_or(0, |list| u32::try_from(list.len()).unwrap_or(u32::MAX))
}

/// Returns the thumbnail. Assets name one picture, files of a folder a list.
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
        FileStatus::Working => Some("the service is still taking it in".to_owned()),
        FileStatus::Odd => Some(format!("its status is “{status}”")),
        FileStatus::Ready | FileStatus::Unsaid => None,
    };
    let weight = match &file.kilobytes {
        Amount::Known { value } if *value <= 0.0 => {
            Some(format!("it weighs {} KB", format_grouped(*value)))
        }
        Amount::Wrong { text } => Some(format!("its weight is no number ({text})")),
        Amount::Known { .. } | Amount::Missing => None,
    };
    let name = file.full_name.as_deref().unwrap_or(&file.name);
    let mime = mismatch(name, file.mime.as_deref());
    [standing, weight, mime].into_iter().flatten().collect()
}
