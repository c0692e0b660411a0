//! The computed columns of the ad lists: calculated once, when an ad is cached.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use adwright_checks::{CheckInput, Facts, OwnRules, Phase, Severity};
use adwright_model::{Bindings, Catalog, EditableDocument, Kind, Path, to_json_string};
use adwright_review::{Assets, BudgetScope, WeightBudget, drawn_size, group_thousands, is_summary};
use adwright_views::FieldKind;
use adwright_wire::FilterKind;

/// A value that is computed from an ad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdMetric {
    /// Width and height.
    Dimensions,
    /// How its weights compare with the published limits.
    WeightLimits,
    /// The number of errors that the rules find.
    ErrorCount,
    /// The number of warnings that the rules find.
    WarningCount,
    /// Whether only a summary of the ad is cached.
    IsSummary,
    /// Whether the ad came from a file.
    IsFromFile,
    /// The name of that file.
    FileName,
    /// Whether the ad is a master ad or a placement ad.
    MasterOrPlacement,
}

/// A calculator with the rules and the catalog for ad metrics.
#[derive(Debug)]
pub struct AdMetricCalculator {
    catalog: Arc<Catalog>,
    bindings: Bindings,
    rules: Arc<OwnRules>,
    /// A hash that identifies these rules.
    stamp: String,
}

/// The metrics of one ad, each as JSON.
#[derive(Debug, Default)]
pub struct AdMetricValues {
    size: Option<String>,
    limits: Option<String>,
    errors: String,
    warnings: String,
    summary: bool,
    file: Option<String>,
    level: Option<&'static str>,
}

impl AdMetric {
    /// Every metric, with its heading.
    pub const ALL: [(Self, &str); 8] = [
        (Self::Dimensions, "Size"),
        (Self::WeightLimits, "Weight limits"),
        (Self::ErrorCount, "Errors"),
        (Self::WarningCount, "Warnings"),
        (Self::IsSummary, "Summary only"),
        (Self::IsFromFile, "From a file"),
        (Self::FileName, "File"),
        (Self::MasterOrPlacement, "Master or placement"),
    ];

    /// Returns the path of the metric, as if it were a member of the ad.
    #[must_use]
    pub fn path(self) -> Path {
        let name = match self {
            Self::Dimensions => "adSize",
            Self::WeightLimits => "weightLimits",
            Self::ErrorCount => "errorCount",
            Self::WarningCount => "warningCount",
            Self::IsSummary => "summaryOnly",
            Self::IsFromFile => "fromFile",
            Self::FileName => "file",
            Self::MasterOrPlacement => "masterOrPlacement",
        };
        Path::root().child("figures").child(name)
    }

    /// Returns how the metric is displayed and filtered.
    #[must_use]
    pub const fn field_and_filter_kind(self) -> (FieldKind, FilterKind) {
        match self {
            Self::ErrorCount | Self::WarningCount => (FieldKind::Integer, FilterKind::Number),
            Self::IsSummary | Self::IsFromFile => (FieldKind::YesNo, FilterKind::YesNo),
            Self::Dimensions | Self::WeightLimits | Self::FileName | Self::MasterOrPlacement => {
                (FieldKind::Text, FilterKind::Text)
            }
        }
    }
}

impl AdMetricCalculator {
    /// Creates a calculator. `rules` were parsed from `rules_text`.
    #[must_use]
    pub fn new(
        catalog: &Arc<Catalog>,
        bindings: &Bindings,
        rules: &Arc<OwnRules>,
        rules_text: &str,
    ) -> Self {
        let mut hasher = DefaultHasher::new();
        // Another version of Adwright may have other rules.
        (env!("CARGO_PKG_VERSION"), rules_text).hash(&mut hasher);
        Self {
            catalog: Arc::clone(catalog),
            bindings: bindings.clone(),
            rules: Arc::clone(rules),
            stamp: format!(" {:016x}", hasher.finish()),
        }
    }

    /// Returns a hash of the rules; cells of other rules are computed again.
    #[must_use]
    pub fn stamp(&self) -> &str {
        &self.stamp
    }

    /// Calculates the metrics of one ad. `file` is the name of its source file, if any.
    pub fn calculate(&self, ad: &EditableDocument, file: Option<&str>) -> AdMetricValues {
        let (errors, warnings) = self.count_findings(ad);
        AdMetricValues {
            size: size_label(ad).map(|size| to_json_string(&size)),
            limits: weight_limits_label(&Assets::from_ad(ad).weights.budgets)
                .map(|limits| to_json_string(&limits)),
            errors: errors.to_string(),
            warnings: warnings.to_string(),
            summary: is_summary(ad),
            file: file.map(to_json_string),
            level: ad_level(ad),
        }
    }

    fn count_findings(&self, ad: &EditableDocument) -> (usize, usize) {
        let subject = CheckInput {
            kind: Kind::of_ad(ad),
            document: ad,
            // The service sent this version, and nobody changed it.
            base: ad.id().map(|_| ad),
            phase: Phase::of(ad.id()),
            catalog: &self.catalog,
            bindings: &self.bindings,
            facts: &Facts::default(),
        };
        let findings = self.rules.check_any_type(&subject);
        let count = |severity| {
            let findings = findings.iter();
            findings
                .filter(|finding| finding.severity == severity)
                .count()
        };
        (count(Severity::Error), count(Severity::Warning))
    }
}

impl AdMetricValues {
    pub fn raw(&self, metric: AdMetric) -> Option<&str> {
        match metric {
            AdMetric::Dimensions => self.size.as_deref(),
            AdMetric::WeightLimits => self.limits.as_deref(),
            AdMetric::ErrorCount => Some(&self.errors),
            AdMetric::WarningCount => Some(&self.warnings),
            AdMetric::IsSummary => Some(json_bool(self.summary)),
            AdMetric::IsFromFile => Some(json_bool(self.file.is_some())),
            AdMetric::FileName => self.file.as_deref(),
            AdMetric::MasterOrPlacement => self.level,
        }
    }
}

const fn json_bool(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// Returns "master" or "placement" as JSON. A placement ad names its placement or its master ad. An ad without these
/// members, such as a summary, may be either.
fn ad_level(ad: &EditableDocument) -> Option<&'static str> {
    let references = ["placementId", "masterAdId"].map(|name| ad.root().member(name));
    let mut references = references.into_iter().flatten().peekable();
    references.peek()?;
    Some(if references.all(|reference| reference.is_null()) {
        "\"master\""
    } else {
        "\"placement\""
    })
}

/// Returns the width and height as they are displayed.
fn size_label(ad: &EditableDocument) -> Option<String> {
    let (width, height) = drawn_size(ad)?;
    Some(format!("{width} × {height}"))
}

/// Describes the most exceeded weight limit, or says that all limits hold. Returns none if no limit applies, or if the
/// weights are unknown.
fn weight_limits_label(budgets: &[WeightBudget]) -> Option<String> {
    let weighed =
        |budget: &WeightBudget| Some((budget.weight.positive()?, budget.limit, budget.scope));
    let weighed: Vec<_> = budgets.iter().filter_map(weighed).collect();
    let by_excess = |(weight, limit, _): &(f64, f64, BudgetScope)| weight / limit;
    let worst = weighed
        .iter()
        .max_by(|one, other| by_excess(one).total_cmp(&by_excess(other)))?;
    let (weight, limit, scope) = *worst;
    if weight <= limit {
        return Some("within".to_owned());
    }
    let scope_label = match scope {
        BudgetScope::Initial => "initial",
        BudgetScope::Overall => "overall",
        BudgetScope::Untouched => "before any touch",
        BudgetScope::DefaultImage => "default image",
    };
    let [weight, limit] = [weight, limit].map(group_thousands);
    Some(format!("over: {scope_label} {weight} of {limit} KB"))
}

#[cfg(test)]
mod tests {
    use adwright_model::Id;
    use adwright_wire::ListFilters;

    use super::*;
    use crate::list_fields::ListFields;
    use crate::list_index::ListIndexBuilder;
    use crate::query_cache::{ListOrder, QueryCache, RowQuery};
    use crate::row_id::RowId;
    use adwright_views::{ListId, SortBy};

    const IN_STREAM: &str =
        r#"{"type":"InStreamInteractiveAd","id":0,"name":"Spot","linears":[{},{}],"siteId":7}"#;
    const EXPANDABLE: &str = r#"{"type":"ExpandableBannerAd","id":0,"name":"Banner","width":300,"height":250,
        "panels":[{},{},{}],"initialSize":9000,"adAssignmentData":{"advertiserName":"Acme"}}"#;
    const HTML5: &str = r#"{"type":"HTML5SingleExpandableBannerAd","id":0,"name":"Folder"}"#;
    const OTHER: &str = r#"{"type":"Ad","id":0,"name":"Brief"}"#;

    fn fields() -> Arc<ListFields> {
        let (catalog, bindings) = (Arc::new(Catalog::bundled().clone()), Bindings::default());
        let rules = Arc::new(OwnRules::default());
        let metrics = AdMetricCalculator::new(&catalog, &bindings, &rules, "");
        Arc::new(ListFields::for_ads(&catalog, &bindings, metrics))
    }

    fn cell(text: &str, path: &str) -> String {
        let fields = fields();
        let values = fields.values(&EditableDocument::parse(text).unwrap());
        let at = fields.position_of_path(path).unwrap();
        values.split('\n').nth(at).unwrap().to_owned()
    }

    #[test]
    fn lists_are_counted_and_weights_compared_with_limits() {
        assert_eq!(cell(IN_STREAM, "linears"), "2");
        assert_eq!(cell(EXPANDABLE, "panels"), "3");
        assert_eq!(cell(EXPANDABLE, "figures.adSize"), "\"300 × 250\"");
        let limits = cell(EXPANDABLE, "figures.weightLimits");
        assert!(limits.starts_with("\"over: initial 9,000 of "), "{limits}");
        assert_eq!(cell(HTML5, "figures.adSize"), "");
        let in_a_file = r#"{"type":"HTML5ExpandableBannerAd","html5":{"width":728,"height":90},"overallSize":6000}"#;
        assert_eq!(cell(in_a_file, "figures.adSize"), "\"728 × 90\"");
        // The ad exceeds the limit for its load before any user interaction.
        let limits = cell(in_a_file, "figures.weightLimits");
        assert_eq!(limits, "\"over: before any touch 6,000 of 4,096 KB\"");
        assert_ne!(cell(HTML5, "figures.errorCount"), "0");
    }

    #[test]
    fn placement_ads_differ_from_master_ads() {
        let level = |text| cell(text, "figures.masterOrPlacement");
        let master =
            r#"{"type":"InStreamInteractiveAd","id":1,"masterAdId":null,"placementId":null}"#;
        let placement =
            r#"{"type":"InStreamInteractiveAd","id":2,"masterAdId":1,"placementId":null}"#;
        assert_eq!(level(master), "\"master\"");
        assert_eq!(level(placement), "\"placement\"");
        assert_eq!(level(OTHER), "");
    }

    #[test]
    fn hundred_thousand_ads_are_listed_by_kind() {
        let fields = fields();
        let kinds = [IN_STREAM, EXPANDABLE, HTML5, OTHER];
        let values = kinds.map(|text| fields.values(&EditableDocument::parse(text).unwrap()));
        let mut builder = ListIndexBuilder::new(&fields);
        for id in 0..100_000_i64 {
            let values = &values[usize::try_from(id % 4).unwrap()];
            builder.push(RowId::OnService(Id(id)), values);
        }
        let index = builder.finish();
        let queries = QueryCache::default();
        let count_matches = |list, search: &str, filters: ListFilters| {
            let sort = Some(SortBy {
                path: "figures.errorCount".to_owned(),
                descending: true,
            });
            let search = search.to_owned();
            let key = RowQuery {
                list,
                search,
                filters,
                order: ListOrder {
                    sort,
                    grouped: false,
                },
            };
            queries.matching_rows(&index, &key).len()
        };
        let all = ListFilters::default;
        for list in [
            ListId::InStream,
            ListId::Expandable,
            ListId::Html5Expandable,
            ListId::OtherAds,
        ] {
            assert_eq!(queries.row_count(&index, list), 25_000);
            assert_eq!(count_matches(list, "", all()), 25_000);
        }
        assert_eq!(count_matches(ListId::Expandable, "acme 300", all()), 25_000);
        assert_eq!(count_matches(ListId::InStream, "acme", all()), 0);
        let on_site = |site| ListFilters {
            site_id: Some(site),
            ..all()
        };
        assert_eq!(count_matches(ListId::InStream, "", on_site(7)), 25_000);
        assert_eq!(count_matches(ListId::InStream, "", on_site(8)), 0);
    }
}
