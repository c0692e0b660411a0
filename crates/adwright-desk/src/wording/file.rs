//! The wording of errors about files.

use adwright_model::TextPosition;

use crate::document::shape_name;
use crate::error::{FileError, FileProblem};

/// Returns the problem of an object that should be an ad.
pub(crate) fn other_kind_message(kind: &str) -> String {
    format!("This is a {kind}, not an ad.")
}

/// Returns why a file or an object in it cannot be used, and what to do.
#[must_use]
pub fn file_error_message(error: &FileError) -> String {
    match error {
        FileError::Open(why) => format!("It cannot be opened: {why}."),
        FileError::Read(why) => format!("It cannot be read: {why}."),
        FileError::TooLarge { megabytes: 1024 } => {
            "It is larger than 1 GB. Split it into smaller files.".to_owned()
        }
        FileError::TooLarge { megabytes } => {
            format!("It is larger than {megabytes} MB. Split it into smaller files.")
        }
        FileError::LinkLoop => "It is a link to a folder that contains it.".to_owned(),
        FileError::NotAFile => "It is a pipe or a device, not a file.".to_owned(),
        FileError::NoJsonFiles => "This folder has no .json files.".to_owned(),
        FileError::NoAds => "There is no ad in it: the list is empty.".to_owned(),
        FileError::NoObjects(None) => {
            "It contains neither an object nor a list of objects.".to_owned()
        }
        FileError::NoObjects(Some(at)) => {
            format!("It contains neither an object nor a list of objects (byte {at}).")
        }
        FileError::At { place, problem } => {
            let TextPosition { line, column } = place;
            format!(
                "Line {line}, column {column}: {}",
                file_problem_message(problem)
            )
        }
    }
}

fn file_problem_message(problem: &FileProblem) -> String {
    match problem {
        FileProblem::NotAnObject(found) => {
            format!("this is {}, not an object.", shape_name(*found))
        }
        FileProblem::Unreadable(reason) => reason.to_string(),
        FileProblem::Broken => {
            "the brackets, quotes or commas after this place do not match, or the file is truncated."
                .to_owned()
        }
        FileProblem::NoObjects => "this is neither an object nor a list of objects.".to_owned(),
        FileProblem::OtherKind(kind) => format!("this is a {kind}, not an ad."),
        FileProblem::NoType => "its kind is unknown, because it has no “type”.".to_owned(),
        FileProblem::UnknownType(word) => format!(
            "this does not look like an ad: its type is “{word}”, and it has none of an ad’s typical fields."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_errors_become_sentences() {
        let place = TextPosition { line: 2, column: 7 };
        for (error, expected) in [
            (
                FileError::TooLarge { megabytes: 64 },
                "It is larger than 64 MB. Split it into smaller files.",
            ),
            (
                FileError::At {
                    place,
                    problem: FileProblem::NoType,
                },
                "Line 2, column 7: its kind is unknown, because it has no “type”.",
            ),
        ] {
            assert_eq!(file_error_message(&error), expected);
        }
    }
}
