//! Measures a batch as a sheet, for `cargo xtask bench sheet`. Usage: `measured sheet CSV`, where the header of the file
//! names fields. After the line `ready`, each line of the input is a word, and each line of the output a number:
//!
//! - `import`: from the file to the first rows, in milliseconds
//! - `check`: from the file to all rows checked, in milliseconds
//! - `memory`: the most memory so far, in MiB
//! - `open`: from a started desk to the first rows, in microseconds
//! - `edit`: from the new text of a cell to its findings and those of all rows, in microseconds
//! - `paste`: from the clipboard with 10,000 rows to their findings and those of all rows, in milliseconds

use std::fs;
use std::io::{self, BufRead as _, Write as _};
use std::time::Instant;

use adwright_desk::Desk;
use adwright_testkit::TestApp;
use adwright_views::{
    SheetCell, SheetEdit, SheetEditRequest, SheetFilter, SheetQuery, SheetRange, SheetRows,
};

use crate::batch_file;

/// The rows that the window requests.
const WINDOW: u32 = 300;

const PASTED_ROWS: u32 = 10_000;

pub(crate) async fn run(words: &[String]) {
    let file = &words[0];
    let app = TestApp::first_start().await;
    let mut sheet = MeasuredSheet::new(&app);
    let mut output = io::stdout().lock();
    writeln!(output, "ready").expect("the output is open");
    for word in io::stdin().lock().lines() {
        let measured = match &*word.expect("the input is open") {
            "import" => sheet.import(file),
            "check" => sheet.check(),
            "memory" => peak_memory(),
            "open" => {
                let desk = TestApp::open(app.home()).await.expect("the desk opens");
                sheet.open(&desk)
            }
            "edit" => sheet.edit(),
            "paste" => sheet.paste(),
            other => panic!("unknown word {other}"),
        };
        writeln!(output, "{measured}").expect("the output is open");
    }
}

/// A batch with the rows of the file.
struct MeasuredSheet<'a> {
    desk: &'a Desk,
    batch: String,
    revision: u32,
    begin: Instant,
    edits: u32,
}

impl<'a> MeasuredSheet<'a> {
    fn new(desk: &'a Desk) -> Self {
        Self {
            desk,
            batch: String::new(),
            revision: 0,
            begin: Instant::now(),
            edits: 0,
        }
    }

    fn import(&mut self, file: &str) -> f64 {
        self.begin = Instant::now();
        let imported = batch_file::import(self.desk, file);
        (self.batch, self.revision) = (imported.batch, imported.revision);
        self.window(self.desk, 0);
        self.begin.elapsed().as_secs_f64() * 1e3
    }

    /// The next finding needs the check of all rows.
    fn check(&self) -> f64 {
        let from = SheetCell { row: 0, column: 0 };
        let found =
            self.desk
                .sheets
                .next_finding(&self.batch, &SheetFilter::default(), from, false);
        found.expect("the rows are checked");
        assert!(self.window(self.desk, 0).check.is_some());
        self.begin.elapsed().as_secs_f64() * 1e3
    }

    fn open(&self, desk: &Desk) -> f64 {
        let begin = Instant::now();
        desk.sheets
            .open_batch(&self.batch)
            .expect("the batch opens");
        self.window(desk, 0);
        begin.elapsed().as_secs_f64() * 1e6
    }

    /// Edits cells near the middle, each with a new value.
    fn edit(&mut self) -> f64 {
        self.edits += 1;
        let top = self.row_count() / 2 + self.edits % WINDOW;
        let edit = SheetEdit::Set {
            ranges: vec![SheetRange {
                top,
                rows: 1,
                columns: vec![1],
            }],
            text: format!("edited {}", self.edits),
        };
        self.make(edit, top) * 1e6
    }

    /// Pastes over the last rows.
    fn paste(&mut self) -> f64 {
        self.edits += 1;
        let line = |row: u32| format!("Pasted {row}\tpasted {}-{row}", self.edits);
        let text: Vec<_> = (0..PASTED_ROWS).map(line).collect();
        let top = self.row_count().saturating_sub(PASTED_ROWS);
        let edit = SheetEdit::Paste {
            range: SheetRange {
                top,
                rows: 1,
                columns: vec![0],
            },
            shown: vec![0, 1],
            text: text.join("\n"),
            html: None,
            transposed: false,
        };
        self.make(edit, top) * 1e3
    }

    fn row_count(&self) -> u32 {
        let batch = self.desk.batches.batch(&self.batch).expect("the batch");
        batch.row_count
    }

    /// Makes an edit, and shows rows from this one on. Returns the seconds.
    fn make(&mut self, edit: SheetEdit, top: u32) -> f64 {
        let request = SheetEditRequest {
            revision: self.revision,
            filter: SheetFilter::default(),
            edit,
        };
        let begin = Instant::now();
        let done = self.desk.sheets.edit_sheet(&self.batch, &request);
        self.revision = done.expect("the cells are set").batch.revision;
        while self.window(self.desk, top).check.is_none() {
            self.check();
        }
        begin.elapsed().as_secs_f64()
    }

    fn window(&self, desk: &Desk, offset: u32) -> SheetRows {
        let query = SheetQuery {
            filter: SheetFilter::default(),
            offset,
            limit: WINDOW,
        };
        let rows = desk.sheets.sheet_rows(&self.batch, &query);
        rows.expect("the rows are shown")
    }
}

/// Reads the largest resident size of this process.
fn peak_memory() -> f64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let mut lines = status.lines();
    let peak = lines.find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|rest| rest.trim().strip_suffix("kB"));
    let kib: f64 = peak.expect("its peak").trim().parse().expect("a number");
    kib / 1024.0
}
