//! The files of an ad: what they are, how much they weigh, and which of them stand out.

mod count;
mod file;
mod gather;
mod made;
mod mime;
mod page;
mod tree;
mod treemap;
mod weights;

use adwright_model::Editable;
use serde::Serialize;
use specta::Type;

pub use file::{Counts, File, Standing};
pub(crate) use gather::parts;
pub use made::{Made, MadeKind};
pub use page::{Page, Script};
pub use tree::{Branch, Fork};
pub use treemap::Tile;
pub use weights::{Budget, Verdict, Weighed, Weights};

use crate::amount::{grouped, told};
use crate::read::Held;

/// The files of an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Assets {
    /// The files in the order of the document; of very many, the first.
    pub files: Vec<File>,
    /// How many files there are beyond those.
    pub more: u32,
    /// The files in their folders, from top to bottom.
    pub tree: Vec<Branch>,
    /// The heaviest files as a map: a tile is as large as its file is heavy.
    pub tiles: Vec<Tile>,
    /// What the ad weighs, and what it may weigh.
    pub weights: Weights,
}

impl Assets {
    /// The files of an ad.
    #[must_use]
    pub fn of(ad: &Editable) -> Self {
        let ad = Held::root(ad.root());
        let (files, more) = gather::files(&ad);
        Self {
            tree: tree::of(&files),
            tiles: treemap::of(&files),
            weights: Weights::of(&ad, &files),
            files,
            more,
        }
    }

    /// How many files there are, what they weigh, and what of them counts for that, in sentences.
    #[must_use]
    pub fn said(&self) -> String {
        let has = |counts| self.files.iter().any(|file| file.counts == counts);
        let folders = [
            (Counts::ByItsFiles, "A folder counts as the files in it."),
            (
                Counts::InItsFolder,
                "Of a folder whose files do not all say what they weigh, its own weight counts.",
            ),
            (
                Counts::Again,
                "An asset that stands in several places counts once.",
            ),
            (
                Counts::MadeFromOther,
                "What was made from another file is left out.",
            ),
        ];
        let folders = folders.into_iter().filter(|(counts, _)| has(*counts));
        let folders = folders.map(|(_, said)| said.to_owned());
        let parts = std::iter::once(self.sum()).chain(folders);
        parts.collect::<Vec<_>>().join(" ")
    }

    fn sum(&self) -> String {
        if self.files.is_empty() {
            return "No file is listed.".to_owned();
        }
        let sum = told(self.weights.files);
        match self.weights.unknown {
            0 => format!("The files listed here weigh {sum} KB together."),
            1 => format!(
                "The files listed here weigh {sum} KB together; one does not say what it weighs."
            ),
            more => format!(
                "The files listed here weigh {sum} KB together; {} do not say what they weigh.",
                grouped(more)
            ),
        }
    }
}
