//! The plain-text flavour: tabs between cells, line ends between rows.

use crate::{LimitError, MAX_CLIPBOARD_CELLS, MAX_COLUMNS};

/// Splits the text into rows of cells. A cell in quotes may contain tabs, line ends and doubled quotes. A quote that
/// does not enclose a whole cell is an ordinary character. One line end at the end adds no row.
pub(super) fn read(text: &str) -> Result<Vec<Vec<String>>, LimitError> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let (mut rest, mut cell_count) = (text, 0);
    while !rest.is_empty() || !row.is_empty() {
        let (cell, after) = split_cell(rest);
        row.push(cell);
        cell_count += 1;
        if row.len() > MAX_COLUMNS {
            let row = rows.len() as u64 + 1;
            return Err(LimitError::Columns { row });
        }
        if cell_count > MAX_CLIPBOARD_CELLS {
            return Err(LimitError::Cells {
                max: MAX_CLIPBOARD_CELLS,
            });
        }
        if let Some(next_cell) = after.strip_prefix('\t') {
            rest = next_cell;
        } else {
            rows.push(std::mem::take(&mut row));
            rest = strip_line_end(after);
        }
    }
    Ok(rows)
}

/// Returns the first cell, and the text from its tab or line end on.
fn split_cell(text: &str) -> (String, &str) {
    if let Some(quoted) = split_quoted_cell(text) {
        return quoted;
    }
    let end = text.find(['\t', '\r', '\n']).unwrap_or(text.len());
    let (cell, after) = text.split_at(end);
    (cell.to_owned(), after)
}

/// Returns `None` if no quotes enclose the cell. Excel writes cells such as `"A" only` as they are.
///
/// The search ends at the first single quote. A later cell with an opening quote starts within pairs of quotes, so
/// its search ends at once, and all searches together take linear time.
fn split_quoted_cell(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut cell = String::new();
    loop {
        let (before, after) = rest.split_once('"')?;
        cell.push_str(before);
        let Some(next) = after.strip_prefix('"') else {
            let is_end = after.is_empty() || after.starts_with(['\t', '\r', '\n']);
            return is_end.then_some((cell, after));
        };
        cell.push('"');
        rest = next;
    }
}

fn strip_line_end(text: &str) -> &str {
    let line_ends = ["\r\n", "\n", "\r"];
    let rest = line_ends.iter().find_map(|end| text.strip_prefix(end));
    rest.unwrap_or(text)
}

/// Joins cells with tabs and rows with line feeds. The text ends with a line feed only if the last row would vanish
/// without it, so a single cell can be pasted into a text field.
pub(super) fn write(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                text.push('\t');
            }
            write_cell(cell, &mut text);
        }
    }
    if rows
        .last()
        .is_some_and(|row| row.iter().all(String::is_empty) && row.len() == 1)
    {
        text.push('\n');
    }
    text
}

fn write_cell(cell: &str, text: &mut String) {
    let cell = cell.replace('\0', "\u{fffd}");
    if cell.starts_with('"') || cell.contains(['\t', '\r', '\n']) {
        text.push('"');
        text.push_str(&cell.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(&cell);
    }
}
