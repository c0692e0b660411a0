//! Ads side by side: what differs, and their layouts one over the other.

use adwright_model::{Change, Editable, Path, diff};
use adwright_review::{
    Cell, Column, Drawing, Holds, Layout, Palette, Review, Row, Table, agreeing,
};

use crate::desk::Desk;
use crate::detail::Describe;
use crate::error::Error;
use crate::list::count;
use crate::views::{AdComparison, Compared, Target};

/// No more ads are put side by side: more cannot be read.
const MOST_ADS: usize = 6;

/// No more differences are listed.
const MOST_ROWS: usize = 5_000;

impl Desk {
    /// Compares ads with the first of them.
    ///
    /// # Errors
    /// As for [`Desk::ad_review`], and [`Error::Unfit`] for fewer than two ads or more than six.
    pub fn ad_compare(&self, targets: &[Target]) -> Result<AdComparison, Error> {
        if !(2..=MOST_ADS).contains(&targets.len()) {
            let said = format!("Choose between two and {MOST_ADS} ads to compare.");
            return Err(Error::Unfit(said));
        }
        let opened = targets.iter().map(|target| self.find_ad(target));
        let opened = opened.collect::<Result<Vec<_>, _>>()?;
        let ads = opened.iter().map(|ad| ad.editable().cloned());
        let ads = ads.collect::<Result<Vec<_>, _>>()?;
        let reviews: Vec<_> = ads.iter().map(Review::of).collect();
        let (paths, more) = differing(&ads);
        let describe = self.describe_kind(opened[0].kind());
        let heads = opened.iter().zip(&reviews);
        let heads = heads.map(|(ad, review)| Compared {
            id: ad.id.map(|id| id.to_string()),
            name: review.head.name.clone(),
            kind: review.head.kind.clone(),
            file: ad.file.as_ref().map(|file| file.name.clone()),
        });
        let heads: Vec<_> = heads.collect();
        let layouts = named(&reviews);
        Ok(AdComparison {
            differences: table(&heads, &ads, &paths, &describe),
            said: said(&ads, paths.len(), more),
            drawing: Drawing::overlaid(&layouts),
            layouts: Layout::differences(&layouts),
            ads: heads,
        })
    }
}

impl Desk {
    /// The layouts of ads, one over the other, as an SVG file.
    ///
    /// # Errors
    /// As for [`Desk::ad_compare`].
    pub fn ad_compare_svg(&self, targets: &[Target], palette: Palette) -> Result<String, Error> {
        Ok(self.ad_compare(targets)?.drawing.svg(palette))
    }
}

fn named(reviews: &[Review]) -> Vec<(String, Layout)> {
    let named = reviews.iter();
    named
        .map(|review| (review.head.name.clone(), review.layout.clone()))
        .collect()
}

/// Where any of the ads differs from the first, in the order of the first; and how many places more there are.
fn differing(ads: &[Editable]) -> (Vec<Path>, usize) {
    let mut paths: Vec<Path> = Vec::new();
    for other in &ads[1..] {
        let changes = diff(&ads[0], other);
        paths.extend(changes.into_iter().map(|change| change.path));
    }
    // Where one ad differs in a whole list and another in an item of it, the list is shown.
    let steps = |path: &Path| path.steps().len();
    let mut outermost = paths.clone();
    outermost.sort_by_key(steps);
    let mut kept = std::collections::HashSet::new();
    for path in outermost {
        let within = (0..steps(&path)).map(|len| path.steps()[..len].iter().cloned().collect());
        let is_told = within.into_iter().any(|path: Path| kept.contains(&path));
        if !is_told {
            kept.insert(path);
        }
    }
    paths.retain(|path| kept.remove(path));
    let more = paths.len().saturating_sub(MOST_ROWS);
    paths.truncate(MOST_ROWS);
    (paths, more)
}

fn table(heads: &[Compared], ads: &[Editable], paths: &[Path], describe: &Describe<'_>) -> Table {
    let field = Column {
        label: "Field".to_owned(),
        holds: Holds::Words,
    };
    let columns = heads.iter().map(|head| Column {
        label: head.name.clone(),
        holds: Holds::Words,
    });
    let rows = paths.iter().map(|path| Row {
        path: path.to_string(),
        depth: 0,
        cells: cells(path, ads, describe),
    });
    Table {
        title: "What differs".to_owned(),
        columns: std::iter::once(field).chain(columns).collect(),
        rows: rows.collect(),
        more: None,
    }
}

fn cells(path: &Path, ads: &[Editable], describe: &Describe<'_>) -> Vec<Cell> {
    let mut label = String::new();
    let values = ads.iter().map(|ad| {
        let raw = ad.get(path).map(|node| node.raw().to_owned());
        let shown = describe.change(&Change {
            path: path.clone(),
            before: None,
            after: raw,
        });
        label = shown.label;
        Cell::from(shown.after.unwrap_or_else(|| "not set".to_owned()))
    });
    let values: Vec<_> = values.collect();
    std::iter::once(Cell::from(label)).chain(values).collect()
}

fn said(ads: &[Editable], differences: usize, more: usize) -> String {
    let same = match agreeing(ads) {
        1 => "1 value is the same".to_owned(),
        many => format!("{} values are the same", count(many)),
    };
    match (differences, more) {
        (0, _) => format!("Nothing differs: {same} in all of them."),
        (1, _) => format!("1 field differs; {same} in all of them."),
        (listed, 0) => format!("{listed} fields differ; {same} in all of them."),
        (listed, more) => {
            format!("{listed} fields that differ are listed, and {more} more differ.")
        }
    }
}
