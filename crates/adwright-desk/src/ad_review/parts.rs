//! The parts of a review, as the window draws them.

use adwright_review::{
    Assets, Budget, Drawing, File, Layout, Review, Shown, Tile, Tracking, Versions,
};

use crate::link::web_address;
use crate::views::{
    AdAssets, AdBudget, AdGauge, AdLayout, AdPicture, AdTile, AdTimeline, AdTracking, AdVersions,
    AdView,
};

pub(super) fn layout(layout: &Layout) -> AdLayout {
    let views = layout.views();
    let first = views.first().map_or(Shown::Collapsed, |(shown, _)| *shown);
    let views = views.into_iter();
    AdLayout {
        drawing: Drawing::of(layout, first),
        views: views
            .map(|(shown, label)| AdView { shown, label })
            .collect(),
        sentences: layout.sentences.clone(),
        panels: layout.panel_table(),
        companions: layout.companion_table(),
    }
}

pub(super) fn timeline(review: &Review) -> Option<AdTimeline> {
    let timeline = review.timeline.as_ref()?;
    Some(AdTimeline {
        drawing: Drawing::of_timeline(review)?,
        sentences: timeline.sentences.clone(),
        linears: timeline.linear_table(),
        variables: timeline.variable_table(),
    })
}

pub(super) fn assets(assets: &Assets) -> AdAssets {
    let tiles = assets.tiles.iter();
    let files = assets.files.iter();
    AdAssets {
        said: assets.said(),
        budgets: assets.weights.budgets.iter().map(budget).collect(),
        tiles: tiles.filter_map(|one| tile(one, assets)).collect(),
        files: assets.tree_table(),
        made: assets.made_table(),
        pages: assets.page_table(),
        pictured: files.filter_map(picture).collect(),
    }
}

fn budget(budget: &Budget) -> AdBudget {
    AdBudget {
        profile: budget.profile.clone(),
        source: budget.source.clone(),
        what: budget.weighs.said().to_owned(),
        weighs: format!("{} of {} KB", budget.weight.said("KB"), budget.most),
        said: budget.verdict().said().to_owned(),
        gauge: gauge(budget),
    }
}

pub(super) fn gauge(budget: &Budget) -> AdGauge {
    let part = budget.weight.known().map(|weight| weight / budget.most);
    AdGauge {
        part: part.unwrap_or_default().clamp(0.0, 1.0),
        verdict: budget.verdict(),
    }
}

fn tile(tile: &Tile, assets: &Assets) -> Option<AdTile> {
    let file = assets.files.get(tile.at as usize)?;
    Some(AdTile {
        rect: tile.rect,
        name: file.name.clone(),
        title: format!("{}, {}", file.name, file.kilobytes.said("KB")),
        path: file.path.clone(),
        odd: !file.remarks.is_empty(),
    })
}

fn picture(file: &File) -> Option<AdPicture> {
    let address = web_address(file.thumbnail.as_deref()?);
    let host = address
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned));
    Some(AdPicture {
        path: file.path.clone(),
        host,
    })
}

pub(super) fn tracking(tracking: &Tracking) -> AdTracking {
    AdTracking {
        addresses: tracking.table(),
        hosts: tracking.hosts.clone(),
    }
}

pub(super) fn versions(versions: &Versions) -> AdVersions {
    AdVersions {
        elements: versions.table(),
        facts: versions.facts.clone(),
    }
}
