//! Tokens that insert other fields of the campaign, such as `{advertiserName}`.

use std::fmt::Write as _;

use adwright_model::{EditableDocument, Path, Unit};
use adwright_views::FieldKind;

use crate::error::{BulkInputError, SkipReason};
use crate::field::{FieldCatalog, display_value};
use crate::host::Zone;

/// A field that a replacement inserts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldToken {
    path: Path,
    format: Option<String>,
}

impl FieldToken {
    /// Parses the text in braces.
    pub(super) fn parse(token: &str, known: &FieldCatalog) -> Result<Self, BulkInputError> {
        let (name, format) = match token.split_once(':') {
            Some((name, format)) => (name, Some(format)),
            None => (token, None),
        };
        let path: Option<Path> = name.trim().parse().ok();
        let Some((path, field)) = path.and_then(|path| Some((path.clone(), known.scalar(&path)?)))
        else {
            return Err(BulkInputError::UnknownToken(name.to_owned()));
        };
        if let Some(format) = format {
            check_format(FieldKind::of_field(field), &field.title, format)?;
        }
        Ok(Self {
            path,
            format: format.map(str::to_owned),
        })
    }

    /// Returns the text of the field in a document.
    pub(super) fn text(
        &self,
        document: &EditableDocument,
        known: &FieldCatalog,
        zone: &Zone,
    ) -> Result<String, SkipReason> {
        let missing = || SkipReason::NotSet(known.label(&self.path));
        let node = document.get(&self.path).ok_or_else(missing)?;
        let field = known.field(&self.path);
        let kind = field.map_or(FieldKind::Text, FieldKind::of_field);
        let unit = field.and_then(|field| field.unit);
        let text = match &self.format {
            Some(format) => format_time(node.as_i64(), format, unit, zone)
                .ok_or_else(|| SkipReason::NotATime(known.label(&self.path)))?,
            None => display_value(node, kind, unit, zone),
        };
        if text.is_empty() {
            return Err(missing());
        }
        Ok(text)
    }
}

fn check_format(kind: FieldKind, title: &str, format: &str) -> Result<(), BulkInputError> {
    if kind != FieldKind::Instant {
        return Err(BulkInputError::NotATimeField {
            title: title.to_owned(),
            format: format.to_owned(),
        });
    }
    match to_strftime(format) {
        Some(_) if !format.is_empty() => Ok(()),
        _ => Err(BulkInputError::InvalidTimeFormat(format.to_owned())),
    }
}

fn format_time(
    epoch: Option<i64>,
    format: &str,
    unit: Option<Unit>,
    zone: &Zone,
) -> Option<String> {
    let seconds = unit == Some(Unit::EpochSeconds);
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

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use regex::Regex;

    use super::*;

    use crate::replace::ReplaceTemplate;
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
        let shown = match ReplaceTemplate::parse(replace, Some(&regular), |token| {
            FieldToken::parse(token, &known)
        }) {
            Err(problem) => format!("refused at {:?}: {}", problem.at, problem.message),
            Ok(template) => template
                .render(Some(&found), |token: &FieldToken| {
                    token.text(&document, &known, &zone)
                })
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
}
