//! The cards with the most important facts about an ad.

use adwright_review::{
    AdAddresses, AddressPurpose, Amount, BudgetScope, Layout, NOT_IN_SUMMARY, Review, Timeline,
    WeightBudget, group_thousands,
};
use adwright_views::AdCard;

use super::sections::gauge;

/// Builds the cards of an ad, from left to right. A value that a summary lacks is shown as unknown.
pub(super) fn build_cards(review: &Review, is_summary: bool) -> Vec<AdCard> {
    let weights = &review.assets.weights;
    let weight = |title: &str, amount: &Amount, weighs: &[BudgetScope]| {
        let about_it = weights.budgets.iter();
        let is_reckoned = |one: &&WeightBudget| {
            one.scope != BudgetScope::Untouched || one.weight.positive().is_some()
        };
        let about_it = about_it
            .filter(|one| weighs.contains(&one.scope))
            .filter(is_reckoned);
        let budget = about_it.min_by(|a, b| headroom(a).total_cmp(&headroom(b)));
        let none = if is_summary && *amount == Amount::Missing {
            NOT_IN_SUMMARY
        } else {
            "no published limit applies"
        };
        weight_card(title, amount, budget, none)
    };
    let what_it_does = match &review.timeline {
        Some(timeline) => playback_card(timeline),
        None => panels_card(&review.layout, is_summary),
    };
    vec![
        weight("First load", &weights.initial, &[BudgetScope::Initial]),
        weight(
            "Everything",
            &weights.overall,
            &[BudgetScope::Overall, BudgetScope::Untouched],
        ),
        what_it_does,
        click_through_card(&review.tracking, is_summary),
    ]
}

/// Returns the limit divided by the weight, or the limit itself if the weight is unknown.
fn headroom(budget: &WeightBudget) -> f64 {
    budget.limit / budget.weight.positive().unwrap_or(1.0)
}

fn weight_card(
    title: &str,
    amount: &Amount,
    budget: Option<&WeightBudget>,
    unlimited: &str,
) -> AdCard {
    let note = match budget {
        Some(budget) if budget.scope == BudgetScope::Untouched => {
            let weight = budget.weight.to_text("KB");
            let most = group_thousands(budget.limit);
            format!("{weight} untouched, of {most} KB ({})", budget.profile)
        }
        Some(budget) => format!(
            "of {} KB ({})",
            group_thousands(budget.limit),
            budget.profile
        ),
        None => unlimited.to_owned(),
    };
    AdCard {
        title: title.to_owned(),
        value: amount.to_text("KB"),
        note,
        gauge: budget.map(gauge),
    }
}

fn playback_card(timeline: &Timeline) -> AdCard {
    let skip_sentence = &timeline.skip_sentence;
    let (seconds, note) = match (timeline.total_seconds, timeline.file_duration.positive()) {
        (Some(value), _) => (Amount::Known { value }, skip_sentence.clone()),
        (None, Some(value)) => (
            Amount::Known { value },
            format!("The duration of its file. {skip_sentence}"),
        ),
        (None, None) => (Amount::Missing, skip_sentence.clone()),
    };
    AdCard {
        title: "Plays".to_owned(),
        value: seconds.to_text("s"),
        note,
        gauge: None,
    }
}

fn panels_card(layout: &Layout, is_summary: bool) -> AdCard {
    let count = layout.panels.len() + layout.more_panels as usize;
    let first = layout.panels.iter().find(|panel| panel.is_default);
    let (value, none) = match (count, is_summary) {
        (0, true) => ("unknown".to_owned(), NOT_IN_SUMMARY),
        _ => (group_thousands(count), "the banner has no panels"),
    };
    let first = first.or(layout.panels.first());
    AdCard {
        title: "Panels".to_owned(),
        value,
        note: first.map_or_else(|| none.to_owned(), |panel| panel.behaviour.clone()),
        gauge: None,
    }
}

fn click_through_card(tracking: &AdAddresses, is_summary: bool) -> AdCard {
    let of = |purpose| {
        let addresses = tracking.addresses.iter();
        addresses.filter(move |address| address.purpose == purpose)
    };
    let first = of(AddressPurpose::ClickThrough).next();
    let value = match first {
        Some(address) => address.destination(),
        None if is_summary => "unknown".to_owned(),
        None => "none".to_owned(),
    };
    let note = match of(AddressPurpose::Tracking).count() {
        0 if is_summary => NOT_IN_SUMMARY.to_owned(),
        0 => "no tracking addresses".to_owned(),
        1 => "1 tracking address".to_owned(),
        more => format!("{} tracking addresses", group_thousands(more)),
    };
    AdCard {
        title: "Click-through".to_owned(),
        value,
        note,
        gauge: None,
    }
}
