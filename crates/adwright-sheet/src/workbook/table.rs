//! Turns the cells of a sheet into a table with column names.

use super::grid::{Grid, GridRow};
use super::{CellPlace, CellPosition, WorkbookError, WorksheetRange};
use crate::sheet::column_letters;
use crate::{LossyCell, Sheet, SheetRow};

/// Takes the first kept row as the header.
pub(super) fn to_table(sheet: &str, header_row: u32, grid: Grid) -> Result<Sheet, WorkbookError> {
    let merges = grid.merges;
    let mut rows = grid.rows.into_iter().peekable();
    let header = rows.next_if(|row| row.number == header_row);
    let Some(header) = header.filter(|row| !is_blank(row)) else {
        return Err(WorkbookError::EmptyHeader {
            sheet: sheet.to_owned(),
            row: header_row,
        });
    };
    let columns = column_names(sheet, header)?;
    collect_rows(sheet, columns, header_row.into(), rows, &merges)
}

/// Names the columns by their letters.
pub(super) fn to_headerless_table(sheet: &str, grid: Grid) -> Result<Sheet, WorkbookError> {
    let used = |row: &GridRow| row.cells.iter().rposition(|cell| !cell.trim().is_empty());
    let width = grid.rows.iter().filter_map(used).max();
    let Some(width) = width.map(|last| last + 1) else {
        let sheet = sheet.to_owned();
        return Err(WorkbookError::EmptySheet { sheet });
    };
    let rows = grid.rows.into_iter();
    collect_rows(sheet, column_letters(width), 0, rows, &grid.merges)
}

fn collect_rows(
    sheet: &str,
    columns: Vec<String>,
    header_line: u64,
    rows: impl Iterator<Item = GridRow>,
    merges: &[WorksheetRange],
) -> Result<Sheet, WorkbookError> {
    let mut table = Sheet {
        columns,
        header_line,
        rows: Vec::new(),
        blank_lines: Vec::new(),
        losses: Vec::new(),
    };
    let mut blank_rows = Vec::new();
    for row in rows {
        if is_blank(&row) {
            blank_rows.push(u64::from(row.number));
            continue;
        }
        // Formatted rows without text below the table are not reported.
        table.blank_lines.append(&mut blank_rows);
        add_row(sheet, &mut table, row)?;
    }
    refuse_merged_cells(sheet, &table, merges)?;
    Ok(table)
}

fn is_blank(row: &GridRow) -> bool {
    row.cells.iter().all(|cell| cell.trim().is_empty())
}

fn column_names(sheet: &str, header: GridRow) -> Result<Vec<String>, WorkbookError> {
    let mut names: Vec<String> = Vec::with_capacity(header.cells.len());
    let mut cells = header.cells;
    while cells.last().is_some_and(|name| name.trim().is_empty()) {
        cells.pop();
    }
    let mut seen = std::collections::HashSet::new();
    for (name, column) in cells.into_iter().zip(1..) {
        let place = || place(sheet, header.number, column);
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(WorkbookError::UnnamedColumn(place()));
        }
        if !seen.insert(name.clone()) {
            let place = place();
            return Err(WorkbookError::DuplicateColumn { place, name });
        }
        names.push(name);
    }
    Ok(names)
}

/// A workbook stores no empty cells, so a short row is complete.
fn add_row(sheet: &str, table: &mut Sheet, mut row: GridRow) -> Result<(), WorkbookError> {
    let width = table.columns.len();
    let extra = row.cells.iter().zip(1..).skip(width);
    if let Some((_, column)) = extra.into_iter().find(|(cell, _)| !cell.trim().is_empty()) {
        return Err(WorkbookError::UnnamedCell(place(sheet, row.number, column)));
    }
    row.cells.resize(width, String::new());
    let at = table.rows.len();
    let losses = row.losses.into_iter().filter(|(column, _)| *column < width);
    table.losses.extend(losses.map(|(column, loss)| LossyCell {
        row: at,
        column,
        loss,
    }));
    table.rows.push(SheetRow {
        line: row.number.into(),
        cells: row.cells,
    });
    Ok(())
}

/// Cells above and beside the table may be merged, such as a title.
fn refuse_merged_cells(
    sheet: &str,
    table: &Sheet,
    merges: &[WorksheetRange],
) -> Result<(), WorkbookError> {
    let last_row = table.rows.last().map_or(table.header_line, |row| row.line);
    let rows = table.header_line..=last_row;
    let is_inside = |range: &&WorksheetRange| {
        u64::from(range.last.row) >= *rows.start()
            && u64::from(range.first.row) <= *rows.end()
            && range.first.column as usize <= table.columns.len()
    };
    let first = merges
        .iter()
        .filter(is_inside)
        .min_by_key(|range| range.first);
    match first {
        Some(range) => Err(WorkbookError::MergedCells {
            sheet: sheet.to_owned(),
            range: *range,
        }),
        None => Ok(()),
    }
}

fn place(sheet: &str, row: u32, column: u32) -> CellPlace {
    CellPlace {
        sheet: sheet.to_owned(),
        cell: CellPosition { row, column },
    }
}
