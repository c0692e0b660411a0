//! Find and replace in one text.

use adwright_views::{BulkFormInput, BulkProblem, BulkValue};
use regex::{Regex, RegexBuilder};

use super::template::ReplaceTemplate;
use super::value::ValueBuilder;

use crate::error::{BulkInputError, SkipReason};
use crate::replace::{problem, problem_at};

/// The most memory that a compiled regular expression may take, in bytes.
const MAX_PATTERN_BYTES: usize = 1 << 20;

/// A text or a regular expression to find.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextSearch<'a> {
    pub(crate) find: &'a str,
    pub(crate) regular: bool,
    pub(crate) match_case: bool,
    pub(crate) extent: MatchExtent,
}

/// What a match must cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatchExtent {
    /// Any part of the text.
    Anywhere,
    /// Whole words only.
    WholeWord,
    /// The whole text.
    WholeText,
}

/// A search and its replacement, compiled once and used for every text.
#[derive(Debug, Clone)]
pub(crate) struct TextReplacer<T> {
    pattern: Regex,
    template: ReplaceTemplate<T>,
}

/// The result of a replacement in one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Replacement {
    pub(crate) text: String,
    pub(crate) before: BulkValue,
    pub(crate) after: BulkValue,
}

impl<T> TextReplacer<T> {
    pub(crate) fn compile(
        search: &TextSearch<'_>,
        replace: &str,
        parse_token: impl Fn(&str) -> Result<T, BulkInputError>,
    ) -> Result<Self, BulkProblem> {
        let pattern = compile_pattern(search)?;
        let groups = search.regular.then_some(&pattern);
        let template = ReplaceTemplate::parse(replace, groups, parse_token)?;
        Ok(Self { pattern, template })
    }

    /// Replaces all matches; none if the text stays the same.
    pub(crate) fn replace_in(
        &self,
        text: &str,
        mut token_text: impl FnMut(&T) -> Result<String, SkipReason>,
    ) -> Result<Option<Replacement>, SkipReason> {
        let (mut before, mut after) = (ValueBuilder::default(), ValueBuilder::default());
        let mut replaced = String::new();
        let mut end = 0;
        for found in self.pattern.captures_iter(text) {
            let Some(matched) = found.get(0) else {
                continue;
            };
            let replacement = self.template.render(Some(&found), &mut token_text)?;
            let unchanged = &text[end..matched.start()];
            before.push_plain(unchanged);
            after.push_plain(unchanged);
            before.push_marked(matched.as_str());
            after.push_marked(&replacement);
            replaced.push_str(unchanged);
            replaced.push_str(&replacement);
            end = matched.end();
        }
        let unchanged = &text[end..];
        replaced.push_str(unchanged);
        before.push_plain(unchanged);
        after.push_plain(unchanged);
        Ok((replaced != text).then(|| Replacement {
            text: replaced,
            before: before.build(),
            after: after.build(),
        }))
    }
}

fn compile_pattern(search: &TextSearch<'_>) -> Result<Regex, BulkProblem> {
    if search.find.is_empty() {
        return Err(problem(BulkFormInput::Find, &BulkInputError::NoSearchText));
    }
    let mut text = if search.regular {
        check_regex(search.find)?;
        search.find.to_owned()
    } else {
        regex::escape(search.find)
    };
    match search.extent {
        MatchExtent::Anywhere => {}
        MatchExtent::WholeWord => text = format!(r"\b{{start-half}}(?:{text})\b{{end-half}}"),
        MatchExtent::WholeText => text = format!(r"\A(?:{text})\z"),
    }
    RegexBuilder::new(&text)
        .case_insensitive(!search.match_case)
        .size_limit(MAX_PATTERN_BYTES)
        .build()
        .map_err(|_| problem(BulkFormInput::Find, &BulkInputError::PatternTooLarge))
}

/// Parses a regular expression only to report the position of its error.
pub(crate) fn check_regex(find: &str) -> Result<(), BulkProblem> {
    let (what, at) = match regex_syntax::parse(find) {
        Ok(_) => return Ok(()),
        Err(regex_syntax::Error::Parse(error)) => {
            (error.kind().to_string(), error.span().start.offset)
        }
        Err(regex_syntax::Error::Translate(error)) => {
            (error.kind().to_string(), error.span().start.offset)
        }
        Err(other) => (other.to_string(), 0),
    };
    let error = BulkInputError::InvalidPattern(what);
    Err(problem_at(BulkFormInput::Find, find, at, &error))
}
