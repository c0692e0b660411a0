//! Collects the files of an ad.

use std::collections::{HashMap, HashSet};

use super::file::AdFile;
use super::weight_roles;
use crate::amount::format_number;
use crate::object_reader::ObjectReader;

/// The most files that a review covers.
const MAX_FILES: usize = 20_000;

/// Members of an ad that are one file, and their labels.
const SINGLE_FILES: [(&str, &str); 3] = [
    ("defaultImage", "Default image"),
    ("banner", "Banner"),
    ("html5", "HTML5 folder"),
];

/// Members of an ad that are a list of files, and their labels.
const FILE_LISTS: [(&str, &str); 6] = [
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
    let mut parts = Vec::new();
    for (name, label) in SINGLE_FILES {
        parts.extend(ad.object(name).map(|reader| (reader, label.to_owned())));
    }
    for (name, label) in FILE_LISTS {
        let readers = ad.objects(name).into_iter().enumerate();
        parts.extend(readers.map(|(index, reader)| {
            let label = part_label(&reader, label, index);
            (reader, label)
        }));
    }
    parts
}

/// Returns the files of an ad, and the number of files beyond the limit.
pub(super) fn collect_files(ad: &ObjectReader<'_>) -> (Vec<AdFile>, u32) {
    let (mut all, mut inner) = (Vec::new(), Vec::new());
    for (reader, part) in file_parts(ad) {
        let folder = is_file(&reader).then_some(all.len());
        let files = folder_files(&reader, &part).into_iter();
        inner.extend(files.map(|(file, part)| (file, part, folder)));
        if folder.is_some() {
            all.push((reader, part, None));
        }
    }
    all.extend(inner);
    let more = all.len().saturating_sub(MAX_FILES);
    let listed = all.iter().take(MAX_FILES);
    let mut files: Vec<_> = listed
        .map(|(reader, part, folder)| AdFile {
            folder: folder.and_then(|at| u32::try_from(at).ok()),
            ..AdFile::new(reader, part)
        })
        .collect();
    mark_duplicates(&mut files);
    let omitted = all.into_iter().skip(MAX_FILES);
    let incomplete_folders: HashSet<_> = omitted.filter_map(|(.., folder)| folder).collect();
    weight_roles::assign_weight_roles(&mut files, &incomplete_folders);
    (files, u32::try_from(more).unwrap_or(u32::MAX))
}

fn part_label(reader: &ObjectReader<'_>, label: &str, index: usize) -> String {
    match reader.short_text("name") {
        Some(name) => format!("{label} “{name}”"),
        None => format!("{label} {}", index + 1),
    }
}

/// Returns the files of a folder.
fn folder_files<'a>(reader: &ObjectReader<'a>, part: &str) -> Vec<(ObjectReader<'a>, String)> {
    let files = reader.objects("assets").into_iter();
    files.map(|file| (file, format!("{part}, file"))).collect()
}

/// Returns true if a part of an ad describes a file. A companion may only have a size.
fn is_file(reader: &ObjectReader<'_>) -> bool {
    ["assetId", "assetName", "mimeType", "size"]
        .into_iter()
        .any(|name| reader.value(name).is_some())
}

/// Marks repeated assets, and files with the same name and weight, which are probably one file that is loaded twice.
fn mark_duplicates(files: &mut [AdFile]) {
    let (mut assets, mut names) = (HashMap::new(), HashMap::new());
    for (index, file) in (0u32..).zip(files) {
        let same_asset = file.id.clone().map(|id| *assets.entry(id).or_insert(index));
        let same_name = duplicate_key(file).map(|key| *names.entry(key).or_insert(index));
        let is_other = |first: &u32| *first != index;
        let (first, remark) = match (same_asset.filter(is_other), same_name.filter(is_other)) {
            (Some(first), _) => (first, "the ad has the same asset already"),
            (None, Some(first)) => (
                first,
                "the ad has a file of the same name and weight already",
            ),
            (None, None) => continue,
        };
        file.duplicate_of = Some(first);
        file.remarks.push(remark.to_owned());
    }
}

/// Returns name and weight, if both are known.
fn duplicate_key(file: &AdFile) -> Option<(String, String)> {
    let kilobytes = file.kilobytes.value()?;
    Some((file.full_name.clone()?, format_number(kilobytes)))
}
