//! Measures the decisions about a batch, for `cargo xtask bench send`. After the line `ready`, each line of the input is
//! a number of new values, and each line of the output the milliseconds of all decisions about them. The service
//! accepts every call and shows each value as sent, with an id.
#![expect(clippy::print_stdout, reason = "a program prints its results")]

use std::io;
use std::time::{Duration, Instant};

use adwright_model::EditableDocument;
use adwright_planner::{BatchAction, BatchPlan, Delivery, Event, SendTask};
use adwright_wire::{ReplyPaths, Verdict};

/// The size of a call.
const CAP: usize = 500;

fn main() {
    println!("ready");
    for line in io::stdin().lines() {
        let line = line.expect("the input is open");
        let count = line.parse().expect("a number of values");
        println!("{}", measure(count));
    }
}

fn measure(count: usize) -> f64 {
    let values = (0..count).map(|number| {
        format!(
            r#"{{"clientRefId":"{number}","name":"Visitors {number}","value":"segment|{number}"}}"#
        )
    });
    let values: Vec<_> = values.collect();
    let rows = values.iter().map(|value| (create(value), Event::Begin));
    let rows = rows.collect();
    let (settled, time) = decide(rows, &values);
    assert_eq!(settled, count, "each value is settled");
    time.as_secs_f64() * 1e3
}

fn create(value: &str) -> SendTask {
    SendTask::Create {
        body: EditableDocument::parse(value).expect("a value is JSON"),
        reference: None,
        sent_before: Vec::new(),
        is_reply_enough: true,
    }
}

/// Plays the batch to its end. Returns how many values were settled, and how long all decisions took. The time in which
/// the service makes its replies does not count.
fn decide(rows: Vec<(SendTask, Event)>, values: &[String]) -> (usize, Duration) {
    let (mut settled, mut time) = (0, Duration::ZERO);
    let mut plan = timed(&mut time, || {
        BatchPlan::new(rows, CAP, ReplyPaths::default())
    });
    loop {
        match timed(&mut time, || plan.next_action()) {
            BatchAction::Write(rows) => {
                let entity = |row: &usize| values[*row].replacen('{', r#"{"id":7,"#, 1);
                let verdict = Verdict::Accepted {
                    entities: rows.iter().map(entity).collect(),
                };
                let delivery = Delivery::Answered {
                    status: 200,
                    verdict,
                };
                timed(&mut time, || plan.on_call_ended(rows, delivery, ""));
            }
            BatchAction::Settle(rows) => settled += rows.len(),
            BatchAction::Done => return (settled, time),
            other => panic!("not expected: {other:?}"),
        }
    }
}

fn timed<T>(time: &mut Duration, decide: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let decided = decide();
    *time += begin.elapsed();
    decided
}
