//! Finds the ids of a column that a spreadsheet damaged.

use std::collections::{BTreeMap, BTreeSet};

use adwright_checks::{IdDamage, are_rounded_ids};
use adwright_model::{Path, PathStep, is_id_name};
use adwright_sheet::{CellLoss, LossyCell};

use crate::error::IdLoss;

/// A spreadsheet keeps all digits of an id up to this length.
const LONGEST_KEPT: usize = 15;

/// Returns whether the cells of a field are ids.
pub(crate) fn is_of_ids(path: &Path) -> bool {
    matches!(path.last(), Some(PathStep::Member(name)) if is_id_name(name))
}

/// Returns the damaged ids of a column by row, even those that only all ids together show. The original id is never
/// guessed.
pub(crate) fn damaged_ids<'a>(
    cells: impl Iterator<Item = &'a str> + Clone,
    losses: &[LossyCell],
    column: usize,
) -> BTreeMap<usize, IdLoss> {
    let ids = cells.map(str::trim);
    let are_rounded = are_rounded_ids(ids.clone().collect::<BTreeSet<_>>());
    let padded = padded_length(ids.clone());
    let losses = losses.iter().filter(|cell| cell.column == column);
    let mut damaged: BTreeMap<_, _> = losses
        .map(|cell| match cell.loss {
            CellLoss::Date => (cell.row, IdLoss::Date),
            CellLoss::Rounded => (cell.row, IdLoss::Damage(IdDamage::Rounded)),
        })
        .collect();
    for (row, id) in ids.enumerate() {
        let is_rounded = are_rounded && id.len() > LONGEST_KEPT;
        let damage = IdDamage::from_cell(id).or_else(|| is_rounded.then_some(IdDamage::Rounded));
        let is_short = padded.is_some_and(|length| is_number(id) && id.len() < length);
        let loss = damage.map(IdLoss::Damage);
        if let Some(loss) = loss.or_else(|| is_short.then_some(IdLoss::LeadingZeros)) {
            damaged.entry(row).or_insert(loss);
        }
    }
    damaged
}

fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the length to which ids are filled up with zeros: that of all ids with leading zeros.
fn padded_length<'a>(ids: impl Iterator<Item = &'a str>) -> Option<usize> {
    let padded = ids.filter(|id| is_number(id) && id.len() > 1 && id.starts_with('0'));
    let lengths: BTreeSet<_> = padded.map(str::len).collect();
    lengths.first().copied().filter(|_| lengths.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_shows_alone_or_together() {
        let rounded = IdLoss::Damage(IdDamage::Rounded);
        for (cells, expected) in [
            (
                &["52024", "1.23E+18"][..],
                vec![(1, IdLoss::Damage(IdDamage::Reformatted))],
            ),
            (
                &["1234567890123450", "1234567890123460", "1234567890123470"],
                vec![(0, rounded), (1, rounded), (2, rounded)],
            ),
            (&["00412", "733", "00090"], vec![(1, IdLoss::LeadingZeros)]),
            (&["0412", "00733", "12"], vec![]),
            (&["412", "", "x"], vec![]),
        ] {
            let damaged: Vec<_> = damaged_ids(cells.iter().copied(), &[], 0)
                .into_iter()
                .collect();
            assert_eq!(damaged, expected, "{cells:?}");
        }
    }
}
