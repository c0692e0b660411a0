//! A treemap of the files: the area of a tile is the weight of its file.

use serde::Serialize;
use specta::Type;

use super::file::{AdFile, WeightRole};
use crate::rect::Rect;

/// The size of the map, in its own units.
const MAP: Rect = Rect {
    x: 0.0,
    y: 0.0,
    width: 160.0,
    height: 90.0,
};

/// The most tiles. Smaller tiles would be invisible.
const MOST_TILES: usize = 200;

/// A file on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct TreemapTile {
    /// The index of the file.
    pub at: u32,
    /// Its rectangle on a map of 160 by 90.
    pub rect: Rect,
}

/// Builds tiles for the heaviest files that count with their own weight. Each tile is as square as possible.
pub(super) fn build_tiles(files: &[AdFile]) -> Vec<TreemapTile> {
    let counted = files.iter().enumerate();
    let counted = counted.filter(|(_, file)| file.weight_role == WeightRole::OwnWeight);
    let weighed = counted.filter_map(|(at, file)| {
        let weight = file.kilobytes.positive()?;
        Some((u32::try_from(at).ok()?, weight))
    });
    let mut weighed: Vec<_> = weighed.collect();
    weighed.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    weighed.truncate(MOST_TILES);
    // Infinite weights leave no room for other tiles, so there is no map.
    let sum: f64 = weighed.iter().map(|(_, weight)| weight).sum();
    if !sum.is_finite() {
        return Vec::new();
    }
    let scale = MAP.area() / sum;
    let areas: Vec<_> = weighed
        .iter()
        .map(|(at, weight)| (*at, weight * scale))
        .collect();
    lay_out(&areas)
}

/// Lays out rows along the shorter side of the free area. A row grows while its tiles become squarer.
fn lay_out(areas: &[(u32, f64)]) -> Vec<TreemapTile> {
    let (mut tiles, mut free, mut rest) = (Vec::new(), MAP, areas);
    while !rest.is_empty() {
        let side = free.width.min(free.height);
        if side <= 0.0 {
            break;
        }
        let count = row_length(rest, side);
        let (row, after) = rest.split_at(count);
        free = lay_row(row, free, &mut tiles);
        rest = after;
    }
    tiles
}

fn row_length(areas: &[(u32, f64)], side: f64) -> usize {
    let (mut sum, mut best, mut count) = (0.0, f64::INFINITY, 0);
    let largest = areas[0].1;
    for (_, area) in areas {
        sum += area;
        let thick = sum / side;
        // The first tile of the row is the largest, and this one the smallest. One of them has the worst aspect ratio.
        let worst = (largest / (thick * thick)).max(thick * thick / area);
        if count > 0 && worst > best {
            break;
        }
        (best, count) = (worst, count + 1);
    }
    count.max(1)
}

/// Lays out a row along the shorter side. Returns the remaining area.
fn lay_row(row: &[(u32, f64)], free: Rect, tiles: &mut Vec<TreemapTile>) -> Rect {
    let sum: f64 = row.iter().map(|(_, area)| area).sum();
    let is_wide = free.width >= free.height;
    let side = free.width.min(free.height);
    let thick = sum / side;
    let mut along = 0.0;
    for (at, area) in row {
        let long = area / thick;
        let tile = if is_wide {
            Rect::from_size(thick, long).translate(free.x, free.y + along)
        } else {
            Rect::from_size(long, thick).translate(free.x + along, free.y)
        };
        tiles.push(TreemapTile {
            at: *at,
            rect: tile,
        });
        along += long;
    }
    if is_wide {
        Rect::from_size((free.width - thick).max(0.0), free.height)
            .translate(free.x + thick, free.y)
    } else {
        Rect::from_size(free.width, (free.height - thick).max(0.0))
            .translate(free.x, free.y + thick)
    }
}
