//! Writes a drawing as a self-contained SVG file: no script, no style sheet, no external references.

use std::fmt;

use super::palette::{PaintStyle, Palette};
use super::{Drawing, DrawingMark, MarkRole, TextAnchor};
use crate::amount::format_number;
use crate::markup::EscapedText;
use crate::rect::Rect;

impl Drawing {
    /// Renders the drawing as SVG.
    #[must_use]
    pub fn to_svg(&self, palette: Palette) -> String {
        let drawing = self;
        Svg { drawing, palette }.to_string()
    }
}

struct Svg<'a> {
    drawing: &'a Drawing,
    palette: Palette,
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rect {
            x,
            y,
            width,
            height,
        } = self.drawing.view;
        let [x, y, width, height] = [x, y, width, height].map(format_number);
        let letter = format_number(self.drawing.letter);
        writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}" font-family="sans-serif" font-size="{letter}">"#
        )?;
        let (title, ground) = (EscapedText(&self.drawing.title), self.palette.background());
        writeln!(svg, "<title>{title}</title>")?;
        writeln!(
            svg,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{ground}"/>"#
        )?;
        for mark in &self.drawing.marks {
            mark.write(self.palette, self.drawing.letter, svg)?;
        }
        svg.write_str("</svg>\n")
    }
}

impl DrawingMark {
    fn write(&self, palette: Palette, letter: f64, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Box {
                rect, role, title, ..
            } => write_box(rect, title, &ShapeStyle::new(palette, *role, letter), svg),
            Self::Line { ends, role } => {
                let [x1, y1, x2, y2] = ends.map(format_number);
                let outline = ShapeStyle::new(palette, *role, letter);
                writeln!(
                    svg,
                    r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {outline}/>"#
                )
            }
            Self::Words {
                x,
                y,
                text,
                role,
                anchor,
                frame,
            } => {
                let words = TextLine {
                    at: [*x, *y],
                    fill: palette.paint(*role).fill,
                    anchor: *anchor,
                    text,
                };
                match frame {
                    Some(frame) => write_clipped(frame, &words, svg),
                    None => writeln!(svg, "{words}"),
                }
            }
        }
    }
}

fn write_box(
    rect: &Rect,
    title: &str,
    outline: &ShapeStyle,
    svg: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(format_number);
    let title = EscapedText(title);
    writeln!(
        svg,
        r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {outline}><title>{title}</title></rect>"#
    )
}

/// Writes words clipped to their frame. The inner SVG has the same coordinates as the drawing.
fn write_clipped(frame: &Rect, words: &TextLine<'_>, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [x, y, width, height] = [frame.x, frame.y, frame.width, frame.height].map(format_number);
    writeln!(
        svg,
        r#"<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}">{words}</svg>"#
    )
}

/// A line of words.
struct TextLine<'a> {
    at: [f64; 2],
    fill: &'static str,
    anchor: TextAnchor,
    text: &'a str,
}

impl fmt::Display for TextLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.at.map(format_number);
        let (fill, anchor, text) = (self.fill, self.anchor.as_str(), EscapedText(self.text));
        write!(
            f,
            r#"<text x="{x}" y="{y}" fill="{fill}" text-anchor="{anchor}">{text}</text>"#
        )
    }
}

impl TextAnchor {
    fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// The attributes that paint a shape.
struct ShapeStyle {
    paint: PaintStyle,
    width: f64,
}

impl ShapeStyle {
    fn new(palette: Palette, role: MarkRole, letter: f64) -> Self {
        Self {
            paint: palette.paint(role),
            width: letter / 10.0,
        }
    }
}

impl fmt::Display for ShapeStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PaintStyle {
            fill,
            opacity,
            stroke,
            dashes,
        } = self.paint;
        let width = format_number(self.width);
        write!(
            f,
            r#"fill="{fill}" fill-opacity="{opacity}" stroke="{stroke}" stroke-width="{width}""#
        )?;
        if dashes.is_empty() {
            return Ok(());
        }
        let dashes = dashes.iter().map(|dash| format_number(dash * self.width));
        let dashes = dashes.collect::<Vec<_>>().join(" ");
        write!(f, r#" stroke-dasharray="{dashes}""#)
    }
}
