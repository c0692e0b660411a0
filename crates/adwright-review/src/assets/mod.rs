//! The files of an ad: their descriptions, weights and remarks.

mod collect;
mod derived_file;
mod file;
mod mime;
mod page;
mod tree;
mod treemap;
mod weight_roles;
mod weights;

use adwright_model::EditableDocument;
use serde::Serialize;
use specta::Type;

pub(crate) use collect::file_parts;
pub use derived_file::{DerivedFile, DerivedFileKind};
pub use file::{AdFile, FileStatus, WeightRole};
pub use page::{HtmlPage, PageScript};
pub use tree::{FileTreeEntry, FileTreeNode};
pub use treemap::TreemapTile;
pub use weights::{AdWeights, BudgetScope, BudgetStatus, WeightBudget};

use crate::amount::{format_grouped, group_thousands};
use crate::object_reader::ObjectReader;

/// The files of an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Assets {
    /// The files in document order, up to a limit.
    pub files: Vec<AdFile>,
    /// The number of files beyond the limit.
    pub more: u32,
    /// The files in their folders, from top to bottom.
    pub tree: Vec<FileTreeNode>,
    /// The heaviest files as a treemap.
    pub tiles: Vec<TreemapTile>,
    /// The weights of the ad, and their limits.
    pub weights: AdWeights,
}

impl Assets {
    /// Collects the files of an ad.
    #[must_use]
    pub fn from_ad(ad: &EditableDocument) -> Self {
        let ad = ObjectReader::root(ad.root());
        let (files, more) = collect::collect_files(&ad);
        Self {
            tree: tree::build_tree(&files),
            tiles: treemap::build_tiles(&files),
            weights: AdWeights::from_ad(&ad, &files),
            files,
            more,
        }
    }

    /// Describes the weight of the files, and which weights count.
    #[must_use]
    pub fn summary(&self) -> String {
        let has_role = |role| self.files.iter().any(|file| file.weight_role == role);
        let notes = [
            (
                WeightRole::FilesInstead,
                "The files of a folder count, and not the folder itself.",
            ),
            (
                WeightRole::InFolder,
                "If a file of a folder has no weight, the weight of the folder counts.",
            ),
            (WeightRole::Repeated, "A repeated asset counts once."),
            (
                WeightRole::Derived,
                "Files that were made from other files do not count.",
            ),
        ];
        let notes = notes.into_iter().filter(|(role, _)| has_role(*role));
        let notes = notes.map(|(_, note)| note.to_owned());
        let sentences = std::iter::once(self.weight_sentence()).chain(notes);
        sentences.collect::<Vec<_>>().join(" ")
    }

    fn weight_sentence(&self) -> String {
        if self.files.is_empty() {
            return "No file is listed.".to_owned();
        }
        let sum = format_grouped(self.weights.file_sum);
        match self.weights.unknown_count {
            0 => format!("The listed files weigh {sum} KB in total."),
            1 => format!("The listed files weigh {sum} KB in total; the weight of one is unknown."),
            more => format!(
                "The listed files weigh {sum} KB in total; the weights of {} are unknown.",
                group_thousands(more)
            ),
        }
    }
}
