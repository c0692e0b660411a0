//! Everything that is compared runs on the same core, where programs can be held to one.

use std::path::Path;

use crate::process::{self, Line};

/// The command line of a program that stays on that core, with all its threads.
pub(super) fn line(dir: &Path, program: &Path) -> Line {
    match core() {
        Some(core) => Line::new(dir, &format!("taskset -c {core}")).arg(program),
        None => Line::of(dir, program),
    }
}

/// The command line of a program that stays away from that core, where there is another: it is to measure what runs there.
pub(super) fn line_apart(dir: &Path, program: &Path) -> Line {
    let cores = allowed().and_then(|cores| Some((first(&cores)?, last(&cores)?)));
    match cores.filter(|(first, last)| first != last && process::find("taskset").is_some()) {
        Some((_, last)) => Line::new(dir, &format!("taskset -c {last}")).arg(program),
        None => Line::of(dir, program),
    }
}

/// Whether there is such a core, for the table.
pub(super) fn told() -> String {
    match core() {
        Some(core) => format!("on core {core}"),
        None => "not held to one core".to_owned(),
    }
}

fn core() -> Option<u32> {
    process::find("taskset")?;
    first(&allowed()?)
}

fn allowed() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let allowed = lines.find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    Some(allowed.trim().to_owned())
}

fn first(cores: &str) -> Option<u32> {
    cores.split([',', '-']).next()?.parse().ok()
}

fn last(cores: &str) -> Option<u32> {
    cores.rsplit([',', '-']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_core_that_may_be_used_are_taken() {
        let both = |cores| (first(cores), last(cores));
        assert_eq!(both("0-1"), (Some(0), Some(1)));
        assert_eq!(both("3,5-7"), (Some(3), Some(7)));
        assert_eq!(both("2"), (Some(2), Some(2)));
        assert_eq!(both("none"), (None, None));
    }
}
