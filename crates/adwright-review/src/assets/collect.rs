//! Collects the files of an ad.

use std::collections::{HashMap, HashSet};

use super::file::AdFile;
use super::weight_roles;
use crate::amount::format_number;
use crate::object_reader::ObjectReader;

/// The most files that a review covers.
const MOST_FILES: usize = 20_000;

/// Members of an ad that are one file, and their labels.
const SINGLE: [(&str, &str); 3] = [
    ("defaultImage", "Default image"),
    ("banner", "Banner"),
    ("html5", "HTML5 folder"),
];

/// Members of an ad that are a list of files, and their labels.
const LISTS: [(&str, &str); 6] = [
    ("panels", "Panel"),
    ("linears", "Linear"),
    ("nonLinears", "Non-linear"),
    ("companions", "Companion"),
    ("advancedCompanions", "Advanced companion"),
    ("additionalAssets", "Additional asset"),
];

/// Returns the parts of an ad that may be a file or a folder of files, each with its label. Important parts come
/// first.
pub(crate) fn file_parts<'a>(ad: &ObjectReader<'a>) -> Vec<(ObjectReader<'a>, String)> {
    let mut found = Vec::new();
    for (name, part) in SINGLE {
        found.extend(ad.object(name).map(|held| (held, part.to_owned())));
    }
    for (name, part) in LISTS {
        let held = ad.objects(name).into_iter().enumerate();
        found.extend(held.map(|(at, held)| {
            let part = part_name(&held, part, at);
            (held, part)
        }));
    }
    found
}

/// Returns the files of an ad, and the number of files beyond the limit.
pub(super) fn collect_files(ad: &ObjectReader<'_>) -> (Vec<AdFile>, u32) {
    let (mut all, mut inner) = (Vec::new(), Vec::new());
    for (held, part) in file_parts(ad) {
        let folder = is_file(&held).then_some(all.len());
        let files = folder_files(&held, &part).into_iter();
        inner.extend(files.map(|(file, part)| (file, part, folder)));
        if folder.is_some() {
            all.push((held, part, None));
        }
    }
    all.extend(inner);
    let more = all.len().saturating_sub(MOST_FILES);
    let listed = all.iter().take(MOST_FILES);
    let mut files: Vec<_> = listed
        .map(|(held, part, folder)| AdFile {
            within: folder.and_then(|at| u32::try_from(at).ok()),
            ..AdFile::new(held, part)
        })
        .collect();
    mark_duplicates(&mut files);
    let cut = all.into_iter().skip(MOST_FILES);
    let cut: HashSet<_> = cut.filter_map(|(.., folder)| folder).collect();
    weight_roles::assign_weight_roles(&mut files, &cut);
    (files, u32::try_from(more).unwrap_or(u32::MAX))
}

fn part_name(held: &ObjectReader<'_>, part: &str, at: usize) -> String {
    match held.short_text("name") {
        Some(name) => format!("{part} “{name}”"),
        None => format!("{part} {}", at + 1),
    }
}

/// Returns the files of a folder.
fn folder_files<'a>(held: &ObjectReader<'a>, part: &str) -> Vec<(ObjectReader<'a>, String)> {
    let files = held.objects("assets").into_iter();
    files.map(|file| (file, format!("{part}, file"))).collect()
}

/// Returns true if a part of an ad describes a file. A companion may only have a size.
fn is_file(held: &ObjectReader<'_>) -> bool {
    ["assetId", "assetName", "mimeType", "size"]
        .into_iter()
        .any(|name| held.value(name).is_some())
}

/// Marks repeated assets, and files with the same name and weight, which are probably one file that is loaded twice.
fn mark_duplicates(files: &mut [AdFile]) {
    let (mut assets, mut twins) = (HashMap::new(), HashMap::new());
    for (place, file) in (0u32..).zip(files) {
        let asset = file.id.clone().map(|id| *assets.entry(id).or_insert(place));
        let twin = duplicate_key(file).map(|key| *twins.entry(key).or_insert(place));
        let is_other = |first: &u32| *first != place;
        let (first, remark) = match (asset.filter(is_other), twin.filter(is_other)) {
            (Some(first), _) => (first, "the ad has the same asset already"),
            (None, Some(first)) => (
                first,
                "the ad has a file of the same name and weight already",
            ),
            (None, None) => continue,
        };
        file.same_as = Some(first);
        file.remarks.push(remark.to_owned());
    }
}

/// Returns name and weight, if both are known.
fn duplicate_key(file: &AdFile) -> Option<(String, String)> {
    let kilobytes = file.kilobytes.value()?;
    Some((file.full_name.clone()?, format_number(kilobytes)))
}
