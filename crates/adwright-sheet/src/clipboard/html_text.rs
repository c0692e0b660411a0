//! The text of an HTML cell: white space collapses, except where Excel marks it.

use html5ever::tokenizer::Tag;

/// The text of a cell that is being read.
#[derive(Debug, Default)]
pub(super) struct CellText {
    text: String,
    gap: Gap,
    is_line_start: bool,
    /// For each open `span` whether its spaces are exact.
    spans: Vec<bool>,
    had_exact_spaces: bool,
}

/// What separates the text from the text that may follow.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Gap {
    #[default]
    Nothing,
    /// White space, which counts as one space.
    Space,
    /// The end of a paragraph.
    Line,
}

impl CellText {
    pub(super) fn start_tag(&mut self, name: &str, tag: &Tag) {
        match name {
            "br" => {
                self.text.push('\n');
                (self.gap, self.is_line_start) = (Gap::Nothing, true);
            }
            "p" | "div" | "tr" | "li" => self.end_line(),
            "td" | "th" => self.add_space(),
            "span" => {
                let style = tag.attrs.iter().find(|it| &*it.name.local == "style");
                let is_exact = style.is_some_and(|it| it.value.contains("mso-spacerun"));
                self.had_exact_spaces |= is_exact;
                self.spans.push(is_exact);
            }
            _ => {}
        }
    }

    pub(super) fn end_tag(&mut self, name: &str) {
        match name {
            "p" | "div" | "tr" | "li" => self.end_line(),
            "span" => {
                self.spans.pop();
            }
            _ => {}
        }
    }

    const fn end_line(&mut self) {
        self.gap = Gap::Line;
    }

    fn add_space(&mut self) {
        if self.gap == Gap::Nothing {
            self.gap = Gap::Space;
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        let is_exact = self.spans.last().copied().unwrap_or_default();
        for character in text.chars() {
            match character {
                '\u{a0}' if is_exact => self.push(' '),
                ' ' | '\t' | '\n' | '\r' | '\u{c}' if !is_exact => self.add_space(),
                _ => self.push(character),
            }
        }
    }

    fn push(&mut self, character: char) {
        if !self.text.is_empty() && !self.is_line_start {
            match self.gap {
                Gap::Nothing => {}
                Gap::Space => self.text.push(' '),
                Gap::Line => self.text.push('\n'),
            }
        }
        (self.gap, self.is_line_start) = (Gap::Nothing, false);
        self.text.push(character);
    }

    /// Returns the whole text. LibreOffice writes an empty cell as a single line break.
    pub(super) fn finish(self) -> String {
        if self.text == "\n" && !self.had_exact_spaces {
            return String::new();
        }
        self.text
    }
}
