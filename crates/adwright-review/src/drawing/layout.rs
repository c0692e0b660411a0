//! Draws a layout.

use super::text_width::{text_width, truncate_to_width};
use super::{Drawing, DrawingMark, LayoutView, MarkRole, TextAnchor, ruler};
use crate::amount::group_thousands;
use crate::layout::{Banner, Corner, Layout, Panel, SizedPart};
use crate::rect::Rect;

/// The most panels and companions with names. More names would be unreadable.
const MOST_NAMES: usize = 24;

/// The smallest letter height, so that the rulers of a tiny banner stay readable.
const SMALLEST_LETTER: f64 = 2.0;

impl Drawing {
    /// Draws a layout. The scale is the same for every view.
    #[must_use]
    pub fn from_layout(layout: &Layout, shown: LayoutView) -> Self {
        let stage = stage_rect(layout);
        let (beside, rest) = place_beside(layout, &stage);
        let extent = beside
            .iter()
            .fold(stage, |extent, put| extent.union(put.rect));
        let letter = letter_height(&extent);
        let mut canvas = LayoutCanvas {
            letter,
            marks: Vec::new(),
            names: Vec::new(),
        };
        let mut view = ruler::draw_rulers(extent, letter, &mut canvas.marks);
        canvas.draw_banner(&layout.banner, shown);
        canvas.draw_image(layout, shown);
        canvas.draw_panels(layout, shown);
        // The icon is on the banner, and the default image replaces the banner.
        if shown != LayoutView::DefaultImage {
            canvas.draw_icon(layout);
        }
        canvas.draw_unplaced(&beside, shown);
        canvas.write_names();
        if !rest.is_empty() {
            view.height += canvas.write_undrawn_count(&extent, &rest, shown);
        }
        Self {
            title: drawing_title(layout, shown),
            view,
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
fn place_beside(layout: &Layout, stage: &Rect) -> (Vec<UnplacedPart>, Vec<Option<u32>>) {
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
    let widest = stage.width.max(1_000.0);
    let gap = 2.0 * letter_height(stage);
    let (mut x, mut y, mut row) = (stage.x, stage.bottom() + gap, 0.0_f64);
    let mut all = unplaced.chain(companions);
    let put = all.by_ref().take(MOST_NAMES);
    let put = put.map(|(rect, role, panel, name)| {
        if x > stage.x && x + rect.width > stage.x + widest {
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
    let put = put.collect();
    let rest = all.map(|(_, _, panel, _)| panel);
    (put, rest.collect())
}

/// Returns true if a part below the banner is shown. Panels depend on the view; companions are hidden only by the
/// default image.
fn is_shown(panel: Option<u32>, shown: LayoutView) -> bool {
    match (shown, panel) {
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
    (extent.width.max(extent.height) / 36.0).max(SMALLEST_LETTER)
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
        if self.names.len() < MOST_NAMES {
            self.names.push((rect, name.to_owned()));
        }
    }

    fn write_names(&mut self) {
        let mut written = Vec::new();
        for (rect, name) in std::mem::take(&mut self.names) {
            if let Some((place, text)) = self.place_name(&rect, &name, &written) {
                self.marks.push(DrawingMark::Words {
                    x: place.x,
                    y: place.y + 0.8 * self.letter,
                    text,
                    role: MarkRole::Name,
                    anchor: TextAnchor::Start,
                    frame: Some(rect),
                });
                written.push(place);
            }
        }
    }

    /// Returns the position of a name in its rectangle, and as much of the name as fits. The position is the first
    /// line without another name. Returns `None` if there is no room.
    fn place_name(&self, rect: &Rect, name: &str, written: &[Rect]) -> Option<(Rect, String)> {
        let inset = self.inset();
        let text = truncate_to_width(name, (rect.width - 2.0 * inset) / self.letter)?;
        let long = text_width(&text) * self.letter;
        let first = Rect::from_size(long, self.letter)
            .translate(rect.x + inset, rect.y + 0.3 * self.letter);
        let lines = std::iter::successors(Some(first), |line| {
            Some(line.translate(0.0, 1.3 * self.letter))
        });
        let mut lines = lines.take_while(|line| line.bottom() <= rect.bottom());
        let free = lines.find(|line| {
            written
                .iter()
                .all(|other| other.intersection(line).is_none())
        });
        Some((free?, text))
    }

    /// Returns the distance of a name from the edge of its rectangle.
    fn inset(&self) -> f64 {
        0.4 * self.letter
    }

    fn draw_banner(&mut self, banner: &Banner, shown: LayoutView) {
        if shown == LayoutView::DefaultImage {
            return;
        }
        let role = if banner.assumed {
            MarkRole::Assumed
        } else {
            MarkRole::Banner
        };
        let noun = if banner.plays { "Player" } else { "Banner" };
        let title = box_title(noun, &banner.rect, banner.assumed);
        self.draw_box(banner.rect, role, None, &title);
        self.queue_name(banner.rect, &title);
    }

    fn draw_image(&mut self, layout: &Layout, shown: LayoutView) {
        let image = layout
            .default_image
            .as_ref()
            .filter(|_| shown == LayoutView::DefaultImage);
        let Some((image, rect)) = image.and_then(|image| Some((image, image.part.rect()?))) else {
            return;
        };
        let title = box_title(&image.part.name, &rect, false);
        self.draw_box(rect, MarkRole::Image, None, &title);
        self.queue_name(rect, &title);
    }

    fn draw_panels(&mut self, layout: &Layout, shown: LayoutView) {
        let panels = layout.panels.iter().enumerate();
        let panels = panels.filter_map(|(at, panel)| Some((u32::try_from(at).ok()?, panel)));
        let seen = |at: u32| match shown {
            LayoutView::All => true,
            LayoutView::Panel { at: one } => one == at,
            LayoutView::Collapsed | LayoutView::DefaultImage => false,
        };
        for (at, panel) in panels.filter(|(at, _)| seen(*at)) {
            self.draw_panel(at, panel);
        }
    }

    fn draw_panel(&mut self, at: u32, panel: &Panel) {
        let Some(rect) = panel.rect else { return };
        let role = match (panel.outside.is_empty(), panel.is_default) {
            (false, _) => MarkRole::OddPanel,
            (true, true) => MarkRole::DefaultPanel,
            (true, false) => MarkRole::Panel,
        };
        let title = box_title(&panel.name, &rect, false);
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

    fn draw_unplaced(&mut self, beside: &[UnplacedPart], shown: LayoutView) {
        for put in beside.iter().filter(|put| is_shown(put.panel, shown)) {
            let title = box_title(&put.name, &put.rect, false);
            self.draw_box(put.rect, put.role, put.panel, &title);
            self.queue_name(put.rect, &title);
        }
    }

    /// Writes the number of undrawn parts below everything else. Returns the height of the line.
    fn write_undrawn_count(
        &mut self,
        extent: &Rect,
        rest: &[Option<u32>],
        shown: LayoutView,
    ) -> f64 {
        let room = 2.0 * self.letter;
        let more = rest.iter().filter(|panel| is_shown(**panel, shown)).count();
        if more > 0 {
            self.marks.push(DrawingMark::Words {
                x: extent.x,
                y: extent.bottom() + room,
                text: format!("and {} more, not drawn", group_thousands(more)),
                role: MarkRole::Name,
                anchor: TextAnchor::Start,
                frame: None,
            });
        }
        room
    }
}

fn box_title(name: &str, rect: &Rect, assumed: bool) -> String {
    if assumed {
        return format!("{name}, size unknown");
    }
    let side = crate::amount::format_number;
    format!("{name} {}x{}", side(rect.width), side(rect.height))
}

fn drawing_title(layout: &Layout, shown: LayoutView) -> String {
    match shown {
        LayoutView::Collapsed => format!("The {}, before anything opens", layout.banner.noun()),
        LayoutView::All => "The banner and all panels".to_owned(),
        LayoutView::DefaultImage => "The default image, shown if the ad cannot run".to_owned(),
        LayoutView::Panel { at } => match layout.panels.get(at as usize) {
            Some(panel) => format!("The banner with the panel “{}”", panel.name),
            None => "The banner".to_owned(),
        },
    }
}
