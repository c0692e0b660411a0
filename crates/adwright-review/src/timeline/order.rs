//! The order in which linears play, and when each begins.

use super::Linear;
use crate::amount::Amount;
use crate::read::Held;

/// The linears in the order of their places, those without one last; and how long all of them run together, in seconds,
/// where that can be told.
pub(super) fn linears(ad: &Held<'_>, file: &Amount) -> (Vec<Linear>, Option<f64>) {
    let held = ad.objects("linears");
    let mut linears: Vec<_> = held
        .iter()
        .enumerate()
        .map(|(at, held)| linear(held, at))
        .collect();
    fill_in(&mut linears, file);
    linears.sort_by(|a, b| place(a).total_cmp(&place(b)));
    put_in_turn(&mut linears);
    let seconds = linears.iter().map(|linear| linear.seconds.size());
    let seconds: Option<f64> = seconds.sum();
    let seconds = seconds.filter(|sum| *sum > 0.0 && sum.is_finite());
    (linears, seconds)
}

fn linear(held: &Held<'_>, at: usize) -> Linear {
    Linear {
        name: held.name().unwrap_or_else(|| format!("Linear {}", at + 1)),
        path: held.path.to_string(),
        called: held.said("type"),
        sequence: Amount::of(held.value("sequence")),
        begins: None,
        seconds: Amount::of(held.value("duration")),
        vpaid: held.flag("vpaid"),
    }
}

fn place(linear: &Linear) -> f64 {
    linear.sequence.known().unwrap_or(f64::INFINITY)
}

/// The length of the file tells that of the only linear; of several, it may be that of any or of all.
fn fill_in(linears: &mut [Linear], file: &Amount) {
    if let [only] = linears
        && only.seconds == Amount::Missing
    {
        only.seconds = file.clone();
    }
}

/// Whether the order can be told: a linear without a place may stand in any, so that it leaves all others open.
pub(super) fn is_told(linears: &[Linear]) -> bool {
    let is_placed = |linear: &Linear| linear.sequence.known().is_some();
    linears.len() < 2 || linears.iter().all(is_placed)
}

/// Puts each behind the one before it, until one does not say how long it is. Of those with the same place, nobody
/// knows which is first.
fn put_in_turn(linears: &mut [Linear]) {
    if !is_told(linears) {
        return;
    }
    let mut at = Some(0.0);
    for turn in linears.chunk_by_mut(|a, b| place(a).total_cmp(&place(b)).is_eq()) {
        if let [only] = &mut *turn {
            only.begins = at;
        }
        for linear in turn {
            let next = at.zip(linear.seconds.size());
            at = next.map(|(at, seconds)| at + seconds);
        }
        at = at.filter(|at| at.is_finite());
    }
}
