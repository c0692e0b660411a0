use std::fmt;

use serde_json::{Value, json};

/// How something of ours compares with its peer: less is better.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Figure {
    pub(super) name: &'static str,
    pub(super) ratio: f64,
    /// What the ratio should be at most.
    pub(super) goal: f64,
    pub(super) peer: &'static str,
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            ratio,
            goal,
            peer,
        } = self;
        write!(f, "{name} ratio={ratio:.2} goal=<={goal} peer={peer}")
    }
}

impl Figure {
    pub(super) fn as_json(&self) -> Value {
        let Self {
            name,
            ratio,
            goal,
            peer,
        } = self;
        json!({ "name": name, "ratio": ratio, "goal": goal, "peer": peer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_one_line_that_a_program_can_read() {
        let figure = Figure {
            name: "start",
            ratio: 1.2345,
            goal: 1.3,
            peer: "empty-window",
        };
        assert_eq!(
            figure.to_string(),
            "start ratio=1.23 goal=<=1.3 peer=empty-window"
        );
    }
}
