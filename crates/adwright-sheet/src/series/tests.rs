use proptest::prelude::*;

use super::FillDirection::{Down, Up};
use super::FillMode::{Auto, Copy, Series};
use super::*;

#[track_caller]
fn check(source: &[&str], direction: FillDirection, mode: FillMode, expected: &[&str]) {
    let filled = fill_series(source, expected.len(), direction, mode);
    assert_eq!(filled, expected, "{source:?} {direction:?} {mode:?}");
}

#[test]
fn series_continues_downwards() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["5"], &["5", "5"]),
        (&["1", "2"], &["3", "4"]),
        (&["10", "7", "4"], &["1", "-2"]),
        (&["5", "5"], &["5", "5"]),
        (
            &["9007199254740993", "9007199254740995"],
            &["9007199254740997"],
        ),
        (&["0.1", "0.2"], &["0.3", "0.4"]),
        (&["1.50", "1.75"], &["2.00", "2.25"]),
        (&["0.5", "1"], &["1.5", "2"]),
        (&["1,5", "2,0"], &["2,5", "3,0"]),
        (&["-0.5", "0.0"], &["0.5"]),
        (&["0.10", "0.05"], &["0.00", "-0.05"]),
        (&["name 1"], &["name 2", "name 3"]),
        (&["name 09"], &["name 10", "name 11"]),
        (&["name 99"], &["name 100"]),
        (&["a10", "a20"], &["a30", "a40"]),
        (&["007"], &["008", "009"]),
        (&["v1", "v1"], &["v1"]),
        (&["a", "b"], &["a", "b", "a"]),
        (&["a"], &["a", "a"]),
        (&[""], &["", ""]),
    ];
    for (source, expected) in cases {
        check(source, Down, Auto, expected);
    }
}

#[test]
fn dates_continue_in_their_unit() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["2026-11-26"], &["2026-11-27", "2026-11-28"]),
        (&["2026-12-31"], &["2027-01-01"]),
        (&["2026-11-26", "2026-11-28"], &["2026-11-30", "2026-12-02"]),
        (
            &["2026-11-05", "2026-11-12", "2026-11-19"],
            &["2026-11-26", "2026-12-03"],
        ),
        (&["2026-11-01", "2026-12-01"], &["2027-01-01", "2027-02-01"]),
        (&["2026-01-31", "2026-02-28"], &["2026-03-31", "2026-04-30"]),
        (&["2026-02-28", "2026-03-31"], &["2026-04-30", "2026-05-31"]),
        (
            &["2024-02-29", "2025-02-28"],
            &["2026-02-28", "2027-02-28", "2028-02-29"],
        ),
        (&["2025-05-01", "2026-05-01"], &["2027-05-01"]),
        (&["2026-01-01", "2026-02-01", "2026-03-04"], &["2026-04-04"]),
        (&["2026-01-01", "2026-02-01", "2026-03-05"], &["2026-01-01"]),
        (&["2026-01-30", "2026-01-31"], &["2026-02-01"]),
        (&["2026-11-26", "2026-11-26"], &["2026-11-26"]),
        (&["2026-11-26", "x"], &["2026-11-26", "x"]),
        (&["9999-12-31"], &["9999-12-31"]),
        (&["2026-02-30"], &["2026-02-31"]),
    ];
    for (source, expected) in cases {
        check(source, Down, Auto, expected);
    }
}

#[test]
fn series_continues_upwards() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["5", "7"], &["3", "1", "-1"]),
        (&["name 3"], &["name 2", "name 1", "name 0"]),
        (&["name 10"], &["name 9"]),
        (&["name 010"], &["name 009"]),
        (&["name 1"], &["name 1", "name 1", "name 1"]),
        (&["2026-03-31", "2026-04-30"], &["2026-02-28", "2026-01-31"]),
        (&["0.3", "0.4"], &["0.2", "0.1", "0.0"]),
        (&["a", "b"], &["b", "a", "b"]),
        (&["0000-01-01"], &["0000-01-01"]),
    ];
    for (source, expected) in cases {
        check(source, Up, Auto, expected);
    }
}

#[test]
fn mode_decides_about_single_numbers() {
    check(&["5"], Down, Series, &["6", "7"]);
    check(&["5"], Up, Series, &["4", "3"]);
    check(&["1.50"], Down, Series, &["2.50"]);
    check(&["1", "2"], Down, Copy, &["1", "2", "1"]);
    check(&["name 1"], Down, Copy, &["name 1", "name 1"]);
    check(&["a"], Down, Series, &["a"]);
}

#[test]
fn mixed_cells_are_repeated() {
    let cases: &[&[&str]] = &[
        &["1", "2", "4"],
        &["1", "x"],
        &["1", "2026-11-26"],
        &["a1", "b2"],
        &["name 1", "name 02"],
        &["1.5", "2,5"],
        &["1.", "2."],
        &["", "1"],
    ];
    for source in cases {
        check(source, Down, Auto, source);
    }
}

#[test]
fn overflow_repeats_the_cells() {
    let max = i64::MAX.to_string();
    let before = (i64::MAX - 1).to_string();
    check(&[&before, &max], Down, Auto, &[&before, &max]);
    check(&[&max], Down, Series, &[&max, &max]);
    let min = i64::MIN.to_string();
    check(&[&min, "0"], Up, Auto, &["0", &min]);
    let long = "9".repeat(60);
    check(&[&long], Down, Series, &[&long]);
    let long = format!("0.{}", "1".repeat(60));
    check(&[&long, &long], Down, Auto, &[&long]);
    check(
        &["name 18446744073709551615"],
        Down,
        Auto,
        &["name 18446744073709551615"],
    );
}

#[test]
fn no_source_fills_nothing() {
    assert!(fill_series(&[""; 0], 3, Down, Auto).is_empty());
    assert!(fill_series(&["1"], 0, Down, Auto).is_empty());
}

proptest! {
    #[test]
    fn ids_continue_exactly(first in any::<i32>(), step in -1_000_i64..1_000, offset in any::<i32>()) {
        // Beyond what a float can hold.
        let first = i64::from(first) + i64::from(offset) * 1_000_000_000;
        let source = [first, first + step].map(|id| id.to_string());
        let expected = [2, 3, 4].map(|at| (first + at * step).to_string());
        prop_assert_eq!(fill_series(&source, 3, Down, Auto), expected);
    }

    #[test]
    fn any_cells_are_continued(source in proptest::collection::vec("[-0-9.,a ]{0,8}|[0-9]{4}-[01][0-9]-[0-3][0-9]", 1..4), count in 0_usize..6) {
        for direction in [Down, Up] {
            for mode in [Auto, Series, Copy] {
                prop_assert_eq!(fill_series(&source, count, direction, mode).len(), count);
            }
        }
    }

    #[test]
    fn series_from_its_own_cells_is_the_same(first in 0_i64..1_000, step in 1_i64..50) {
        let series = |from: i64| [from, from + step].map(|number| format!("name {number}"));
        let down = fill_series(&series(first), 4, Down, Auto);
        let up = fill_series(&down[2..], 4, Up, Auto);
        let [one, two] = series(first);
        prop_assert_eq!(up, [down[1].clone(), down[0].clone(), two, one]);
    }
}
