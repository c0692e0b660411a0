//! Writes files for the person: always new files, readable by their owner only.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use adwright_views::ExportedFile;

use crate::error::Error;

/// Writes a text into a new file in the folder, and syncs it to disk. An existing file is kept: the new file gets a
/// number.
pub(crate) fn write_new_file(
    folder: &Path,
    name: &str,
    ending: &str,
    text: &str,
) -> Result<ExportedFile, Error> {
    let (path, mut file) = create_new_file(folder, name, ending)?;
    let written = file.write_all(text.as_bytes());
    written
        .and_then(|()| file.sync_all())
        .map_err(|source| home_error(folder, source))?;
    Ok(ExportedFile {
        path: path.display().to_string(),
    })
}

/// Creates a new file in the folder. An existing file is kept: the new file gets a number.
pub(super) fn create_new_file(
    folder: &Path,
    name: &str,
    ending: &str,
) -> Result<(PathBuf, File), Error> {
    create_numbered(folder, &file_name(name), ending).map_err(|source| home_error(folder, source))
}

fn home_error(folder: &Path, source: io::Error) -> Error {
    Error::Home {
        folder: folder.to_owned(),
        source,
    }
}

fn create_numbered(folder: &Path, name: &str, ending: &str) -> io::Result<(PathBuf, File)> {
    fs::create_dir_all(folder)?;
    let numbered = (2..).map(|number| format!("{name}-{number}.{ending}"));
    for name in std::iter::once(format!("{name}.{ending}")).chain(numbered) {
        let path = folder.join(name);
        match create_private(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}

/// Turns a workspace's name into a file name: letters and digits of any script, with dashes for other characters.
fn file_name(name: &str) -> String {
    let dashed = name.chars().map(|letter| {
        if letter.is_alphanumeric() {
            letter
        } else {
            '-'
        }
    });
    let dashed: String = dashed.collect();
    let parts: Vec<_> = dashed.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::write_new_file;

    #[test]
    fn existing_file_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let write = |text| {
            write_new_file(folder.path(), "../Ünï / Co:", "json", text)
                .unwrap()
                .path
        };
        let (one, other) = (write("one"), write("other"));
        assert!(
            one.ends_with("ünï-co.json") && other.ends_with("ünï-co-2.json"),
            "{one} {other}"
        );
        assert_eq!(fs::read_to_string(one).unwrap(), "one");
        assert_eq!(fs::read_to_string(other).unwrap(), "other");
    }
}
