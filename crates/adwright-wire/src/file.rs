//! Cuts a file into the objects that it holds.

use crate::cut::{self, Cutter, Unreadable};

/// In what form a file holds its objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileForm {
    /// As they are: one object, or a bare list.
    Bare,
    /// In the `result` of a reply, so that nobody means to send it as it is.
    Reply,
    /// In the `entities` of a request.
    Request,
}

/// The members that hold objects where an object is only their wrapping.
const HOLDERS: [(&str, FileForm); 2] =
    [("result", FileForm::Reply), ("entities", FileForm::Request)];

/// The objects of a file, one after the other, as slices of its bytes.
///
/// A list reply may hold millions, so none is read or kept before it is asked for.
#[derive(Debug, Clone)]
pub struct FileObjects<'a> {
    inside: Inside<'a>,
    form: FileForm,
}

#[derive(Debug, Clone)]
enum Inside<'a> {
    Nothing,
    One(&'a [u8]),
    List(Cutter<'a>),
}

/// Why a file has no objects that could be cut out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct NoObjects {
    /// What is wrong.
    pub why: Unreadable,
    /// The byte from which on it is wrong, where that is known.
    pub at: Option<usize>,
}

/// Finds the objects of a file: one object, the `result` of a reply, the `entities` of a request, or a bare list.
///
/// An object that carries a `type` is itself the object, whatever else it has. Only the brackets are looked at, all of
/// them once: each item may still turn out to be unreadable, without spoiling its neighbours.
pub fn file_objects(bytes: &[u8]) -> Result<FileObjects<'_>, NoObjects> {
    let body = cut::without_mark(bytes).trim_ascii();
    objects(body).map_err(|why| NoObjects {
        why,
        at: cut::broken_at(body).map(|at| at + cut::offset(bytes, body)),
    })
}

fn objects(body: &[u8]) -> Result<FileObjects<'_>, Unreadable> {
    match body.first() {
        Some(b'{') => {
            let members = cut::members(body)?;
            let held = HOLDERS
                .iter()
                .find_map(|&(name, form)| Some((form, members.raw(name)?)));
            match held {
                Some((form, held)) if !members.is_entity() => held_in(held, form),
                _ => Ok(held_by(FileForm::Bare, Inside::One(body))),
            }
        }
        Some(b'[') => Ok(held_by(FileForm::Bare, list(body)?)),
        _ => Err(Unreadable::NotJson),
    }
}

fn held_by(form: FileForm, inside: Inside<'_>) -> FileObjects<'_> {
    FileObjects { inside, form }
}

fn held_in(raw: &[u8], form: FileForm) -> Result<FileObjects<'_>, Unreadable> {
    let inside = match raw.first() {
        Some(b'[') => list(raw)?,
        Some(b'{') => Inside::One(raw),
        _ if raw == b"null" => Inside::Nothing,
        _ => return Err(Unreadable::OtherForm),
    };
    Ok(held_by(form, inside))
}

fn list(array: &[u8]) -> Result<Inside<'_>, Unreadable> {
    let cutter = Cutter::new(array, b'[')?;
    let mut whole = cutter.clone();
    while whole.item()?.is_some() {}
    Ok(Inside::List(cutter))
}

impl FileObjects<'_> {
    /// Returns the form of the file.
    #[must_use]
    pub fn form(&self) -> FileForm {
        self.form
    }
}

impl<'a> Iterator for FileObjects<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        match &mut self.inside {
            Inside::Nothing => None,
            Inside::One(object) => {
                let object = *object;
                self.inside = Inside::Nothing;
                Some(object)
            }
            // Every item was cut once before.
            Inside::List(cutter) => cutter.item().ok().flatten(),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{FileForm, file_objects};

    fn check(file: &[u8], expected: &Expect) {
        let shown = match file_objects(file) {
            Ok(objects) => {
                let objects = objects.map(|object| String::from_utf8_lossy(object).into_owned());
                objects.collect::<Vec<_>>().join(" | ")
            }
            Err(error) => format!("no objects: {error}"),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn one_object_a_reply_a_request_and_a_list() {
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
    fn member_around_the_objects_tells_the_form() {
        for (file, form) in [
            (r#"{"result":[]}"#, FileForm::Reply),
            (r#"{"result":{}}"#, FileForm::Reply),
            (r#"{"entities":[]}"#, FileForm::Request),
            ("[]", FileForm::Bare),
            ("{}", FileForm::Bare),
            (r#"{"type":"Campaign","result":[1]}"#, FileForm::Bare),
        ] {
            assert_eq!(
                file_objects(file.as_bytes()).unwrap().form(),
                form,
                "{file}"
            );
        }
    }

    #[test]
    fn an_object_with_a_type_is_itself_whatever_it_holds() {
        check(
            br#"{"type":"Campaign","result":[1]}"#,
            &expect![[r#"{"type":"Campaign","result":[1]}"#]],
        );
    }

    #[test]
    fn nothing_found_is_no_object() {
        check(br#"{"result":null,"error":null}"#, &expect![""]);
        check(b"[]", &expect![""]);
    }

    #[test]
    fn what_holds_no_objects_says_so() {
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
    fn a_broken_item_does_not_spoil_its_neighbours() {
        check(
            b"[{\"a\":01,\"a\":\"\xff\"},{\"b\":2}]",
            &expect![[r#"{"a":01,"a":"�"} | {"b":2}"#]],
        );
    }
}
