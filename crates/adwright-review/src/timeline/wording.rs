//! Describes the timeline in sentences, for people who do not see the drawing.

use super::{Linear, SkipOffset, Timeline};
use crate::amount::{Amount, format_grouped, group_thousands};
use crate::interactions::Interaction;
use crate::layout::SizedPart;
use crate::object_reader::ObjectReader;

/// The most linears that are described one by one. The table next to the drawing has more.
const MAX_DESCRIBED: usize = 30;

/// The most other parts that are named. Other tables have all of them.
const MAX_NAMED: usize = 8;

pub(super) fn sentences(timeline: &Timeline, settings: Option<&ObjectReader<'_>>) -> Vec<String> {
    let mut sentences = vec![length_sentence(timeline)];
    sentences.extend(file_sentence(timeline));
    let unknown_order =
        "Some linears have no valid sequence number, so the order and the start times are unknown.";
    sentences.extend((!timeline.is_order_known).then(|| unknown_order.to_owned()));
    let linears = timeline.linears.iter().take(MAX_DESCRIBED);
    sentences.extend(linears.map(|linear| linear_sentence(linear, timeline)));
    sentences.extend(rest_sentence(timeline));
    sentences.push(timeline.skip_sentence.clone());
    sentences.extend(unit_sentence(timeline));
    sentences.extend(scaling_sentences(settings));
    sentences.extend(match timeline.non_linear_count {
        0 => None,
        1 => Some("One non-linear part overlays the video.".to_owned()),
        more => Some(format!(
            "{} non-linear parts overlay the video.",
            group_thousands(more)
        )),
    });
    sentences
}

fn count_linears(timeline: &Timeline) -> usize {
    timeline.linears.len() + timeline.more_linears as usize
}

fn length_sentence(timeline: &Timeline) -> String {
    let count = match count_linears(timeline) {
        0 => "No linear is listed".to_owned(),
        1 => "One linear plays".to_owned(),
        more => format!("{} linears play, one after another", group_thousands(more)),
    };
    match timeline.total_seconds {
        Some(seconds) => format!(
            "{count}; the total duration is {} s.",
            format_grouped(seconds)
        ),
        None => format!("{count}; the total duration is unknown."),
    }
}

/// Describes the duration of the file, unless it is the duration of the only linear.
fn file_sentence(timeline: &Timeline) -> Option<String> {
    let is_used =
        matches!(timeline.linears.as_slice(), [only] if only.duration == timeline.file_duration);
    let is_separate = timeline.file_duration != Amount::Missing && !is_used;
    is_separate.then(|| {
        format!(
            "The duration of the file is {}.",
            timeline.file_duration.to_text("s")
        )
    })
}

fn linear_sentence(linear: &Linear, timeline: &Timeline) -> String {
    let start = match (linear.start_seconds, &linear.sequence) {
        (Some(seconds), _) => format!("starts at {} s", format_grouped(seconds)),
        (None, Amount::Known { value }) if !timeline.is_order_known => {
            format!("has the sequence number {}", format_grouped(*value))
        }
        (None, Amount::Known { value }) => format!(
            "has the sequence number {} and an unknown start",
            format_grouped(*value)
        ),
        (None, Amount::Missing) => "has no sequence number".to_owned(),
        (None, Amount::Wrong { text }) => format!("has an invalid sequence number ({text})"),
    };
    let duration = linear.duration.to_text("s");
    let vpaid = if linear.vpaid == Some(true) {
        ", with VPAID"
    } else {
        ""
    };
    format!(
        "“{}” {start}; its duration is {duration}{vpaid}.",
        linear.name
    )
}

fn rest_sentence(timeline: &Timeline) -> Option<String> {
    let listed = timeline.linears.len().min(MAX_DESCRIBED);
    match count_linears(timeline) - listed {
        0 => None,
        1 => Some("One more linear is not described here.".to_owned()),
        more => Some(format!(
            "{} more linears are not described here.",
            group_thousands(more)
        )),
    }
}

/// Describes when the ad may be skipped.
pub(super) fn skip_sentence(timeline: &Timeline) -> String {
    let delay = match &timeline.skip {
        SkipOffset::Unspecified => {
            return "The ad does not say whether it can be skipped.".to_owned();
        }
        SkipOffset::Never => return "It cannot be skipped.".to_owned(),
        SkipOffset::After { delay } => delay,
    };
    match (timeline.skip.seconds(), timeline.total_seconds, delay) {
        (Some(delay), Some(total), _) if delay >= total => format!(
            "It can be skipped after {} s, but it is over by then.",
            format_grouped(delay)
        ),
        (Some(delay), ..) => format!("It can be skipped after {} s.", format_grouped(delay)),
        (None, _, Amount::Missing) => {
            "It can be skipped; the ad does not say after how many seconds.".to_owned()
        }
        (None, _, Amount::Known { .. }) => format!(
            "It can be skipped, but a delay of {} is not possible.",
            delay.to_text("s")
        ),
        (None, _, Amount::Wrong { .. }) => {
            format!("It can be skipped; the delay is {}.", delay.to_text("s"))
        }
    }
}

/// Says that numbers are read as seconds, if there are numbers.
fn unit_sentence(timeline: &Timeline) -> Option<String> {
    let mut durations = timeline.linears.iter().map(|linear| &linear.duration);
    let delay = match &timeline.skip {
        SkipOffset::After { delay } => delay.value(),
        SkipOffset::Unspecified | SkipOffset::Never => None,
    };
    let has_number = durations.any(|duration| duration.value().is_some())
        || timeline.file_duration.value().is_some()
        || delay.is_some();
    has_number.then(|| {
        "Durations and delays are read as seconds: the interface does not document their unit."
            .to_owned()
    })
}

fn scaling_sentences(settings: Option<&ObjectReader<'_>>) -> Vec<String> {
    let describe = |name, yes: &str, no: &str| {
        let flag = settings?.boolean(name)?;
        Some(if flag { yes } else { no }.to_owned())
    };
    let scaled = describe(
        "scalable",
        "It is scaled to the size of the player.",
        "It is not scaled to the size of the player.",
    );
    let aspect_ratio = describe(
        "maintainAspectRatio",
        "It keeps its proportions.",
        "It may be stretched.",
    );
    scaled.into_iter().chain(aspect_ratio).collect()
}

/// Lists the interactions by name.
pub(super) fn interactions_sentence(first: &[Interaction], more: u32) -> Option<String> {
    let names = first
        .iter()
        .map(|interaction| format!("“{}” ({})", interaction.name, interaction.trigger));
    names_sentence("Interactions", names, first.len() + more as usize)
}

/// Lists the companions by name and size.
pub(super) fn companions_sentence(all: &[SizedPart]) -> Option<String> {
    let names = all.iter().map(|part| {
        let (width, height) = (part.width.to_text("px"), part.height.to_text("px"));
        format!("“{}” ({width} by {height})", part.name)
    });
    names_sentence("Next to the player", names, all.len())
}

fn names_sentence(
    title: &str,
    names: impl Iterator<Item = String>,
    count: usize,
) -> Option<String> {
    let names: Vec<_> = names.take(MAX_NAMED).collect();
    let more = match count - names.len() {
        0 => String::new(),
        more => format!(" and {} more", group_thousands(more)),
    };
    (count > 0).then(|| format!("{title}: {}{more}.", names.join(", ")))
}
