//! The sections of a report, each left out where there is nothing to say.

use std::fmt;

use super::Remark;
use super::table::table;
use crate::amount::grouped;
use crate::summary::NOT_IN_SUMMARY;
use crate::table::remark_table;
use crate::text::Escaped;
use crate::{Amount, Assets, Drawing, Fact, Layout, Palette, Review, Shown, Tracking, Versions};

/// No more panels have a picture of their own.
const MOST_PICTURES: usize = 12;

type F<'a, 'b> = &'a mut fmt::Formatter<'b>;

pub(super) fn facts(f: F<'_, '_>, facts: &[Fact]) -> fmt::Result {
    if facts.is_empty() {
        return Ok(());
    }
    writeln!(f, "<dl>")?;
    for fact in facts {
        let (title, value) = (Escaped(&fact.title), Escaped(&fact.value));
        writeln!(f, "<div><dt>{title}</dt><dd>{value}</dd></div>")?;
    }
    writeln!(f, "</dl>")
}

pub(super) fn remarks(f: F<'_, '_>, remarks: &[Remark]) -> fmt::Result {
    section(f, "Findings")?;
    if remarks.is_empty() {
        writeln!(f, "<p>The checks found nothing.</p>")?;
    }
    table(f, &remark_table(remarks))?;
    end(f)
}

pub(super) fn layout(f: F<'_, '_>, layout: &Layout) -> fmt::Result {
    section(f, "Layout")?;
    writeln!(f, "<div class=\"pictures\">")?;
    picture(f, layout, Shown::Collapsed)?;
    let placed = layout
        .panels
        .iter()
        .enumerate()
        .filter(|(_, panel)| panel.rect.is_some());
    let more = placed.clone().count().saturating_sub(MOST_PICTURES);
    for (at, _) in placed.take(MOST_PICTURES) {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        picture(f, layout, Shown::Panel { at })?;
    }
    if layout.panels.len() > 1 {
        picture(f, layout, Shown::All)?;
    }
    let image = layout.default_image.as_ref();
    if image.is_some_and(|image| image.part.rect().is_some()) {
        picture(f, layout, Shown::DefaultImage)?;
    }
    writeln!(f, "</div>")?;
    if more > 0 {
        writeln!(
            f,
            "<p>Of the panels, the first {MOST_PICTURES} have a picture of their own; {} more have none.</p>",
            grouped(more)
        )?;
    }
    list(f, &layout.sentences)?;
    table(f, &layout.panel_table())?;
    table(f, &layout.companion_table())?;
    end(f)
}

fn picture(f: F<'_, '_>, layout: &Layout, shown: Shown) -> fmt::Result {
    figure(f, &Drawing::of(layout, shown))
}

fn figure(f: F<'_, '_>, drawing: &Drawing) -> fmt::Result {
    let (svg, title) = (drawing.svg(Palette::Light), Escaped(&drawing.title));
    writeln!(f, "<figure>{svg}<figcaption>{title}</figcaption></figure>")
}

pub(super) fn timeline(f: F<'_, '_>, review: &Review) -> fmt::Result {
    let Some(timeline) = &review.timeline else {
        return Ok(());
    };
    section(f, "Timeline")?;
    if let Some(drawing) = Drawing::of_timeline(review) {
        figure(f, &drawing)?;
    }
    list(f, &timeline.sentences)?;
    table(f, &timeline.linear_table())?;
    table(f, &timeline.variable_table())?;
    end(f)
}

pub(super) fn assets(f: F<'_, '_>, assets: &Assets, is_summary: bool) -> fmt::Result {
    section(f, "Assets")?;
    let weights = &assets.weights;
    let said = [
        ("At first", &weights.initial),
        ("With everything", &weights.overall),
    ];
    let said = said.map(|(what, amount)| format!("{what}: {}.", kilobytes(amount)));
    let sum = if is_summary && assets.files.is_empty() {
        missing("Files")
    } else {
        assets.said()
    };
    list(f, &[said[0].clone(), said[1].clone(), sum])?;
    table(f, &weights.table())?;
    table(f, &assets.file_table())?;
    table(f, &assets.made_table())?;
    table(f, &assets.page_table())?;
    end(f)
}

fn kilobytes(amount: &Amount) -> String {
    amount.said("KB")
}

pub(super) fn tracking(f: F<'_, '_>, tracking: &Tracking, is_summary: bool) -> fmt::Result {
    section(f, "Tracking")?;
    if tracking.addresses.is_empty() {
        let none = if is_summary {
            missing("Web addresses")
        } else {
            "No web address was found in this ad.".to_owned()
        };
        writeln!(f, "<p>{none}</p>")?;
    }
    table(f, &tracking.table())?;
    end(f)
}

pub(super) fn interactions(f: F<'_, '_>, review: &Review, is_summary: bool) -> fmt::Result {
    if review.interactions.is_empty() {
        return unless_whole(f, "Interactions", is_summary);
    }
    section(f, "Interactions")?;
    table(f, &review.interaction_table())?;
    end(f)
}

pub(super) fn versions(f: F<'_, '_>, versions: Option<&Versions>, is_summary: bool) -> fmt::Result {
    let Some(versions) = versions else {
        return unless_whole(f, "Versions", is_summary);
    };
    section(f, "Versions")?;
    facts(f, &versions.facts)?;
    table(f, &versions.table())?;
    end(f)
}

/// A section that of a whole ad would be left out: a summary does not tell that there is nothing to say.
fn unless_whole(f: F<'_, '_>, title: &str, is_summary: bool) -> fmt::Result {
    if !is_summary {
        return Ok(());
    }
    section(f, title)?;
    writeln!(f, "<p>{}</p>", missing(title))?;
    end(f)
}

fn missing(what: &str) -> String {
    format!("{what} are {NOT_IN_SUMMARY}.")
}

fn section(f: F<'_, '_>, title: &str) -> fmt::Result {
    writeln!(f, "<section>\n<h2>{title}</h2>")
}

fn end(f: F<'_, '_>) -> fmt::Result {
    writeln!(f, "</section>")
}

fn list(f: F<'_, '_>, sentences: &[String]) -> fmt::Result {
    writeln!(f, "<ul>")?;
    for sentence in sentences {
        writeln!(f, "<li>{}</li>", Escaped(sentence))?;
    }
    writeln!(f, "</ul>")
}
