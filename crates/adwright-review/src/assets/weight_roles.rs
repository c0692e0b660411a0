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
/// is unknown. The file lists of the folders in `incomplete_folders` are incomplete.
pub(super) fn assign_weight_roles(files: &mut [AdFile], incomplete_folders: &HashSet<usize>) {
    for derived in derived_by_source(files).into_values().flatten() {
        files[derived].weight_role = WeightRole::Derived;
    }
    for (folder, counts) in count_by_folder(files) {
        let all_known = counts.unknown == 0 && !incomplete_folders.contains(&folder);
        let is_empty = counts.known + counts.unknown == 0;
        let has_own_weight = files[folder].kilobytes.positive().is_some();
        if !is_empty && (all_known || !has_own_weight) {
            files[folder].weight_role = WeightRole::FilesInstead;
        }
    }
    for at in 0..files.len() {
        let folder = files[at].folder.map(|folder| folder as usize);
        let is_repeated =
            folder.is_some_and(|folder| files[folder].weight_role == WeightRole::OwnWeight);
        if is_repeated && files[at].weight_role == WeightRole::OwnWeight {
            files[at].weight_role = WeightRole::InFolder;
        }
    }
    skip_repeated_assets(files);
}

fn skip_repeated_assets(files: &mut [AdFile]) {
    for at in 0..files.len() {
        let first = files[at].duplicate_of.map(|first| &files[first as usize]);
        let is_repeated = first.is_some_and(|first| {
            first.id.is_some()
                && first.id == files[at].id
                && first.weight_role == WeightRole::OwnWeight
        });
        if is_repeated && files[at].weight_role == WeightRole::OwnWeight {
            files[at].weight_role = WeightRole::Repeated;
        }
    }
}

/// Returns the folders among the files, with counts of their files that were not made from others.
fn count_by_folder(files: &[AdFile]) -> HashMap<usize, FolderCounts> {
    let mut folders = HashMap::<_, FolderCounts>::new();
    for file in files {
        let Some(folder) = file.folder else { continue };
        let counts = folders.entry(folder as usize).or_default();
        match (file.weight_role, file.kilobytes.positive()) {
            (WeightRole::Derived, _) => {}
            (_, Some(_)) => counts.known += 1,
            (_, None) => counts.unknown += 1,
        }
    }
    folders
}
