//! Estimates text widths without a font. An estimate is too wide rather than too narrow.

/// Truncates a text to the given width in letter heights, and marks the cut with `…`. Returns `None` if fewer than
/// two letters fit.
pub(super) fn truncate_to_width(text: &str, room: f64) -> Option<String> {
    if text_width(text) <= room {
        return Some(text.to_owned());
    }
    let end = cut_position(text, room - letter_width('…'))?;
    let start = text[..end].trim_end();
    (start.chars().count() > 1).then(|| format!("{start}…"))
}

/// Returns the width of a text, in letter heights.
pub(super) fn text_width(text: &str) -> f64 {
    text.chars().map(letter_width).sum()
}

/// Returns the byte position at which to cut a text. It is never inside an emoji, or between a letter and its accent.
fn cut_position(text: &str, room: f64) -> Option<usize> {
    let mut wide = 0.0;
    let mut joined = false;
    let mut last = None;
    for (at, letter) in text.char_indices() {
        let is_part = joined || letter_width(letter) == 0.0;
        if !is_part {
            if wide > room {
                break;
            }
            last = Some(at);
        }
        wide += letter_width(letter);
        joined = letter == JOINER;
    }
    last.filter(|at| *at > 0)
}

/// The zero-width joiner, which joins two emoji into one.
const JOINER: char = '\u{200d}';

/// Returns the largest width of a letter in the usual system fonts, in letter heights.
fn letter_width(letter: char) -> f64 {
    match letter {
        ' ' | '\'' | ',' | '.' | '/' | ':' | ';' | 'I' | 'J' | '\\' | 'i' | 'j' | 'l' | '|' => 0.36,
        '!' | '"' | '(' | ')' | '-' | '[' | ']' | 'f' | 'r' | 't' => 0.48,
        '%' | '@' | 'W' | 'm' | '…' => 1.0,
        '#' | '&' | '+' | '<'..='>' | 'A'..='Z' | '^' | 'w' | '~' => 0.87,
        '\0'..='\u{7f}' => 0.65,
        // Accents, joiners and variation selectors add no width.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        '\u{80}'..='\u{5ff}' => 0.9,
        '\u{1f000}'.. => 1.4,
        _ => 1.1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_truncated_to_its_width() {
        for (text, room, expected) in [
            ("film", 2.3, Some("film")),
            ("film, 0 s to 15 s", 5.0, Some("film, 0…")),
            ("film", 1.5, None),
            ("", 0.0, Some("")),
            ("WWWWWWWW", 5.0, Some("WWWW…")),
            ("iiiiiiiiiiiiii", 5.0, Some("iiiiiiiiiii…")),
            ("広告の名前です", 5.0, Some("広告の…")),
            ("🎬🎬🎬🎬", 5.0, Some("🎬🎬…")),
            ("a film", -1.0, None),
        ] {
            assert_eq!(truncate_to_width(text, room).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn grapheme_clusters_are_not_split() {
        let family = "👨\u{200d}👩\u{200d}👧";
        let twice = format!("ab{family}{family}");
        assert_eq!(truncate_to_width(&twice, 7.0), Some(format!("ab{family}…")));
        assert_eq!(truncate_to_width(&twice, 6.0), Some("ab…".to_owned()));
        assert_eq!(
            truncate_to_width("e\u{301}e\u{301}e\u{301}e\u{301}", 2.4).as_deref(),
            Some("e\u{301}e\u{301}…")
        );
    }

    #[test]
    fn text_never_exceeds_its_box() {
        for text in [
            "WWWWWWWWWWWW",
            "mixed Text, 0 s to 15 s",
            "広告 and 🎬 and é",
        ] {
            for room in 0..40 {
                let room = f64::from(room) / 2.0;
                let written = truncate_to_width(text, room).unwrap_or_default();
                assert!(text_width(&written) <= room, "{written} in {room}");
            }
        }
    }
}
