//! Decides which files count in the weight of the ad, so that no file counts twice.

use std::collections::{HashMap, HashSet};

use super::file::{AdFile, WeightRole};
use super::tree::derived_by_source;

/// The numbers of files with known and unknown weight in one folder.
#[derive(Default)]
struct FolderCounts {
    known: usize,
    unknown: usize,
}

/// Decides how each file counts. A folder counts as its files if all their weights are known, or if its own weight
/// is unknown. The file lists of the folders in `cut` are incomplete.
pub(super) fn assign_weight_roles(files: &mut [AdFile], cut: &HashSet<usize>) {
    for made in derived_by_source(files).into_values().flatten() {
        files[made].counts = WeightRole::MadeFromOther;
    }
    for (folder, inside) in count_by_folder(files) {
        let all_known = inside.unknown == 0 && !cut.contains(&folder);
        let is_empty = inside.known + inside.unknown == 0;
        let says_itself = files[folder].kilobytes.positive().is_some();
        if !is_empty && (all_known || !says_itself) {
            files[folder].counts = WeightRole::ByItsFiles;
        }
    }
    for at in 0..files.len() {
        let folder = files[at].within.map(|folder| folder as usize);
        let is_again = folder.is_some_and(|folder| files[folder].counts == WeightRole::Itself);
        if is_again && files[at].counts == WeightRole::Itself {
            files[at].counts = WeightRole::InItsFolder;
        }
    }
    skip_repeated_assets(files);
}

fn skip_repeated_assets(files: &mut [AdFile]) {
    for at in 0..files.len() {
        let first = files[at].same_as.map(|first| &files[first as usize]);
        let is_again = first.is_some_and(|first| {
            first.id.is_some() && first.id == files[at].id && first.counts == WeightRole::Itself
        });
        if is_again && files[at].counts == WeightRole::Itself {
            files[at].counts = WeightRole::Again;
        }
    }
}

/// Returns the folders among the files, with counts of their files that were not made from others.
fn count_by_folder(files: &[AdFile]) -> HashMap<usize, FolderCounts> {
    let mut folders = HashMap::<_, FolderCounts>::new();
    for file in files {
        let Some(folder) = file.within else { continue };
        let inside = folders.entry(folder as usize).or_default();
        match (file.counts, file.kilobytes.positive()) {
            (WeightRole::MadeFromOther, _) => {}
            (_, Some(_)) => inside.known += 1,
            (_, None) => inside.unknown += 1,
        }
    }
    folders
}
