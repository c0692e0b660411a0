//! Builds the sections of a review for the window.

use adwright_model::{EditableDocument, JsonType, Node, Path};
use adwright_review::{
    AdAddresses, AdFact, AdFile, Assets, Drawing, Layout, LayoutView, NOT_IN_SUMMARY, Review,
    TreemapTile, VersionedContent, WeightBudget, group_thousands,
};
use adwright_views::{
    AdAssets, AdBudget, AdGauge, AdLayout, AdPicture, AdTile, AdTimeline, AdTracking, AdVersions,
    LayoutOption,
};

use crate::host::parse_web_address;

pub(super) fn layout(layout: &Layout) -> AdLayout {
    let views = layout.views();
    let first = views
        .first()
        .map_or(LayoutView::Collapsed, |(shown, _)| *shown);
    let views = views.into_iter();
    AdLayout {
        drawing: Drawing::from_layout(layout, first),
        views: views
            .map(|(shown, label)| LayoutOption { view: shown, label })
            .collect(),
        sentences: layout.sentences.clone(),
        panels: layout.panel_table(),
        companions: layout.companion_table(),
    }
}

pub(super) fn timeline(review: &Review) -> Option<AdTimeline> {
    let timeline = review.timeline.as_ref()?;
    Some(AdTimeline {
        drawing: Drawing::from_timeline(review)?,
        sentences: timeline.sentences.clone(),
        linears: timeline.linear_table(),
        variables: timeline.template_variable_table(),
    })
}

pub(super) fn assets(assets: &Assets, is_summary: bool) -> AdAssets {
    let tiles = assets.tiles.iter();
    let files = assets.files.iter();
    AdAssets {
        message: match (assets.files.is_empty(), is_summary) {
            (true, true) => format!("Files are {NOT_IN_SUMMARY}."),
            (true, false) => "This ad names no files.".to_owned(),
            (false, _) => assets.summary(),
        },
        budgets: assets.weights.budgets.iter().map(budget).collect(),
        tiles: tiles.filter_map(|one| tile(one, assets)).collect(),
        files: assets.tree_table(),
        made: assets.derived_file_table(),
        pages: assets.page_table(),
        pictured: files.filter_map(picture).collect(),
    }
}

fn budget(budget: &WeightBudget) -> AdBudget {
    AdBudget {
        profile: budget.profile.clone(),
        source: budget.source.clone(),
        what: budget.scope.label().to_owned(),
        weighs: format!(
            "{} of {} KB",
            budget.weight.to_text("KB"),
            group_thousands(budget.limit)
        ),
        comparison: budget.status().label().to_owned(),
        gauge: gauge(budget),
    }
}

pub(super) fn gauge(budget: &WeightBudget) -> AdGauge {
    let part = budget.weight.value().map(|weight| weight / budget.limit);
    AdGauge {
        part: part.unwrap_or_default().clamp(0.0, 1.0),
        verdict: budget.status(),
    }
}

fn tile(tile: &TreemapTile, assets: &Assets) -> Option<AdTile> {
    let file = assets.files.get(tile.at as usize)?;
    Some(AdTile {
        rect: tile.rect,
        name: file.name.clone(),
        title: format!("{}, {}", file.name, file.kilobytes.to_text("KB")),
        path: file.path.clone(),
        odd: !file.remarks.is_empty(),
    })
}

fn picture(file: &AdFile) -> Option<AdPicture> {
    let address = parse_web_address(file.thumbnail.as_deref()?);
    let host = address
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned));
    Some(AdPicture {
        path: file.path.clone(),
        host,
    })
}

pub(super) fn tracking(tracking: &AdAddresses) -> AdTracking {
    AdTracking {
        addresses: tracking.table(),
        hosts: tracking.hosts.clone(),
    }
}

/// Builds the section of dynamic elements. The section also appears if the elements are unreadable, because they may
/// exist.
pub(super) fn versions(
    versions: Option<&VersionedContent>,
    ad: &EditableDocument,
) -> Option<AdVersions> {
    let unreadable = unreadable_elements(ad);
    if versions.is_none() && unreadable.is_none() {
        return None;
    }
    let known = versions.cloned().unwrap_or_default();
    Some(AdVersions {
        elements: known.table(),
        facts: unreadable.into_iter().chain(known.facts).collect(),
    })
}

/// Returns a notice if the elements are not an object with a list.
fn unreadable_elements(ad: &EditableDocument) -> Option<AdFact> {
    let is_there = |node: &Node<'_>| !node.is_null();
    let path = Path::root().child("adSmartVersionSchema");
    let schema = ad.get(&path).filter(is_there)?;
    let elements = schema.member("smartElements").filter(is_there);
    let readable = |shape| matches!(shape, JsonType::Array | JsonType::Object);
    let is_readable = schema.json_type() == JsonType::Object
        && elements.is_none_or(|elements| readable(elements.json_type()));
    (!is_readable).then(|| AdFact {
        title: "Dynamic elements".to_owned(),
        value: "cannot be read: they are not a list in an object; “Source” shows them".to_owned(),
        path: path.to_string(),
    })
}
