use std::{collections::BTreeMap, fs, thread, time::Duration};

use anyhow::{Context as _, Result, bail};

/// The time between two readings of the memory.
const PAUSE: Duration = Duration::from_millis(500);
/// The largest relative difference between two readings of a program at rest.
const AT_REST: f64 = 0.005;
/// The number of such readings in a row. A program may start work a moment after it is usable, and then work for seconds
/// with what it has, before it returns memory. The web view often returns some only four seconds after its last work.
const STILL: u32 = 16;
const LOOKS: u32 = 120;

/// Returns the proportional set size of a program and its descendants, in MiB, once it is stable.
#[expect(
    clippy::disallowed_methods,
    reason = "nothing tells when a web view has come to rest; both sides wait in the same way"
)]
pub(super) fn settled_memory(root: u32) -> Result<f64> {
    let (mut before, mut still) = (0.0, 0);
    for _ in 0..LOOKS {
        thread::sleep(PAUSE);
        let now = tree_memory(root)?;
        let has_changed = (now - before).abs() > now * AT_REST;
        still = if has_changed { 0 } else { still + 1 };
        if still == STILL {
            return Ok(now);
        }
        before = now;
    }
    bail!("the memory did not come to rest")
}

fn tree_memory(root: u32) -> Result<f64> {
    let mut total = 0.0;
    for pid in process_tree(root)? {
        // A child process may end while it is read.
        if let Ok(rollup) = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")) {
            total += parse_pss(&rollup).with_context(|| format!("no memory of process {pid}"))?;
        }
    }
    Ok(total)
}

/// Returns a process and all its descendants.
fn process_tree(root: u32) -> Result<Vec<u32>> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"));
        if let Some(parent) = stat.ok().as_deref().and_then(parent_pid) {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut found = vec![root];
    let mut next = 0;
    while let Some(pid) = found.get(next).copied() {
        found.extend(children.remove(&pid).into_iter().flatten());
        next += 1;
    }
    Ok(found)
}

/// Parses the parent in a line of `/proc/PID/stat`. The name before it may contain spaces and parentheses.
fn parent_pid(stat: &str) -> Option<u32> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

/// Returns the size in MiB.
fn parse_pss(rollup: &str) -> Option<f64> {
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_is_found_behind_any_name() {
        assert_eq!(parent_pid("17 (a) b) S 12 17 17 0"), Some(12));
    }

    #[test]
    fn memory_is_printed_in_mebibytes() {
        let rollup = "5 ---p [rollup]\nRss:    99 kB\nPss:            2048 kB\nPss_Dirty: 7 kB\n";
        assert_eq!(parse_pss(rollup), Some(2.0));
    }

    #[test]
    fn a_process_is_in_its_own_tree() {
        let me = std::process::id();
        assert!(process_tree(me).unwrap().contains(&me));
        assert!(tree_memory(me).unwrap() > 0.0);
    }
}
