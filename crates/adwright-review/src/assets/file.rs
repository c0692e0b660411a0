use serde::Serialize;
use specta::Type;

use super::made::Made;
use super::mime::trouble;
use super::page::Page;
use crate::amount::{Amount, told};
use crate::read::{Held, shortened};

/// A file of an ad, as its document describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct File {
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
    pub counts: Counts,
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
    pub standing: Standing,
    /// What stands out, each in a few words.
    pub remarks: Vec<String>,
    /// The place of the first file of the same id, or name and weight, where this is not it.
    pub same_as: Option<u32>,
    /// The variants and proxies that the service made of it; of very many, the first.
    pub made: Vec<Made>,
    /// How many variants, proxies and thumbnails there are of it.
    pub made_counts: [u32; 3],
    /// Where a small picture of it is to be had, as the ad says.
    pub thumbnail: Option<String>,
    /// What only pages have.
    pub page: Option<Page>,
}

/// How a file counts in what the ad weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Counts {
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
pub enum Standing {
    /// It can be served.
    Ready,
    /// The service is still taking it in.
    Working,
    /// The ad does not say.
    Unsaid,
    /// Something else, which may mean that it cannot be served.
    Odd,
}

impl File {
    pub(super) fn of(held: &Held<'_>, part: &str) -> Self {
        let status = held.text("status").or_else(|| held.text("assetStatus"));
        let standing = standing(status.as_deref());
        let named = ["fileName", "assetName", "name", "title"];
        let name = named.into_iter().find_map(|name| held.text(name));
        let mut file = Self {
            name: name.as_ref().map_or_else(
                || "a file without a name".to_owned(),
                |name| shortened(name),
            ),
            full_name: name.map(String::from),
            folders: folders(held),
            path: held.path.to_string(),
            part: part.to_owned(),
            id: word(held, "assetId"),
            parent: word(held, "parentAssetId"),
            within: None,
            kilobytes: kilobytes(held),
            counts: Counts::Itself,
            width: side(held, "width"),
            height: side(held, "height"),
            seconds: seconds(held),
            media: word(held, "mediaType"),
            mime: word(held, "mimeType"),
            status: status.map(|status| shortened(&status)),
            standing,
            remarks: Vec::new(),
            same_as: None,
            made: Made::of(held),
            made_counts: ["variants", "relatedProxies", "thumbnails"].map(|name| count(held, name)),
            thumbnail: thumbnail(held),
            page: held.object("htmlContext").map(|context| Page::of(&context)),
        };
        file.remarks = remarks(&file);
        file
    }
}

fn word(held: &Held<'_>, name: &str) -> Option<String> {
    held.word(name).map(|word| shortened(&word))
}

fn standing(status: Option<&str>) -> Standing {
    let is =
        |status: &str, words: &[&str]| words.iter().any(|word| status.eq_ignore_ascii_case(word));
    match status {
        None => Standing::Unsaid,
        Some(status) if is(status, &["Available"]) => Standing::Ready,
        Some(status) if is(status, &["INGESTING"]) => Standing::Working,
        Some(_) => Standing::Odd,
    }
}

/// The folders on the way to a file, and not the file itself. Where it is published says more than where it is kept.
fn folders(held: &Held<'_>) -> Vec<String> {
    let path = held
        .text("publishPath")
        .or_else(|| held.text("storagePath"));
    let Some(path) = path else { return Vec::new() };
    let steps = path.split('/').filter(|step| !step.is_empty());
    let mut steps: Vec<_> = steps.map(shortened).collect();
    steps.pop();
    steps
}

/// Assets give their size in kilobytes, files of a folder in bytes.
fn kilobytes(held: &Held<'_>) -> Amount {
    let size = Amount::of(held.value("size"));
    let context = held
        .object("formatContext")
        .filter(|_| size == Amount::Missing);
    match context.map(|context| Amount::of(context.value("fileSize"))) {
        Some(Amount::Known { value }) => Amount::Known {
            value: value / 1024.0,
        },
        Some(other) => other,
        None => size,
    }
}

fn side(held: &Held<'_>, name: &str) -> Amount {
    own_or_found(held, name, &["imageContext", "videoStreamContext"])
}

/// Assets say it themselves, files of a folder with what the service found in them.
fn own_or_found(held: &Held<'_>, name: &str, contexts: &[&str]) -> Amount {
    let contexts = contexts.iter().filter_map(|context| held.object(context));
    let found = contexts.map(|context| Amount::of(context.value(name)));
    let mut all = std::iter::once(Amount::of(held.value(name))).chain(found);
    all.find(|amount| *amount != Amount::Missing)
        .unwrap_or_default()
}

/// Of assets in seconds; of files of a folder, where the interface shows no unit, as it stands.
fn seconds(held: &Held<'_>) -> Amount {
    own_or_found(held, "duration", &["formatContext"])
}

fn count(held: &Held<'_>, name: &str) -> u32 {
    let list = held
        .value(name)
        .filter(|list| list.shape() == adwright_model::Shape::Array);
    list.map_or(0, |list| u32::try_from(list.len()).unwrap_or(u32::MAX))
}

/// Assets name one picture, files of a folder a list of them.
fn thumbnail(held: &Held<'_>) -> Option<String> {
    let own = held.text("thumbnailUrl").map(String::from);
    own.or_else(|| {
        let pictures = held.objects("thumbnails");
        pictures
            .iter()
            .find_map(|picture| picture.text("url").map(String::from))
    })
}

fn remarks(file: &File) -> Vec<String> {
    let status = file.status.as_deref().unwrap_or_default();
    let standing = match file.standing {
        Standing::Working => Some("the service is still taking it in".to_owned()),
        Standing::Odd => Some(format!("its status is “{status}”")),
        Standing::Ready | Standing::Unsaid => None,
    };
    let weight = match &file.kilobytes {
        Amount::Known { value } if *value <= 0.0 => Some(format!("it weighs {} KB", told(*value))),
        Amount::Wrong { text } => Some(format!("its weight is no number ({text})")),
        Amount::Known { .. } | Amount::Missing => None,
    };
    let name = file.full_name.as_deref().unwrap_or(&file.name);
    let mime = trouble(name, file.mime.as_deref());
    [standing, weight, mime].into_iter().flatten().collect()
}
