use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    BenchResult, Effort, figure::BenchFigure, home, run_in_window, samples::Samples, sheet_file,
};
use crate::{project::Project, setup};

const ROWS: u32 = 100_000;

/// The number of times that the window is opened.
const TURNS: u32 = 5;

const PEER: &str = "ag-grid";
/// The peer's build for pages without modules.
const PEER_SCRIPT: &str = "node_modules/ag-grid-community/dist/ag-grid-community.min.noStyle.js";

/// The report of one window, in milliseconds.
#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct WindowTimes {
    /// Each frame in which nothing happens.
    rest: Vec<f64>,
    ours: GridTimes,
    peer: GridTimes,
}

#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct GridTimes {
    /// From the click, or from the call of the peer, to the drawn cells.
    first_paint: Vec<f64>,
    /// Each frame of scrolling by three rows a frame.
    wheel: Vec<f64>,
    /// Each frame of scrolling through all rows at once, as by the thumb of the scroll bar.
    thumb: Vec<f64>,
}

/// Opens a batch in the real window, and the same rows in AG Grid in the same web view. Scrolls both.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let peer = project.root().join("xtask/peers/ag-grid");
    setup::provide_packages(project, &peer)?;
    let folder = tempfile::tempdir_in(project.target_dir())?;
    let file = folder.path().join("rows.csv");
    sheet_file::write(&file, ROWS)?;
    let (mut all, mut opening, mut dropping) = <(WindowTimes, Samples, Samples)>::default();
    for _ in 0..effort.turns(TURNS) {
        let times = measure(project, &file, &peer.join(PEER_SCRIPT))?;
        opening.add(median(&times.ours.first_paint) / median(&times.peer.first_paint));
        let frame = median(&times.rest);
        dropping.add(dropped_ratio(
            times.ours.dropped(frame),
            times.peer.dropped(frame),
        ));
        all.add(times);
    }
    let figure = |name, ratios| BenchFigure {
        name,
        ratios,
        goal: 1.0,
        peer: PEER,
    };
    Ok(BenchResult {
        table: all.table(),
        figures: vec![
            figure("sheet-first-paint", opening),
            figure("sheet-dropped-frames", dropping),
        ],
        samples: json!(all),
    })
}

fn measure(project: &Project, file: &Path, script: &Path) -> Result<WindowTimes> {
    let home = home::with_batch(project, file)?;
    let arguments = [file, script].map(|path| path.to_string_lossy().into_owned());
    let arguments = arguments.each_ref().map(String::as_str);
    run_in_window(project, "sheet", home.path(), &arguments)
}

/// Returns the ratio of dropped frames. A sheet that drops none is as good as a peer that drops none.
fn dropped_ratio(ours: u32, peer: u32) -> f64 {
    if ours == peer {
        return 1.0;
    }
    f64::from(ours) / f64::from(peer)
}

/// Counts the frames that the display could have shown between the measured ones.
fn dropped(times: &[f64], frame: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few frames, and at least one"
    )]
    let shown = |time: &f64| (time / frame).round().max(1.0) as u32;
    times.iter().map(|time| shown(time) - 1).sum()
}

fn median(times: &[f64]) -> f64 {
    samples(times).median()
}

fn samples(times: &[f64]) -> Samples {
    times.iter().copied().collect()
}

impl GridTimes {
    fn dropped(&self, frame: f64) -> u32 {
        dropped(&self.wheel, frame) + dropped(&self.thumb, frame)
    }

    fn add(&mut self, more: Self) {
        self.first_paint.extend(more.first_paint);
        self.wheel.extend(more.wheel);
        self.thumb.extend(more.thumb);
    }
}

impl WindowTimes {
    fn add(&mut self, more: Self) {
        self.rest.extend(more.rest);
        self.ours.add(more.ours);
        self.peer.add(more.peer);
    }

    fn table(&self) -> String {
        let frame = median(&self.rest);
        let paint =
            |who: &str, times: &GridTimes| format!("    {who:<18}{}", samples(&times.first_paint));
        let scroll = |who: &str, times: &[f64]| {
            let (frames, late) = (samples(times), dropped(times, frame));
            let slow = frames.percentile(0.95);
            format!("    {who:<18}{frames}, 95 % within {slow:.1}, {late} dropped")
        };
        [
            format!("{ROWS} rows in the window, where a frame takes {frame:.1} ms"),
            "  open to drawn cells, ms".to_owned(),
            paint("Adwright", &self.ours),
            paint(PEER, &self.peer),
            "  a frame of scrolling by three rows, ms".to_owned(),
            scroll("Adwright", &self.ours.wheel),
            scroll(PEER, &self.peer.wheel),
            "  a frame of scrolling through all rows, ms".to_owned(),
            scroll("Adwright", &self.ours.thumb),
            scroll(PEER, &self.peer.thumb),
        ]
        .join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_frames_count_by_their_length() {
        assert_eq!(dropped(&[16.0, 17.0, 24.0, 33.0, 70.0, 3.0], 16.7), 4);
    }

    #[test]
    fn no_dropped_frames_equal_none() {
        let ratios = [(0, 0), (3, 3), (1, 2), (1, 0)].map(|(ours, peer)| dropped_ratio(ours, peer));
        assert_eq!(format!("{ratios:?}"), "[1.0, 1.0, 0.5, inf]");
    }
}
