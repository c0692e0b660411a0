use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::json;

use super::{BenchResult, Effort, figure::BenchFigure};
use crate::{process::CommandLine, project::Project};

const SCHEDULES: u32 = 1_000_000;

/// The last line of the simulator.
#[derive(Deserialize)]
struct SimulatorReport {
    schedules: u32,
    failed: u32,
    seconds: f64,
}

/// Plays many schedules of the planner's simulator, and counts those that break an invariant.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let words = "cargo build --quiet --release --package adwright-planner --example simulate";
    CommandLine::new(project.root(), words).run()?;
    let program = project.release_dir().join("examples/simulate");
    let line = CommandLine::for_program(project.root(), &program);
    outcome(
        &line
            .arg(effort.turns(SCHEDULES).to_string())
            .run_and_read()?,
    )
}

fn outcome(printed: &str) -> Result<BenchResult> {
    let (failures, last) = printed.trim().rsplit_once('\n').unwrap_or(("", printed));
    let report = serde_json::from_str(last).context("the simulator gave no report")?;
    let SimulatorReport {
        schedules,
        failed,
        seconds,
    } = report;
    let count = f64::from(schedules);
    let table = format!(
        "{schedules} schedules in {seconds:.1} s, {:.0} per second\n{failures}",
        count / seconds
    );
    let figures = vec![BenchFigure {
        name: "simulate",
        // Broken schedules per million.
        ratios: [f64::from(failed) / count * 1e6].into_iter().collect(),
        goal: 0.0,
        peer: "invariants",
    }];
    Ok(BenchResult {
        table: table.trim_end().to_owned(),
        figures,
        samples: json!({ "schedules": schedules, "failed": failed, "seconds": seconds }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(printed: &str) -> String {
        outcome(printed).unwrap().figures[0].to_string()
    }

    #[test]
    fn one_failed_schedule_misses_the_goal() {
        let report =
            |failed| format!(r#"{{"schedules":1000000,"failed":{failed},"seconds":50.0}}"#);
        assert_eq!(
            figure(&report(0)),
            "simulate ratio=0.00 goal=<=0 passed turns=1 peer=invariants"
        );
        let failed = outcome(&format!(
            "seed 0x1 breaks NoDuplicate: twice\n{}",
            report(1)
        ))
        .unwrap();
        assert!(
            failed.figures[0]
                .to_string()
                .contains("ratio=1.00 goal=<=0 missed")
        );
        assert!(failed.table.ends_with("seed 0x1 breaks NoDuplicate: twice"));
        assert!(outcome("nothing").is_err());
    }
}
