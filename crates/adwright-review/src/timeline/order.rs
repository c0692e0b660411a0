//! The order in which linears play, and their start times.

use super::Linear;
use crate::amount::Amount;
use crate::object_reader::ObjectReader;

/// Returns the linears in playing order, and the total duration in seconds, if it is known. Linears without a
/// sequence number come last.
pub(super) fn read_linears(
    ad: &ObjectReader<'_>,
    file_duration: &Amount,
) -> (Vec<Linear>, Option<f64>) {
    let readers = ad.objects("linears");
    let mut linears: Vec<_> = readers
        .iter()
        .enumerate()
        .map(|(index, reader)| read_linear(reader, index))
        .collect();
    infer_duration(&mut linears, file_duration);
    linears.sort_by(|a, b| sort_position(a).total_cmp(&sort_position(b)));
    assign_start_times(&mut linears);
    let durations = linears.iter().map(|linear| linear.duration.positive());
    let total: Option<f64> = durations.sum();
    let total_seconds = total.filter(|sum| *sum > 0.0 && sum.is_finite());
    (linears, total_seconds)
}

fn read_linear(reader: &ObjectReader<'_>, index: usize) -> Linear {
    Linear {
        name: reader
            .name()
            .unwrap_or_else(|| format!("Linear {}", index + 1)),
        path: reader.path.to_string(),
        type_name: reader.short_text("type"),
        sequence: Amount::from_node(reader.value("sequence")),
        start_seconds: None,
        duration: Amount::from_node(reader.value("duration")),
        vpaid: reader.boolean("vpaid"),
    }
}

fn sort_position(linear: &Linear) -> f64 {
    linear.sequence.value().unwrap_or(f64::INFINITY)
}

/// Uses the duration of the file for a single linear. With several linears, the file may be any of them or all of
/// them.
fn infer_duration(linears: &mut [Linear], file_duration: &Amount) {
    if let [only] = linears
        && only.duration == Amount::Missing
    {
        only.duration = file_duration.clone();
    }
}

/// Returns true if the order is known. A linear without a sequence number may play at any time.
pub(super) fn is_order_known(linears: &[Linear]) -> bool {
    let has_sequence = |linear: &Linear| linear.sequence.value().is_some();
    linears.len() < 2 || linears.iter().all(has_sequence)
}

/// Starts each linear after the one before it, until a duration is unknown. The order of linears with the same
/// sequence number is unknown.
fn assign_start_times(linears: &mut [Linear]) {
    if !is_order_known(linears) {
        return;
    }
    let mut start = Some(0.0);
    for same_position in
        linears.chunk_by_mut(|a, b| sort_position(a).total_cmp(&sort_position(b)).is_eq())
    {
        if let [only] = &mut *same_position {
            only.start_seconds = start;
        }
        for linear in same_position {
            let next = start.zip(linear.duration.positive());
            start = next.map(|(start, duration)| start + duration);
        }
        start = start.filter(|start| start.is_finite());
    }
}
