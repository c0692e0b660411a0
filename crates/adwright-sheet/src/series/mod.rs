//! Continues the cells of a column, as the fill handle of a spreadsheet does.

mod dates;
mod numbers;

use dates::DateSeries;
use numbers::NumberSeries;

/// The side of the source cells to fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FillDirection {
    /// Below the last source cell.
    Down,
    /// Above the first source cell.
    Up,
}

/// What to fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FillMode {
    /// A series if the cells show one. A single number is copied, because it may be an id. A single date continues by
    /// days, and a single name with a number by 1.
    Auto,
    /// A series, also from a single number: it continues by 1.
    Series,
    /// The source cells again and again.
    Copy,
}

/// Returns the texts of `count` cells beside the source cells; the first is the one next to them. `source` is in the
/// order of the column, from top to bottom.
///
/// These continue if all source cells are alike and have a constant step: whole numbers, decimals with a point or a
/// comma, dates such as `2026-11-26` (by days, months or years; the last day of a month stays the last day), and
/// names that end with a number (`name 09` continues with `name 10`). Otherwise the source cells are repeated. They are
/// also repeated if one number of the series would leave the range of `i64`, one number of a name would be negative,
/// or one date would leave the years 0 to 9999.
///
/// Returns nothing if there is no source cell.
#[must_use]
pub fn fill_series(
    source: &[impl AsRef<str>],
    count: usize,
    direction: FillDirection,
    mode: FillMode,
) -> Vec<String> {
    let source: Vec<&str> = source.iter().map(AsRef::as_ref).collect();
    let series = if mode == FillMode::Copy {
        None
    } else {
        CellSeries::detect(&source, mode)
    };
    let continued = series.and_then(|series| {
        let last_index = i64::try_from(source.len()).ok()? - 1;
        let steps = 1..=i64::try_from(count).ok()?;
        let cells = steps.map(|step| match direction {
            FillDirection::Down => series.cell(last_index.checked_add(step)?),
            FillDirection::Up => series.cell(-step),
        });
        cells.collect()
    });
    continued.unwrap_or_else(|| repeat(&source, count, direction))
}

/// A series through all source cells. The first source cell has the index 0.
enum CellSeries {
    Numbers(NumberSeries),
    Dates(DateSeries),
}

impl CellSeries {
    fn detect(source: &[&str], mode: FillMode) -> Option<Self> {
        let single_number_step = (mode == FillMode::Series).then_some(1);
        DateSeries::detect(source)
            .map(Self::Dates)
            .or_else(|| NumberSeries::detect(source, single_number_step).map(Self::Numbers))
    }

    /// Returns `None` if the series does not reach so far.
    fn cell(&self, index: i64) -> Option<String> {
        match self {
            Self::Numbers(series) => series.cell(index),
            Self::Dates(series) => series.cell(index),
        }
    }
}

fn repeat(source: &[&str], count: usize, direction: FillDirection) -> Vec<String> {
    let cells: Vec<&str> = match direction {
        FillDirection::Down => source.to_vec(),
        FillDirection::Up => source.iter().rev().copied().collect(),
    };
    let repeated = cells.iter().cycle().take(count);
    repeated.map(|cell| (*cell).to_owned()).collect()
}

#[cfg(test)]
mod tests;
