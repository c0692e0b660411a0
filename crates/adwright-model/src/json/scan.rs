use std::borrow::Cow;
use std::collections::HashSet;

use super::cursor::{Cursor, Fault};
use super::{DEEPEST, LARGEST_BYTES, Shape, Span, index, unquoted};
use crate::document::Unreadable;

/// One value of a scanned text. A value's parts follow it, so that `after` skips them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// The member's name with its quotes; empty for an item and for the document itself.
    pub(crate) name: Span,
    /// The value itself.
    pub(crate) value: Span,
    /// The entry after this one and all its parts.
    pub(crate) after: u32,
    /// How many members or items it has.
    pub(crate) len: u32,
    pub(crate) shape: Shape,
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

const NO_NAME: Span = Span { start: 0, end: 0 };

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
        let Entry { shape, len, .. } = self.entries[top];
        let (close, missing) = match shape {
            Shape::Object => (b'}', "a comma or } is missing"),
            _ => (b']', "a comma or ] is missing"),
        };
        self.cursor.skip_space();
        if self.cursor.skip_if(&[close]) {
            return self.close(top);
        }
        if len > 0 {
            self.cursor.expect(b',', missing)?;
            self.cursor.skip_space();
        }
        self.entries[top].len += 1;
        let name = if shape == Shape::Object {
            self.name()?
        } else {
            NO_NAME
        };
        self.value(name)
    }

    fn name(&mut self) -> Result<Span, Fault> {
        if self.cursor.peek() != Some(b'"') {
            return self.cursor.broken("a member's name in quotes is missing");
        }
        let name = self.cursor.string()?;
        self.cursor.skip_space();
        self.cursor
            .expect(b':', "a colon is missing after the member's name")?;
        self.cursor.skip_space();
        Ok(name)
    }

    fn value(&mut self, name: Span) -> Result<(), Fault> {
        let (value, shape) = match self.cursor.peek() {
            Some(b'{') => return self.open(name, Shape::Object),
            Some(b'[') => return self.open(name, Shape::Array),
            Some(b'"') => (self.cursor.string()?, Shape::String),
            Some(b'-' | b'0'..=b'9') => (self.cursor.number()?, Shape::Number),
            Some(b't') => (self.cursor.word("true")?, Shape::Bool),
            Some(b'f') => (self.cursor.word("false")?, Shape::Bool),
            Some(b'n') => (self.cursor.word("null")?, Shape::Null),
            _ => return self.cursor.broken("a value is missing"),
        };
        self.push(name, value, shape);
        Ok(())
    }

    fn push(&mut self, name: Span, value: Span, shape: Shape) {
        let after = index(self.entries.len() + 1);
        self.entries.push(Entry {
            name,
            value,
            after,
            len: 0,
            shape,
        });
    }

    fn open(&mut self, name: Span, shape: Shape) -> Result<(), Fault> {
        let start = self.cursor.at();
        if self.open.len() == DEEPEST {
            return Err(Fault {
                reason: Unreadable::TooDeep,
                at: start,
            });
        }
        self.open.push(self.entries.len());
        self.cursor.skip_if(b"{[");
        self.push(name, self.cursor.span_from(start), shape);
        Ok(())
    }

    fn close(&mut self, top: usize) -> Result<(), Fault> {
        self.open.pop();
        let after = index(self.entries.len());
        let entry = &mut self.entries[top];
        entry.value.end = index(self.cursor.at());
        entry.after = after;
        if entry.shape == Shape::Object && entry.len > 1 {
            self.no_duplicates(top)
        } else {
            Ok(())
        }
    }

    fn no_duplicates(&mut self, top: usize) -> Result<(), Fault> {
        let mut digests = std::mem::take(&mut self.digests);
        digests.clear();
        digests.extend(self.names(top).map(|(_, name)| digest(name.as_bytes())));
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

    fn first_duplicate(&self, top: usize) -> Result<(), Fault> {
        let mut seen = HashSet::new();
        for (at, name) in self.names(top) {
            if seen.contains(&name) {
                let name = name.into_owned();
                return Err(Fault {
                    reason: Unreadable::Duplicate { name },
                    at,
                });
            }
            seen.insert(name);
        }
        Ok(())
    }

    /// The names of an object's members, each with where it starts.
    fn names(&self, top: usize) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
        let end = self.entries[top].after as usize;
        let inside = move |at: usize| Some(at).filter(|&at| at < end);
        let next = move |&at: &usize| inside(self.entries[at].after as usize);
        let members = std::iter::successors(inside(top + 1), next);
        members.map(|at| {
            let span = self.entries[at].name;
            (span.start as usize, unquoted(&self.text[span.range()]))
        })
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
