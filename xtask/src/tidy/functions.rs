use syn::{
    Block, ImplItem, ImplItemFn, Item, ItemFn, Signature, TraitItemFn,
    spanned::Spanned as _,
    visit::{self, Visit},
};

use super::{
    TidyProblem,
    rust::{self, RustSource},
};

const LIMIT: usize = 60;

/// Finds functions that are too long, except tests.
pub(super) fn check(source: &RustSource<'_>) -> Vec<TidyProblem> {
    let mut search = FunctionVisitor {
        path: source.path,
        problems: Vec::new(),
    };
    if !source.is_test() {
        search.visit_file(&source.tree);
    }
    search.problems
}

struct FunctionVisitor<'a> {
    path: &'a str,
    problems: Vec<TidyProblem>,
}

impl FunctionVisitor<'_> {
    fn check_length(&mut self, signature: &Signature, body: &Block) {
        let first = signature.fn_token.span().start().line;
        let lines = rust::lines(first, body.span().end().line);
        if lines > LIMIT {
            let what = format!(
                "`{}` has {lines} lines; {LIMIT} are the most",
                signature.ident
            );
            self.problems.push(TidyProblem::new(self.path, first, what));
        }
    }
}

impl<'tree> Visit<'tree> for FunctionVisitor<'_> {
    fn visit_item(&mut self, item: &'tree Item) {
        if !rust::is_test(rust::attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'tree ImplItem) {
        if !rust::is_test_method(item) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'tree ItemFn) {
        self.check_length(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'tree ImplItemFn) {
        self.check_length(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'tree TraitItemFn) {
        if let Some(body) = &item.default {
            self.check_length(&item.sig, body);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tidy::{SourceText, join_problems};

    fn check_text(text: &str, expected: &Expect) {
        let text = SourceText {
            path: "crates/a/src/lib.rs".into(),
            text: text.into(),
        };
        expected.assert_eq(&join_problems(&check(&RustSource::parse(&text).unwrap())));
    }

    #[test]
    fn sixty_line_function_is_not_too_long() {
        check_text(&function("short", 60), &expect![""]);
    }

    #[test]
    fn longer_functions_are_found_anywhere() {
        let text = format!(
            "{}struct S;\nimpl S {{\n{}}}\nmod inner {{\n{}}}\n",
            function("free", 61),
            function("method", 70),
            function("nested", 80)
        );
        check_text(
            &text,
            &expect![[r"
                crates/a/src/lib.rs:1: `free` has 61 lines; 60 are the most
                crates/a/src/lib.rs:64: `method` has 70 lines; 60 are the most
                crates/a/src/lib.rs:136: `nested` has 80 lines; 60 are the most
            "]],
        );
    }

    #[test]
    fn tests_may_be_as_long_as_they_need() {
        check_text(
            &format!("#[cfg(test)]\nmod tests {{\n{}}}\n", function("long", 99)),
            &expect![""],
        );
    }

    fn function(name: &str, lines: usize) -> String {
        format!(
            "fn {name}() {{\n{}}}\n",
            "    let _ = 1;\n".repeat(lines - 2)
        )
    }
}
