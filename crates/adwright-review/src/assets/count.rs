//! What of the files counts in what an ad weighs, so that nothing is weighed twice.

use std::collections::{HashMap, HashSet};

use super::file::{Counts, File};
use super::tree::made_from;

/// What is known of the files of one folder.
#[derive(Default)]
struct Inside {
    known: usize,
    unknown: usize,
}

/// Decides of each file how it counts. A folder counts as its files where all of them say what they weigh, or where it
/// does not say so itself; of those in `cut`, not all files are listed.
pub(super) fn decide(files: &mut [File], cut: &HashSet<usize>) {
    for made in made_from(files).into_values().flatten() {
        files[made].counts = Counts::MadeFromOther;
    }
    for (folder, inside) in folders(files) {
        let all_known = inside.unknown == 0 && !cut.contains(&folder);
        let is_empty = inside.known + inside.unknown == 0;
        let says_itself = files[folder].kilobytes.size().is_some();
        if !is_empty && (all_known || !says_itself) {
            files[folder].counts = Counts::ByItsFiles;
        }
    }
    for at in 0..files.len() {
        let folder = files[at].within.map(|folder| folder as usize);
        let is_again = folder.is_some_and(|folder| files[folder].counts == Counts::Itself);
        if is_again && files[at].counts == Counts::Itself {
            files[at].counts = Counts::InItsFolder;
        }
    }
    count_assets_once(files);
}

fn count_assets_once(files: &mut [File]) {
    for at in 0..files.len() {
        let first = files[at].same_as.map(|first| &files[first as usize]);
        let is_again = first.is_some_and(|first| {
            first.id.is_some() && first.id == files[at].id && first.counts == Counts::Itself
        });
        if is_again && files[at].counts == Counts::Itself {
            files[at].counts = Counts::Again;
        }
    }
}

/// The folders among the files, and what is known of those in each that were not made from others.
fn folders(files: &[File]) -> HashMap<usize, Inside> {
    let mut folders = HashMap::<_, Inside>::new();
    for file in files {
        let Some(folder) = file.within else { continue };
        let inside = folders.entry(folder as usize).or_default();
        match (file.counts, file.kilobytes.size()) {
            (Counts::MadeFromOther, _) => {}
            (_, Some(_)) => inside.known += 1,
            (_, None) => inside.unknown += 1,
        }
    }
    folders
}
