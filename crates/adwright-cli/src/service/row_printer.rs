//! Prints rows as they arrive.

use std::io::{self, Write};

use super::columns::TextColumns;
use super::object_text::object_text;
use crate::arguments::OutputFormat;
use crate::printable::{escape_line, stderr};

/// Prints each page when it arrives.
pub(super) struct RowPrinter<'a, W: Write> {
    out: &'a mut W,
    form: OutputFormat,
    columns: TextColumns,
    printed: u64,
    /// The number of rows that are not JSON objects and were left out.
    pub(super) unreadable: u64,
    is_open: bool,
}

impl<'a, W: Write> RowPrinter<'a, W> {
    pub(super) fn new(out: &'a mut W, form: OutputFormat, columns: TextColumns) -> Self {
        Self {
            out,
            form,
            columns,
            printed: 0,
            unreadable: 0,
            is_open: false,
        }
    }

    /// Prints a page, and names the rows that are left out on standard error.
    pub(super) fn print_page(&mut self, items: &[Vec<u8>]) -> io::Result<()> {
        let mut objects = Vec::with_capacity(items.len());
        for (at, raw) in (self.printed + self.unreadable + 1..).zip(items) {
            match object_text(raw) {
                Ok(text) => objects.push(text),
                Err(error) => {
                    let why = error.to_string();
                    self.unreadable += 1;
                    writeln!(stderr(), "Row {at} is skipped: {}", escape_line(&why))?;
                }
            }
        }
        match self.form {
            OutputFormat::Text => self.print_text(&objects)?,
            OutputFormat::Json => self.print_json(&objects)?,
            OutputFormat::JsonLines => self.print_json_lines(&objects)?,
        }
        self.printed += objects.len() as u64;
        self.out.flush()
    }

    /// Ends the output. Prints an empty list if `is_answered` and there were no rows.
    pub(super) fn finish(&mut self, is_answered: bool) -> io::Result<()> {
        if self.form != OutputFormat::Json {
            return Ok(());
        }
        match (self.is_open, is_answered) {
            (true, _) => writeln!(self.out, "\n]"),
            (false, true) => writeln!(self.out, "[]"),
            (false, false) => Ok(()),
        }
    }

    fn print_text(&mut self, objects: &[&str]) -> io::Result<()> {
        for line in self.columns.format_page(objects) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn print_json(&mut self, objects: &[&str]) -> io::Result<()> {
        for object in objects {
            let before = if self.is_open { "," } else { "[" };
            self.is_open = true;
            write!(self.out, "{before}\n{object}")?;
        }
        Ok(())
    }

    fn print_json_lines(&mut self, objects: &[&str]) -> io::Result<()> {
        for object in objects {
            // Inside an object, a line end can only be between two values.
            let line = object.replace(['\n', '\r'], " ");
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}
