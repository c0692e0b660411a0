use std::borrow::Cow;

use super::cursor::{Cursor, Fault, Stopped};
use super::entry::{Entry, Token};
use super::names::Names;
use super::{DEEPEST, LARGEST_BYTES, Shape, unquoted};
use crate::document::Unreadable;

/// Indexes a JSON text, or says where and why it cannot be edited. `values` is about how many it has.
pub(crate) fn scan(text: &str, values: usize) -> Result<Vec<Entry>, Fault> {
    if text.len() > LARGEST_BYTES {
        return Err(Fault {
            reason: Unreadable::TooBig,
            at: LARGEST_BYTES,
        });
    }
    let mut scanner = Scanner {
        text,
        cursor: Cursor::new(text),
        entries: Vec::with_capacity(values + 1),
        open: Vec::new(),
        names: Names::default(),
    };
    let _stopped = scanner.document();
    match scanner.cursor.into_fault() {
        None => Ok(scanner.entries),
        Some(fault) => Err(fault),
    }
}

struct Scanner<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    entries: Vec<Entry>,
    /// The objects and lists that are not closed yet, outermost first.
    open: Vec<Open>,
    /// The names of the members of all objects that are not closed yet.
    names: Names,
}

/// An object or list that is not closed yet.
#[derive(Clone, Copy)]
struct Open {
    entry: usize,
    is_object: bool,
    /// How many names the objects around it have so far.
    names_before: usize,
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), Stopped> {
        self.cursor.skip_space();
        self.value(None)?;
        // Not by recursion: what is nested deep must not overflow the stack.
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
                .broken("the document has ended, but there is more text"),
        }
    }

    /// Reads the next member of the innermost open object, or closes it.
    fn member(&mut self, top: Open) -> Result<(), Stopped> {
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
    fn item(&mut self, top: Open) -> Result<(), Stopped> {
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

    fn name(&mut self) -> Result<Token, Stopped> {
        if self.cursor.peek() != Some(b'"') {
            return self.cursor.broken("a member's name in quotes is missing");
        }
        let name = self.cursor.string()?;
        self.add_name(name);
        self.cursor.skip_space();
        self.cursor
            .expect(b':', "a colon is missing after the member's name")?;
        self.cursor.skip_space();
        Ok(name)
    }

    fn add_name(&mut self, name: Token) {
        let spelled = name.span.range();
        if name.has_escape {
            self.names.add(unquoted(&self.text[spelled]).as_bytes());
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
    fn value(&mut self, name: Option<Token>) -> Result<(), Stopped> {
        let (shape, value) = match self.cursor.peek() {
            Some(b'"') => (Shape::String, self.cursor.string()?),
            Some(b'-' | b'0'..=b'9') => (Shape::Number, self.cursor.number()?),
            Some(b't') => (Shape::Bool, self.cursor.word(b"true")?),
            Some(b'f') => (Shape::Bool, self.cursor.word(b"false")?),
            Some(b'n') => (Shape::Null, self.cursor.word(b"null")?),
            Some(b'{') => return self.open(name, Shape::Object),
            Some(b'[') => return self.open(name, Shape::Array),
            _ => return self.cursor.broken("a value is missing"),
        };
        self.push(Entry::new(name, shape, value, self.entries.len()));
        Ok(())
    }

    fn push(&mut self, entry: Entry) {
        if self.entries.len() == self.entries.capacity() {
            self.grow();
        }
        self.entries.push(entry);
    }

    /// Doubles the room for entries, but takes no more than the rest of the text can fill.
    #[cold]
    fn grow(&mut self) {
        let rest = self.text.len() - self.cursor.at();
        self.entries
            .reserve_exact(self.entries.len().max(16).min(rest / 2 + 1));
    }

    fn open(&mut self, name: Option<Token>, shape: Shape) -> Result<(), Stopped> {
        let start = self.cursor.at();
        if self.open.len() == DEEPEST {
            return self.cursor.stop(Unreadable::TooDeep, start);
        }
        self.open.push(Open {
            entry: self.entries.len(),
            is_object: shape == Shape::Object,
            names_before: self.names.len(),
        });
        self.cursor.skip();
        let value = self.cursor.token_from(start);
        self.push(Entry::new(name, shape, value, self.entries.len()));
        Ok(())
    }

    fn close(&mut self, top: Open) -> Result<(), Stopped> {
        self.open.pop();
        let entries = self.entries.len();
        self.entries[top.entry].close(self.cursor.at(), entries);
        // Different names can look alike, so that this alone proves nothing.
        if top.is_object && self.names.forget_from(top.names_before) {
            return self.first_duplicate(top.entry);
        }
        Ok(())
    }

    /// Sorts the members by name, which takes far less room than a set of their names.
    fn first_duplicate(&mut self, top: usize) -> Result<(), Stopped> {
        let mut members: Vec<usize> = self.members(top).collect();
        members.sort_by(|&a, &b| self.name_of(a).cmp(&self.name_of(b)));
        let twins = members
            .windows(2)
            .filter(|pair| self.name_of(pair[0]) == self.name_of(pair[1]));
        let Some(twin) = twins.map(|pair| pair[1]).min() else {
            return Ok(());
        };
        let name = self.name_of(twin).into_owned();
        let at = self.entries[twin].name_in(self.text).unwrap_or_default();
        self.cursor.stop(Unreadable::Duplicate { name }, at.start)
    }

    fn members(&self, top: usize) -> impl Iterator<Item = usize> {
        let end = self.entries[top].after();
        let inside = move |at: usize| Some(at).filter(|&at| at < end);
        let next = move |&at: &usize| inside(self.entries[at].after());
        std::iter::successors(inside(top + 1), next)
    }

    fn name_of(&self, at: usize) -> Cow<'_, str> {
        let name = self.entries[at].name_in(self.text).unwrap_or_default();
        unquoted(&self.text[name])
    }
}
