//! The check of all rows follows each change of a batch.

use adwright_desk::Desk;
use adwright_views::{
    RowSpan, SheetEdit, SheetEditRequest, SheetFilter, SheetQuery, SheetRange, SheetRows,
};

use crate::fetched;
use crate::random::Random;

const STEPS: u32 = 120;

/// More rows than this are deleted again.
const MANY_ROWS: u32 = 60;

/// Texts for each column of a new batch: few, so that rows are often equal, and some of them wrong.
const TEXTS: [&[&str]; 5] = [
    &["A", "", " "],
    &["a", "b", " a", ""],
    &["2026-01-30", "soon", ""],
    &["4401", "4412", "4410", "x", ""],
    &["52024", "52031", ""],
];

fn rows(desk: &Desk, batch: &str) -> SheetRows {
    let query = SheetQuery {
        filter: SheetFilter::default(),
        offset: 0,
        limit: 1_000,
    };
    desk.sheets.sheet_rows(batch, &query).unwrap()
}

fn any_edit(random: &mut Random, rows: u32) -> SheetEdit {
    let (top, some) = (random.below(rows), 1 + random.below(4));
    let column = random.below(5);
    let text = |random: &mut Random, column: u32| {
        let texts = TEXTS[column as usize];
        texts[random.below(u32::try_from(texts.len()).unwrap()) as usize]
    };
    let spans = vec![RowSpan { top, rows: some }];
    match random.below(8) {
        0 => SheetEdit::InsertRows {
            at: top,
            rows: some,
        },
        1 => SheetEdit::DeleteRows { spans },
        2 => SheetEdit::MoveRows {
            spans,
            to: random.below(rows + 1),
        },
        3 => {
            let line = |random: &mut Random| (0..5).map(|at| text(random, at)).collect::<Vec<_>>();
            let lines: Vec<_> = (0..some).map(|_| line(random).join("\t")).collect();
            SheetEdit::Paste {
                range: SheetRange {
                    top: random.below(rows + 1),
                    rows: 1,
                    columns: vec![0],
                },
                shown: vec![0, 1, 2, 3, 4],
                text: lines.join("\n"),
                html: None,
                transposed: false,
            }
        }
        _ => SheetEdit::Set {
            ranges: vec![SheetRange {
                top,
                rows: some,
                columns: vec![column],
            }],
            text: text(random, column).to_owned(),
        },
    }
}

fn step(desk: &Desk, batch: &str, random: &mut Random) {
    let now = desk.sheets.open_batch(batch).unwrap();
    match random.below(6) {
        0 => drop(desk.sheets.undo_sheet(batch).unwrap()),
        1 => drop(desk.sheets.redo_sheet(batch).unwrap()),
        _ => {
            let many = SheetEdit::DeleteRows {
                spans: vec![RowSpan { top: 3, rows: 50 }],
            };
            let edit = if now.rows > MANY_ROWS {
                many
            } else {
                any_edit(random, now.rows)
            };
            let request = SheetEditRequest {
                revision: now.revision,
                filter: SheetFilter::default(),
                edit,
            };
            desk.sheets.edit_sheet(batch, &request).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn followed_edits_equal_a_new_check() {
    let app = fetched().await;
    for seed in [3, 5, 7] {
        let mut random = Random(seed);
        let batch = app.sheets.create_batch("Spring").unwrap().id;
        for at in 0..STEPS {
            step(&app, &batch, &mut random);
            if random.below(3) == 0 {
                continue;
            }
            // A copy has never been checked.
            let copy = app.sheets.duplicate_batch(&batch).unwrap().id;
            let (mut followed, mut new) = (rows(&app, &batch), rows(&app, &copy));
            app.sheets.discard_batch(&copy).unwrap();
            // Each of the two is the other batch of the other one.
            for rows in [&mut followed, &mut new] {
                let findings = rows.rows.iter_mut().flat_map(|line| &mut line.findings);
                let other = findings.filter(|finding| finding.rule == "value-in-other-batch");
                other.for_each(|finding| finding.message.clear());
            }
            assert!(new.check.is_some());
            assert_eq!(followed.rows, new.rows, "seed {seed}, step {at}");
            assert_eq!(followed.check, new.check, "seed {seed}, step {at}");
        }
    }
}
