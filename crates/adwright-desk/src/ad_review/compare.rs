//! Ads side by side: what differs, and their layouts one over the other.

use std::collections::HashSet;

use adwright_model::{Change, Editable, Kind, Path, diff};
use adwright_review::{
    Cell, Column, Drawing, Holds, Layout, NOT_IN_SUMMARY, Palette, Review, Row, Table, agreeing,
    grouped, is_summary,
};
use futures_util::future::try_join_all;

use crate::desk::Desk;
use crate::detail::Describe;
use crate::draft::{Opened, WhySummary};
use crate::error::Error;
use crate::list::{count, kind_of_ad};
use crate::views::{AdComparison, Compared, Summary, Target};

/// No more ads are put side by side: more cannot be read.
const MOST_ADS: usize = 6;

/// No more differences are listed.
const MOST_ROWS: usize = 5_000;

/// An ad that is compared.
struct Side {
    ad: Editable,
    head: Compared,
    layout: Layout,
    /// Why only a summary of it is here; none for a whole ad.
    summary: Option<WhySummary>,
}

impl Desk {
    /// Compares ads with the first of them. Those of which only a summary is known are got whole first, if the service can
    /// be reached.
    ///
    /// # Errors
    /// As for [`Desk::ad_review`], and [`Error::Unfit`] for fewer than two ads or more than six.
    pub async fn ad_compare(&self, targets: &[Target]) -> Result<AdComparison, Error> {
        comparable(targets)?;
        // Together, so that a service that does not answer is waited for once.
        try_join_all(targets.iter().map(|target| self.make_readable(target))).await?;
        self.compared_ads(targets)
    }

    /// The layouts of ads, one over the other, as an SVG file.
    ///
    /// # Errors
    /// As for [`Desk::ad_compare`], and [`Error::Unfit`] where fewer than two of them are known whole.
    pub fn ad_compare_svg(&self, targets: &[Target], palette: Palette) -> Result<String, Error> {
        comparable(targets)?;
        let layouts = whole(&self.sides(targets)?);
        if layouts.len() < 2 {
            let said = "Of these ads no two layouts are known whole.";
            return Err(Error::Unfit(said.to_owned()));
        }
        Ok(Drawing::overlaid(&layouts).with_key(&layouts).svg(palette))
    }

    fn compared_ads(&self, targets: &[Target]) -> Result<AdComparison, Error> {
        let sides = self.sides(targets)?;
        let differing = Differing::of(&sides);
        let describe = self.describe_kind(kind_among(&sides));
        let layouts = whole(&sides);
        Ok(AdComparison {
            differences: table(&sides, &differing, &describe),
            said: said(&sides, &differing),
            summary: summary(&sides),
            drawing: (layouts.len() > 1).then(|| Drawing::overlaid(&layouts)),
            layouts: in_words(&sides, &layouts),
            ads: heads(sides),
        })
    }

    fn sides(&self, targets: &[Target]) -> Result<Vec<Side>, Error> {
        targets.iter().map(|target| self.side(target)).collect()
    }

    fn side(&self, target: &Target) -> Result<Side, Error> {
        let opened = self.find(target)?;
        let ad = super::ad_of(&opened)?.clone();
        let Review { head, layout, .. } = Review::of(&ad);
        Ok(Side {
            head: Compared {
                name: told_apart(&opened, &head.name),
                kind: head.kind,
                place: None,
            },
            layout,
            summary: opened.is_summary().then(|| self.why_summary(&opened)),
            ad,
        })
    }
}

/// The ads, each with its place in the drawing.
fn heads(sides: Vec<Side>) -> Vec<Compared> {
    let mut places = 0..;
    let heads = sides.into_iter().map(|side| Compared {
        place: side.summary.is_none().then(|| places.next()).flatten(),
        ..side.head
    });
    heads.collect()
}

/// In what the layouts differ, in sentences, and of which ads they are not known.
fn in_words(sides: &[Side], layouts: &[(String, Layout)]) -> Vec<String> {
    let short = sides.iter().filter(|side| side.summary.is_some());
    let short = short.map(|side| {
        let name = &side.head.name;
        format!("Of “{name}” only a summary is here, so its layout is not compared.")
    });
    let mut told = Layout::differences(layouts);
    if told.is_empty() && layouts.len() > 1 {
        told.push("The layouts do not differ.".to_owned());
    }
    short.chain(told).collect()
}

impl Side {
    /// Whether the ad may have what is not known of it here.
    fn lacks(&self, path: &Path) -> bool {
        let is_of_summary = || is_summary(&self.ad) && *path == Path::root().child("type");
        self.summary.is_some() && (self.ad.get(path).is_none() || is_of_summary())
    }
}

/// The kind of the first that says one: a summary need not.
fn kind_among(sides: &[Side]) -> Kind {
    let kinds = sides.iter().map(|side| kind_of_ad(&side.ad));
    let mut known = kinds.filter(|kind| *kind != Kind::Ad);
    known.next().unwrap_or(Kind::Ad)
}

fn comparable(targets: &[Target]) -> Result<(), Error> {
    if (2..=MOST_ADS).contains(&targets.len()) {
        return Ok(());
    }
    let said = format!("Choose between two and {MOST_ADS} ads to compare.");
    Err(Error::Unfit(said))
}

/// The name with the id that the ad has, and its file: an ad and what was made from it are often called the same.
fn told_apart(opened: &Opened, name: &str) -> String {
    let id = opened.id_in_text().map(|id| id.to_string());
    let file = opened.file.as_ref().map(|file| file.name.clone());
    match (id, file) {
        (Some(id), Some(file)) => format!("{name} ({id} in {file})"),
        (Some(own), None) | (None, Some(own)) => format!("{name} ({own})"),
        (None, None) => format!("{name} (new)"),
    }
}

/// The layouts of the ads that are known whole, each with its name: what a summary lacks may be there all the same.
fn whole(sides: &[Side]) -> Vec<(String, Layout)> {
    let whole = sides.iter().filter(|side| side.summary.is_none());
    whole
        .map(|side| (side.head.name.clone(), side.layout.clone()))
        .collect()
}

/// What there is to say where not all of the ads are whole.
fn summary(sides: &[Side]) -> Option<Summary> {
    let short = sides
        .iter()
        .filter_map(|side| Some((&side.head.name, side.summary.as_ref()?)));
    let short: Vec<_> = short.collect();
    let gettable = short.iter().find(|(_, summary)| summary.gettable);
    let (_, WhySummary { why, .. }) = gettable.or(short.first())?;
    let names: Vec<_> = short.iter().map(|(name, _)| format!("“{name}”")).collect();
    Some(Summary {
        said: format!(
            "Only a summary is here of {}, so what it lacks is unknown. {why}",
            names.join(" and of ")
        ),
        gettable: gettable.is_some(),
    })
}

/// Where ads differ.
struct Differing {
    /// Where any differs from the first, in the order of the first; what only a summary lacks comes last.
    paths: Vec<Path>,
    /// How many of these may be the same all the same.
    open: usize,
    /// How many more there are.
    more: usize,
}

impl Differing {
    fn of(sides: &[Side]) -> Self {
        let (mut paths, certain) = changed(sides);
        // Where one ad differs in a whole list and another in an item of it, the list is shown.
        let mut kept = HashSet::new();
        let mut outermost = paths.clone();
        outermost.sort_by_key(|path| path.steps().len());
        for path in outermost {
            if !around(&path).any(|outer| kept.contains(&outer)) {
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

/// Where any of the ads differs from the first; and at what places it certainly does, or somewhere inside of them.
fn changed(sides: &[Side]) -> (Vec<Path>, HashSet<Path>) {
    let (mut paths, mut certain) = (Vec::new(), HashSet::new());
    for other in &sides[1..] {
        for Change { path, .. } in diff(&sides[0].ad, &other.ad) {
            if !sides[0].lacks(&path) && !other.lacks(&path) {
                certain.extend(around(&path).chain([path.clone()]));
            }
            paths.push(path);
        }
    }
    (paths, certain)
}

/// All that a place is in, from the outside.
fn around(path: &Path) -> impl Iterator<Item = Path> {
    (0..path.steps().len()).map(|len| path.steps()[..len].iter().cloned().collect())
}

fn table(sides: &[Side], differing: &Differing, describe: &Describe<'_>) -> Table {
    let column = |label: &str| Column {
        label: label.to_owned(),
        holds: Holds::Words,
    };
    let columns = sides.iter().map(|side| column(&side.head.name));
    let rows = differing.paths.iter().map(|path| Row {
        path: path.to_string(),
        depth: 0,
        cells: cells(path, sides, describe),
    });
    Table {
        title: "What differs".to_owned(),
        columns: std::iter::once(column("Field")).chain(columns).collect(),
        rows: rows.collect(),
        left_out: count(differing.more),
        more: None,
    }
}

fn cells(path: &Path, sides: &[Side], describe: &Describe<'_>) -> Vec<Cell> {
    let values = sides.iter().map(|side| {
        if side.lacks(path) {
            return Cell::from(NOT_IN_SUMMARY.to_owned());
        }
        let shown = describe.change(&Change {
            path: path.clone(),
            before: None,
            after: side.ad.get(path).map(|node| node.raw().to_owned()),
        });
        Cell::from(shown.after.unwrap_or_else(|| "not set".to_owned()))
    });
    let label = Cell::from(describe.label(path));
    std::iter::once(label).chain(values).collect()
}

fn said(sides: &[Side], differing: &Differing) -> String {
    let ads: Vec<_> = sides.iter().map(|side| side.ad.clone()).collect();
    let same = match agreeing(&ads) {
        1 => "1 value is the same".to_owned(),
        many => format!("{} values are the same", grouped(many)),
    };
    let open = match differing.open {
        0 => String::new(),
        open => format!(
            " {} cannot be compared: a summary does not show them.",
            grouped(open)
        ),
    };
    let said = match (differing.paths.len() - differing.open, differing.more) {
        (listed, more) if more > 0 => {
            format!(
                "{} fields that differ are listed, and {} more differ.",
                grouped(listed),
                grouped(more)
            )
        }
        (0, _) if differing.open > 0 => {
            format!("Nothing that is known differs: {same} in all of them.")
        }
        (0, _) => format!("Nothing differs: {same} in all of them."),
        (1, _) => format!("1 field differs; {same} in all of them."),
        (listed, _) => format!("{} fields differ; {same} in all of them.", grouped(listed)),
    };
    said + &open
}
