//! The order in which linears play, and their start times.

use super::Linear;
use crate::amount::Amount;
use crate::object_reader::ObjectReader;

/// Returns the linears in playing order, and the total duration in seconds, if it is known. Linears without a
/// sequence number come last.
pub(super) fn read_linears(ad: &ObjectReader<'_>, file: &Amount) -> (Vec<Linear>, Option<f64>) {
    let held = ad.objects("linears");
    let mut linears: Vec<_> = held
        .iter()
        .enumerate()
        .map(|(at, held)| read_linear(held, at))
        .collect();
    infer_duration(&mut linears, file);
    linears.sort_by(|a, b| sort_position(a).total_cmp(&sort_position(b)));
    assign_start_times(&mut linears);
    let seconds = linears.iter().map(|linear| linear.seconds.positive());
    let seconds: Option<f64> = seconds.sum();
    let seconds = seconds.filter(|sum| *sum > 0.0 && sum.is_finite());
    (linears, seconds)
}

fn read_linear(held: &ObjectReader<'_>, at: usize) -> Linear {
    Linear {
        name: held.name().unwrap_or_else(|| format!("Linear {}", at + 1)),
        path: held.path.to_string(),
        called: held.short_text("type"),
        sequence: Amount::from_node(held.value("sequence")),
        begins: None,
        seconds: Amount::from_node(held.value("duration")),
        vpaid: held.boolean("vpaid"),
    }
}

fn sort_position(linear: &Linear) -> f64 {
    linear.sequence.value().unwrap_or(f64::INFINITY)
}

/// Uses the duration of the file for a single linear. With several linears, the file may be any of them or all of
/// them.
fn infer_duration(linears: &mut [Linear], file: &Amount) {
    if let [only] = linears
        && only.seconds == Amount::Missing
    {
        only.seconds = file.clone();
    }
}

/// Returns true if the order is known. A linear without a sequence number may play at any time.
pub(super) fn is_order_known(linears: &[Linear]) -> bool {
    let is_placed = |linear: &Linear| linear.sequence.value().is_some();
    linears.len() < 2 || linears.iter().all(is_placed)
}

/// Starts each linear after the one before it, until a duration is unknown. The order of linears with the same
/// sequence number is unknown.
fn assign_start_times(linears: &mut [Linear]) {
    if !is_order_known(linears) {
        return;
    }
    let mut at = Some(0.0);
    for turn in linears.chunk_by_mut(|a, b| sort_position(a).total_cmp(&sort_position(b)).is_eq()) {
        if let [only] = &mut *turn {
            only.begins = at;
        }
        for linear in turn {
            let next = at.zip(linear.seconds.positive());
            at = next.map(|(at, seconds)| at + seconds);
        }
        at = at.filter(|at| at.is_finite());
    }
}
