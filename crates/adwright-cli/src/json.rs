//! Writes the output of `--json`.

use std::io::{self, Write};

use serde::Serialize;

use crate::failure::CommandAbort;

/// An array that is printed one element at a time.
pub(crate) struct JsonArrayWriter<'a, W: Write> {
    out: &'a mut W,
    is_open: bool,
}

impl<'a, W: Write> JsonArrayWriter<'a, W> {
    pub(crate) const fn new(out: &'a mut W) -> Self {
        Self {
            out,
            is_open: false,
        }
    }

    pub(crate) fn write_element(&mut self, element: &impl Serialize) -> io::Result<()> {
        let before = if self.is_open { "," } else { "[" };
        self.is_open = true;
        let json = serde_json::to_string(element)?;
        write!(self.out, "{before}\n{json}")?;
        self.out.flush()
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        writeln!(self.out, "{}", if self.is_open { "\n]" } else { "[]" })
    }
}

/// Prints a whole array.
pub(crate) fn print_array<T: Serialize>(elements: &[T], out: &mut impl Write) -> io::Result<()> {
    let mut array = JsonArrayWriter::new(out);
    for element in elements {
        array.write_element(element)?;
    }
    array.finish()
}

/// Prints one value.
pub(crate) fn print_json(value: &impl Serialize, out: &mut impl Write) -> Result<(), CommandAbort> {
    let json = serde_json::to_string(value).expect("a view is plain data with text keys");
    writeln!(out, "{json}").map_err(CommandAbort::Output)
}
