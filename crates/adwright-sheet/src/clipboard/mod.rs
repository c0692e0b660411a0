//! Reads and writes the clipboard as spreadsheets do: plain text, and HTML with a table.

mod exact_number;
mod html_cell;
mod html_reader;
mod html_text;
mod html_writer;
mod text;

use crate::{CellBlock, LimitError, LossyCell, MAX_CLIPBOARD_BYTES};
use html_cell::HtmlCell;
use html_reader::{HtmlTables, read_tables};

/// The two flavours of a clipboard that hold cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClipboardContent {
    /// The plain text: cells separated by tabs, rows by line ends.
    pub text: String,
    /// The HTML, if the clipboard has any.
    pub html: Option<String>,
}

impl ClipboardContent {
    /// Writes both flavours of a block. NUL becomes U+FFFD, because no clipboard keeps it.
    #[must_use]
    pub fn from_block(block: &CellBlock) -> Self {
        Self {
            text: text::write(block.rows()),
            html: Some(html_writer::write(block.rows())),
        }
    }

    /// Reads the cells. They are padded to rows of equal length. Merged cells fill only their first cell.
    ///
    /// The plain text shows the cells as on the screen, with exact spaces but with ambiguous quotes. The HTML shows
    /// borders of cells exactly, and some programs add the stored number. If both have the same shape, the HTML
    /// therefore decides about quotes and about rounded numbers, and the text about spaces. Otherwise the HTML wins
    /// if it consists of one table.
    ///
    /// A stored number replaces its rounded display (`1.23E+18`, `0.33`, `1,234`), but never a date, a currency or
    /// leading zeros. A stored number with more than 15 digits is a [`CellLoss::Rounded`](crate::CellLoss::Rounded).
    ///
    /// # Errors
    /// All [`LimitError`]s but those of files.
    pub fn parse(&self) -> Result<CellBlock, LimitError> {
        self.check_size()?;
        let text_rows = text::read(&self.text)?;
        let Some(html) = &self.html else {
            return CellBlock::from_rows(text_rows);
        };
        let HtmlTables { table_count, rows } = read_tables(html)?;
        if has_same_shape(&text_rows, &rows) {
            let rows = rows.into_iter().zip(text_rows).map(|(cells, texts)| {
                let mut texts = texts.into_iter();
                let cells = cells.into_iter();
                let cells = cells.map(|cell| cell.with_text(texts.next().unwrap_or_default()));
                cells.collect()
            });
            return to_block(rows.collect());
        }
        if table_count == 1 || table_count > 1 && self.text.is_empty() {
            return to_block(rows);
        }
        CellBlock::from_rows(text_rows)
    }

    fn check_size(&self) -> Result<(), LimitError> {
        let html_bytes = self.html.as_ref().map_or(0, String::len);
        let bytes = self.text.len().max(html_bytes) as u64;
        if bytes > MAX_CLIPBOARD_BYTES {
            return Err(LimitError::ClipboardBytes { bytes });
        }
        Ok(())
    }
}

/// Returns true if both flavours have as many rows and columns. Empty cells at the end of a row do not count.
fn has_same_shape(text_rows: &[Vec<String>], html_rows: &[Vec<HtmlCell>]) -> bool {
    let text_width = text_rows.iter().map(Vec::len).max();
    let html_width = html_rows.iter().map(Vec::len).max();
    text_rows.len() == html_rows.len() && text_width == html_width
}

fn to_block(rows: Vec<Vec<HtmlCell>>) -> Result<CellBlock, LimitError> {
    let mut losses = Vec::new();
    let mut texts = Vec::with_capacity(rows.len());
    for (row, cells) in rows.into_iter().enumerate() {
        let mut row_texts = Vec::with_capacity(cells.len());
        for (column, cell) in cells.into_iter().enumerate() {
            let (text, loss) = cell.into_text();
            losses.extend(loss.map(|loss| LossyCell { row, column, loss }));
            row_texts.push(text);
        }
        texts.push(row_texts);
    }
    CellBlock::with_losses(texts, losses)
}

#[cfg(test)]
mod tests;
