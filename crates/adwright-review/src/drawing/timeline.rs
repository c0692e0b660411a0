//! Draws the timeline: seconds from left to right, one track below another.

use super::text_width::truncate_to_width;
use super::{Drawing, DrawingMark, MarkRole, TextAnchor, ruler};
use crate::amount::{format_grouped, group_thousands};
use crate::rect::Rect;
use crate::{Linear, Review, SizedPart, SkipOffset, Timeline};

/// The total width, in drawing units.
const TRACK_WIDTH: f64 = 520.0;

/// The share of the width for linears of unknown time, if there are others with a known time.
const TAIL_SHARE: f64 = 0.3;

/// The most linears of unknown time, and the most companions, that are drawn.
const MAX_PARTS: usize = 8;

const LETTER_HEIGHT: f64 = 14.0;
const TRACK_HEIGHT: f64 = 40.0;
const TRACK_GAP: f64 = 10.0;

/// The width of the track names on the left.
const NAMES_WIDTH: f64 = 150.0;

impl Drawing {
    /// Draws what an ad plays, and its other tracks. Returns `None` if the ad plays nothing.
    #[must_use]
    pub fn from_timeline(review: &Review) -> Option<Self> {
        let timeline = review.timeline.as_ref()?;
        let mut canvas = TimelineCanvas::new(timeline);
        canvas.draw_file();
        canvas.draw_linears(timeline);
        canvas.draw_counted(
            "Over the video",
            timeline.non_linear_count,
            "part",
            MarkRole::Over,
        );
        let interactions = u32::try_from(review.interactions.len()).unwrap_or(u32::MAX);
        let interactions = interactions.saturating_add(review.more_interactions);
        canvas.draw_counted(
            "Interactions",
            interactions,
            "interaction",
            MarkRole::Interaction,
        );
        canvas.draw_companions(&review.layout.companions);
        canvas.draw_skip(&timeline.skip);
        canvas.draw_ruler();
        Some(canvas.into_drawing(timeline))
    }
}

struct TimelineCanvas {
    marks: Vec<DrawingMark>,
    /// The known duration in seconds.
    seconds: f64,
    /// The width of the known duration.
    width: f64,
    /// The `x` at which the linears of unknown time begin.
    tail: f64,
    /// The `y` at which the next track begins.
    y: f64,
}

impl TimelineCanvas {
    fn new(timeline: &Timeline) -> Self {
        let ends = timeline.linears.iter().filter_map(end_seconds);
        let known = ends.fold(0.0, f64::max);
        // If no linear has a known end, the file gives the duration.
        let file = timeline.file_duration.positive().unwrap_or_default();
        let seconds = if known > 0.0 { known } else { file };
        let has_tail = timeline.more_linears > 0
            || timeline
                .linears
                .iter()
                .any(|linear| end_seconds(linear).is_none());
        let tail = match (known > 0.0, has_tail) {
            (false, _) => 0.0,
            (true, true) => (1.0 - TAIL_SHARE) * TRACK_WIDTH,
            (true, false) => TRACK_WIDTH,
        };
        Self {
            marks: Vec::new(),
            seconds,
            width: if known > 0.0 { tail } else { TRACK_WIDTH },
            tail,
            y: 0.0,
        }
    }

    /// Draws the file as a whole, if only the file's length is known.
    fn draw_file(&mut self) {
        let has_known_linears = self.tail > 0.0;
        if has_known_linears || self.seconds <= 0.0 {
            return;
        }
        self.write_track_name("The file");
        let title = format!("0 s to {} s", format_grouped(self.seconds));
        self.draw_box([0.0, self.width], MarkRole::Linear, title);
        self.next_track();
    }

    fn draw_linears(&mut self, timeline: &Timeline) {
        self.write_track_name("Plays");
        let linears = timeline.linears.iter();
        let (known, unknown): (Vec<_>, Vec<_>) =
            linears.partition(|linear| end_seconds(linear).is_some());
        for linear in known {
            self.draw_linear(linear);
        }
        self.draw_tail(tail_titles(&unknown, timeline.more_linears));
        if timeline.linears.is_empty() {
            let text = "no linear is listed".to_owned();
            self.draw_box([0.0, TRACK_WIDTH], MarkRole::Unplaced, text);
        }
        self.next_track();
    }

    /// Draws the linears of unknown time with equal widths, after the known linears.
    fn draw_tail(&mut self, titles: Vec<String>) {
        // At most nine.
        #[expect(clippy::cast_precision_loss)]
        let share = (TRACK_WIDTH - self.tail) / titles.len().max(1) as f64;
        let mut x = self.tail;
        for title in titles {
            self.draw_box([x, share], MarkRole::Unplaced, title);
            x += share;
        }
    }

    fn draw_linear(&mut self, linear: &Linear) {
        let (Some(start), Some(end)) = (linear.start_seconds, end_seconds(linear)) else {
            return;
        };
        let (x, right) = (self.x_at(start), self.x_at(end));
        let title = format!(
            "{}, {} s to {} s",
            linear.name,
            format_grouped(start),
            format_grouped(end)
        );
        self.draw_box([x, right - x], MarkRole::Linear, title);
    }

    /// Draws a track over the whole width for parts of which only the number is known.
    fn draw_counted(&mut self, track: &str, count: u32, singular_noun: &str, role: MarkRole) {
        if count == 0 {
            return;
        }
        self.write_track_name(track);
        let plural_suffix = if count == 1 { "" } else { "s" };
        self.draw_box(
            [0.0, TRACK_WIDTH],
            role,
            format!("{} {singular_noun}{plural_suffix}", group_thousands(count)),
        );
        self.next_track();
    }

    fn draw_companions(&mut self, companions: &[SizedPart]) {
        if companions.is_empty() {
            return;
        }
        self.write_track_name("Next to the player");
        for part in companions.iter().take(MAX_PARTS) {
            let (width, height) = (part.width.to_text("px"), part.height.to_text("px"));
            let text = format!("{}, {width} by {height}", part.name);
            self.draw_box([0.0, TRACK_WIDTH], MarkRole::Companion, text);
            self.next_track();
        }
        let more = companions.len().saturating_sub(MAX_PARTS);
        if more > 0 {
            let text = format!("and {} more", group_thousands(more));
            self.draw_box([0.0, TRACK_WIDTH], MarkRole::Unplaced, text);
            self.next_track();
        }
    }

    fn draw_skip(&mut self, skip: &SkipOffset) {
        let Some(at) = skip.seconds() else { return };
        if at > self.seconds || self.seconds <= 0.0 {
            return;
        }
        let (x, bottom) = (self.x_at(at), self.y);
        // The line is behind everything else, so that words stay readable.
        let line = DrawingMark::Line {
            ends: [x, -0.4 * LETTER_HEIGHT, x, bottom],
            role: MarkRole::Skip,
        };
        self.marks.insert(0, line);
        let text = format!("can be skipped from {} s", format_grouped(at));
        let is_near_end = x > 0.6 * TRACK_WIDTH;
        let margin = 0.5 * LETTER_HEIGHT;
        self.marks.push(DrawingMark::Words {
            x: if is_near_end { x - margin } else { x + margin },
            y: bottom + LETTER_HEIGHT,
            text,
            role: MarkRole::SkipName,
            anchor: if is_near_end {
                TextAnchor::End
            } else {
                TextAnchor::Start
            },
            frame: None,
        });
    }

    fn draw_ruler(&mut self) {
        let top = -LETTER_HEIGHT;
        let line = |ends| DrawingMark::Line {
            ends,
            role: MarkRole::Ruler,
        };
        self.marks.push(line([0.0, top, TRACK_WIDTH, top]));
        if self.seconds <= 0.0 {
            return;
        }
        let step = ruler::tick_step(self.seconds, 0.0);
        for second in ruler::multiples(0.0, self.seconds, step) {
            let x = self.x_at(second);
            self.marks
                .push(line([x, top - 0.5 * LETTER_HEIGHT, x, top]));
            self.marks.push(DrawingMark::Words {
                x,
                y: top - LETTER_HEIGHT,
                text: format!("{} s", format_grouped(second)),
                role: MarkRole::Number,
                anchor: TextAnchor::Middle,
                frame: None,
            });
        }
    }

    fn x_at(&self, second: f64) -> f64 {
        self.width * (second / self.seconds).clamp(0.0, 1.0)
    }

    fn write_track_name(&mut self, text: &str) {
        self.marks.push(DrawingMark::Words {
            x: -LETTER_HEIGHT,
            y: self.y + 0.5 * TRACK_HEIGHT + 0.35 * LETTER_HEIGHT,
            text: text.to_owned(),
            role: MarkRole::Number,
            anchor: TextAnchor::End,
            frame: None,
        });
    }

    /// Draws a box on the track, with its title truncated to the box.
    fn draw_box(&mut self, [x, width]: [f64; 2], role: MarkRole, title: String) {
        let rect = Rect::from_size(width.max(1.0), TRACK_HEIGHT).translate(x, self.y);
        let inset = 0.5 * LETTER_HEIGHT;
        let room = width - 2.0 * inset;
        let words =
            truncate_to_width(&title, room / LETTER_HEIGHT).map(|text| DrawingMark::Words {
                x: x + inset,
                y: self.y + 0.5 * TRACK_HEIGHT + 0.35 * LETTER_HEIGHT,
                text,
                role: MarkRole::Name,
                anchor: TextAnchor::Start,
                frame: Some(rect),
            });
        self.marks.push(DrawingMark::Box {
            rect,
            role,
            panel: None,
            title,
        });
        self.marks.extend(words);
    }

    fn next_track(&mut self) {
        self.y += TRACK_HEIGHT + TRACK_GAP;
    }

    fn into_drawing(self, timeline: &Timeline) -> Drawing {
        let title = if timeline.is_order_known {
            "The timeline of the ad"
        } else {
            "The timeline of the ad; the order of the linears is unknown"
        };
        let top = -3.0 * LETTER_HEIGHT;
        let view = Rect {
            x: -NAMES_WIDTH,
            y: top,
            width: NAMES_WIDTH + TRACK_WIDTH + 2.0 * LETTER_HEIGHT,
            height: self.y - top + 1.5 * LETTER_HEIGHT,
        };
        Drawing {
            title: title.to_owned(),
            view,
            letter: LETTER_HEIGHT,
            marks: self.marks,
        }
    }
}

/// Returns the titles of the linears of unknown time, and of those beyond the limit.
fn tail_titles(unknown: &[&Linear], more: u32) -> Vec<String> {
    let drawn = unknown.len().min(MAX_PARTS);
    let titles = unknown[..drawn]
        .iter()
        .map(|linear| format!("{}, duration {}", linear.name, linear.duration.to_text("s")));
    let rest = unknown.len() - drawn + more as usize;
    let rest = (rest > 0).then(|| format!("and {} more", group_thousands(rest)));
    titles.chain(rest).collect()
}

/// Returns when a linear ends, if that is known.
fn end_seconds(linear: &Linear) -> Option<f64> {
    let end = linear.start_seconds? + linear.duration.positive()?;
    end.is_finite().then_some(end)
}
