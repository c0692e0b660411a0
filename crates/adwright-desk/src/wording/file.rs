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
        FileError::LinkLoop => "It is a link to a folder that it is in itself.".to_owned(),
        FileError::NotAFile => "It is a pipe or a device, not a file.".to_owned(),
        FileError::NoJsonFiles => "This folder has no .json files.".to_owned(),
        FileError::NoAds => "There is no ad in it: the list is empty.".to_owned(),
        FileError::NoObjects(None) => {
            "It holds neither an object nor a list of objects.".to_owned()
        }
        FileError::NoObjects(Some(at)) => {
            format!("It holds neither an object nor a list of objects (byte {at}).")
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
            "from here on brackets, quotes and commas do not fit, or the file is cut off."
                .to_owned()
        }
        FileProblem::NoObjects => "here is neither an object nor a list of objects.".to_owned(),
        FileProblem::OtherKind(kind) => format!("this is a {kind}, not an ad."),
        FileProblem::NoType => "nothing says what this is: it has no “type”.".to_owned(),
        FileProblem::UnknownType(word) => format!(
            "nothing says that this is an ad: its type is “{word}”, and it has none of the members that tell one."
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
                "Line 2, column 7: nothing says what this is: it has no “type”.",
            ),
        ] {
            assert_eq!(file_error_message(&error), expected);
        }
    }
}
