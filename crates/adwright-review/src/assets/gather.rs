//! Finding the files of an ad.

use std::collections::{HashMap, HashSet};

use super::count;
use super::file::File;
use crate::amount::{Amount, number};
use crate::read::Held;

/// No more files are worked out.
const MOST_FILES: usize = 20_000;

/// Members of an ad that are one file, and what they are called.
const SINGLE: [(&str, &str); 3] = [
    ("defaultImage", "Default image"),
    ("banner", "Banner"),
    ("html5", "HTML5 folder"),
];

/// Members of an ad that are lists of files.
const LISTS: [(&str, &str); 5] = [
    ("panels", "Panel"),
    ("linears", "Linear"),
    ("companions", "Companion"),
    ("advancedCompanions", "Advanced companion"),
    ("additionalAssets", "Additional asset"),
];

/// The parts of an ad that may be a file or a folder of files, in the order in which people think of them, each with what
/// it is called.
pub(crate) fn parts<'a>(ad: &Held<'a>) -> Vec<(Held<'a>, String)> {
    let mut found = Vec::new();
    for (name, part) in SINGLE {
        found.extend(ad.object(name).map(|held| (held, part.to_owned())));
    }
    for (name, part) in LISTS {
        let held = ad.objects(name).into_iter().enumerate();
        found.extend(held.map(|(at, held)| {
            let part = called(&held, part, at);
            (held, part)
        }));
    }
    found
}

/// The files of an ad, and how many there are beyond the first.
pub(super) fn files(ad: &Held<'_>) -> (Vec<File>, u32) {
    let (mut all, mut inner) = (Vec::new(), Vec::new());
    for (held, part) in parts(ad) {
        let folder = is_file(&held).then_some(all.len());
        let files = within(&held, &part).into_iter();
        inner.extend(files.map(|(file, part)| (file, part, folder)));
        if folder.is_some() {
            all.push((held, part, None));
        }
    }
    all.extend(inner);
    let more = all.len().saturating_sub(MOST_FILES);
    let listed = all.iter().take(MOST_FILES);
    let mut files: Vec<_> = listed
        .map(|(held, part, folder)| File {
            within: folder.and_then(|at| u32::try_from(at).ok()),
            ..File::of(held, part)
        })
        .collect();
    find_same(&mut files);
    let cut = all.into_iter().skip(MOST_FILES);
    let cut: HashSet<_> = cut.filter_map(|(.., folder)| folder).collect();
    count::decide(&mut files, &cut);
    (files, u32::try_from(more).unwrap_or(u32::MAX))
}

fn called(held: &Held<'_>, part: &str, at: usize) -> String {
    match held.said("name") {
        Some(name) => format!("{part} “{name}”"),
        None => format!("{part} {}", at + 1),
    }
}

/// The files of a folder.
fn within<'a>(held: &Held<'a>, part: &str) -> Vec<(Held<'a>, String)> {
    let files = held.objects("assets").into_iter();
    files.map(|file| (file, format!("{part}, file"))).collect()
}

/// A part of an ad that says something about a file; a companion may only have a size.
fn is_file(held: &Held<'_>) -> bool {
    ["assetId", "assetName", "mimeType", "size"]
        .into_iter()
        .any(|name| held.value(name).is_some())
}

/// Files of the same name and weight are most likely the same file, loaded twice.
fn find_same(files: &mut [File]) {
    let mut seen: HashMap<(String, String), u32> = HashMap::new();
    for (at, file) in files.iter_mut().enumerate() {
        let Amount::Known { value } = file.kilobytes else {
            continue;
        };
        let Ok(place) = u32::try_from(at) else { return };
        let first = *seen
            .entry((file.name.clone(), number(value)))
            .or_insert(place);
        if first != place {
            file.same_as = Some(first);
            file.remarks
                .push("a file of the same name and weight is in the ad already".to_owned());
        }
    }
}
