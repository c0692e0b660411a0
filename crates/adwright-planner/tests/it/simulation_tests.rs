//! Ten thousand schedules, and the schedules that once broke an invariant.

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

#[test]
fn reordered_reply_refuses_no_created_row() {
    check(0x184);
}

#[test]
fn stopped_pause_after_503_is_looked_up() {
    check(0xcc5);
}

#[test]
fn coded_error_with_absent_object_asks_nobody() {
    check(0x63);
}

#[test]
fn similar_object_is_looked_at_twice() {
    check(0x5);
}

#[test]
fn kept_number_proves_nothing_about_a_text() {
    check(0xa7);
}
