//! What plays in sentences, for those who do not see the drawing.

use super::{Linear, Skip, Timeline};
use crate::amount::{Amount, grouped, told};
use crate::interactions::Interaction;
use crate::layout::Part;
use crate::read::Held;

/// No more linears are gone through one by one; the table beside the drawing has more.
const MOST_TOLD: usize = 30;

/// No more of what goes with it is named; other tables have all.
const MOST_NAMED: usize = 8;

pub(super) fn sentences(timeline: &Timeline, settings: Option<&Held<'_>>) -> Vec<String> {
    let mut said = vec![length(timeline)];
    said.extend(file(timeline));
    let open = "Not every linear has a place in the order, and one without may stand in any, so when each begins cannot be told.";
    said.extend((!timeline.in_order).then(|| open.to_owned()));
    let linears = timeline.linears.iter().take(MOST_TOLD);
    said.extend(linears.map(|one| linear(one, timeline.in_order)));
    said.extend(rest(timeline));
    said.push(timeline.skipping.clone());
    said.extend(unit(timeline));
    said.extend(scaling(settings));
    said.extend(match timeline.non_linears {
        0 => None,
        1 => Some("One part lies over the picture.".to_owned()),
        more => Some(format!("{} parts lie over the picture.", grouped(more))),
    });
    said
}

fn count(timeline: &Timeline) -> usize {
    timeline.linears.len() + timeline.more_linears as usize
}

fn length(timeline: &Timeline) -> String {
    let count = match count(timeline) {
        0 => "Nothing is listed to play".to_owned(),
        1 => "One linear plays".to_owned(),
        more => format!("{} linears play, one after another", grouped(more)),
    };
    match timeline.seconds {
        Some(seconds) => format!("{count}; all of it runs {} s.", told(seconds)),
        None => format!("{count}; how long all of it runs cannot be told."),
    }
}

/// How long the file is, where that is not said of what plays already.
fn file(timeline: &Timeline) -> Option<String> {
    let is_used = matches!(timeline.linears.as_slice(), [only] if only.seconds == timeline.file);
    let is_said = timeline.file != Amount::Missing && !is_used;
    is_said.then(|| format!("The file is given as {}.", timeline.file.said("s")))
}

fn linear(linear: &Linear, in_order: bool) -> String {
    let turn = match (linear.begins, &linear.sequence) {
        (Some(at), _) => format!("begins at {} s", told(at)),
        (None, Amount::Known { value }) if !in_order => {
            format!("has the place {}", told(*value))
        }
        (None, Amount::Known { value }) => format!(
            "has the place {}, and when it begins cannot be told",
            told(*value)
        ),
        (None, Amount::Missing) => "has no place".to_owned(),
        (None, Amount::Wrong { text }) => format!("has a place that is no number ({text})"),
    };
    let seconds = linear.seconds.said("s");
    let vpaid = if linear.vpaid == Some(true) {
        ", by VPAID"
    } else {
        ""
    };
    format!("“{}” {turn}; its length is {seconds}{vpaid}.", linear.name)
}

fn rest(timeline: &Timeline) -> Option<String> {
    let listed = timeline.linears.len().min(MOST_TOLD);
    match count(timeline) - listed {
        0 => None,
        1 => Some("One more linear is not told here.".to_owned()),
        more => Some(format!("{} more linears are not told here.", grouped(more))),
    }
}

/// When it may be skipped, in a sentence.
pub(super) fn skipping(timeline: &Timeline) -> String {
    let delay = match &timeline.skip {
        Skip::Unsaid => return "The ad does not say whether it can be skipped.".to_owned(),
        Skip::Never => return "It cannot be skipped.".to_owned(),
        Skip::After { delay } => delay,
    };
    match (timeline.skip.after(), timeline.seconds, delay) {
        (Some(after), Some(whole), _) if after >= whole => format!(
            "It can be skipped after {} s, when it is over already.",
            told(after)
        ),
        (Some(after), ..) => format!("It can be skipped after {} s.", told(after)),
        (None, _, Amount::Missing) => {
            "It can be skipped; the ad does not say after how many seconds.".to_owned()
        }
        (None, _, Amount::Known { .. }) => format!(
            "It can be skipped; that the delay is {} cannot be right.",
            delay.said("s")
        ),
        (None, _, Amount::Wrong { .. }) => {
            format!("It can be skipped; the delay is {}.", delay.said("s"))
        }
    }
}

/// That numbers are taken for seconds, where there is any.
fn unit(timeline: &Timeline) -> Option<String> {
    let mut lengths = timeline.linears.iter().map(|linear| &linear.seconds);
    let delay = match &timeline.skip {
        Skip::After { delay } => delay.known(),
        Skip::Unsaid | Skip::Never => None,
    };
    let is_any = lengths.any(|length| length.known().is_some())
        || timeline.file.known().is_some()
        || delay.is_some();
    is_any.then(|| {
        "Lengths and delays are taken for seconds: the interface does not show their unit."
            .to_owned()
    })
}

fn scaling(settings: Option<&Held<'_>>) -> Vec<String> {
    let fits = |name, yes: &str, no: &str| {
        let flag = settings?.flag(name)?;
        Some(if flag { yes } else { no }.to_owned())
    };
    let scaled = fits(
        "scalable",
        "It is scaled to the size of the player.",
        "It is not scaled to the size of the player.",
    );
    let shaped = fits(
        "maintainAspectRatio",
        "It keeps its proportions.",
        "It may be stretched.",
    );
    scaled.into_iter().chain(shaped).collect()
}

/// What people can do while it plays; `more` is how many there are beyond those.
pub(super) fn interactions((first, more): (&[Interaction], u32)) -> Option<String> {
    let names = first
        .iter()
        .map(|one| format!("“{}” ({})", one.name, one.trigger));
    named("To do in it", names, first.len() + more as usize)
}

/// What stands beside the player.
pub(super) fn companions(all: &[Part]) -> Option<String> {
    let names = all.iter().map(|part| {
        let (width, height) = (part.width.said("px"), part.height.said("px"));
        format!("“{}” ({width} by {height})", part.name)
    });
    named("Beside the player", names, all.len())
}

fn named(title: &str, names: impl Iterator<Item = String>, count: usize) -> Option<String> {
    let names: Vec<_> = names.take(MOST_NAMED).collect();
    let more = match count - names.len() {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    (count > 0).then(|| format!("{title}: {}{more}.", names.join(", ")))
}
