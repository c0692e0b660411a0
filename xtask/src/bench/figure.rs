use std::fmt;

use serde_json::{Value, json};

use super::samples::Samples;

/// A comparison with a peer. Lower ratios are better.
#[derive(Debug, Clone)]
pub(super) struct BenchFigure {
    pub(super) name: &'static str,
    /// One ratio for each turn that measured both, so that other load on the machine affected both.
    pub(super) ratios: Samples,
    /// The largest acceptable ratio.
    pub(super) goal: f64,
    pub(super) peer: &'static str,
}

impl fmt::Display for BenchFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, goal, peer) = (self.name, self.goal, self.peer);
        let (ratio, turns) = (self.ratios.median(), self.ratios.len());
        let verdict = if self.is_reached() {
            "passed"
        } else {
            "missed"
        };
        write!(
            f,
            "{name} ratio={ratio:.2} goal=<={goal} {verdict} turns={turns} peer={peer}"
        )
    }
}

impl BenchFigure {
    pub(super) fn is_reached(&self) -> bool {
        self.ratios.median() <= self.goal
    }

    pub(super) fn as_json(&self) -> Value {
        json!({
            "name": self.name,
            "ratio": self.ratios.median(),
            "ratios": self.ratios.as_json(),
            "goal": self.goal,
            "passed": self.is_reached(),
            "peer": self.peer,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(ratios: &[f64]) -> String {
        let figure = BenchFigure {
            name: "start",
            ratios: ratios.iter().copied().collect(),
            goal: 1.3,
            peer: "empty-window",
        };
        figure.to_string()
    }

    #[test]
    fn figure_is_one_machine_readable_line() {
        assert_eq!(
            figure(&[9.0, 1.2345, 1.0]),
            "start ratio=1.23 goal=<=1.3 passed turns=3 peer=empty-window"
        );
    }

    #[test]
    fn missed_and_unmeasured_goals_are_missed() {
        assert!(figure(&[1.2, 1.31, 1.4]).contains(" missed "));
        assert!(figure(&[]).contains(" missed "));
    }
}
