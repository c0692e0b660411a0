use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

/// One hand-written file.
pub(super) struct SourceText {
    /// The path from the repository's root, with `/` between the parts.
    pub(super) path: String,
    pub(super) text: String,
}

impl SourceText {
    /// Returns the extension of the file's name, such as `rs`.
    pub(super) fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, kind)| kind)
    }
}

const KINDS: [&str; 6] = ["rs", "svelte", "ts", "mjs", "css", "md"];
const NOT_OURS: [&str; 4] = ["target", "gen", "node_modules", "dist"];

/// Reads all hand-written files, in order of their paths.
pub(super) fn read_all(root: &Path) -> Result<Vec<SourceText>> {
    let mut paths = Vec::new();
    collect(root, &mut paths)?;
    paths.sort_unstable();
    paths.iter().map(|path| read_one(root, path)).collect()
}

/// Whether a path in a document exists. `*` matches any part of a name.
pub(super) fn exists(root: &Path, path: &str) -> bool {
    let mut found = vec![root.to_owned()];
    for part in path
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
    {
        found = found
            .iter()
            .flat_map(|dir| expand_part(dir, part))
            .collect();
    }
    !found.is_empty()
}

fn collect(dir: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if !name.starts_with('.') && !NOT_OURS.contains(&name.as_str()) {
                collect(&path, paths)?;
            }
        } else if path
            .extension()
            .is_some_and(|kind| KINDS.iter().any(|known| kind == *known))
        {
            paths.push(path);
        }
    }
    Ok(())
}

fn read_one(root: &Path, path: &Path) -> Result<SourceText> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let parts = path
        .strip_prefix(root)?
        .iter()
        .map(|part| part.to_string_lossy());
    Ok(SourceText {
        path: parts.collect::<Vec<_>>().join("/"),
        text,
    })
}

fn expand_part(dir: &Path, part: &str) -> Vec<PathBuf> {
    let Some((before, after)) = part.split_once('*') else {
        let next = dir.join(part);
        return if next.exists() {
            vec![next]
        } else {
            Vec::new()
        };
    };
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let fits = |name: &str| {
        name.len() + 1 >= part.len() && name.starts_with(before) && name.ends_with(after)
    };
    entries
        .filter(|entry| fits(&entry.file_name().to_string_lossy()))
        .map(|entry| entry.path())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hand_written_files_are_read() {
        let root = tempfile::tempdir().unwrap();
        for path in [
            "b.rs",
            "a/x.md",
            "ui/node_modules/m.ts",
            "target/t.rs",
            ".git/g.md",
            "picture.png",
        ] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let paths: Vec<_> = read_all(root.path())
            .unwrap()
            .into_iter()
            .map(|text| text.path)
            .collect();
        assert_eq!(paths, ["a/x.md", "b.rs"]);
    }

    #[test]
    fn star_matches_any_part_of_a_name() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("schemas")).unwrap();
        fs::write(root.path().join("schemas/campaign.json"), "").unwrap();
        assert!(exists(root.path(), "schemas/"));
        assert!(exists(root.path(), "schemas/*.json"));
        assert!(!exists(root.path(), "schemas/*.yaml"));
        assert!(!exists(root.path(), "schemas/advertiser.json"));
    }
}
