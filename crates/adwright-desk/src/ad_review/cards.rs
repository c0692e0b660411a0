//! What matters most about an ad, before anything is read.

use adwright_review::{
    Amount, Budget, Layout, NOT_IN_SUMMARY, Purpose, Review, Timeline, Tracking, Weighed, grouped,
};

use super::parts::gauge;
use crate::views::AdCard;

/// The cards of an ad, from left to right. A summary has what it shows; what it lacks is unknown.
pub(super) fn of(review: &Review, is_summary: bool) -> Vec<AdCard> {
    let weights = &review.assets.weights;
    let weight = |title: &str, amount: &Amount, weighs: &[Weighed]| {
        let about_it = weights.budgets.iter();
        let is_reckoned =
            |one: &&Budget| one.weighs != Weighed::Untouched || one.weight.size().is_some();
        let about_it = about_it
            .filter(|one| weighs.contains(&one.weighs))
            .filter(is_reckoned);
        let budget = about_it.min_by(|a, b| room(a).total_cmp(&room(b)));
        let none = if is_summary && *amount == Amount::Missing {
            NOT_IN_SUMMARY
        } else {
            "no published limit is about it"
        };
        weighed(title, amount, budget, none)
    };
    let what_it_does = match &review.timeline {
        Some(timeline) => plays(timeline),
        None => panels(&review.layout, is_summary),
    };
    vec![
        weight("First load", &weights.initial, &[Weighed::Initial]),
        weight(
            "Everything",
            &weights.overall,
            &[Weighed::Overall, Weighed::Untouched],
        ),
        what_it_does,
        click_through(&review.tracking, is_summary),
    ]
}

/// How much room a limit leaves, as a multiple of the weight; of an unknown weight, how much it allows.
fn room(budget: &Budget) -> f64 {
    budget.most / budget.weight.size().unwrap_or(1.0)
}

fn weighed(title: &str, amount: &Amount, budget: Option<&Budget>, unlimited: &str) -> AdCard {
    let note = match budget {
        Some(budget) if budget.weighs == Weighed::Untouched => {
            let weight = budget.weight.said("KB");
            let most = grouped(budget.most);
            format!("{weight} untouched, of {most} KB ({})", budget.profile)
        }
        Some(budget) => format!("of {} KB ({})", grouped(budget.most), budget.profile),
        None => unlimited.to_owned(),
    };
    AdCard {
        title: title.to_owned(),
        value: amount.said("KB"),
        note,
        gauge: budget.map(gauge),
    }
}

fn plays(timeline: &Timeline) -> AdCard {
    let skipping = &timeline.skipping;
    let (seconds, note) = match (timeline.seconds, timeline.file.size()) {
        (Some(value), _) => (Amount::Known { value }, skipping.clone()),
        (None, Some(value)) => (
            Amount::Known { value },
            format!("As its file is given. {skipping}"),
        ),
        (None, None) => (Amount::Missing, skipping.clone()),
    };
    AdCard {
        title: "Plays".to_owned(),
        value: seconds.said("s"),
        note,
        gauge: None,
    }
}

fn panels(layout: &Layout, is_summary: bool) -> AdCard {
    let count = layout.panels.len() + layout.more_panels as usize;
    let first = layout.panels.iter().find(|panel| panel.is_default);
    let (value, none) = match (count, is_summary) {
        (0, true) => ("unknown".to_owned(), NOT_IN_SUMMARY),
        _ => (grouped(count), "nothing opens out of the banner"),
    };
    let first = first.or(layout.panels.first());
    AdCard {
        title: "Panels".to_owned(),
        value,
        note: first.map_or_else(|| none.to_owned(), |panel| panel.behaviour.clone()),
        gauge: None,
    }
}

fn click_through(tracking: &Tracking, is_summary: bool) -> AdCard {
    let of = |purpose| {
        let addresses = tracking.addresses.iter();
        addresses.filter(move |address| address.purpose == purpose)
    };
    let first = of(Purpose::ClickThrough).next();
    let value = match first {
        Some(address) => address.leads_to(),
        None if is_summary => "unknown".to_owned(),
        None => "none".to_owned(),
    };
    let note = match of(Purpose::Tracking).count() {
        0 if is_summary => NOT_IN_SUMMARY.to_owned(),
        0 => "nothing is tracked".to_owned(),
        1 => "1 tracking address".to_owned(),
        more => format!("{} tracking addresses", grouped(more)),
    };
    AdCard {
        title: "Click-through".to_owned(),
        value,
        note,
        gauge: None,
    }
}
