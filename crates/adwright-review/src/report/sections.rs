//! The sections of a report, each left out where there is nothing to say.

use std::fmt;

use super::Remark;
use super::table::table;
use crate::amount::number;
use crate::text::Escaped;
use crate::{
    Amount, Assets, Drawing, Fact, File, Interaction, Layout, Palette, Panel, Purpose, Shown,
    Standing, Timeline, Tracking, Versions, Weighed,
};

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
    let rows = remarks.iter().map(|remark| {
        let Remark {
            severity,
            message,
            path,
        } = remark.clone();
        vec![severity, message, path]
    });
    let rows: Vec<_> = rows.collect();
    table(
        f,
        "What the checks found",
        &["Severity", "What", "Where"],
        &rows,
    )?;
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
    list(f, &layout.sentences)?;
    let rows: Vec<_> = layout.panels.iter().map(panel).collect();
    let columns = [
        "Panel",
        "Size",
        "At",
        "Opens",
        "Covers the banner",
        "How",
        "Look at it",
    ];
    table(f, "Panels", &columns, &rows)?;
    end(f)
}

fn picture(f: F<'_, '_>, layout: &Layout, shown: Shown) -> fmt::Result {
    let drawing = Drawing::of(layout, shown);
    let (svg, title) = (drawing.svg(Palette::Light), Escaped(&drawing.title));
    writeln!(f, "<figure>{svg}<figcaption>{title}</figcaption></figure>")
}

fn panel(panel: &Panel) -> Vec<String> {
    let covers = panel
        .covers
        .map_or_else(|| "unknown".to_owned(), |part| format!("{part} %"));
    let odd = panel.unplaced.iter().chain(&panel.outside);
    let odd: Vec<_> = odd.cloned().collect();
    vec![
        panel.name.clone(),
        format!("{} by {}", panel.width.said("px"), panel.height.said("px")),
        format!("{}, {}", panel.x.said("px"), panel.y.said("px")),
        panel.direction.clone(),
        covers,
        panel.behaviour.clone(),
        odd.join("; "),
    ]
}

pub(super) fn timeline(f: F<'_, '_>, timeline: Option<&Timeline>) -> fmt::Result {
    let Some(timeline) = timeline else {
        return Ok(());
    };
    section(f, "Timeline")?;
    list(f, &timeline.sentences)?;
    let rows = timeline.linears.iter().map(|linear| {
        let begins = linear
            .begins
            .map_or_else(|| "unknown".to_owned(), |at| format!("{} s", number(at)));
        let vpaid = said_flag(linear.vpaid);
        let called = linear.called.clone().unwrap_or_default();
        vec![
            linear.name.clone(),
            called,
            begins,
            linear.seconds.said("s"),
            vpaid,
        ]
    });
    let rows: Vec<_> = rows.collect();
    table(
        f,
        "What plays",
        &["Linear", "Type", "Begins", "Length", "VPAID"],
        &rows,
    )?;
    let rows = timeline.variables.iter().map(|variable| {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let name = variable.name.clone();
        vec![
            name,
            text(&variable.value),
            text(&variable.edit_level),
            text(&variable.source),
        ]
    });
    let rows: Vec<_> = rows.collect();
    table(
        f,
        "VAST variables",
        &["Name", "Value", "Who may change it", "Source"],
        &rows,
    )?;
    end(f)
}

pub(super) fn assets(f: F<'_, '_>, assets: &Assets) -> fmt::Result {
    section(f, "Assets")?;
    let weights = &assets.weights;
    let said = [
        ("At first", &weights.initial),
        ("With everything", &weights.overall),
    ];
    let said = said.map(|(what, amount)| format!("{what}: {}.", kilobytes(amount)));
    let sum = format!(
        "The files listed here weigh {} KB; {} of {} do not say what they weigh.",
        number(weights.files),
        weights.unknown,
        assets.files.len()
    );
    list(f, &[said[0].clone(), said[1].clone(), sum])?;
    let rows = weights.budgets.iter().map(|budget| {
        let what = match budget.weighs {
            Weighed::Initial => "What is loaded at first",
            Weighed::Overall => "The ad with all its files",
            Weighed::DefaultImage => "The default image",
        };
        let most = format!("{} KB", number(budget.most));
        let verdict = match budget.weight.known() {
            None => "cannot be told",
            Some(weight) if weight > budget.most => "too heavy",
            Some(_) => "fits",
        };
        vec![
            budget.profile.clone(),
            what.to_owned(),
            kilobytes(&budget.weight),
            most,
            verdict.to_owned(),
        ]
    });
    let rows: Vec<_> = rows.collect();
    table(
        f,
        "Weights",
        &["Limit of", "What", "Weighs", "At most", "Verdict"],
        &rows,
    )?;
    let rows: Vec<_> = assets.files.iter().map(file).collect();
    let columns = [
        "File",
        "Part",
        "Weight",
        "Size",
        "Data",
        "Status",
        "Look at it",
    ];
    table(f, "Files", &columns, &rows)?;
    end(f)
}

fn file(file: &File) -> Vec<String> {
    let name = file.folders.iter().chain([&file.name]);
    let name: Vec<_> = name.map(String::as_str).collect();
    let size = match (file.width.known(), file.height.known()) {
        (Some(width), Some(height)) => format!("{}x{}", number(width), number(height)),
        _ => String::new(),
    };
    let status = match (&file.status, file.standing) {
        (Some(status), _) => status.clone(),
        (None, Standing::Unsaid) => "not said".to_owned(),
        (None, _) => String::new(),
    };
    let mime = file.mime.clone().unwrap_or_default();
    let remarks = file.remarks.join("; ");
    vec![
        name.join("/"),
        file.part.clone(),
        kilobytes(&file.kilobytes),
        size,
        mime,
        status,
        remarks,
    ]
}

fn kilobytes(amount: &Amount) -> String {
    amount.said("KB")
}

pub(super) fn tracking(f: F<'_, '_>, tracking: &Tracking) -> fmt::Result {
    section(f, "Tracking")?;
    if tracking.addresses.is_empty() {
        writeln!(f, "<p>There is no web address in this ad.</p>")?;
    }
    let rows = tracking.addresses.iter().map(|address| {
        let same = address
            .same_as
            .map(|first| format!("the same as number {}", first + 1));
        vec![
            purpose(address.purpose).to_owned(),
            address.called.clone().unwrap_or_default(),
            said_flag(address.enabled),
            address.source.clone().unwrap_or_default(),
            address.text.clone(),
            address.macros.join(", "),
            same.unwrap_or_default(),
        ]
    });
    let rows: Vec<_> = rows.collect();
    let columns = [
        "For",
        "Type",
        "Enabled",
        "Source",
        "Address",
        "Filled in later",
        "Look at it",
    ];
    table(f, "Addresses", &columns, &rows)?;
    end(f)
}

fn purpose(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::ClickThrough => "Click-through",
        Purpose::Tracking => "Tracking",
        Purpose::Interaction => "Interaction",
        Purpose::Other => "Something else",
    }
}

pub(super) fn interactions(f: F<'_, '_>, interactions: &[Interaction]) -> fmt::Result {
    if interactions.is_empty() {
        return Ok(());
    }
    section(f, "Interactions")?;
    let rows = interactions.iter().map(|it| {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        vec![
            it.name.clone(),
            text(&it.reported_as),
            it.trigger.clone(),
            text(&it.asset),
            text(&it.opens),
            said_flag(it.closes),
            said_flag(it.counts),
        ]
    });
    let rows: Vec<_> = rows.collect();
    let columns = [
        "Name",
        "In reports",
        "Set off by",
        "File",
        "Opens",
        "Closes the ad",
        "Counts",
    ];
    table(f, "Interactions", &columns, &rows)?;
    end(f)
}

pub(super) fn versions(f: F<'_, '_>, versions: Option<&Versions>) -> fmt::Result {
    let Some(versions) = versions else {
        return Ok(());
    };
    section(f, "Versions")?;
    facts(f, &versions.facts)?;
    let rows = versions.elements.iter().map(|element| {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let (key, called) = (text(&element.key), text(&element.called));
        vec![key, called, text(&element.value), text(&element.source)]
    });
    let rows: Vec<_> = rows.collect();
    table(
        f,
        "What can be exchanged",
        &["Key", "Type", "Value", "Asked for by"],
        &rows,
    )?;
    end(f)
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

fn said_flag(flag: Option<bool>) -> String {
    match flag {
        Some(true) => "yes".to_owned(),
        Some(false) => "no".to_owned(),
        None => "not said".to_owned(),
    }
}
