//! Plays schedules of the planner's simulator.
//!
//! `simulate COUNT` plays so many schedules, and prints their number, the failed ones and the seconds as one JSON line.
//! `simulate 0xSEED` plays one schedule and prints what happened in it.
#![expect(clippy::print_stdout, reason = "a program prints its results")]

#[path = "../tests/it/simulation/mod.rs"]
mod simulation;

use std::time::Instant;

/// The most failed schedules to name.
const NAMED: usize = 20;

fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    match argument.strip_prefix("0x") {
        Some(seed) => replay(u64::from_str_radix(seed, 16).expect("a seed in hexadecimal digits")),
        None => play(argument.parse().expect("simulate COUNT | simulate 0xSEED")),
    }
}

fn replay(seed: u64) {
    match simulation::replay(seed) {
        Ok(trace) => {
            for line in trace {
                println!("  {line}");
            }
            println!("seed {seed:#018x} keeps every invariant");
        }
        Err(failed) => {
            println!("{failed}");
            std::process::exit(1);
        }
    }
}

fn play(schedules: u64) {
    let begin = Instant::now();
    let failed: Vec<_> = (0..schedules)
        .filter_map(|seed| simulation::run(seed).err())
        .collect();
    let seconds = begin.elapsed().as_secs_f64();
    for failed in failed.iter().take(NAMED) {
        println!("{}", failed.summary());
    }
    let count = failed.len();
    println!(r#"{{"schedules":{schedules},"failed":{count},"seconds":{seconds:.3}}}"#);
}
