//! The source of an import: files, folders, or a text that contains ads or paths.

use std::fs;
use std::path::{Path, PathBuf};

use adwright_views::AdImportSource;
use url::Url;

use crate::error::FileError;
use crate::file::{FolderFile, folder_files_while};

/// The name that pasted text has in place of a file name.
const PASTED: &str = "pasted text";

/// A source that ads are read from.
pub(super) enum ImportSource {
    Pasted(String),
    /// Files and folders.
    Paths(Vec<PathBuf>),
}

/// A file to read, or the reason why it cannot be read.
pub(super) struct ImportFile {
    pub(super) path: PathBuf,
    pub(super) name: FileName,
    pub(super) found: Result<(), FileError>,
}

/// The names of a file.
pub(super) struct FileName {
    /// The plain file name, which is stored with its ads.
    pub(super) own: String,
    /// The file name with its folders, from the folder that the person named.
    pub(super) shown: String,
}

impl ImportSource {
    pub(super) fn of(source: AdImportSource) -> Self {
        match source {
            AdImportSource::Paths(paths) => {
                Self::Paths(paths.into_iter().map(PathBuf::from).collect())
            }
            AdImportSource::Text(text) => match parse_paths(&text) {
                Some(paths) => Self::Paths(paths),
                None => Self::Pasted(text),
            },
        }
    }
}

/// Walks paths lazily and returns their files, those of a folder sorted by name. The walk of a folder ends as soon
/// as `go_on`, which is called for each entry, returns false.
pub(super) fn walk_files(
    paths: Vec<PathBuf>,
    go_on: &dyn Fn() -> bool,
) -> impl Iterator<Item = ImportFile> {
    paths.into_iter().flat_map(move |path| {
        let above = path.parent().map(Path::to_owned).unwrap_or_default();
        let found = files_at(path, go_on);
        found.into_iter().map(move |(path, found)| ImportFile {
            name: FileName::of(&path, &above),
            path,
            found,
        })
    })
}

fn files_at(path: PathBuf, go_on: &dyn Fn() -> bool) -> Vec<FolderFile> {
    let found = match fs::metadata(&path) {
        Ok(about) if about.is_dir() => return folder_files_while(&path, go_on),
        Ok(about) if about.is_file() => Ok(()),
        Ok(_) => Err(FileError::NotAFile),
        Err(error) => Err(FileError::Open(error)),
    };
    vec![(path, found)]
}

/// Parses the paths that a file manager copied, one per line; none if any line is not a path.
fn parse_paths(text: &str) -> Option<Vec<PathBuf>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let paths: Option<Vec<_>> = lines.map(parse_path).collect();
    paths.filter(|paths| !paths.is_empty())
}

fn parse_path(line: &str) -> Option<PathBuf> {
    if let Some(address) = Url::parse(line).ok().filter(|url| url.scheme() == "file") {
        return address.to_file_path().ok();
    }
    let line = line
        .strip_prefix('"')
        .and_then(|line| line.strip_suffix('"'))
        .unwrap_or(line);
    let path = PathBuf::from(line);
    path.is_absolute().then_some(path)
}

impl FileName {
    pub(super) fn for_pasted_text() -> Self {
        Self {
            own: PASTED.to_owned(),
            shown: PASTED.to_owned(),
        }
    }

    fn of(path: &Path, above: &Path) -> Self {
        let own = path.file_name().unwrap_or(path.as_os_str());
        let shown = path.strip_prefix(above).unwrap_or(path);
        Self {
            own: sanitize_name(&own.to_string_lossy()),
            shown: sanitize_name(&shown.to_string_lossy()),
        }
    }
}

/// Replaces characters that would break a line or change the writing direction.
fn sanitize_name(name: &str) -> String {
    let turns = |c| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = |c: char| {
        if c.is_control() || turns(c) {
            '\u{fffd}'
        } else {
            c
        }
    };
    name.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn path_and_json_input_are_distinguished() {
        let paths = |text: &str| {
            let paths = parse_paths(text)?;
            let shown: Vec<_> = paths
                .iter()
                .map(|path| path.display().to_string())
                .collect();
            Some(shown.join("|"))
        };
        assert_eq!(
            paths("/a/b c.json\n\"/d\"\n"),
            Some("/a/b c.json|/d".to_owned())
        );
        assert_eq!(
            paths("file:///a/b%20c.json\r\n"),
            Some("/a/b c.json".to_owned())
        );
        for other in [
            "",
            " \n",
            "{\"a\": 1}",
            "/a\n{",
            "a.json",
            "https://a/b.json",
        ] {
            assert_eq!(paths(other), None, "{other}");
        }
    }

    #[test]
    fn file_name_is_shown_on_one_line() {
        let name = FileName::of(
            Path::new("/home/me/in\u{1b}/a\n\u{202e}b.json"),
            Path::new("/home/me"),
        );
        assert_eq!(name.own, "a\u{fffd}\u{fffd}b.json");
        assert_eq!(
            name.shown,
            format!(
                "in\u{fffd}{}a\u{fffd}\u{fffd}b.json",
                std::path::MAIN_SEPARATOR
            )
        );
    }
}
