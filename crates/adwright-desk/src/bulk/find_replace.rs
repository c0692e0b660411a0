//! Find and replace in the texts of one campaign.

use adwright_model::{EditableDocument, Path};
use adwright_views::{BulkFormInput, BulkProblem, FieldKind, FindReplace};

use super::field_token::FieldToken;

use crate::error::{BulkInputError, SkipReason};
use crate::field::{FieldCatalog, is_text};
use crate::host::Zone;
use crate::replace::{MatchExtent, Replacement, TextReplacer, TextSearch, problem};

/// A search and its replacement, compiled once and used for every campaign.
#[derive(Debug, Clone)]
pub(super) struct Replacer {
    replacer: TextReplacer<FieldToken>,
    pub(super) fields: Vec<Path>,
}

impl Replacer {
    pub(super) fn compile(
        request: &FindReplace,
        catalog: &FieldCatalog,
    ) -> Result<Self, BulkProblem> {
        let search = TextSearch {
            find: &request.find,
            regular: request.regular,
            match_case: request.match_case,
            extent: if request.whole_word {
                MatchExtent::WholeWord
            } else {
                MatchExtent::Anywhere
            },
        };
        let parse_token = |token: &str| FieldToken::parse(token, catalog);
        let replacer = TextReplacer::compile(&search, &request.replace, parse_token)?;
        let fields: Result<Vec<_>, _> = request
            .fields
            .iter()
            .map(|path| parse_searched_field(path, catalog))
            .collect();
        let fields = fields?;
        if fields.is_empty() {
            return Err(problem(
                BulkFormInput::Fields,
                &BulkInputError::NoFieldToSearch,
            ));
        }
        Ok(Self { replacer, fields })
    }

    /// Replaces all matches; none if the text stays the same.
    pub(super) fn replace_in(
        &self,
        text: &str,
        document: &EditableDocument,
        catalog: &FieldCatalog,
        zone: &Zone,
    ) -> Result<Option<Replacement>, SkipReason> {
        let token_text = |token: &FieldToken| token.text(document, catalog, zone);
        self.replacer.replace_in(text, token_text)
    }
}

fn parse_searched_field(path: &str, catalog: &FieldCatalog) -> Result<Path, BulkProblem> {
    let parsed: Option<Path> = path.parse().ok();
    parsed
        .filter(|path| {
            catalog
                .field(path)
                .is_some_and(|field| is_text(FieldKind::of_field(field)))
        })
        .ok_or_else(|| {
            problem(
                BulkFormInput::Fields,
                &BulkInputError::NotATextField(path.to_owned()),
            )
        })
}

#[cfg(test)]
mod tests {
    use adwright_views::BulkValue;
    use expect_test::{Expect, expect};

    use super::*;

    use crate::wording::skip_message;

    fn request(find: &str, replace: &str) -> FindReplace {
        FindReplace {
            find: find.to_owned(),
            replace: replace.to_owned(),
            regular: false,
            match_case: false,
            whole_word: false,
            fields: vec!["name".to_owned()],
        }
    }

    fn shown(value: BulkValue) -> String {
        let parts = value.parts.into_iter().map(|part| {
            if part.marked {
                format!("[{}]", part.text)
            } else {
                part.text
            }
        });
        parts.collect()
    }

    #[track_caller]
    fn check(text: &str, request: &FindReplace, expected: &Expect) {
        let catalog = FieldCatalog::bundled();
        let outcome = match Replacer::compile(request, &catalog) {
            Err(problem) => format!(
                "{:?} at {:?}: {}",
                problem.part, problem.at, problem.message
            ),
            Ok(replace) => {
                let document = EditableDocument::parse(r#"{"advertiserName":"Acme"}"#).unwrap();
                match replace.replace_in(text, &document, &catalog, &Zone::named("UTC")) {
                    Err(skip) => format!("skipped: {}", skip_message(&skip)),
                    Ok(None) => "stays".to_owned(),
                    Ok(Some(done)) => format!(
                        "{} -> {}: {}",
                        shown(done.before),
                        shown(done.after),
                        done.text
                    ),
                }
            }
        };
        expected.assert_eq(&outcome);
    }

    #[test]
    fn every_place_is_replaced_and_marked() {
        check(
            "Spring, spring",
            &request("spring", "Autumn"),
            &expect![["[Spring], [spring] -> [Autumn], [Autumn]: Autumn, Autumn"]],
        );
        check("Winter", &request("spring", "Autumn"), &expect![["stays"]]);
        check("Spring", &request("Spring", "Spring"), &expect![["stays"]]);
        check(
            "(a.b)",
            &request("a.b", "{advertiserName}"),
            &expect![["([a.b]) -> ([Acme]): (Acme)"]],
        );
        check("a x", &request(" x", ""), &expect![["a[ x] -> a: a"]]);
    }

    #[test]
    fn case_and_whole_word_options_apply() {
        let case = FindReplace {
            match_case: true,
            ..request("spring", "x")
        };
        check("Spring", &case, &expect![["stays"]]);
        let word = FindReplace {
            whole_word: true,
            ..request("DE", "AT")
        };
        check(
            "DE, DEU, fDE",
            &word,
            &expect![["[DE], DEU, fDE -> [AT], DEU, fDE: AT, DEU, fDE"]],
        );
        let sign = FindReplace {
            whole_word: true,
            ..request("(x)", "y")
        };
        check("a (x) b", &sign, &expect![["a [(x)] b -> a [y] b: a y b"]]);
    }

    #[test]
    fn regular_expression_supports_groups_and_locates_errors() {
        let regular = |find: &str, replace: &str| FindReplace {
            regular: true,
            ..request(find, replace)
        };
        check(
            "2026-04 Spring",
            &regular(r"(\d+)-(\d+)", "$2/$1"),
            &expect![["[2026-04] Spring -> [04/2026] Spring: 04/2026 Spring"]],
        );
        check(
            "",
            &regular("ä(b", ""),
            &expect!["Find at Some(2): This is not a regular expression yet: unclosed group."],
        );
        check(
            "",
            &regular(r"\p{Nope}", ""),
            &expect![
                "Find at Some(1): This is not a regular expression yet: Unicode property not found."
            ],
        );
        check(
            "",
            &regular("(a{1000}){1000}", ""),
            &expect!["Find at None: This regular expression is too large. Use a shorter one."],
        );
        check(
            "",
            &regular("a", "$1"),
            &expect![
                "Replace at Some(1): The regular expression has no group “1”. A group is written in round \
                 brackets, and groups count from 1."
            ],
        );
    }

    #[test]
    fn missing_input_is_refused_with_its_field() {
        check(
            "",
            &request("", ""),
            &expect!["Find at None: Type the text to find."],
        );
        let nowhere = FindReplace {
            fields: Vec::new(),
            ..request("a", "b")
        };
        check(
            "",
            &nowhere,
            &expect!["Fields at None: Choose a field to search."],
        );
        let number = FindReplace {
            fields: vec!["budget".to_owned()],
            ..request("a", "b")
        };
        check(
            "",
            &number,
            &expect!["Fields at None: “budget” is not a text field. Choose another one."],
        );
    }

    #[test]
    fn pathological_expression_runs_fast() {
        let regular = FindReplace {
            regular: true,
            ..request("(a+)+$", "x")
        };
        check(
            &format!("{}b", "a".repeat(50_000)),
            &regular,
            &expect![["stays"]],
        );
    }
}
