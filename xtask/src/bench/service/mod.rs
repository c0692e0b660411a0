mod peers;
mod requests;
mod servers;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};

use self::{
    peers::{Peer, Peers, Workload},
    requests::{RequestSender, RequestStats},
};
use super::{BenchResult, Effort, build_measured, figure::BenchFigure, one_core, samples::Samples};
use crate::{process::CommandLine, project::Project, setup};

const TURNS: u32 = 9;

/// The measurements of each turn.
const ROWS: [(Peer, Workload); 10] = [
    (Peer::Practice, Workload::List),
    (Peer::Practice, Workload::Get),
    (Peer::Practice, Workload::Create),
    (Peer::Practice, Workload::Update),
    (Peer::JsonServer, Workload::List),
    (Peer::JsonServer, Workload::Get),
    (Peer::Prism, Workload::List),
    (Peer::Prism, Workload::Get),
    (Peer::PracticeMillion, Workload::List),
    (Peer::PracticeMillion, Workload::Get),
];

/// The compared value of two rows.
#[derive(Clone, Copy)]
enum Metric {
    /// The time of a request while several are open.
    Time,
    /// The time that 99 % of the requests do not exceed.
    P99,
}

/// A row with its largest acceptable ratio to another row.
struct PeerGoal {
    name: &'static str,
    of: (Peer, Workload),
    peer: Peer,
    by: Metric,
    goal: f64,
}

const fn faster_than(name: &'static str, what: Workload, peer: Peer) -> PeerGoal {
    let of = (Peer::Practice, what);
    PeerGoal {
        name,
        of,
        peer,
        by: Metric::Time,
        goal: 0.1,
    }
}

const fn not_slower_with_many(name: &'static str, what: Workload) -> PeerGoal {
    PeerGoal {
        name,
        of: (Peer::PracticeMillion, what),
        peer: Peer::Practice,
        by: Metric::P99,
        goal: 1.5,
    }
}

const FIGURES: [PeerGoal; 6] = [
    faster_than("service-list-json-server", Workload::List, Peer::JsonServer),
    faster_than("service-get-json-server", Workload::Get, Peer::JsonServer),
    faster_than("service-list-prism", Workload::List, Peer::Prism),
    faster_than("service-get-prism", Workload::Get, Peer::Prism),
    not_slower_with_many("service-list-million", Workload::List),
    not_slower_with_many("service-get-million", Workload::Get),
];

/// Measures lists, single campaigns, creates and updates of the practice service, in turns with three peers.
///
/// The peers are json-server with the same campaigns, Prism with the same document, and the practice service itself
/// with a hundred times as many campaigns.
pub(super) fn run(project: &Project, effort: Effort) -> Result<BenchResult> {
    let peers = project.root().join("xtask/peers/mocks");
    setup::provide_packages(project, &peers)?;
    let words = "cargo build --quiet --release --package adwright-service --bin adwright-service";
    CommandLine::new(project.root(), words).run()?;
    let mut requests = RequestSender::start(project.root(), &build_measured(project)?)?;
    let sides = Peers::start(project, &peers, &mut requests)?;
    let mut turns = Vec::new();
    for turn in 0..effort.turns(TURNS) as usize {
        let row = |(side, what)| {
            let pace = requests.measure(&sides.request(side, what, turn));
            pace.with_context(|| format!("{}, {}", side.name(), what.name()))
        };
        turns.push(ROWS.into_iter().map(row).collect::<Result<_>>()?);
    }
    Ok(outcome(&turns))
}

/// Returns the result, with the rates and times of all rows for each turn.
fn outcome(turns: &[Vec<RequestStats>]) -> BenchResult {
    let rows = ROWS.iter().enumerate().map(|(at, row)| {
        let of_row = |value: fn(&RequestStats) -> f64| -> Samples {
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
    BenchResult {
        table: format!(
            "answers a second, {} connections, {}{}",
            requests::CONNECTIONS,
            one_core::core_note(),
            lines.collect::<String>()
        ),
        figures: FIGURES
            .iter()
            .map(|compared| figure(compared, turns))
            .collect(),
        samples: Value::Object(samples.collect::<Map<_, _>>()),
    }
}

fn figure(compared: &PeerGoal, turns: &[Vec<RequestStats>]) -> BenchFigure {
    let (_, what) = compared.of;
    let pace = |turn: &[RequestStats], row| {
        let at = ROWS.iter().position(|known| *known == row);
        turn[at.expect("what is compared is measured")]
    };
    let ratio = |turn: &Vec<RequestStats>| {
        let (of, peer) = (pace(turn, compared.of), pace(turn, (compared.peer, what)));
        match compared.by {
            Metric::Time => peer.per_second / of.per_second,
            Metric::P99 => of.p99 / peer.p99,
        }
    };
    BenchFigure {
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
    fn lower_is_better_for_median_and_slowest() {
        let pace = |per_second, p99| RequestStats { per_second, p99 };
        let of_row = |(side, _): (Peer, Workload)| match side {
            Peer::Practice => pace(1_000.0, 2.0),
            Peer::JsonServer => pace(50.0, 9.0),
            Peer::Prism => pace(200.0, 9.0),
            Peer::PracticeMillion => pace(900.0, 3.5),
        };
        let turns = vec![ROWS.map(of_row).to_vec(); 3];
        let lines: Vec<_> = outcome(&turns)
            .figures
            .iter()
            .map(BenchFigure::to_string)
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
