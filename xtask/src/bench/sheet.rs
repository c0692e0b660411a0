use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Value, json};

use super::{
    BenchResult, Effort, build_measured,
    figure::BenchFigure,
    measured_program::MeasuredProgram,
    samples::{Samples, alternate},
    sheet_file,
};
use crate::{
    process::CommandLine,
    project::Project,
    setup::{self, SYSTEM_PYTHON, Toolset},
};

/// The rows of the files.
const ROWS: [u32; 3] = [1_000, 100_000, 1_000_000];
/// The rows in a quick run. Calc needs 25 seconds for a million.
const QUICK_ROWS: [u32; ROWS.len()] = [1_000, 50_000, 150_000];
const FEW: usize = 0;
const MANY: usize = 2;

/// The number of times that each file is imported and opened by Calc.
const TURNS: u32 = 3;
/// The repeated measurements of one imported batch.
const OPENINGS: u32 = 15;
const EDITS: u32 = 60;
const PASTES: u32 = 3;

/// The measurements of one number of rows: ours, then those of Calc.
#[derive(Default)]
struct SheetTimes {
    import: Samples,
    check: Samples,
    memory: Samples,
    open: Samples,
    edit: Samples,
    paste: Samples,
    calc_open: Samples,
    calc_memory: Samples,
}

/// The ratios of one turn.
#[derive(Default)]
struct SheetRatios {
    calc: Samples,
    calc_memory: Samples,
    row: Samples,
    open: Samples,
    edit: Samples,
}

/// Imports files of 12 columns as batches, and edits them. LibreOffice Calc opens the same files in the same run.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    setup::prepare(project, &[Toolset::Calc])?;
    let program = build_measured(project)?;
    let folder = tempfile::tempdir_in(project.target_dir())?;
    let file = |rows: &u32| folder.path().join(format!("{rows}.csv"));
    let all_rows = match effort {
        Effort::Full => ROWS,
        Effort::Quick => QUICK_ROWS,
    };
    let files = all_rows.each_ref().map(file);
    for (file, rows) in files.iter().zip(all_rows) {
        sheet_file::write(file, rows)?;
    }
    let (mut times, mut ratios) = <([SheetTimes; ROWS.len()], SheetRatios)>::default();
    for turn in 0..effort.turns(TURNS) {
        let measured = alternate(
            turn,
            || measure_ours((project, &program), &files, &mut times, &mut ratios),
            || {
                files
                    .each_ref()
                    .map(|file| measure_calc(project, file))
                    .into_iter()
                    .collect()
            },
        );
        let (ours, calc): ([[f64; 2]; ROWS.len()], Vec<[f64; 2]>) = measured?;
        for (times, [open, memory]) in times.iter_mut().zip(&calc) {
            times.calc_open.add(*open);
            times.calc_memory.add(*memory);
        }
        let ([check, memory], [calc_open, calc_memory]) = (ours[MANY], calc[MANY]);
        ratios.calc.add(check / calc_open);
        ratios.calc_memory.add(memory / calc_memory);
        let per_row = |at: usize| ours[at][0] / f64::from(all_rows[at]);
        ratios.row.add(per_row(MANY) / per_row(FEW));
    }
    Ok(BenchResult {
        table: table(&all_rows, &times),
        figures: ratios.figures(),
        samples: all_rows
            .iter()
            .zip(&times)
            .map(|(rows, times)| times.as_json(*rows))
            .collect(),
    })
}

/// Measures our sheets of all sizes. Returns the time until all rows are checked, and the memory then.
fn measure_ours(
    (project, program): (&Project, &Path),
    files: &[PathBuf; ROWS.len()],
    times: &mut [SheetTimes; ROWS.len()],
    ratios: &mut SheetRatios,
) -> Result<[[f64; 2]; ROWS.len()]> {
    let mut sheets = Vec::new();
    let mut results = [[0.0; 2]; ROWS.len()];
    for (at, file) in files.iter().enumerate() {
        let line = CommandLine::for_program(project.root(), program);
        let line = line.arg("sheet").arg(file);
        let mut sheet = MeasuredProgram::start_with(program, line)?;
        times[at].import.add(sheet.measure("import")?);
        results[at] = [sheet.measure("check")?, sheet.measure("memory")?];
        let [check, memory] = results[at];
        times[at].check.add(check);
        times[at].memory.add(memory);
        sheets.push(sheet);
    }
    ratios
        .open
        .add(in_turns(&mut sheets, "open", OPENINGS, |at, time| {
            times[at].open.add(time);
        })?);
    ratios
        .edit
        .add(in_turns(&mut sheets, "edit", EDITS, |at, time| {
            times[at].edit.add(time);
        })?);
    in_turns(&mut sheets, "paste", PASTES, |at, time| {
        times[at].paste.add(time);
    })?;
    Ok(results)
}

/// Measures a word with all sheets in turns. Returns the ratio of the medians of the largest and the smallest.
fn in_turns(
    sheets: &mut [MeasuredProgram],
    word: &str,
    turns: u32,
    mut add: impl FnMut(usize, f64),
) -> Result<f64> {
    let mut samples = <[Samples; ROWS.len()]>::default();
    for _ in 0..turns {
        for (at, sheet) in sheets.iter_mut().enumerate() {
            let time = sheet.measure(word)?;
            samples[at].add(time);
            add(at, time);
        }
    }
    Ok(samples[MANY].median() / samples[FEW].median())
}

/// Returns the time until Calc opened a file, and its memory then.
fn measure_calc(project: &Project, file: &Path) -> Result<[f64; 2]> {
    let script = project.root().join("xtask/peers/calc/measure.py");
    let python = Path::new(SYSTEM_PYTHON);
    let line = CommandLine::for_program(project.root(), python)
        .arg(script)
        .arg(file);
    let mut calc = MeasuredProgram::start_with(python, line)?;
    Ok([calc.measure("open")?, calc.measure("memory")?])
}

impl SheetRatios {
    fn figures(self) -> Vec<BenchFigure> {
        let figure = |name, ratios, goal, peer| BenchFigure {
            name,
            ratios,
            goal,
            peer,
        };
        vec![
            figure("sheet", self.calc, 1.0, "libreoffice-calc"),
            figure("sheet-memory", self.calc_memory, 0.5, "libreoffice-calc"),
            figure("sheet-row", self.row, 1.2, "1000-rows"),
            figure("sheet-open", self.open, 1.5, "1000-rows"),
            figure("sheet-edit", self.edit, 1.2, "1000-rows"),
        ]
    }
}

impl SheetTimes {
    fn rows(&self) -> [(&'static str, &Samples); 8] {
        [
            ("import to first rows, ms", &self.import),
            ("import to all checked, ms", &self.check),
            ("most memory until then, MiB", &self.memory),
            ("Calc opens the file, ms", &self.calc_open),
            ("most memory of Calc, MiB", &self.calc_memory),
            ("open to first rows, µs", &self.open),
            ("edit to all findings, µs", &self.edit),
            ("paste of 10,000 rows, ms", &self.paste),
        ]
    }

    fn as_json(&self, rows: u32) -> Value {
        let samples = self
            .rows()
            .map(|(what, samples)| (what.to_owned(), samples.as_json()));
        json!({ "rows": rows, "samples": samples.into_iter().collect::<serde_json::Map<_, _>>() })
    }
}

fn table(rows: &[u32; ROWS.len()], times: &[SheetTimes; ROWS.len()]) -> String {
    let mut lines = vec!["a batch of 12 columns as a sheet".to_owned()];
    for (rows, times) in rows.iter().zip(times) {
        lines.push(format!("  {rows} rows"));
        let row = |(what, samples): (&str, &Samples)| format!("    {what:<28}{samples}");
        lines.extend(times.rows().map(row));
    }
    lines.join("\n")
}
