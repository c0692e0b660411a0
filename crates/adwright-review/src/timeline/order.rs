//! The order in which linears play, and when each begins.

use super::Linear;
use crate::amount::Amount;
use crate::object_reader::ObjectReader;

/// The linears in the order of their places, those without one last; and how long all of them run together, in seconds,
/// where that can be told.
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

/// The length of the file tells that of the only linear; of several, it may be that of any or of all.
fn infer_duration(linears: &mut [Linear], file: &Amount) {
    if let [only] = linears
        && only.seconds == Amount::Missing
    {
        only.seconds = file.clone();
    }
}

/// Whether the order can be told: a linear without a place may stand in any, so that it leaves all others open.
pub(super) fn is_order_known(linears: &[Linear]) -> bool {
    let is_placed = |linear: &Linear| linear.sequence.value().is_some();
    linears.len() < 2 || linears.iter().all(is_placed)
}

/// Puts each behind the one before it, until one does not say how long it is. Of those with the same place, nobody
/// knows which is first.
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
