//! What the lists of ads show beyond the members of an ad: worked out once, when the ad is kept.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use adwright_checks::{Facts, OwnRules, Phase, Severity, Subject};
use adwright_model::{Bindings, Catalog, Editable, Kind, Path, quoted};
use adwright_review::{Assets, Budget, Weighed};

/// Something that is worked out of an ad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figure {
    /// Width and height.
    Size,
    /// How its weights stand to the published limits.
    Limits,
    /// How many errors the rules find.
    Errors,
    /// How many warnings they find.
    Warnings,
}

/// What working out ads needs.
#[derive(Debug)]
pub(crate) struct AdFigures {
    catalog: Arc<Catalog>,
    bindings: Bindings,
    rules: Arc<OwnRules>,
    /// Tells these rules from others.
    stamp: String,
}

/// What was worked out of one ad, each as JSON.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    size: Option<String>,
    limits: Option<String>,
    errors: String,
    warnings: String,
}

impl Figure {
    /// All of them, with their headings.
    pub(crate) const ALL: [(Self, &str); 4] = [
        (Self::Size, "Size"),
        (Self::Limits, "Weight limits"),
        (Self::Errors, "Errors"),
        (Self::Warnings, "Warnings"),
    ];

    /// Where it would be, were it in the ad.
    pub(crate) fn path(self) -> Path {
        let name = match self {
            Self::Size => "adSize",
            Self::Limits => "weightLimits",
            Self::Errors => "errorCount",
            Self::Warnings => "warningCount",
        };
        Path::root().child("figures").child(name)
    }

    pub(crate) const fn is_number(self) -> bool {
        matches!(self, Self::Errors | Self::Warnings)
    }
}

impl AdFigures {
    /// Working out by these rules, which were read from a text.
    pub(crate) fn new(
        catalog: &Arc<Catalog>,
        bindings: &Bindings,
        (rules, text): (&Arc<OwnRules>, &str),
    ) -> Self {
        let mut hasher = DefaultHasher::new();
        // Another version of Adwright may have other rules.
        (env!("CARGO_PKG_VERSION"), text).hash(&mut hasher);
        Self {
            catalog: Arc::clone(catalog),
            bindings: bindings.clone(),
            rules: Arc::clone(rules),
            stamp: format!(" {:016x}", hasher.finish()),
        }
    }

    pub(crate) fn stamp(&self) -> &str {
        &self.stamp
    }

    /// Works out one ad.
    pub(crate) fn of(&self, ad: &Editable) -> Figures {
        let (errors, warnings) = self.findings(ad);
        Figures {
            size: size(ad).map(|size| quoted(&size)),
            limits: limits(&Assets::of(ad).weights.budgets).map(|limits| quoted(&limits)),
            errors: errors.to_string(),
            warnings: warnings.to_string(),
        }
    }

    fn findings(&self, ad: &Editable) -> (usize, usize) {
        let findings = self.rules.check(&Subject {
            kind: kind_of_ad(ad),
            document: ad,
            base: None,
            phase: Phase::Update,
            catalog: &self.catalog,
            bindings: &self.bindings,
            facts: &Facts::default(),
        });
        let of = |severity| {
            let found = findings.iter();
            found.filter(|finding| finding.severity == severity).count()
        };
        (of(Severity::Error), of(Severity::Warning))
    }
}

impl Figures {
    pub(crate) fn raw(&self, figure: Figure) -> Option<&str> {
        match figure {
            Figure::Size => self.size.as_deref(),
            Figure::Limits => self.limits.as_deref(),
            Figure::Errors => Some(&self.errors),
            Figure::Warnings => Some(&self.warnings),
        }
    }
}

/// Which of the kinds of ad a document is; [`Kind::Ad`] where it says something else.
pub(crate) fn kind_of_ad(ad: &Editable) -> Kind {
    let word = ad.root().member("type").and_then(|word| word.as_str());
    let kind = word.and_then(|word| Kind::from_wire(&word));
    kind.filter(|kind| kind.collection() == Kind::Ad)
        .unwrap_or(Kind::Ad)
}

/// Width and height, where both are sizes.
fn size(ad: &Editable) -> Option<String> {
    let side = |name| {
        let number: f64 = ad.root().member(name)?.raw().parse().ok()?;
        (number.is_finite() && number > 0.0).then_some(number)
    };
    Some(format!("{} × {}", side("width")?, side("height")?))
}

/// The limit that is exceeded most, in words; that there is none, where all that are about the ad hold; none where no
/// limit is about it, or where nothing says what it weighs.
fn limits(budgets: &[Budget]) -> Option<String> {
    let weighed = |budget: &Budget| Some((budget.weight.size()?, budget.most, budget.weighs));
    let weighed: Vec<_> = budgets.iter().filter_map(weighed).collect();
    let by_excess = |(weight, most, _): &(f64, f64, Weighed)| weight / most;
    let worst = weighed
        .iter()
        .max_by(|one, other| by_excess(one).total_cmp(&by_excess(other)))?;
    let (weight, most, what) = *worst;
    if weight <= most {
        return Some("within".to_owned());
    }
    let what = match what {
        Weighed::Initial => "initial",
        Weighed::Overall => "overall",
        Weighed::DefaultImage => "default image",
    };
    Some(format!("over: {what} {weight} of {most} KB"))
}
