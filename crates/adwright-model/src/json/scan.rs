use std::borrow::Cow;
use std::ops::Range;

use super::cursor::{Cursor, Fault};
use super::{DEEPEST, LARGEST_BYTES, Shape, Span, index, unquoted};
use crate::document::Unreadable;

/// One value of a scanned text. A value's parts follow it, so that `after` skips them.
///
/// Kept to 16 bytes, since the densest text has a value for every two of its own: the value's shape shows in its first
/// byte, and a name ends where its colon is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Where the member's name starts, with its quote; 0 for an item and for the document itself.
    pub(crate) name: u32,
    /// The value itself.
    pub(crate) value: Span,
    /// The entry after this one and all its parts.
    pub(crate) after: u32,
}

impl Entry {
    /// The member's name with its quotes; none for an item and for the document itself.
    pub(crate) fn name_in(&self, text: &str) -> Option<Range<usize>> {
        (self.name != 0).then(|| {
            let before = text[..self.value.start as usize].trim_ascii_end();
            let before = before[..before.len() - 1].trim_ascii_end();
            self.name as usize..before.len()
        })
    }

    pub(crate) fn shape_in(&self, text: &str) -> Shape {
        match text.as_bytes()[self.value.start as usize] {
            b'{' => Shape::Object,
            b'[' => Shape::Array,
            b'"' => Shape::String,
            b't' | b'f' => Shape::Bool,
            b'n' => Shape::Null,
            _ => Shape::Number,
        }
    }
}

/// Indexes a JSON text, or says where and why it cannot be edited.
pub(crate) fn scan(text: &str) -> Result<Vec<Entry>, Fault> {
    if text.len() > LARGEST_BYTES {
        return Err(Fault {
            reason: Unreadable::TooBig,
            at: LARGEST_BYTES,
        });
    }
    let mut scanner = Scanner {
        text,
        cursor: Cursor::new(text),
        entries: Vec::new(),
        open: Vec::new(),
        digests: Vec::new(),
    };
    scanner.document()?;
    Ok(scanner.entries)
}

struct Scanner<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    entries: Vec<Entry>,
    /// The entries of the objects and lists that are not closed yet, outermost first.
    open: Vec<usize>,
    /// Room for the digests of one object's names, kept from object to object.
    digests: Vec<u64>,
}

const NO_NAME: u32 = 0;

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), Fault> {
        self.cursor.skip_space();
        self.value(NO_NAME)?;
        // Not by recursion: what is nested deep must not overflow the stack.
        while let Some(&top) = self.open.last() {
            self.part(top)?;
        }
        self.cursor.skip_space();
        match self.cursor.peek() {
            None => Ok(()),
            Some(_) => self
                .cursor
                .broken("the document has ended, but there is more text"),
        }
    }

    /// Reads the next member or item of the innermost open object or list, or closes it.
    fn part(&mut self, top: usize) -> Result<(), Fault> {
        let (is_object, is_first) = (self.is_object(top), self.entries.len() == top + 1);
        let (close, missing) = if is_object {
            (b'}', "a comma or } is missing")
        } else {
            (b']', "a comma or ] is missing")
        };
        self.cursor.skip_space();
        if self.cursor.skip_if(&[close]) {
            return self.close(top);
        }
        if !is_first {
            self.cursor.expect(b',', missing)?;
            self.cursor.skip_space();
        }
        let name = if is_object { self.name()? } else { NO_NAME };
        self.value(name)
    }

    fn is_object(&self, at: usize) -> bool {
        self.entries[at].shape_in(self.text) == Shape::Object
    }

    fn name(&mut self) -> Result<u32, Fault> {
        if self.cursor.peek() != Some(b'"') {
            return self.cursor.broken("a member's name in quotes is missing");
        }
        let name = self.cursor.string()?.start;
        self.cursor.skip_space();
        self.cursor
            .expect(b':', "a colon is missing after the member's name")?;
        self.cursor.skip_space();
        Ok(name)
    }

    fn value(&mut self, name: u32) -> Result<(), Fault> {
        let value = match self.cursor.peek() {
            Some(b'{' | b'[') => return self.open(name),
            Some(b'"') => self.cursor.string()?,
            Some(b'-' | b'0'..=b'9') => self.cursor.number()?,
            Some(b't') => self.cursor.word("true")?,
            Some(b'f') => self.cursor.word("false")?,
            Some(b'n') => self.cursor.word("null")?,
            _ => return self.cursor.broken("a value is missing"),
        };
        self.push(name, value);
        Ok(())
    }

    fn push(&mut self, name: u32, value: Span) {
        let after = index(self.entries.len() + 1);
        if self.entries.len() == self.entries.capacity() {
            self.grow();
        }
        self.entries.push(Entry { name, value, after });
    }

    /// Doubles the room for entries, but takes no more than the rest of the text can fill.
    fn grow(&mut self) {
        let rest = self.text.len() - self.cursor.at();
        self.entries
            .reserve_exact(self.entries.len().max(16).min(rest / 2 + 1));
    }

    fn open(&mut self, name: u32) -> Result<(), Fault> {
        let start = self.cursor.at();
        if self.open.len() == DEEPEST {
            return Err(Fault {
                reason: Unreadable::TooDeep,
                at: start,
            });
        }
        self.open.push(self.entries.len());
        self.cursor.skip_if(b"{[");
        self.push(name, self.cursor.span_from(start));
        Ok(())
    }

    fn close(&mut self, top: usize) -> Result<(), Fault> {
        self.open.pop();
        let after = index(self.entries.len());
        let entry = &mut self.entries[top];
        entry.value.end = index(self.cursor.at());
        entry.after = after;
        if self.is_object(top) {
            self.no_duplicates(top)
        } else {
            Ok(())
        }
    }

    fn no_duplicates(&mut self, top: usize) -> Result<(), Fault> {
        let mut digests = std::mem::take(&mut self.digests);
        digests.clear();
        digests.extend(
            self.members(top)
                .map(|at| digest(self.name_of(at).as_bytes())),
        );
        digests.sort_unstable();
        let alike = digests.windows(2).any(|pair| pair[0] == pair[1]);
        self.digests = digests;
        // Different names can have the same digest, so that this alone proves nothing.
        if alike {
            self.first_duplicate(top)
        } else {
            Ok(())
        }
    }

    /// Sorts the members by name, which takes far less room than a set of their names.
    fn first_duplicate(&self, top: usize) -> Result<(), Fault> {
        let mut members: Vec<usize> = self.members(top).collect();
        members.sort_by(|&a, &b| self.name_of(a).cmp(&self.name_of(b)));
        let twins = members
            .windows(2)
            .filter(|pair| self.name_of(pair[0]) == self.name_of(pair[1]));
        match twins.map(|pair| pair[1]).min() {
            Some(twin) => Err(Fault {
                reason: Unreadable::Duplicate {
                    name: self.name_of(twin).into_owned(),
                },
                at: self.entries[twin].name as usize,
            }),
            None => Ok(()),
        }
    }

    fn members(&self, top: usize) -> impl Iterator<Item = usize> {
        let end = self.entries[top].after as usize;
        let inside = move |at: usize| Some(at).filter(|&at| at < end);
        let next = move |&at: &usize| inside(self.entries[at].after as usize);
        std::iter::successors(inside(top + 1), next)
    }

    fn name_of(&self, at: usize) -> Cow<'_, str> {
        let name = self.entries[at].name_in(self.text).unwrap_or_default();
        unquoted(&self.text[name])
    }
}

/// A quick digest of a name. Only equal digests are looked at again, so it need not resist anybody.
fn digest(name: &[u8]) -> u64 {
    let mut digest = name.len() as u64;
    for chunk in name.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let mixed = digest.rotate_left(5) ^ u64::from_le_bytes(word);
        digest = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    digest
}
