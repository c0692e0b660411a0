use adwright_checks::{WeightLimit, WeightScope, profiles};
use adwright_model::Kind;
use serde::Serialize;
use specta::Type;

use super::file::{AdFile, WeightRole};
use crate::amount::{Amount, format_number};
use crate::layout::size_of;
use crate::object_reader::ObjectReader;

/// The weights of an ad, and their limits.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdWeights {
    /// The weight of the initial load in kilobytes, as the service calculates it.
    pub initial: Amount,
    /// The weight of the ad with all its files in kilobytes, as the service calculates it.
    pub overall: Amount,
    /// The billed weight in kilobytes.
    pub billed: Amount,
    /// The sum of the known weights in kilobytes, of the files that count with their own weight.
    pub file_sum: f64,
    /// The number of those files whose weight is unknown.
    pub unknown_count: u32,
    /// The published limits for an ad of this kind and size.
    pub budgets: Vec<WeightBudget>,
}

/// A published limit, and the weight that it limits.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct WeightBudget {
    /// The name of the profile with this limit.
    pub profile: String,
    /// Its publication.
    pub source: String,
    /// The part of the ad that is limited.
    pub scope: BudgetScope,
    /// The limit in kilobytes.
    pub limit: f64,
    /// The weight in kilobytes.
    pub weight: Amount,
}

/// The part of an ad that a limit covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BudgetScope {
    /// The initial load.
    Initial,
    /// The ad with all its files.
    Overall,
    /// Everything that is loaded without an interaction: all but the panels that open on request.
    Untouched,
    /// The default image.
    DefaultImage,
}

/// The result of comparing a weight with its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BudgetStatus {
    /// Within the limit.
    Fits,
    /// Above the limit.
    TooHeavy,
    /// The weight is missing, not a number, or not positive.
    Unknown,
}

impl WeightBudget {
    /// Compares the weight with the limit.
    #[must_use]
    pub fn status(&self) -> BudgetStatus {
        match self.weight.positive() {
            None => BudgetStatus::Unknown,
            Some(weight) if weight > self.limit => BudgetStatus::TooHeavy,
            Some(_) => BudgetStatus::Fits,
        }
    }
}

impl AdWeights {
    pub(super) fn from_ad(ad: &ObjectReader<'_>, files: &[AdFile]) -> Self {
        let amount = |name| Amount::from_node(ad.value(name));
        let counted = files
            .iter()
            .filter(|file| file.weight_role == WeightRole::OwnWeight);
        let weights = counted.map(|file| file.kilobytes.positive());
        let (known, unknown): (Vec<_>, Vec<_>) = weights.partition(Option::is_some);
        let mut weights = Self {
            initial: amount("initialSize"),
            overall: amount("overallSize"),
            billed: amount("pricingSize"),
            file_sum: known.into_iter().flatten().sum(),
            unknown_count: u32::try_from(unknown.len()).unwrap_or(u32::MAX),
            budgets: Vec::new(),
        };
        weights.budgets = weights.budgets(ad);
        weights
    }

    fn budgets(&self, ad: &ObjectReader<'_>) -> Vec<WeightBudget> {
        let kind = ad.text("type").and_then(|kind| Kind::from_wire(&kind));
        let Some(kind) = kind else { return Vec::new() };
        let size = size_text(ad);
        let profiles_for_kind = profiles()
            .iter()
            .filter(|profile| profile.kinds.contains(&kind));
        let limits = profiles_for_kind
            .flat_map(|profile| profile.limits.iter().map(move |limit| (profile, limit)));
        let for_size = limits.filter(|(_, limit)| is_for_size(limit, size.as_deref()));
        let budgets = for_size.filter_map(|(profile, limit)| {
            let (scope, weight) = self.measure(limit.weighs, ad)?;
            Some(WeightBudget {
                profile: profile.name.clone(),
                source: profile.source.clone(),
                scope,
                // Limits are a few thousand kilobytes.
                #[expect(clippy::cast_precision_loss)]
                limit: limit.most as f64,
                weight,
            })
        });
        budgets.collect()
    }

    /// Measures the part that a limit covers; `None` if the ad does not have that part.
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

    /// Returns the overall weight without the panels that open on request.
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
