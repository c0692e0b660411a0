use std::borrow::Cow;

use super::cursor::{Cursor, ScanError, ScanStopped};
use super::duplicate_names::NameDigests;
use super::index_entry::{IndexEntry, JsonToken};
use super::{DEEPEST, JsonType, LARGEST_BYTES, parse_json_string};
use crate::document::UneditableReason;

/// Indexes a JSON text, or returns where and why it cannot be edited. `values` is the approximate number of values.
pub(crate) fn scan(text: &str, values: usize) -> Result<Vec<IndexEntry>, ScanError> {
    if text.len() > LARGEST_BYTES {
        return Err(ScanError {
            reason: UneditableReason::TooBig,
            at: LARGEST_BYTES,
        });
    }
    let mut scanner = Scanner {
        text,
        cursor: Cursor::new(text),
        entries: Vec::with_capacity(values + 1),
        open: Vec::new(),
        names: NameDigests::default(),
    };
    let _stopped = scanner.document();
    match scanner.cursor.into_error() {
        None => Ok(scanner.entries),
        Some(fault) => Err(fault),
    }
}

struct Scanner<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    entries: Vec<IndexEntry>,
    /// The open objects and lists, outermost first.
    open: Vec<OpenContainer>,
    /// The member names of all open objects.
    names: NameDigests,
}

/// An object or list that is still open.
struct OpenContainer {
    entry: usize,
    is_object: bool,
    /// The number of names in the parent objects so far.
    names_before: usize,
    /// The parts of an earlier object or list that this one resembles. An object has had exactly the names of its
    /// model so far; these are not in the digests, because they cannot be duplicates.
    model: Option<ModelParts>,
}

/// The parts of an earlier object or list. Services write the items of a list alike, so most names are known, and are
/// only compared together with the signs around them.
struct ModelParts {
    /// The index of the next part.
    next: usize,
    /// The index after all parts.
    end: usize,
    /// The offset after the part before the next one.
    offset: usize,
}

impl ModelParts {
    fn next(&self) -> Option<usize> {
        (self.next < self.end).then_some(self.next)
    }
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), ScanStopped> {
        self.cursor.skip_space();
        self.value(None, None)?;
        // A loop, not recursion: deep nesting must not overflow the stack.
        while let Some(top) = self.open.last() {
            if top.is_object {
                self.member()?;
            } else {
                self.item()?;
            }
        }
        self.cursor.skip_space();
        match self.cursor.peek() {
            None => Ok(()),
            Some(_) => self
                .cursor
                .fail_syntax("there is more text after the end of the document"),
        }
    }

    /// Reads the next member of the innermost open object, or closes it.
    fn member(&mut self) -> Result<(), ScanStopped> {
        if let Some((name, model)) = self.modelled_name() {
            self.cursor.skip_space();
            return self.value(Some(name), Some(model));
        }
        self.cursor.skip_space();
        if self.cursor.skip_byte(b'}') {
            return self.close();
        }
        if self.has_parts() {
            self.cursor.expect(b',', "a comma or } is missing")?;
            self.cursor.skip_space();
        }
        self.leave_model();
        let name = self.name()?;
        self.cursor.skip_space();
        self.cursor
            .expect(b':', "a colon is missing after the member's name")?;
        self.cursor.skip_space();
        self.value(Some(name), None)
    }

    /// Reads the next item of the innermost open list, or closes it.
    fn item(&mut self) -> Result<(), ScanStopped> {
        self.cursor.skip_space();
        if self.cursor.skip_byte(b']') {
            return self.close();
        }
        if self.has_parts() {
            self.cursor.expect(b',', "a comma or ] is missing")?;
            self.cursor.skip_space();
        }
        let item = ModelParts {
            next: self.entries.len(),
            end: self.entries.len() + 1,
            offset: self.cursor.at(),
        };
        let list = self.open.last_mut();
        let model = list.and_then(|list| list.model.replace(item));
        self.value(None, model.and_then(|model| model.next()))
    }

    /// Returns true if the innermost open object or list has a part.
    fn has_parts(&self) -> bool {
        let top = self.open.last();
        top.is_some_and(|top| self.entries.len() > top.entry + 1)
    }

    /// Reads all up to the next value, if the model has the same text there. Returns the member's name, and the index
    /// of the member in the model.
    fn modelled_name(&mut self) -> Option<(JsonToken, usize)> {
        let model = self.open.last_mut()?.model.as_mut()?;
        let at = model.next()?;
        let entry = &self.entries[at];
        let (name, value) = (entry.name_token()?, entry.value_range());
        let name = name.at_offset(self.cursor.at() + name.start() - model.offset);
        if !self.cursor.repeat(model.offset..value.start) {
            return None;
        }
        model.next = entry.next_index();
        model.offset = value.end;
        Some((name, at))
    }

    /// From now on, the names of the innermost object must be compared with each other.
    fn leave_model(&mut self) {
        if let Some(top) = self.open.last_mut()
            && top.model.take().is_some()
        {
            for at in members(&self.entries, top.entry) {
                let name = name_of(&self.entries[at], self.text);
                self.names.add(name.as_bytes());
            }
        }
    }

    fn name(&mut self) -> Result<JsonToken, ScanStopped> {
        if self.cursor.peek() != Some(b'"') {
            return self
                .cursor
                .fail_syntax("a member's name in quotes is missing");
        }
        let name = self.cursor.string()?;
        self.add_name(name);
        Ok(name)
    }

    fn add_name(&mut self, name: JsonToken) {
        let spelled = name.span.range();
        if name.has_escape {
            self.names
                .add(parse_json_string(&self.text[spelled]).as_bytes());
        } else {
            let inside = spelled.start + 1..spelled.end - 1;
            self.names.add(&self.text.as_bytes()[inside]);
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "measured: so the place stays in a register, which takes a fifth off reading"
    )]
    #[inline(always)]
    fn value(&mut self, name: Option<JsonToken>, model: Option<usize>) -> Result<(), ScanStopped> {
        let (shape, value) = match self.cursor.peek() {
            Some(b'"') => (JsonType::String, self.cursor.string()?),
            Some(b'-' | b'0'..=b'9') => (JsonType::Number, self.cursor.number()?),
            Some(b't') => (JsonType::Bool, self.cursor.literal(b"true")?),
            Some(b'f') => (JsonType::Bool, self.cursor.literal(b"false")?),
            Some(b'n') => (JsonType::Null, self.cursor.literal(b"null")?),
            Some(b'{') => return self.open(name, JsonType::Object, model),
            Some(b'[') => return self.open(name, JsonType::Array, model),
            _ => return self.cursor.fail_syntax("a value is missing"),
        };
        self.push(IndexEntry::new(name, shape, value, self.entries.len()));
        Ok(())
    }

    fn push(&mut self, entry: IndexEntry) {
        if self.entries.len() == self.entries.capacity() {
            self.grow();
        }
        self.entries.push(entry);
    }

    /// Doubles the capacity for entries, but never beyond what the rest of the text can fill.
    #[cold]
    fn grow(&mut self) {
        let rest = self.text.len() - self.cursor.at();
        self.entries
            .reserve_exact(self.entries.len().max(16).min(rest / 2 + 1));
    }

    fn open(
        &mut self,
        name: Option<JsonToken>,
        shape: JsonType,
        model: Option<usize>,
    ) -> Result<(), ScanStopped> {
        let start = self.cursor.at();
        if self.open.len() == DEEPEST {
            return self.cursor.fail(UneditableReason::TooDeep, start);
        }
        let model = model.filter(|&at| self.entries[at].json_type() == shape);
        self.open.push(OpenContainer {
            model: model.map(|at| ModelParts {
                next: at + 1,
                end: self.entries[at].next_index(),
                offset: self.entries[at].value_range().start + 1,
            }),
            entry: self.entries.len(),
            is_object: shape == JsonType::Object,
            names_before: self.names.len(),
        });
        self.cursor.skip();
        let value = self.cursor.token_from(start);
        self.push(IndexEntry::new(name, shape, value, self.entries.len()));
        Ok(())
    }

    fn close(&mut self) -> Result<(), ScanStopped> {
        let Some(top) = self.open.pop() else {
            return Ok(());
        };
        let entries = self.entries.len();
        self.entries[top.entry].close(self.cursor.at(), entries);
        // Different names can share a digest, so equal digests prove nothing.
        let has_digests = top.is_object && top.model.is_none();
        if has_digests && self.names.truncate_and_find_collision(top.names_before) {
            return self.fail_on_duplicate(top.entry);
        }
        Ok(())
    }

    /// Sorts the members by name, which takes far less memory than a set of names.
    fn fail_on_duplicate(&mut self, top: usize) -> Result<(), ScanStopped> {
        let name_at = |at: usize| name_of(&self.entries[at], self.text);
        let mut members: Vec<usize> = members(&self.entries, top).collect();
        members.sort_by(|&a, &b| name_at(a).cmp(&name_at(b)));
        let duplicates = members
            .windows(2)
            .filter(|pair| name_at(pair[0]) == name_at(pair[1]));
        let Some(duplicate) = duplicates.map(|pair| pair[1]).min() else {
            return Ok(());
        };
        let name = name_at(duplicate).into_owned();
        let at = self.entries[duplicate]
            .name_range(self.text)
            .unwrap_or_default();
        self.cursor
            .fail(UneditableReason::Duplicate { name }, at.start)
    }
}

/// Returns the members of the last object, by index.
fn members(entries: &[IndexEntry], object: usize) -> impl Iterator<Item = usize> {
    let inside = |at: usize| Some(at).filter(|&at| at < entries.len());
    std::iter::successors(inside(object + 1), move |&at| {
        inside(entries[at].next_index())
    })
}

fn name_of<'a>(entry: &IndexEntry, text: &'a str) -> Cow<'a, str> {
    let name = entry.name_range(text).unwrap_or_default();
    parse_json_string(&text[name])
}
