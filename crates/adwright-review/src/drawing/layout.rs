//! Draws a layout.

use super::text_width::{text_width, truncate_to_width};
use super::{Drawing, DrawingMark, LayoutView, MarkRole, TextAnchor, ruler};
use crate::amount::group_thousands;
use crate::layout::{Banner, Corner, Layout, Panel, SizedPart};
use crate::rect::Rect;

/// The most panels and companions with names. More names would be unreadable.
const MAX_NAMES: usize = 24;

/// The smallest letter height, so that the rulers of a tiny banner stay readable.
const MIN_LETTER_HEIGHT: f64 = 2.0;

impl Drawing {
    /// Draws a layout. The scale is the same for every view.
    #[must_use]
    pub fn from_layout(layout: &Layout, view: LayoutView) -> Self {
        let stage = stage_rect(layout);
        let (unplaced, rest) = place_below(layout, &stage);
        let extent = unplaced
            .iter()
            .fold(stage, |extent, part| extent.union(part.rect));
        let letter = letter_height(&extent);
        let mut canvas = LayoutCanvas {
            letter,
            marks: Vec::new(),
            names: Vec::new(),
        };
        let mut area = ruler::draw_rulers(extent, letter, &mut canvas.marks);
        canvas.draw_banner(&layout.banner, view);
        canvas.draw_image(layout, view);
        canvas.draw_panels(layout, view);
        // The icon is on the banner, and the default image replaces the banner.
        if view != LayoutView::DefaultImage {
            canvas.draw_icon(layout);
        }
        canvas.draw_unplaced(&unplaced, view);
        canvas.write_names();
        if !rest.is_empty() {
            area.height += canvas.write_undrawn_count(&extent, &rest, view);
        }
        Self {
            title: drawing_title(layout, view),
            view: area,
            letter,
            marks: canvas.marks,
        }
    }
}

/// A part without a position, drawn below the banner.
struct UnplacedPart {
    rect: Rect,
    role: MarkRole,
    panel: Option<u32>,
    name: String,
}

/// Returns the area of the banner, all panels and the default image, for every view.
fn stage_rect(layout: &Layout) -> Rect {
    let panels = layout.panels.iter();
    let rects = panels.flat_map(|panel| [panel.rect, panel.shifted]);
    let image = layout.default_image.as_ref();
    let rects = rects.chain([image.and_then(|image| image.part.rect())]);
    rects.flatten().fold(layout.banner.rect, Rect::union)
}

/// Places panels of unknown position and companions in rows below the stage. Also returns the parts beyond the limit.
fn place_below(layout: &Layout, stage: &Rect) -> (Vec<UnplacedPart>, Vec<Option<u32>>) {
    let unplaced = layout.panels.iter().enumerate();
    let unplaced = unplaced.filter(|(_, panel)| panel.rect.is_none());
    let unplaced = unplaced.filter_map(|(at, panel)| {
        let rect = rect_at_origin(panel)?;
        let panel_at = u32::try_from(at).ok();
        Some((rect, MarkRole::Unplaced, panel_at, &panel.name))
    });
    let companions = layout.companions.iter().filter_map(|part: &SizedPart| {
        let rect = part.rect()?;
        Some((rect, MarkRole::Companion, None, &part.name))
    });
    let row_width = stage.width.max(1_000.0);
    let gap = 2.0 * letter_height(stage);
    let (mut x, mut y, mut row) = (stage.x, stage.bottom() + gap, 0.0_f64);
    let mut all = unplaced.chain(companions);
    let placed = all.by_ref().take(MAX_NAMES);
    let placed = placed.map(|(rect, role, panel, name)| {
        if x > stage.x && x + rect.width > stage.x + row_width {
            (x, y, row) = (stage.x, y + row + gap, 0.0);
        }
        let rect = rect.translate(x, y);
        x += rect.width + gap;
        row = row.max(rect.height);
        let name = name.clone();
        UnplacedPart {
            rect,
            role,
            panel,
            name,
        }
    });
    let placed = placed.collect();
    let rest = all.map(|(_, _, panel, _)| panel);
    (placed, rest.collect())
}

/// Returns true if a part below the banner is visible. Panels depend on the view; companions are hidden only by the
/// default image.
fn is_visible(panel: Option<u32>, view: LayoutView) -> bool {
    match (view, panel) {
        (LayoutView::DefaultImage, _) | (LayoutView::Collapsed, Some(_)) => false,
        (LayoutView::Panel { at }, Some(panel)) => panel == at,
        (LayoutView::All, _) | (_, None) => true,
    }
}

/// Returns the size of a panel of unknown position, as a rectangle at the origin.
fn rect_at_origin(panel: &Panel) -> Option<Rect> {
    Some(Rect::from_size(
        panel.width.drawable_size()?,
        panel.height.drawable_size()?,
    ))
}

/// Returns the letter height at which text is readable in the whole drawing.
pub(super) fn letter_height(extent: &Rect) -> f64 {
    (extent.width.max(extent.height) / 36.0).max(MIN_LETTER_HEIGHT)
}

struct LayoutCanvas {
    letter: f64,
    marks: Vec<DrawingMark>,
    /// The names to write, with their rectangles. Names are written last, so that nothing covers them.
    names: Vec<(Rect, String)>,
}

impl LayoutCanvas {
    fn draw_box(&mut self, rect: Rect, role: MarkRole, panel: Option<u32>, title: &str) {
        let title = title.to_owned();
        self.marks.push(DrawingMark::Box {
            rect,
            role,
            panel,
            title,
        });
    }

    fn queue_name(&mut self, rect: Rect, name: &str) {
        if self.names.len() < MAX_NAMES {
            self.names.push((rect, name.to_owned()));
        }
    }

    fn write_names(&mut self) {
        let mut taken_rects = Vec::new();
        for (rect, name) in std::mem::take(&mut self.names) {
            if let Some((position, text)) = self.place_name(&rect, &name, &taken_rects) {
                self.marks.push(DrawingMark::Words {
                    x: position.x,
                    y: position.y + 0.8 * self.letter,
                    text,
                    role: MarkRole::Name,
                    anchor: TextAnchor::Start,
                    frame: Some(rect),
                });
                taken_rects.push(position);
            }
        }
    }

    /// Returns the position of a name in its rectangle, and as much of the name as fits. The position is the first
    /// line without another name. Returns `None` if there is no room.
    fn place_name(&self, rect: &Rect, name: &str, taken_rects: &[Rect]) -> Option<(Rect, String)> {
        let inset = self.inset();
        let text = truncate_to_width(name, (rect.width - 2.0 * inset) / self.letter)?;
        let width = text_width(&text) * self.letter;
        let first = Rect::from_size(width, self.letter)
            .translate(rect.x + inset, rect.y + 0.3 * self.letter);
        let lines = std::iter::successors(Some(first), |line| {
            Some(line.translate(0.0, 1.3 * self.letter))
        });
        let mut lines = lines.take_while(|line| line.bottom() <= rect.bottom());
        let free_line = lines.find(|line| {
            taken_rects
                .iter()
                .all(|other| other.intersection(line).is_none())
        });
        Some((free_line?, text))
    }

    /// Returns the distance of a name from the edge of its rectangle.
    fn inset(&self) -> f64 {
        0.4 * self.letter
    }

    fn draw_banner(&mut self, banner: &Banner, view: LayoutView) {
        if view == LayoutView::DefaultImage {
            return;
        }
        let role = if banner.is_assumed {
            MarkRole::Assumed
        } else {
            MarkRole::Banner
        };
        let noun = if banner.is_player { "Player" } else { "Banner" };
        let title = if banner.is_assumed {
            format!("{noun}, size unknown")
        } else {
            sized_title(noun, &banner.rect)
        };
        self.draw_box(banner.rect, role, None, &title);
        self.queue_name(banner.rect, &title);
    }

    fn draw_image(&mut self, layout: &Layout, view: LayoutView) {
        let image = layout
            .default_image
            .as_ref()
            .filter(|_| view == LayoutView::DefaultImage);
        let Some((image, rect)) = image.and_then(|image| Some((image, image.part.rect()?))) else {
            return;
        };
        let title = sized_title(&image.part.name, &rect);
        self.draw_box(rect, MarkRole::Image, None, &title);
        self.queue_name(rect, &title);
    }

    fn draw_panels(&mut self, layout: &Layout, view: LayoutView) {
        let panels = layout.panels.iter().enumerate();
        let panels = panels.filter_map(|(at, panel)| Some((u32::try_from(at).ok()?, panel)));
        let is_drawn = |at: u32| match view {
            LayoutView::All => true,
            LayoutView::Panel { at: panel } => panel == at,
            LayoutView::Collapsed | LayoutView::DefaultImage => false,
        };
        for (at, panel) in panels.filter(|(at, _)| is_drawn(*at)) {
            self.draw_panel(at, panel);
        }
    }

    fn draw_panel(&mut self, at: u32, panel: &Panel) {
        let Some(rect) = panel.rect else { return };
        let role = match (panel.remarks.is_empty(), panel.is_default) {
            (false, _) => MarkRole::OddPanel,
            (true, true) => MarkRole::DefaultPanel,
            (true, false) => MarkRole::Panel,
        };
        let title = sized_title(&panel.name, &rect);
        self.draw_box(rect, role, Some(at), &title);
        self.queue_name(rect, &title);
        if let Some(shifted) = panel.shifted {
            let title = format!("{}, with the offsets of the panel settings", panel.name);
            self.draw_box(shifted, MarkRole::Shifted, Some(at), &title);
        }
    }

    fn draw_icon(&mut self, layout: &Layout) {
        let Some(corner) = layout.icon.as_ref().and_then(|icon| icon.corner) else {
            return;
        };
        let banner = layout.banner.rect;
        let size = (1.2 * self.letter).min(banner.width).min(banner.height);
        let right = banner.right() - size;
        let lower = banner.bottom() - size;
        let (x, y) = match corner {
            Corner::TopLeft => (banner.x, banner.y),
            Corner::TopRight => (right, banner.y),
            Corner::BottomLeft => (banner.x, lower),
            Corner::BottomRight => (right, lower),
        };
        let rect = Rect::from_size(size, size).translate(x, y);
        self.draw_box(rect, MarkRole::Icon, None, "Ad choices icon");
    }

    fn draw_unplaced(&mut self, parts: &[UnplacedPart], view: LayoutView) {
        for part in parts.iter().filter(|part| is_visible(part.panel, view)) {
            let title = sized_title(&part.name, &part.rect);
            self.draw_box(part.rect, part.role, part.panel, &title);
            self.queue_name(part.rect, &title);
        }
    }

    /// Writes the number of undrawn parts below everything else. Returns the height of the line.
    fn write_undrawn_count(
        &mut self,
        extent: &Rect,
        rest: &[Option<u32>],
        view: LayoutView,
    ) -> f64 {
        let height = 2.0 * self.letter;
        let more = rest
            .iter()
            .filter(|panel| is_visible(**panel, view))
            .count();
        if more > 0 {
            self.marks.push(DrawingMark::Words {
                x: extent.x,
                y: extent.bottom() + height,
                text: format!("and {} more, not drawn", group_thousands(more)),
                role: MarkRole::Name,
                anchor: TextAnchor::Start,
                frame: None,
            });
        }
        height
    }
}

fn sized_title(name: &str, rect: &Rect) -> String {
    let side = crate::amount::format_number;
    format!("{name} {}x{}", side(rect.width), side(rect.height))
}

fn drawing_title(layout: &Layout, view: LayoutView) -> String {
    match view {
        LayoutView::Collapsed => format!("The {}, before anything opens", layout.banner.noun()),
        LayoutView::All => "The banner and all panels".to_owned(),
        LayoutView::DefaultImage => "The default image, shown if the ad cannot run".to_owned(),
        LayoutView::Panel { at } => match layout.panels.get(at as usize) {
            Some(panel) => format!("The banner with the panel “{}”", panel.name),
            None => "The banner".to_owned(),
        },
    }
}
