//! Cells for tests: what people type and what breaks readers.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::CellBlock;

/// Returns a block of these cells.
pub(crate) fn block(rows: &[&[&str]]) -> CellBlock {
    let rows = rows
        .iter()
        .map(|row| row.iter().map(|cell| (*cell).to_owned()).collect());
    CellBlock::from_rows(rows.collect()).unwrap()
}

/// Any cell text but NUL, which no clipboard and no file format keeps.
pub(crate) fn cells() -> impl Strategy<Value = String> {
    let hostile = "[ab\"'=+@;,<>&|\\-\t\r\n \u{a0}\u{feff}_x0D19]{0,8}";
    let texts = prop_oneof![
        4 => hostile,
        2 => "[a-zäß0-9 ]{0,8}",
        1 => "[שלום مرحبا\u{200f}\u{202e}👍🏽👩‍👩‍👧e\u{301}日本]{0,6}",
        1 => "&(amp|nbsp|#13|lt);?|<br>|</td>|<!--|_x000D_|''?=1",
        1 => any::<String>(),
    ];
    texts.prop_map(|text| text.replace('\0', ""))
}

/// Blocks of up to five by five such cells.
pub(crate) fn blocks() -> impl Strategy<Value = CellBlock> {
    (1_usize..5).prop_flat_map(|columns| {
        let rows = vec(vec(cells(), columns), 1..5);
        rows.prop_map(|rows| CellBlock::from_rows(rows).unwrap())
    })
}
