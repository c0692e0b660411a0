//! `adwright check`.

use std::io::{self, Write};

use adwright_desk::views::CheckedObject;
use adwright_desk::{check_file, unreadable_file};

use crate::arguments::Check;
use crate::files::each_file;
use crate::report::Report;

/// Checks all that was named; the exit code.
pub(crate) fn run(check: &Check, out: &mut impl Write) -> io::Result<u8> {
    let kind = check.kind.as_deref();
    let mut report = Report::begin(out, check.json)?;
    each_file(&check.files, |name, bytes| {
        let mut written = Ok(());
        let mut write = |object: CheckedObject| {
            if written.is_ok() {
                written = report.object(&object);
            }
        };
        match bytes {
            Ok(bytes) => check_file(name, &bytes, kind, &mut write),
            Err(error) => write(unreadable_file(name, error)),
        }
        written
    })?;
    report.end()
}
