use adwright_checks::{WeightLimit, WeightScope, profiles};
use adwright_model::Kind;
use serde::Serialize;
use specta::Type;

use super::file::{AdFile, WeightRole};
use crate::amount::{Amount, format_number};
use crate::layout::size_of;
use crate::object_reader::ObjectReader;

/// What an ad weighs, and what it may weigh.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdWeights {
    /// What is loaded at first, in kilobytes, as the service reckons.
    pub initial: Amount,
    /// The ad with all its files, in kilobytes, as the service reckons.
    pub overall: Amount,
    /// What the ad is billed by, in kilobytes.
    pub billed: Amount,
    /// What the files weigh that count with their own weight, as far as that is known, in kilobytes.
    pub files: f64,
    /// How many of those do not say what they weigh.
    pub unknown: u32,
    /// Published limits that are about an ad of this kind and size.
    pub budgets: Vec<WeightBudget>,
}

/// A published limit beside what the ad weighs.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct WeightBudget {
    /// Whose limit it is.
    pub profile: String,
    /// Who published it, and where.
    pub source: String,
    /// What is weighed.
    pub weighs: BudgetScope,
    /// The most that it may weigh, in kilobytes.
    pub most: f64,
    /// What it weighs, in kilobytes.
    pub weight: Amount,
}

/// What of an ad is weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BudgetScope {
    /// What is loaded at first.
    Initial,
    /// The ad with all its files.
    Overall,
    /// What is loaded before anybody has touched the ad: all but the panels that open on request.
    Untouched,
    /// The image that stands in for the ad.
    DefaultImage,
}

/// Whether a weight is within its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BudgetStatus {
    /// It is.
    Fits,
    /// It is above it.
    TooHeavy,
    /// The weight is not known, or none that anything can have: zero or below.
    Unknown,
}

impl WeightBudget {
    /// Compares the weight with the limit.
    #[must_use]
    pub fn status(&self) -> BudgetStatus {
        match self.weight.positive() {
            None => BudgetStatus::Unknown,
            Some(weight) if weight > self.most => BudgetStatus::TooHeavy,
            Some(_) => BudgetStatus::Fits,
        }
    }
}

impl AdWeights {
    pub(super) fn from_ad(ad: &ObjectReader<'_>, files: &[AdFile]) -> Self {
        let amount = |name| Amount::from_node(ad.value(name));
        let counted = files
            .iter()
            .filter(|file| file.counts == WeightRole::Itself);
        let weights = counted.map(|file| file.kilobytes.positive());
        let (known, unknown): (Vec<_>, Vec<_>) = weights.partition(Option::is_some);
        let mut weights = Self {
            initial: amount("initialSize"),
            overall: amount("overallSize"),
            billed: amount("pricingSize"),
            files: known.into_iter().flatten().sum(),
            unknown: u32::try_from(unknown.len()).unwrap_or(u32::MAX),
            budgets: Vec::new(),
        };
        weights.budgets = weights.budgets(ad);
        weights
    }

    fn budgets(&self, ad: &ObjectReader<'_>) -> Vec<WeightBudget> {
        let kind = ad.text("type").and_then(|kind| Kind::from_wire(&kind));
        let Some(kind) = kind else { return Vec::new() };
        let size = size_text(ad);
        let about_it = profiles()
            .iter()
            .filter(|profile| profile.kinds.contains(&kind));
        let limits =
            about_it.flat_map(|profile| profile.limits.iter().map(move |limit| (profile, limit)));
        let fitting = limits.filter(|(_, limit)| is_for_size(limit, size.as_deref()));
        let budgets = fitting.filter_map(|(profile, limit)| {
            let (what, weight) = self.measure(limit.weighs, ad)?;
            Some(WeightBudget {
                profile: profile.name.clone(),
                source: profile.source.clone(),
                weighs: what,
                // Limits are a few thousand kilobytes.
                #[expect(clippy::cast_precision_loss)]
                most: limit.most as f64,
                weight,
            })
        });
        budgets.collect()
    }

    /// Measures what a limit covers; `None` if the ad does not have it.
    fn measure(&self, weighs: WeightScope, ad: &ObjectReader<'_>) -> Option<(BudgetScope, Amount)> {
        match weighs {
            WeightScope::Initial => Some((BudgetScope::Initial, self.initial.clone())),
            WeightScope::Overall => Some((BudgetScope::Overall, self.overall.clone())),
            WeightScope::Untouched => Some((BudgetScope::Untouched, self.untouched_weight(ad))),
            WeightScope::DefaultImage => {
                let image = ad.object("defaultImage")?;
                Some((
                    BudgetScope::DefaultImage,
                    Amount::from_node(image.value("size")),
                ))
            }
        }
    }

    /// Returns the overall weight without the panels that load only when somebody opens them.
    fn untouched_weight(&self, ad: &ObjectReader<'_>) -> Amount {
        let panels = ad.objects("panels");
        let on_request = panels
            .iter()
            .filter(|panel| panel.boolean("autoExpand") != Some(true));
        let weights =
            on_request.filter_map(|panel| Amount::from_node(panel.value("size")).positive());
        match self.overall {
            Amount::Known { value } => Amount::Known {
                value: weights.fold(value, |rest, weight| rest - weight),
            },
            ref unknown => unknown.clone(),
        }
    }
}

fn size_text(ad: &ObjectReader<'_>) -> Option<String> {
    let (width, height) = size_of(ad)?;
    Some(format!(
        "{}x{}",
        format_number(width),
        format_number(height)
    ))
}

fn is_for_size(limit: &WeightLimit, size: Option<&str>) -> bool {
    limit.sizes.is_empty() || size.is_some_and(|size| limit.sizes.iter().any(|known| known == size))
}
