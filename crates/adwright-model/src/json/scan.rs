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
#[derive(Clone, Copy)]
struct OpenContainer {
    entry: usize,
    is_object: bool,
    /// The number of names in the parent objects so far.
    names_before: usize,
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), ScanStopped> {
        self.cursor.skip_space();
        self.value(None)?;
        // A loop, not recursion: deep nesting must not overflow the stack.
        while let Some(&top) = self.open.last() {
            if top.is_object {
                self.member(top)?;
            } else {
                self.item(top)?;
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
    fn member(&mut self, top: OpenContainer) -> Result<(), ScanStopped> {
        self.cursor.skip_space();
        if self.cursor.skip_byte(b'}') {
            return self.close(top);
        }
        if self.entries.len() > top.entry + 1 {
            self.cursor.expect(b',', "a comma or } is missing")?;
            self.cursor.skip_space();
        }
        let name = self.name()?;
        self.value(Some(name))
    }

    /// Reads the next item of the innermost open list, or closes it.
    fn item(&mut self, top: OpenContainer) -> Result<(), ScanStopped> {
        self.cursor.skip_space();
        if self.cursor.skip_byte(b']') {
            return self.close(top);
        }
        if self.entries.len() > top.entry + 1 {
            self.cursor.expect(b',', "a comma or ] is missing")?;
            self.cursor.skip_space();
        }
        self.value(None)
    }

    fn name(&mut self) -> Result<JsonToken, ScanStopped> {
        if self.cursor.peek() != Some(b'"') {
            return self
                .cursor
                .fail_syntax("a member's name in quotes is missing");
        }
        let name = self.cursor.string()?;
        self.add_name(name);
        self.cursor.skip_space();
        self.cursor
            .expect(b':', "a colon is missing after the member's name")?;
        self.cursor.skip_space();
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
    fn value(&mut self, name: Option<JsonToken>) -> Result<(), ScanStopped> {
        let (shape, value) = match self.cursor.peek() {
            Some(b'"') => (JsonType::String, self.cursor.string()?),
            Some(b'-' | b'0'..=b'9') => (JsonType::Number, self.cursor.number()?),
            Some(b't') => (JsonType::Bool, self.cursor.literal(b"true")?),
            Some(b'f') => (JsonType::Bool, self.cursor.literal(b"false")?),
            Some(b'n') => (JsonType::Null, self.cursor.literal(b"null")?),
            Some(b'{') => return self.open(name, JsonType::Object),
            Some(b'[') => return self.open(name, JsonType::Array),
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

    fn open(&mut self, name: Option<JsonToken>, shape: JsonType) -> Result<(), ScanStopped> {
        let start = self.cursor.at();
        if self.open.len() == DEEPEST {
            return self.cursor.fail(UneditableReason::TooDeep, start);
        }
        self.open.push(OpenContainer {
            entry: self.entries.len(),
            is_object: shape == JsonType::Object,
            names_before: self.names.len(),
        });
        self.cursor.skip();
        let value = self.cursor.token_from(start);
        self.push(IndexEntry::new(name, shape, value, self.entries.len()));
        Ok(())
    }

    fn close(&mut self, top: OpenContainer) -> Result<(), ScanStopped> {
        self.open.pop();
        let entries = self.entries.len();
        self.entries[top.entry].close(self.cursor.at(), entries);
        // Different names can share a digest, so equal digests prove nothing.
        if top.is_object && self.names.truncate_and_find_collision(top.names_before) {
            return self.fail_on_duplicate(top.entry);
        }
        Ok(())
    }

    /// Sorts the members by name, which takes far less memory than a set of names.
    fn fail_on_duplicate(&mut self, top: usize) -> Result<(), ScanStopped> {
        let mut members: Vec<usize> = self.members(top).collect();
        members.sort_by(|&a, &b| self.name_of(a).cmp(&self.name_of(b)));
        let duplicates = members
            .windows(2)
            .filter(|pair| self.name_of(pair[0]) == self.name_of(pair[1]));
        let Some(duplicate) = duplicates.map(|pair| pair[1]).min() else {
            return Ok(());
        };
        let name = self.name_of(duplicate).into_owned();
        let at = self.entries[duplicate]
            .name_range(self.text)
            .unwrap_or_default();
        self.cursor
            .fail(UneditableReason::Duplicate { name }, at.start)
    }

    fn members(&self, top: usize) -> impl Iterator<Item = usize> {
        let end = self.entries[top].next_index();
        let inside = move |at: usize| Some(at).filter(|&at| at < end);
        let next = move |&at: &usize| inside(self.entries[at].next_index());
        std::iter::successors(inside(top + 1), next)
    }

    fn name_of(&self, at: usize) -> Cow<'_, str> {
        let name = self.entries[at].name_range(self.text).unwrap_or_default();
        parse_json_string(&self.text[name])
    }
}
