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

/// Whether there is such a core, for the table.
pub(super) fn told() -> String {
    match core() {
        Some(core) => format!("on core {core}"),
        None => "not held to one core".to_owned(),
    }
}

fn core() -> Option<u32> {
    process::find("taskset")?;
    first(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn first(status: &str) -> Option<u32> {
    let mut lines = status.lines();
    let allowed = lines.find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    allowed.trim().split([',', '-']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_core_that_may_be_used_is_taken() {
        let first = |list| first(&format!("Name:\tx\nCpus_allowed_list:\t{list}\n"));
        assert_eq!(first("0-1"), Some(0));
        assert_eq!(first("3,5-7"), Some(3));
        assert_eq!(first("none"), None);
        assert_eq!(super::first(""), None);
    }
}
