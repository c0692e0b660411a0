//! Ten thousand schedules.

use crate::simulation;

const SCHEDULES: u64 = 10_000;

#[track_caller]
fn check(seed: u64) {
    if let Err(failed) = simulation::run(seed) {
        panic!("{failed}");
    }
}

#[test]
fn ten_thousand_schedules_keep_every_invariant() {
    (0..SCHEDULES).for_each(check);
}
