//! Compared programs run on the same core, if the system can pin them to one.

use std::path::Path;

use crate::process::{self, CommandLine};

/// Returns the command line of a program that stays on that core with all its threads.
pub(super) fn command_line(dir: &Path, program: &Path) -> CommandLine {
    match pinned_core() {
        Some(core) => CommandLine::new(dir, &format!("taskset -c {core}")).arg(program),
        None => CommandLine::for_program(dir, program),
    }
}

/// Returns the command line of a program that avoids that core if there is another, because it measures the programs
/// there.
pub(super) fn command_line_elsewhere(dir: &Path, program: &Path) -> CommandLine {
    let cores = allowed_cores().and_then(|cores| Some((first_core(&cores)?, last_core(&cores)?)));
    match cores.filter(|(first, last)| first != last && process::find_program("taskset").is_some())
    {
        Some((_, last)) => CommandLine::new(dir, &format!("taskset -c {last}")).arg(program),
        None => CommandLine::for_program(dir, program),
    }
}

/// Says for the table if there is such a core.
pub(super) fn core_note() -> String {
    match pinned_core() {
        Some(core) => format!("on core {core}"),
        None => "not held to one core".to_owned(),
    }
}

fn pinned_core() -> Option<u32> {
    process::find_program("taskset")?;
    first_core(&allowed_cores()?)
}

fn allowed_cores() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let allowed = lines.find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    Some(allowed.trim().to_owned())
}

fn first_core(cores: &str) -> Option<u32> {
    cores.split([',', '-']).next()?.parse().ok()
}

fn last_core(cores: &str) -> Option<u32> {
    cores.rsplit([',', '-']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_and_last_usable_cores_are_chosen() {
        let both = |cores| (first_core(cores), last_core(cores));
        assert_eq!(both("0-1"), (Some(0), Some(1)));
        assert_eq!(both("3,5-7"), (Some(3), Some(7)));
        assert_eq!(both("2"), (Some(2), Some(2)));
        assert_eq!(both("none"), (None, None));
    }
}
