use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Result;
use sha2::{Digest as _, Sha256};

/// Writes `SHA256SUMS` in the format of `sha256sum --check`.
pub(super) fn write(folder: &Path, packages: &[PathBuf]) -> Result<()> {
    let mut lines = String::new();
    for package in packages {
        for byte in Sha256::digest(fs::read(package)?) {
            write!(lines, "{byte:02x}")?;
        }
        let name = package.file_name().unwrap_or_default();
        writeln!(lines, "  {}", name.to_string_lossy())?;
    }
    Ok(fs::write(folder.join("SHA256SUMS"), lines)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_has_checksum_and_file_name() {
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("a.deb");
        fs::write(&package, "abc").unwrap();
        write(folder.path(), &[package]).unwrap();
        assert_eq!(
            fs::read_to_string(folder.path().join("SHA256SUMS")).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.deb\n"
        );
    }
}
