//! The replacement text: literal text, groups of a regular expression, and tokens in braces.

use adwright_views::{BulkFormInput, BulkProblem};
use regex::{Captures, Regex};

use crate::error::{BulkInputError, SkipReason};
use crate::replace::problem_at;

/// A replacement with tokens, parsed once and used for every text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReplaceTemplate<T>(Vec<TemplatePart<T>>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum TemplatePart<T> {
    Text(String),
    Group(usize),
    Token(T),
}

/// Parses a replacement from left to right.
struct TemplateParser<'a, T, P> {
    text: &'a str,
    rest: &'a str,
    parse_token: P,
    pieces: Vec<TemplatePart<T>>,
}

impl<T> ReplaceTemplate<T> {
    /// Parses a replacement. It may refer to the groups of `regular`.
    pub(crate) fn parse(
        text: &str,
        regular: Option<&Regex>,
        parse_token: impl Fn(&str) -> Result<T, BulkInputError>,
    ) -> Result<Self, BulkProblem> {
        let mut reader = TemplateParser {
            text,
            rest: text,
            parse_token,
            pieces: Vec::new(),
        };
        while !reader.rest.is_empty() {
            let read = match regular {
                Some(regular) if reader.rest.starts_with('$') => reader.parse_group(regular)?,
                _ => reader.parse_braces()?,
            };
            if !read {
                reader.parse_char();
            }
        }
        Ok(Self(reader.pieces))
    }

    /// Renders the replacement for one match; none if no text was searched.
    pub(crate) fn render(
        &self,
        found: Option<&Captures<'_>>,
        mut token_text: impl FnMut(&T) -> Result<String, SkipReason>,
    ) -> Result<String, SkipReason> {
        let mut filled = String::new();
        for piece in &self.0 {
            match piece {
                TemplatePart::Text(text) => filled.push_str(text),
                TemplatePart::Group(group) => {
                    let group = found.and_then(|found| found.get(*group));
                    filled.push_str(group.map_or("", |group| group.as_str()));
                }
                TemplatePart::Token(token) => filled.push_str(&token_text(token)?),
            }
        }
        Ok(filled)
    }
}

impl<T, P: Fn(&str) -> Result<T, BulkInputError>> TemplateParser<'_, T, P> {
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

    /// Parses a brace and the token in it. Returns false if there is no brace.
    fn parse_braces(&mut self) -> Result<bool, BulkProblem> {
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
        let token = (self.parse_token)(token).map_err(|error| self.problem(&error))?;
        self.pieces.push(TemplatePart::Token(token));
        self.rest = rest;
        Ok(true)
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
    use super::*;

    #[test]
    fn plain_search_treats_dollar_sign_literally() {
        let read = ReplaceTemplate::<()>::parse("$1", None, |_| Ok(())).unwrap();
        assert_eq!(
            read,
            ReplaceTemplate(vec![TemplatePart::Text("$1".to_owned())])
        );
    }
}
