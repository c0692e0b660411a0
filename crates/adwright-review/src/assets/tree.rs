//! The files in their folders.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;
use specta::Type;

use super::file::{AdFile, WeightRole};

/// The deepest level of the tree. Deeper files and folders are shown at this level.
const MAX_DEPTH: usize = 16;

/// A line of the tree of files.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct FileTreeNode {
    /// Its depth; zero at the top.
    pub depth: u32,
    /// The folder or file.
    pub entry: FileTreeEntry,
    /// The known weight of it and its contents, in kilobytes.
    pub kilobytes: f64,
}

/// The folder or file of a line.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum FileTreeEntry {
    /// A folder.
    Folder {
        /// Its name.
        name: String,
        /// The number of files in it and in its folders.
        files: u32,
    },
    /// A file.
    File {
        /// The index of the file.
        at: u32,
    },
}

/// Builds the tree. Files derived from another file go below that file, and files of a folder go below the folder.
pub(super) fn build_tree(files: &[AdFile]) -> Vec<FileTreeNode> {
    let shared = shared_folders(files);
    let (mut root, mut parts) = (Folder::default(), HashMap::<_, Folder>::new());
    for (at, file) in files.iter().enumerate() {
        let folder = match file.folder {
            _ if file.weight_role == WeightRole::Derived => continue,
            Some(part) => parts.entry(part as usize).or_default(),
            None => &mut root,
        };
        folder.insert(file.folders.get(shared..).unwrap_or_default(), at, 0);
    }
    let mut builder = TreeBuilder {
        files,
        derived: &derived_by_source(files),
        parts: &parts,
        nodes: Vec::new(),
    };
    builder.push_folder(&root, 0);
    builder.nodes
}

/// Counts the outer folders that all files with folders share. The tree leaves them out.
fn shared_folders(files: &[AdFile]) -> usize {
    let mut all = files
        .iter()
        .map(|file| &file.folders)
        .filter(|folders| !folders.is_empty());
    let Some(first) = all.next() else { return 0 };
    all.fold(first.len(), |shared, folders| {
        let pairs = first.iter().zip(folders).take(shared);
        pairs.take_while(|(a, b)| a == b).count()
    })
}

/// Groups derived files by the index of their source. A folder counts as not derived, and so does a file whose
/// sources form a cycle.
pub(super) fn derived_by_source(files: &[AdFile]) -> HashMap<usize, Vec<usize>> {
    let ids = files.iter().enumerate();
    let ids: HashMap<_, _> = ids
        .rev()
        .filter_map(|(at, file)| Some((file.id.as_ref()?, at)))
        .collect();
    let folders: HashSet<_> = files.iter().filter_map(|file| file.folder).collect();
    let is_folder = |at: usize| u32::try_from(at).is_ok_and(|at| folders.contains(&at));
    let parent = |at: usize| {
        let parent = files[at].parent.as_ref().filter(|_| !is_folder(at))?;
        let parent = *ids.get(parent)?;
        // If the parent is the folder of the file, it is not the source of the file.
        let folder = files[at].folder.map(|folder| folder as usize);
        (folder != Some(parent)).then_some(parent)
    };
    let mut derived = HashMap::<_, Vec<_>>::new();
    let mut known = HashMap::new();
    for at in 0..files.len() {
        let Some(source) = parent(at) else { continue };
        if has_root(at, &parent, &mut known) {
            derived.entry(source).or_default().push(at);
        }
    }
    derived
}

/// Returns true if the chain of sources ends. Stores the result for every file of the chain.
fn has_root(
    from: usize,
    parent: &impl Fn(usize) -> Option<usize>,
    known: &mut HashMap<usize, bool>,
) -> bool {
    let (mut path, mut at) = (HashSet::new(), from);
    let ends = loop {
        if let Some(ends) = known.get(&at) {
            break *ends;
        }
        if !path.insert(at) {
            break false;
        }
        match parent(at) {
            Some(next) => at = next,
            None => break true,
        }
    };
    known.extend(path.into_iter().map(|file| (file, ends)));
    ends
}

#[derive(Default)]
struct Folder {
    folders: BTreeMap<String, Self>,
    files: Vec<usize>,
}

impl Folder {
    fn insert(&mut self, folders: &[String], file: usize, depth: usize) {
        match folders.split_first() {
            Some((name, rest)) if depth < MAX_DEPTH => {
                let folder = self.folders.entry(name.clone()).or_default();
                folder.insert(rest, file, depth + 1);
            }
            _ => self.files.push(file),
        }
    }
}

struct TreeBuilder<'a> {
    files: &'a [AdFile],
    derived: &'a HashMap<usize, Vec<usize>>,
    parts: &'a HashMap<usize, Folder>,
    nodes: Vec<FileTreeNode>,
}

impl TreeBuilder<'_> {
    /// Adds the contents of a folder. Returns their weight and their number of files.
    fn push_folder(&mut self, folder: &Folder, depth: u32) -> (f64, u32) {
        let mut sum = (0.0, 0);
        for (name, inner) in &folder.folders {
            let index = self.nodes.len();
            let name = name.clone();
            let entry = FileTreeEntry::Folder { name, files: 0 };
            self.push(depth, entry, 0.0);
            let (kilobytes, files) = self.push_folder(inner, depth + 1);
            self.nodes[index].kilobytes = kilobytes;
            if let FileTreeEntry::Folder { files: count, .. } = &mut self.nodes[index].entry {
                *count = files;
            }
            sum = (sum.0 + kilobytes, sum.1 + files);
        }
        for file in &folder.files {
            let (kilobytes, files) = self.push_file(*file, depth);
            sum = (sum.0 + kilobytes, sum.1 + files);
        }
        sum
    }

    /// Adds a file, its contents and its derived files. Returns the weight and the number of files. The weight of
    /// derived files does not count, because they are not served with the file.
    fn push_file(&mut self, file: usize, depth: u32) -> (f64, u32) {
        let index = self.nodes.len();
        let mut stack = vec![(file, depth)];
        let mut files = 0;
        while let Some((at, depth)) = stack.pop() {
            let Ok(file_index) = u32::try_from(at) else {
                continue;
            };
            let kilobytes = self.files[at].kilobytes.positive().unwrap_or_default();
            self.push(depth, FileTreeEntry::File { at: file_index }, kilobytes);
            files += 1;
            let derived = self.derived.get(&at).into_iter().flatten().rev();
            stack.extend(derived.map(|at| (*at, depth + 1)));
        }
        let inner = self
            .parts
            .get(&file)
            .map(|part| self.push_folder(part, depth + 1));
        let (inner_kilobytes, inner_files) = inner.unwrap_or_default();
        if self.files[file].weight_role == WeightRole::FilesInstead {
            self.nodes[index].kilobytes = inner_kilobytes;
        }
        (self.nodes[index].kilobytes, files + inner_files)
    }

    fn push(&mut self, depth: u32, entry: FileTreeEntry, kilobytes: f64) {
        let node = FileTreeNode {
            depth,
            entry,
            kilobytes,
        };
        self.nodes.push(node);
    }
}
