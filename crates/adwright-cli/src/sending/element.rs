//! JSON arrays that are printed as their elements come.

use std::io::{self, Write};

use serde::Serialize;

use crate::printable::json_for_terminal;

/// An array under way.
pub(super) struct Array<'a, W: Write> {
    out: &'a mut W,
    is_open: bool,
}

impl<'a, W: Write> Array<'a, W> {
    pub(super) const fn new(out: &'a mut W) -> Self {
        Self {
            out,
            is_open: false,
        }
    }

    pub(super) fn element(&mut self, element: &impl Serialize) -> io::Result<()> {
        let before = if self.is_open { "," } else { "[" };
        self.is_open = true;
        let json = serde_json::to_string(element)?;
        write!(self.out, "{before}\n{}", json_for_terminal(&json))?;
        self.out.flush()
    }

    pub(super) fn end(self) -> io::Result<()> {
        writeln!(self.out, "{}", if self.is_open { "\n]" } else { "[]" })
    }
}

/// A whole array at once.
pub(crate) fn print_array<T: Serialize>(elements: &[T], out: &mut impl Write) -> io::Result<()> {
    let mut array = Array::new(out);
    for element in elements {
        array.element(element)?;
    }
    array.end()
}
