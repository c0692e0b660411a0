mod requests;
mod servers;
mod sides;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};

use self::{
    requests::{Pace, Requests},
    sides::{Side, Sides, What},
};
use super::{Outcome, figure::Figure, one_core, samples::Samples};
use crate::{process::Line, project::Project, setup};

const TURNS: usize = 9;

/// What is measured in each turn.
const ROWS: [(Side, What); 10] = [
    (Side::Ours, What::List),
    (Side::Ours, What::Get),
    (Side::Ours, What::Create),
    (Side::Ours, What::Update),
    (Side::JsonServer, What::List),
    (Side::JsonServer, What::Get),
    (Side::Prism, What::List),
    (Side::Prism, What::Get),
    (Side::Million, What::List),
    (Side::Million, What::Get),
];

/// What is compared of two rows.
#[derive(Clone, Copy)]
enum By {
    /// The time of a request, where several are under way.
    Time,
    /// What 99 % of the requests take at most.
    P99,
}

/// A row that is to be no more than so many times another one.
struct Compared {
    name: &'static str,
    of: (Side, What),
    peer: Side,
    by: By,
    goal: f64,
}

const fn quicker(name: &'static str, what: What, peer: Side) -> Compared {
    let of = (Side::Ours, what);
    Compared {
        name,
        of,
        peer,
        by: By::Time,
        goal: 0.1,
    }
}

const fn no_slower_with_many(name: &'static str, what: What) -> Compared {
    Compared {
        name,
        of: (Side::Million, what),
        peer: Side::Ours,
        by: By::P99,
        goal: 1.5,
    }
}

const FIGURES: [Compared; 6] = [
    quicker("service-list-json-server", What::List, Side::JsonServer),
    quicker("service-get-json-server", What::Get, Side::JsonServer),
    quicker("service-list-prism", What::List, Side::Prism),
    quicker("service-get-prism", What::Get, Side::Prism),
    no_slower_with_many("service-list-million", What::List),
    no_slower_with_many("service-get-million", What::Get),
];

/// Lists, single campaigns, creations and updates of the practice service: in turns with json-server, which holds the
/// same campaigns, with Prism, which has the same document, and with itself holding a hundred times as many.
pub(super) fn run(project: &Project) -> Result<Outcome> {
    let peers = project.root().join("xtask/peers/mocks");
    setup::provide_packages(project, &peers)?;
    build(project)?;
    let program = project.release().join("examples/measure_requests");
    let mut requests = Requests::start(project.root(), &program)?;
    let sides = Sides::start(project, &peers, &mut requests)?;
    let mut turns = Vec::new();
    for turn in 0..TURNS {
        let row = |(side, what)| {
            let pace = requests.measure(&sides.call(side, what, turn));
            pace.with_context(|| format!("{}, {}", side.name(), what.name()))
        };
        turns.push(ROWS.into_iter().map(row).collect::<Result<_>>()?);
    }
    Ok(outcome(&turns))
}

fn build(project: &Project) -> Result<()> {
    let of_cargo = |words: &str| {
        let words = format!("cargo build --quiet --release --package {words}");
        Line::new(project.root(), &words).run()
    };
    of_cargo("adwright-service --bin adwright-service")?;
    of_cargo("adwright-testkit --example measure_requests")
}

/// For each turn the paces of all rows.
fn outcome(turns: &[Vec<Pace>]) -> Outcome {
    let rows = ROWS.iter().enumerate().map(|(at, row)| {
        let of_row = |value: fn(&Pace) -> f64| -> Samples {
            turns.iter().map(|turn| value(&turn[at])).collect()
        };
        (row, of_row(|pace| pace.per_second), of_row(|pace| pace.p99))
    });
    let rows: Vec<_> = rows.collect();
    let lines = rows.iter().map(|((side, what), per_second, p99)| {
        let (side, what, p99) = (side.name(), what.name(), p99.median());
        format!("\n  {side:<20}{what:<18}{per_second}, p99 {p99:.2} ms")
    });
    let samples = rows.iter().map(|((side, what), per_second, p99)| {
        let samples = json!({ "per_second": per_second.as_json(), "p99": p99.as_json() });
        (format!("{}: {}", side.name(), what.name()), samples)
    });
    Outcome {
        table: format!(
            "answers a second, {} connections, {}{}",
            requests::CONNECTIONS,
            one_core::told(),
            lines.collect::<String>()
        ),
        figures: FIGURES
            .iter()
            .map(|compared| figure(compared, turns))
            .collect(),
        samples: Value::Object(samples.collect::<Map<_, _>>()),
    }
}

fn figure(compared: &Compared, turns: &[Vec<Pace>]) -> Figure {
    let (_, what) = compared.of;
    let pace = |turn: &[Pace], row| {
        let at = ROWS.iter().position(|known| *known == row);
        turn[at.expect("what is compared is measured")]
    };
    let ratio = |turn: &Vec<Pace>| {
        let (of, peer) = (pace(turn, compared.of), pace(turn, (compared.peer, what)));
        match compared.by {
            By::Time => peer.per_second / of.per_second,
            By::P99 => of.p99 / peer.p99,
        }
    };
    Figure {
        name: compared.name,
        ratios: turns.iter().map(ratio).collect(),
        goal: compared.goal,
        peer: compared.peer.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_is_better_both_for_quickness_and_for_the_slowest() {
        let pace = |per_second, p99| Pace { per_second, p99 };
        let of_row = |(side, _): (Side, What)| match side {
            Side::Ours => pace(1_000.0, 2.0),
            Side::JsonServer => pace(50.0, 9.0),
            Side::Prism => pace(200.0, 9.0),
            Side::Million => pace(900.0, 3.5),
        };
        let turns = vec![ROWS.map(of_row).to_vec(); 3];
        let lines: Vec<_> = outcome(&turns)
            .figures
            .iter()
            .map(Figure::to_string)
            .collect();
        assert_eq!(
            [&*lines[0], &*lines[3], &*lines[5]],
            [
                "service-list-json-server ratio=0.05 goal=<=0.1 passed turns=3 peer=json-server",
                "service-get-prism ratio=0.20 goal=<=0.1 missed turns=3 peer=prism",
                "service-get-million ratio=1.75 goal=<=1.5 missed turns=3 peer=practice-service",
            ]
        );
    }
}
