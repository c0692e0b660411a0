use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{BenchResult, Effort, figure::BenchFigure, home, run_in_window, samples::Samples};
use crate::project::Project;

const ADS: u32 = 100_000;

/// The number of times that the window is opened.
const TURNS: u32 = 5;

/// The report of one window, in milliseconds.
#[derive(Default, Deserialize, Serialize)]
struct WindowTimes {
    /// From a click on an ad of 1,300 fields to its drawn review.
    review: Vec<f64>,
    /// From a click to a view that has nothing to show.
    empty: Vec<f64>,
    /// Each frame of scrolling through all ads, and over static copies of rows.
    scrolled: Vec<f64>,
    stood: Vec<f64>,
}

/// Opens an ad, and scrolls through the list of all ads, in the real window.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let home = home::with_ads(project, ADS)?;
    let (mut all, mut opening) = <(WindowTimes, Samples)>::default();
    let (mut scrolling, mut slow_scrolling) = <(Samples, Samples)>::default();
    for _ in 0..effort.turns(TURNS) {
        let times: WindowTimes = run_in_window(project, "review", home.path(), &[])?;
        let ratio =
            |ours: &[f64], peer: &[f64], share| percentile(ours, share) / percentile(peer, share);
        opening.add(ratio(&times.review, &times.empty, 0.95));
        // Rare slow frames hide what every frame costs, and the median hides slow frames.
        scrolling.add(ratio(&times.scrolled, &times.stood, 0.5));
        slow_scrolling.add(ratio(&times.scrolled, &times.stood, 0.95));
        all.add(times);
    }
    Ok(BenchResult {
        table: all.table(),
        figures: vec![
            figure("review", opening, 2.2, "empty-view"),
            figure("ads-scroll-median", scrolling, 1.2, "still-rows"),
            figure("ads-scroll-95", slow_scrolling, 1.2, "still-rows"),
        ],
        samples: json!(all),
    })
}

impl WindowTimes {
    fn add(&mut self, more: Self) {
        self.review.extend(more.review);
        self.empty.extend(more.empty);
        self.scrolled.extend(more.scrolled);
        self.stood.extend(more.stood);
    }

    fn table(&self) -> String {
        let row = |what: &str, times: &[f64]| {
            let samples: Samples = times.iter().copied().collect();
            format!(
                "  {what} {samples}, 95 % within {:.1}",
                samples.percentile(0.95)
            )
        };
        [
            "click to the second frame with all of it, ms".to_owned(),
            row("an ad of 1,300 fields", &self.review),
            row("an empty view        ", &self.empty),
            "a frame of scrolling, ms".to_owned(),
            row("100,000 ads          ", &self.scrolled),
            row("rows that stand still", &self.stood),
        ]
        .join("\n")
    }
}

fn percentile(times: &[f64], share: f64) -> f64 {
    times.iter().copied().collect::<Samples>().percentile(share)
}

fn figure(name: &'static str, ratios: Samples, goal: f64, peer: &'static str) -> BenchFigure {
    BenchFigure {
        name,
        ratios,
        goal,
        peer,
    }
}
