//! What `--json` prints, as a script or a terminal takes it.

use std::io::{self, Write};

use serde::Serialize;

use crate::failure::Stopped;

/// An array that is printed as its elements come.
pub(crate) struct Array<'a, W: Write> {
    out: &'a mut W,
    is_open: bool,
}

impl<'a, W: Write> Array<'a, W> {
    pub(crate) const fn new(out: &'a mut W) -> Self {
        Self {
            out,
            is_open: false,
        }
    }

    pub(crate) fn element(&mut self, element: &impl Serialize) -> io::Result<()> {
        let before = if self.is_open { "," } else { "[" };
        self.is_open = true;
        let json = serde_json::to_string(element)?;
        write!(self.out, "{before}\n{json}")?;
        self.out.flush()
    }

    pub(crate) fn end(self) -> io::Result<()> {
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

/// One value.
pub(crate) fn print_json(value: &impl Serialize, out: &mut impl Write) -> Result<(), Stopped> {
    let json = serde_json::to_string(value).expect("a view is plain data with text keys");
    writeln!(out, "{json}").map_err(Stopped::Output)
}
