//! Splits a file into the objects that it contains.

use crate::splitter::{self, EnvelopeError, RawSplitter};

/// The form in which a file contains its objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileEnvelope {
    /// The objects themselves: one object, or a bare list.
    Bare,
    /// In the `result` of a reply, so that the file is not mistaken for a request.
    Reply,
    /// In the `entities` of a request.
    Request,
}

/// The members that contain objects if the outer object is only an envelope.
const ENTITY_MEMBERS: [(&str, FileEnvelope); 2] = [
    ("result", FileEnvelope::Reply),
    ("entities", FileEnvelope::Request),
];

/// An iterator over the objects of a file, as slices of its bytes.
///
/// A list reply may contain millions of objects, so each is cut out only when the iterator reaches it.
#[derive(Debug, Clone)]
pub struct FileObjects<'a> {
    container: Container<'a>,
    form: FileEnvelope,
}

#[derive(Debug, Clone)]
enum Container<'a> {
    Nothing,
    One(&'a [u8]),
    List(RawSplitter<'a>),
}

/// Why a file cannot be split into objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct FileObjectsError {
    /// The reason.
    pub why: EnvelopeError,
    /// The byte offset of the error, if known.
    pub at: Option<usize>,
}

/// Splits a file into objects: one object, the `result` of a reply, the `entities` of a request, or a bare list.
///
/// An outer object with a `type` is the object itself, whatever other members it has. All brackets are checked once,
/// and nothing else: an item may still be invalid, without affecting its neighbours.
pub fn split_file(bytes: &[u8]) -> Result<FileObjects<'_>, FileObjectsError> {
    let body = splitter::strip_bom(bytes).trim_ascii();
    split_body(body).map_err(|why| FileObjectsError {
        why,
        at: splitter::find_syntax_error(body).map(|at| at + splitter::slice_offset(bytes, body)),
    })
}

fn split_body(body: &[u8]) -> Result<FileObjects<'_>, EnvelopeError> {
    match body.first() {
        Some(b'{') => {
            let members = splitter::split_members(body)?;
            let member = ENTITY_MEMBERS
                .iter()
                .find_map(|&(name, form)| Some((form, members.raw_value(name)?)));
            match member {
                Some((form, member)) if !members.is_entity() => split_member(member, form),
                _ => Ok(with_container(FileEnvelope::Bare, Container::One(body))),
            }
        }
        Some(b'[') => Ok(with_container(FileEnvelope::Bare, split_list(body)?)),
        _ => Err(EnvelopeError::NotJson),
    }
}

fn with_container(form: FileEnvelope, container: Container<'_>) -> FileObjects<'_> {
    FileObjects { container, form }
}

fn split_member(raw: &[u8], form: FileEnvelope) -> Result<FileObjects<'_>, EnvelopeError> {
    let container = match raw.first() {
        Some(b'[') => split_list(raw)?,
        Some(b'{') => Container::One(raw),
        _ if raw == b"null" => Container::Nothing,
        _ => return Err(EnvelopeError::UnknownEnvelope),
    };
    Ok(with_container(form, container))
}

fn split_list(array: &[u8]) -> Result<Container<'_>, EnvelopeError> {
    let splitter = RawSplitter::new(array, b'[')?;
    let mut check = splitter.clone();
    while check.next_item()?.is_some() {}
    Ok(Container::List(splitter))
}

impl FileObjects<'_> {
    /// Returns the form of the file.
    #[must_use]
    pub fn envelope(&self) -> FileEnvelope {
        self.form
    }
}

impl<'a> Iterator for FileObjects<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        match &mut self.container {
            Container::Nothing => None,
            Container::One(object) => {
                let object = *object;
                self.container = Container::Nothing;
                Some(object)
            }
            // Every item was cut once already, so this cannot fail.
            Container::List(splitter) => splitter.next_item().ok().flatten(),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{FileEnvelope, split_file};

    fn check(file: &[u8], expected: &Expect) {
        let shown = match split_file(file) {
            Ok(objects) => {
                let objects = objects.map(|object| String::from_utf8_lossy(object).into_owned());
                objects.collect::<Vec<_>>().join(" | ")
            }
            Err(error) => format!("no objects: {error}"),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn file_holds_object_reply_request_or_list() {
        check(br#" {"name": 1} "#, &expect![[r#"{"name": 1}"#]]);
        check(br#"{"result":{"id":1}}"#, &expect![[r#"{"id":1}"#]]);
        check(
            br#"{"metadata":{"total":2},"error":null,"result":[{"id":1}, {"id":2}]}"#,
            &expect![[r#"{"id":1} | {"id":2}"#]],
        );
        check(
            br#"{"entities":[{"id":1},{"id":2}]}"#,
            &expect![[r#"{"id":1} | {"id":2}"#]],
        );
        check(b"\xef\xbb\xbf[{},\n{}]", &expect!["{} | {}"]);
    }

    #[test]
    fn wrapping_member_decides_the_form() {
        for (file, form) in [
            (r#"{"result":[]}"#, FileEnvelope::Reply),
            (r#"{"result":{}}"#, FileEnvelope::Reply),
            (r#"{"entities":[]}"#, FileEnvelope::Request),
            ("[]", FileEnvelope::Bare),
            ("{}", FileEnvelope::Bare),
            (r#"{"type":"Campaign","result":[1]}"#, FileEnvelope::Bare),
        ] {
            assert_eq!(
                split_file(file.as_bytes()).unwrap().envelope(),
                form,
                "{file}"
            );
        }
    }

    #[test]
    fn typed_object_is_never_unwrapped() {
        check(
            br#"{"type":"Campaign","result":[1]}"#,
            &expect![[r#"{"type":"Campaign","result":[1]}"#]],
        );
    }

    #[test]
    fn empty_result_has_no_object() {
        check(br#"{"result":null,"error":null}"#, &expect![""]);
        check(b"[]", &expect![""]);
    }

    #[test]
    fn file_without_objects_is_an_error() {
        check(b"", &expect!["no objects: the reply is not JSON"]);
        check(b"[{},", &expect!["no objects: the reply is not JSON"]);
        check(b"[{}] x", &expect!["no objects: the reply is not JSON"]);
        check(
            br#"{"result":7}"#,
            &expect!["no objects: the reply is JSON, but not in the interface's form"],
        );
        check(
            br#"{"result":[],"result":[]}"#,
            &expect!["no objects: the reply's envelope has a member twice"],
        );
    }

    #[test]
    fn broken_item_affects_no_others() {
        check(
            b"[{\"a\":01,\"a\":\"\xff\"},{\"b\":2}]",
            &expect![[r#"{"a":01,"a":"�"} | {"b":2}"#]],
        );
    }
}
