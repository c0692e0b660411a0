//! Compares ads side by side: their differences, and their layouts drawn on top of each other.

use std::collections::HashSet;

use adwright_model::{EditableDocument, Kind, Path, ValueChange, diff};
use adwright_review::{
    CellType, Drawing, Layout, NOT_IN_SUMMARY, Palette, Review, Table, TableCell, TableColumn,
    TableRow, count_common_leaves, is_summary,
};
use adwright_views::{AdComparison, ComparedAd, DocumentRef, SummaryNotice, saturating_u32};
use futures_util::future::try_join_all;

use crate::ad_review::AdReviews;
use crate::error::{AdError, Error, SummaryReason};
use crate::field::{Describer, describe_kind};
use crate::object::LoadedObject;
use crate::wording::{
    AdDifferences, EQUAL_LAYOUTS, ad_differences_message, compared_summaries_message,
    unknown_layout_message,
};

/// The most ads in one comparison. More columns would be unreadable.
const MOST_ADS: usize = 6;

/// The most differences that are listed.
const MOST_ROWS: usize = 5_000;

/// One ad of a comparison.
struct AdSide {
    ad: EditableDocument,
    head: ComparedAd,
    layout: Layout,
    /// Why only a summary of the ad is known; none for a full ad.
    summary: Option<SummaryReason>,
}

impl AdReviews {
    /// Compares ads with the first ad. Ads that are known only as summaries are fetched in full first, if the
    /// service can be reached.
    ///
    /// # Errors
    /// As for [`AdReviews::ad_review`], and [`AdError::ComparisonSize`] for fewer than two ads or more than six.
    pub async fn compare_ads(&self, targets: &[DocumentRef]) -> Result<AdComparison, Error> {
        check_ad_count(targets)?;
        // In parallel, so that we wait only once for a service that does not answer.
        try_join_all(
            targets
                .iter()
                .map(|target| self.details.prepare_to_view(target)),
        )
        .await?;
        self.build_ad_comparison(targets)
    }

    /// Draws the layouts of ads on top of each other as an SVG file.
    ///
    /// # Errors
    /// As for [`AdReviews::compare_ads`], and [`AdError::TooFewLayouts`] if fewer than two of the ads are known in full.
    pub fn compare_ads_svg(
        &self,
        targets: &[DocumentRef],
        palette: Palette,
    ) -> Result<String, Error> {
        check_ad_count(targets)?;
        let layouts = whole_layouts(&self.sides(targets)?);
        if layouts.len() < 2 {
            return Err(AdError::TooFewLayouts.into());
        }
        Ok(Drawing::overlay(&layouts)
            .with_key(&layouts)
            .to_svg(palette))
    }

    fn build_ad_comparison(&self, targets: &[DocumentRef]) -> Result<AdComparison, Error> {
        let sides = self.sides(targets)?;
        let differing = FieldDiff::of(&sides);
        let describe = describe_kind(&self.context, first_known_kind(&sides));
        let layouts = whole_layouts(&sides);
        Ok(AdComparison {
            differences: difference_table(&sides, &differing, &describe),
            message: comparison_message(&sides, &differing),
            summary: summary_notice(&sides),
            drawing: (layouts.len() > 1).then(|| Drawing::overlay(&layouts)),
            layouts: layout_sentences(&sides, &layouts),
            ads: heads(sides),
        })
    }

    fn sides(&self, targets: &[DocumentRef]) -> Result<Vec<AdSide>, Error> {
        targets.iter().map(|target| self.side(target)).collect()
    }

    fn side(&self, target: &DocumentRef) -> Result<AdSide, Error> {
        let object = self.objects.find(target)?;
        let ad = super::require_ad(&object)?.clone();
        let Review { head, layout, .. } = Review::from_ad(&ad);
        Ok(AdSide {
            head: ComparedAd {
                name: disambiguated_name(&object, &head.name),
                kind: head.kind,
                position: None,
            },
            layout,
            summary: object
                .is_summary()
                .then(|| self.objects.summary_reason(&object)),
            ad,
        })
    }
}

/// Returns the ads with their positions in the drawing.
fn heads(sides: Vec<AdSide>) -> Vec<ComparedAd> {
    let mut places = 0..;
    let heads = sides.into_iter().map(|side| ComparedAd {
        position: side.summary.is_none().then(|| places.next()).flatten(),
        ..side.head
    });
    heads.collect()
}

/// Returns sentences about the layout differences, and about ads whose layout is unknown.
fn layout_sentences(sides: &[AdSide], layouts: &[(String, Layout)]) -> Vec<String> {
    let short = sides.iter().filter(|side| side.summary.is_some());
    let short = short.map(|side| unknown_layout_message(&side.head.name));
    let mut sentences = Layout::differences(layouts);
    if sentences.is_empty() && layouts.len() > 1 {
        sentences.push(EQUAL_LAYOUTS.to_owned());
    }
    short.chain(sentences).collect()
}

impl AdSide {
    /// Returns whether the full ad may have another value at this path than its summary.
    fn is_unknown_at(&self, path: &Path) -> bool {
        let is_of_summary = || is_summary(&self.ad) && *path == Path::root().child("type");
        self.summary.is_some() && (self.ad.get(path).is_none() || is_of_summary())
    }
}

/// Returns the first known kind, because a summary may lack its type.
fn first_known_kind(sides: &[AdSide]) -> Kind {
    let kinds = sides.iter().map(|side| Kind::of_ad(&side.ad));
    let mut known = kinds.filter(|kind| *kind != Kind::Ad);
    known.next().unwrap_or(Kind::Ad)
}

fn check_ad_count(targets: &[DocumentRef]) -> Result<(), Error> {
    if (2..=MOST_ADS).contains(&targets.len()) {
        return Ok(());
    }
    Err(AdError::ComparisonSize { most: MOST_ADS }.into())
}

/// Returns the name with the ad's id and file. An ad and its copies often have the same name.
fn disambiguated_name(object: &LoadedObject, name: &str) -> String {
    let id = object.id_in_document().map(|id| id.to_string());
    let file = object.file.as_ref().map(|file| file.name.clone());
    match (id, file) {
        (Some(id), Some(file)) => format!("{name} ({id} in {file})"),
        (Some(own), None) | (None, Some(own)) => format!("{name} ({own})"),
        (None, None) => format!("{name} (new)"),
    }
}

/// Returns the layouts of the full ads with their names. A summary may lack members that the ad has.
fn whole_layouts(sides: &[AdSide]) -> Vec<(String, Layout)> {
    let whole = sides.iter().filter(|side| side.summary.is_none());
    whole
        .map(|side| (side.head.name.clone(), side.layout.clone()))
        .collect()
}

/// Returns a notice if some of the ads are summaries.
fn summary_notice(sides: &[AdSide]) -> Option<SummaryNotice> {
    let short = sides
        .iter()
        .filter_map(|side| Some((&side.head.name, side.summary.as_ref()?)));
    let short: Vec<_> = short.collect();
    let gettable = short.iter().find(|(_, reason)| reason.can_be_fetched());
    let (_, reason) = gettable.or(short.first())?;
    let names: Vec<_> = short.iter().map(|(name, _)| name.as_str()).collect();
    Some(SummaryNotice {
        message: compared_summaries_message(&names, reason),
        gettable: gettable.is_some(),
    })
}

/// The paths where ads differ.
struct FieldDiff {
    /// Paths where any ad differs from the first, in the order of the first. Uncertain differences, which only
    /// summaries cause, come last.
    paths: Vec<Path>,
    /// How many of `paths` are uncertain: a full ad may show no difference.
    open: usize,
    /// How many differences are not listed.
    more: usize,
}

impl FieldDiff {
    fn of(sides: &[AdSide]) -> Self {
        let (mut paths, certain) = changed_paths(sides);
        // If one ad differs in a whole list and another in an item of it, the list is shown.
        let mut kept = HashSet::new();
        let mut outermost = paths.clone();
        outermost.sort_by_key(|path| path.steps().len());
        for path in outermost {
            if !ancestors(&path).any(|outer| kept.contains(&outer)) {
                kept.insert(path);
            }
        }
        paths.retain(|path| kept.remove(path));
        paths.sort_by_key(|path| !certain.contains(path));
        let more = paths.len().saturating_sub(MOST_ROWS);
        paths.truncate(MOST_ROWS);
        let open = paths.iter().filter(|path| !certain.contains(path));
        Self {
            open: open.count(),
            more,
            paths,
        }
    }
}

/// Returns the paths where any ad differs from the first. The second part has the paths with a certain difference at
/// or below them.
fn changed_paths(sides: &[AdSide]) -> (Vec<Path>, HashSet<Path>) {
    let (mut paths, mut certain) = (Vec::new(), HashSet::new());
    for other in &sides[1..] {
        for ValueChange { path, .. } in diff(&sides[0].ad, &other.ad) {
            if !sides[0].is_unknown_at(&path) && !other.is_unknown_at(&path) {
                certain.extend(ancestors(&path).chain([path.clone()]));
            }
            paths.push(path);
        }
    }
    (paths, certain)
}

/// Returns the paths that contain this path, from the outside in.
fn ancestors(path: &Path) -> impl Iterator<Item = Path> {
    (0..path.steps().len()).map(|len| path.steps()[..len].iter().cloned().collect())
}

fn difference_table(sides: &[AdSide], differing: &FieldDiff, describe: &Describer<'_>) -> Table {
    let column = |label: &str| TableColumn {
        label: label.to_owned(),
        holds: CellType::Words,
    };
    let columns = sides.iter().map(|side| column(&side.head.name));
    let rows = differing.paths.iter().map(|path| TableRow {
        path: path.to_string(),
        depth: 0,
        cells: cells(path, sides, describe),
    });
    Table {
        title: "What differs".to_owned(),
        columns: std::iter::once(column("Field")).chain(columns).collect(),
        rows: rows.collect(),
        omitted_rows: saturating_u32(differing.more),
        more: None,
    }
}

fn cells(path: &Path, sides: &[AdSide], describe: &Describer<'_>) -> Vec<TableCell> {
    let values = sides.iter().map(|side| {
        if side.is_unknown_at(path) {
            return TableCell::from(NOT_IN_SUMMARY.to_owned());
        }
        let shown = describe.change(&ValueChange {
            path: path.clone(),
            before: None,
            after: side.ad.get(path).map(|node| node.raw().to_owned()),
        });
        TableCell::from(shown.after.unwrap_or_else(|| "not set".to_owned()))
    });
    let label = TableCell::from(describe.label(path));
    std::iter::once(label).chain(values).collect()
}

fn comparison_message(sides: &[AdSide], differing: &FieldDiff) -> String {
    let ads: Vec<_> = sides.iter().map(|side| side.ad.clone()).collect();
    ad_differences_message(AdDifferences {
        same: count_common_leaves(&ads),
        differing: differing.paths.len() - differing.open,
        more: differing.more,
        unknown: differing.open,
    })
}
