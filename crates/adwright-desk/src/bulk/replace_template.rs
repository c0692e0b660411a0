//! The replacement text: literal text, groups of a regular expression, and values of other fields.

use std::fmt::Write as _;

use adwright_model::{EditableDocument, Path};
use adwright_views::{BulkFormInput, BulkProblem, FieldKind};
use regex::{Captures, Regex};

use super::problem_at;

use crate::error::{BulkInputError, SkipReason};
use crate::field::{FieldCatalog, display_value};
use crate::host::Zone;

/// A replacement, parsed once and used for every campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReplaceTemplate(Vec<TemplatePart>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum TemplatePart {
    Text(String),
    Group(usize),
    Field { path: Path, format: Option<String> },
}

/// Parses a replacement from left to right.
struct TemplateParser<'a> {
    text: &'a str,
    rest: &'a str,
    pieces: Vec<TemplatePart>,
}

impl ReplaceTemplate {
    /// Parses a replacement. It may refer to the groups of `regular`.
    pub(super) fn parse(
        text: &str,
        regular: Option<&Regex>,
        known: &FieldCatalog,
    ) -> Result<Self, BulkProblem> {
        let mut reader = TemplateParser {
            text,
            rest: text,
            pieces: Vec::new(),
        };
        while !reader.rest.is_empty() {
            let read = match regular {
                Some(regular) if reader.rest.starts_with('$') => reader.parse_group(regular)?,
                _ => reader.parse_braces(known)?,
            };
            if !read {
                reader.parse_char();
            }
        }
        Ok(Self(reader.pieces))
    }

    /// Renders the replacement for one match in one document.
    pub(super) fn render(
        &self,
        found: &Captures<'_>,
        document: &EditableDocument,
        known: &FieldCatalog,
        zone: &Zone,
    ) -> Result<String, SkipReason> {
        let mut filled = String::new();
        for piece in &self.0 {
            match piece {
                TemplatePart::Text(text) => filled.push_str(text),
                TemplatePart::Group(group) => {
                    filled.push_str(found.get(*group).map_or("", |group| group.as_str()));
                }
                TemplatePart::Field { path, format } => {
                    filled.push_str(&field_text(path, format.as_deref(), document, known, zone)?);
                }
            }
        }
        Ok(filled)
    }
}

/// Returns the text of a field in a document.
fn field_text(
    path: &Path,
    format: Option<&str>,
    document: &EditableDocument,
    known: &FieldCatalog,
    zone: &Zone,
) -> Result<String, SkipReason> {
    let missing = || SkipReason::NotSet(known.label(path));
    let node = document.get(path).ok_or_else(missing)?;
    let field = known.field(path);
    let kind = field.map_or(FieldKind::Text, FieldKind::of_field);
    let unit = field.and_then(|field| field.unit);
    let text = match format {
        Some(format) => format_time(node.as_i64(), format, unit, zone)
            .ok_or_else(|| SkipReason::NotATime(known.label(path)))?,
        None => display_value(node, kind, unit, zone),
    };
    if text.is_empty() {
        return Err(missing());
    }
    Ok(text)
}

fn format_time(
    epoch: Option<i64>,
    format: &str,
    unit: Option<adwright_model::Unit>,
    zone: &Zone,
) -> Option<String> {
    let seconds = unit == Some(adwright_model::Unit::EpochSeconds);
    let milliseconds = epoch?.checked_mul(if seconds { 1000 } else { 1 })?;
    zone.format(milliseconds, &to_strftime(format)?)
}

/// The format tokens, longer tokens first.
const WORDS: [(&str, &str); 7] = [
    ("YYYY", "%Y"),
    ("YY", "%y"),
    ("MM", "%m"),
    ("DD", "%d"),
    ("HH", "%H"),
    ("mm", "%M"),
    ("ss", "%S"),
];

/// Translates a format such as `YYYY-MM-DD` to strftime codes; none if it has unknown letters.
fn to_strftime(format: &str) -> Option<String> {
    let mut translated = String::new();
    let mut rest = format;
    while let Some(letter) = rest.chars().next() {
        if let Some((word, code)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
            translated.push_str(code);
            rest = &rest[word.len()..];
        } else if letter.is_alphabetic() {
            return None;
        } else {
            // A literal percent sign must be escaped.
            let _ = write!(
                translated,
                "{}",
                if letter == '%' {
                    "%%"
                } else {
                    &rest[..letter.len_utf8()]
                }
            );
            rest = &rest[letter.len_utf8()..];
        }
    }
    Some(translated)
}

impl TemplateParser<'_> {
    /// Parses a dollar sign and the group after it. Returns false if no group follows.
    fn parse_group(&mut self, regular: &Regex) -> Result<bool, BulkProblem> {
        let after = &self.rest[1..];
        if let Some(rest) = after.strip_prefix('$') {
            self.push_text("$");
            self.rest = rest;
            return Ok(true);
        }
        let name = match after.strip_prefix('{') {
            Some(inside) => inside
                .split_once('}')
                .map(|(name, _)| (name, name.len() + 2)),
            None => Some(leading_digits(after)).filter(|(digits, _)| !digits.is_empty()),
        };
        let Some((name, length)) = name else {
            return Ok(false);
        };
        let group = group_index(name, regular).ok_or_else(|| self.unknown_group(name))?;
        self.pieces.push(TemplatePart::Group(group));
        self.rest = &after[length..];
        Ok(true)
    }

    fn unknown_group(&self, name: &str) -> BulkProblem {
        self.problem(&BulkInputError::UnknownGroup(name.to_owned()))
    }

    /// Parses a brace and the field in it. Returns false if there is no brace.
    fn parse_braces(&mut self, known: &FieldCatalog) -> Result<bool, BulkProblem> {
        for (doubled, single) in [("{{", "{"), ("}}", "}")] {
            if let Some(rest) = self.rest.strip_prefix(doubled) {
                self.push_text(single);
                self.rest = rest;
                return Ok(true);
            }
        }
        let Some(inside) = self.rest.strip_prefix('{') else {
            return Ok(false);
        };
        let Some((token, rest)) = inside.split_once('}') else {
            return Err(self.problem(&BulkInputError::OpenBrace));
        };
        let piece = self.parse_token(token, known)?;
        self.pieces.push(piece);
        self.rest = rest;
        Ok(true)
    }

    fn parse_token(&self, token: &str, known: &FieldCatalog) -> Result<TemplatePart, BulkProblem> {
        let (name, format) = match token.split_once(':') {
            Some((name, format)) => (name, Some(format)),
            None => (token, None),
        };
        let path: Option<Path> = name.trim().parse().ok();
        let Some((path, field)) = path.and_then(|path| Some((path.clone(), known.scalar(&path)?)))
        else {
            return Err(self.problem(&BulkInputError::UnknownToken(name.to_owned())));
        };
        if let Some(format) = format {
            self.check_format(FieldKind::of_field(field), &field.title, format)?;
        }
        Ok(TemplatePart::Field {
            path,
            format: format.map(str::to_owned),
        })
    }

    fn check_format(&self, kind: FieldKind, title: &str, format: &str) -> Result<(), BulkProblem> {
        if kind != FieldKind::Instant {
            return Err(self.problem(&BulkInputError::NotATimeField {
                title: title.to_owned(),
                format: format.to_owned(),
            }));
        }
        match to_strftime(format) {
            Some(_) if !format.is_empty() => Ok(()),
            _ => Err(self.problem(&BulkInputError::InvalidTimeFormat(format.to_owned()))),
        }
    }

    fn parse_char(&mut self) {
        let length = self.rest.chars().next().map_or(0, char::len_utf8);
        let rest = self.rest;
        self.push_text(&rest[..length]);
        self.rest = &rest[length..];
    }

    fn push_text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(TemplatePart::Text(last)) => last.push_str(text),
            _ => self.pieces.push(TemplatePart::Text(text.to_owned())),
        }
    }

    fn problem(&self, error: &BulkInputError) -> BulkProblem {
        let at = self.text.len() - self.rest.len();
        problem_at(BulkFormInput::Replace, self.text, at, error)
    }
}

fn leading_digits(text: &str) -> (&str, usize) {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    (&text[..length], length)
}

fn group_index(name: &str, regular: &Regex) -> Option<usize> {
    match name.parse::<usize>() {
        Ok(number) => (number < regular.captures_len()).then_some(number),
        Err(_) => regular
            .capture_names()
            .position(|group| group == Some(name)),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    use crate::wording::skip_message;

    const DOCUMENT: &str = r#"{"name":"Spring 2026","advertiserName":"Northwind","startDate":1775026800000,
        "budget":12500.50,"notes":null,"adminSettings":{"privacy":{"disableCookies":true}}}"#;

    #[track_caller]
    fn check(find: &str, replace: &str, expected: &Expect) {
        let known = FieldCatalog::bundled();
        let regular = Regex::new(find).unwrap();
        let document = EditableDocument::parse(DOCUMENT).unwrap();
        let found = regular.captures("Spring 2026").unwrap();
        let zone = Zone::named("Europe/Berlin");
        let shown = match ReplaceTemplate::parse(replace, Some(&regular), &known) {
            Err(problem) => format!("refused at {:?}: {}", problem.at, problem.message),
            Ok(template) => template
                .render(&found, &document, &known, &zone)
                .unwrap_or_else(|skip| format!("skipped: {}", skip_message(&skip))),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn template_combines_text_groups_and_fields() {
        check("Spring", "Autumn", &expect![["Autumn"]]);
        check(
            r"(\w+) (?<year>\d+)",
            "$2 ${1}! ${year} $0",
            &expect!["2026 Spring! 2026 Spring 2026"],
        );
        check(
            "S",
            "{advertiserName}, {budget}",
            &expect!["Northwind, 12500.50"],
        );
        check("S", "{startDate}", &expect!["2026-04-01 09:00"]);
        check("S", "{startDate:YY/MM/DD HHmm}", &expect!["26/04/01 0900"]);
        check(
            "S",
            "{adminSettings.privacy.disableCookies}",
            &expect!["true"],
        );
    }

    #[test]
    fn special_characters_can_be_escaped() {
        check("S", "{{x}} $$5 100% }", &expect!["{x} $5 100% }"]);
        check("S", "{startDate:DD%MM}", &expect!["01%04"]);
        check("S", "a $ b", &expect!["a $ b"]);
    }

    #[test]
    fn unknown_placeholder_is_refused_with_its_place() {
        check(
            "S",
            "ä {advertiser}",
            &expect![
                "refused at Some(3): There is no field “advertiser”. Choose one from the list, or write {{ for a brace in the text."
            ],
        );
        check(
            "S",
            "{adminSettings}",
            &expect![
                "refused at Some(1): There is no field “adminSettings”. Choose one from the list, or write {{ for a brace in the text."
            ],
        );
        check(
            "S",
            "a {name",
            &expect![
                "refused at Some(3): This brace is not closed. Write {{ for a brace in the text."
            ],
        );
        check(
            "S",
            "{name:YYYY}",
            &expect![
                "refused at Some(1): Name is not a time, so it has no format. Leave out “:YYYY”."
            ],
        );
        check(
            "S",
            "{startDate:week}",
            &expect![
                "refused at Some(1): “week” is not a format. Use YYYY, YY, MM, DD, HH, mm and ss, such as YYYY-MM-DD."
            ],
        );
        check(
            "(S)",
            "x $2",
            &expect![
                "refused at Some(3): The regular expression has no group “2”. A group is written in round \
                 brackets, and groups count from 1."
            ],
        );
        check(
            "(S)",
            "x ${no}",
            &expect![
                "refused at Some(3): The regular expression has no group “no”. A group is written in round \
                 brackets, and groups count from 1."
            ],
        );
    }

    #[test]
    fn a_campaign_without_the_field_is_skipped() {
        check(
            "S",
            "{notes}",
            &expect!["skipped: Notes is not set, so it cannot be inserted."],
        );
        check(
            "S",
            "{brandName}",
            &expect!["skipped: Brand is not set, so it cannot be inserted."],
        );
    }

    #[test]
    fn plain_search_treats_dollar_sign_literally() {
        let known = FieldCatalog::bundled();
        let read = ReplaceTemplate::parse("$1", None, &known).unwrap();
        assert_eq!(
            read,
            ReplaceTemplate(vec![TemplatePart::Text("$1".to_owned())])
        );
    }
}
