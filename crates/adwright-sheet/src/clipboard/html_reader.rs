//! Reads the tables of the HTML flavour. The tokenizer is that of html5ever.

use std::cell::RefCell;
use std::mem;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::html_cell::{HtmlCell, StoredValue};
use super::html_text::CellText;
use crate::{LimitError, MAX_CLIPBOARD_CELLS, MAX_COLUMNS};

/// The rows of all outermost tables of a document.
#[derive(Debug, Default)]
pub(super) struct HtmlTables {
    pub(super) table_count: usize,
    pub(super) rows: Vec<Vec<HtmlCell>>,
}

pub(super) fn read_tables(html: &str) -> Result<HtmlTables, LimitError> {
    let sink = TableSink(RefCell::default());
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let queue = BufferQueue::default();
    // The length of a tendril is limited, and the parts are copied.
    for part in split_into_parts(html) {
        queue.push_back(StrTendril::from_slice(part));
        let _ = tokenizer.feed(&queue);
    }
    tokenizer.end();
    let mut builder = tokenizer.sink.0.into_inner();
    builder.end_row();
    match builder.error {
        Some(error) => Err(error),
        None => Ok(builder.tables),
    }
}

const PART_BYTES: usize = 1 << 20;

fn split_into_parts(html: &str) -> impl Iterator<Item = &str> {
    let mut rest = html;
    std::iter::from_fn(move || {
        let (part, after) = rest.split_at(rest.floor_char_boundary(PART_BYTES.min(rest.len())));
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

struct TableSink(RefCell<TableBuilder>);

impl TokenSink for TableSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut builder = self.0.borrow_mut();
        if builder.error.is_some() {
            return TokenSinkResult::Continue;
        }
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                return builder.start_tag(&tag);
            }
            Token::TagToken(tag) => builder.end_tag(&tag),
            Token::CharacterTokens(text) if !builder.is_raw => {
                if let Some(cell) = &mut builder.cell {
                    cell.text.push_text(&text);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[derive(Default)]
struct TableBuilder {
    tables: HtmlTables,
    /// The number of tables around the current place.
    depth: usize,
    row: Option<Vec<HtmlCell>>,
    cell: Option<OpenCell>,
    /// For each column the number of rows that a cell above still covers.
    covered: Vec<usize>,
    /// True in a style or script, whose content is no text.
    is_raw: bool,
    cell_count: usize,
    error: Option<LimitError>,
}

struct OpenCell {
    text: CellText,
    stored: Option<Box<StoredValue>>,
    columns: usize,
    rows: usize,
}

impl TableBuilder {
    fn start_tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        match (&*tag.name, self.depth) {
            ("table", _) => self.start_table(),
            ("tr", 1) => {
                self.end_row();
                self.row = Some(Vec::new());
            }
            ("td" | "th", 1) => self.start_cell(tag),
            ("style" | "noframes", _) => return self.start_raw(RawKind::Rawtext),
            ("script", _) => return self.start_raw(RawKind::ScriptData),
            ("title" | "textarea", _) => return self.start_raw(RawKind::Rcdata),
            (name, _) => {
                if let Some(cell) = &mut self.cell {
                    cell.text.start_tag(name, tag);
                }
            }
        }
        TokenSinkResult::Continue
    }

    const fn start_raw(&mut self, kind: RawKind) -> TokenSinkResult<()> {
        self.is_raw = true;
        TokenSinkResult::RawData(kind)
    }

    fn end_tag(&mut self, tag: &Tag) {
        match (&*tag.name, self.depth) {
            ("table", depth) => {
                if depth == 1 {
                    self.end_row();
                    self.covered.clear();
                }
                self.depth = depth.saturating_sub(1);
            }
            ("tr", 1) => self.end_row(),
            ("td" | "th", 1) => self.end_cell(),
            ("style" | "noframes" | "script" | "title" | "textarea", _) => self.is_raw = false,
            (name, _) => {
                if let Some(cell) = &mut self.cell {
                    cell.text.end_tag(name);
                }
            }
        }
    }

    fn start_table(&mut self) {
        self.depth += 1;
        if self.depth == 1 {
            self.tables.table_count += 1;
        }
    }

    fn start_cell(&mut self, tag: &Tag) {
        self.end_cell();
        let span = |name: &str| {
            let attribute = tag.attrs.iter().find(|it| &*it.name.local == name);
            let span = attribute.and_then(|it| it.value.trim().parse::<usize>().ok());
            span.unwrap_or(1).max(1)
        };
        self.cell = Some(OpenCell {
            text: CellText::default(),
            stored: StoredValue::from_attributes(&tag.attrs),
            columns: span("colspan"),
            rows: span("rowspan"),
        });
    }

    /// Puts the open cell into the first column that no cell above covers.
    fn end_cell(&mut self) {
        let Some(cell) = self.cell.take() else {
            return;
        };
        let mut row = self.row.take().unwrap_or_default();
        fill_covered(&mut self.covered, &mut row);
        let end = row.len().saturating_add(cell.columns);
        if end > MAX_COLUMNS {
            let row = self.tables.rows.len() as u64 + 1;
            self.error = Some(LimitError::Columns { row });
            return;
        }
        if cell.rows > 1 {
            self.covered.resize(self.covered.len().max(end), 0);
            self.covered[row.len()..end].fill(cell.rows);
        }
        row.push(HtmlCell {
            text: cell.text.finish(),
            stored: cell.stored,
        });
        row.resize(end, HtmlCell::default());
        self.row = Some(row);
    }

    fn end_row(&mut self) {
        self.end_cell();
        let Some(mut row) = self.row.take() else {
            return;
        };
        fill_covered(&mut self.covered, &mut row);
        // Cells above count, so that empty rows below them cannot take forever.
        self.cell_count += row.len().max(self.covered.len());
        for rows_left in &mut self.covered {
            *rows_left = rows_left.saturating_sub(1);
        }
        while self.covered.last() == Some(&0) {
            self.covered.pop();
        }
        if self.cell_count > MAX_CLIPBOARD_CELLS {
            self.error = Some(LimitError::Cells {
                max: MAX_CLIPBOARD_CELLS,
            });
            return;
        }
        self.tables.rows.push(mem::take(&mut row));
    }
}

/// Appends an empty cell for each next column that a cell above covers.
fn fill_covered(covered: &mut [usize], row: &mut Vec<HtmlCell>) {
    while covered
        .get(row.len())
        .is_some_and(|rows_left| *rows_left > 0)
    {
        row.push(HtmlCell::default());
    }
}
