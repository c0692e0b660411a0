//! The sections of a report. Empty sections are left out.

use std::fmt;

use super::ReportFinding;
use super::table::write_table;
use crate::amount::group_thousands;
use crate::markup::EscapedText;
use crate::summary::NOT_IN_SUMMARY;
use crate::table::remark_table;
use crate::{
    AdAddresses, AdFact, Amount, Assets, Drawing, Layout, LayoutView, Palette, Review,
    VersionedContent,
};

/// The most panels with a drawing of their own.
const MAX_PICTURES: usize = 12;

type Out<'a, 'b> = &'a mut fmt::Formatter<'b>;

pub(super) fn write_facts(f: Out<'_, '_>, facts: &[AdFact]) -> fmt::Result {
    if facts.is_empty() {
        return Ok(());
    }
    writeln!(f, "<dl>")?;
    for fact in facts {
        let (title, value) = (EscapedText(&fact.title), EscapedText(&fact.value));
        writeln!(f, "<div><dt>{title}</dt><dd>{value}</dd></div>")?;
    }
    writeln!(f, "</dl>")
}

pub(super) fn write_remarks(f: Out<'_, '_>, remarks: &[ReportFinding]) -> fmt::Result {
    start_section(f, "Findings")?;
    if remarks.is_empty() {
        writeln!(f, "<p>The checks found nothing.</p>")?;
    }
    write_table(f, &remark_table(remarks))?;
    end_section(f)
}

pub(super) fn write_layout(f: Out<'_, '_>, layout: &Layout) -> fmt::Result {
    start_section(f, "Layout")?;
    writeln!(f, "<div class=\"pictures\">")?;
    write_layout_view(f, layout, LayoutView::Collapsed)?;
    let placed = layout
        .panels
        .iter()
        .enumerate()
        .filter(|(_, panel)| panel.rect.is_some());
    let more = placed.clone().count().saturating_sub(MAX_PICTURES);
    for (at, _) in placed.take(MAX_PICTURES) {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        write_layout_view(f, layout, LayoutView::Panel { at })?;
    }
    if layout.panels.len() > 1 {
        write_layout_view(f, layout, LayoutView::All)?;
    }
    let image = layout.default_image.as_ref();
    if image.is_some_and(|image| image.part.rect().is_some()) {
        write_layout_view(f, layout, LayoutView::DefaultImage)?;
    }
    writeln!(f, "</div>")?;
    if more > 0 {
        writeln!(
            f,
            "<p>Only the first {MAX_PICTURES} panels have a picture; {} more have none.</p>",
            group_thousands(more)
        )?;
    }
    write_list(f, &layout.sentences)?;
    write_table(f, &layout.panel_table())?;
    write_table(f, &layout.companion_table())?;
    end_section(f)
}

fn write_layout_view(f: Out<'_, '_>, layout: &Layout, view: LayoutView) -> fmt::Result {
    write_figure(f, &Drawing::from_layout(layout, view))
}

fn write_figure(f: Out<'_, '_>, drawing: &Drawing) -> fmt::Result {
    let (svg, title) = (drawing.to_svg(Palette::Light), EscapedText(&drawing.title));
    writeln!(f, "<figure>{svg}<figcaption>{title}</figcaption></figure>")
}

pub(super) fn write_timeline(f: Out<'_, '_>, review: &Review) -> fmt::Result {
    let Some(timeline) = &review.timeline else {
        return Ok(());
    };
    start_section(f, "Timeline")?;
    if let Some(drawing) = Drawing::from_timeline(review) {
        write_figure(f, &drawing)?;
    }
    write_list(f, &timeline.sentences)?;
    write_table(f, &timeline.linear_table())?;
    write_table(f, &timeline.template_variable_table())?;
    end_section(f)
}

pub(super) fn write_files(f: Out<'_, '_>, assets: &Assets, is_summary: bool) -> fmt::Result {
    start_section(f, "Assets")?;
    let weights = &assets.weights;
    let weight_lines = [
        ("First load", &weights.initial),
        ("Everything", &weights.overall),
    ];
    let weight_lines =
        weight_lines.map(|(label, amount)| format!("{label}: {}.", kilobytes(amount)));
    let summary = if is_summary && assets.files.is_empty() {
        missing_text("Files")
    } else {
        assets.summary()
    };
    write_list(
        f,
        &[weight_lines[0].clone(), weight_lines[1].clone(), summary],
    )?;
    write_table(f, &weights.table())?;
    write_table(f, &assets.file_table())?;
    write_table(f, &assets.derived_file_table())?;
    write_table(f, &assets.page_table())?;
    end_section(f)
}

fn kilobytes(amount: &Amount) -> String {
    amount.to_text("KB")
}

pub(super) fn write_tracking(
    f: Out<'_, '_>,
    tracking: &AdAddresses,
    is_summary: bool,
) -> fmt::Result {
    start_section(f, "Tracking")?;
    if tracking.addresses.is_empty() {
        let none = if is_summary {
            missing_text("Web addresses")
        } else {
            "No web address was found in this ad.".to_owned()
        };
        writeln!(f, "<p>{none}</p>")?;
    }
    write_table(f, &tracking.table())?;
    end_section(f)
}

pub(super) fn write_interactions(f: Out<'_, '_>, review: &Review, is_summary: bool) -> fmt::Result {
    if review.interactions.is_empty() {
        return write_missing_section(f, "Interactions", is_summary);
    }
    start_section(f, "Interactions")?;
    write_table(f, &review.interaction_table())?;
    end_section(f)
}

pub(super) fn write_versions(
    f: Out<'_, '_>,
    versions: Option<&VersionedContent>,
    is_summary: bool,
) -> fmt::Result {
    let Some(versions) = versions else {
        return write_missing_section(f, "Versions", is_summary);
    };
    start_section(f, "Versions")?;
    write_facts(f, &versions.facts)?;
    write_table(f, &versions.table())?;
    end_section(f)
}

/// Writes a section for a summary, because the ad may have parts that the summary lacks.
fn write_missing_section(f: Out<'_, '_>, title: &str, is_summary: bool) -> fmt::Result {
    if !is_summary {
        return Ok(());
    }
    start_section(f, title)?;
    writeln!(f, "<p>{}</p>", missing_text(title))?;
    end_section(f)
}

fn missing_text(what: &str) -> String {
    format!("{what} are {NOT_IN_SUMMARY}.")
}

fn start_section(f: Out<'_, '_>, title: &str) -> fmt::Result {
    writeln!(f, "<section>\n<h2>{title}</h2>")
}

fn end_section(f: Out<'_, '_>) -> fmt::Result {
    writeln!(f, "</section>")
}

fn write_list(f: Out<'_, '_>, sentences: &[String]) -> fmt::Result {
    writeln!(f, "<ul>")?;
    for sentence in sentences {
        writeln!(f, "<li>{}</li>", EscapedText(sentence))?;
    }
    writeln!(f, "</ul>")
}
