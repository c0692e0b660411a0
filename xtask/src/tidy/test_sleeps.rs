use syn::{
    Attribute, ExprCall, ExprPath, Item, ItemFn,
    spanned::Spanned as _,
    visit::{self, Visit},
};

use super::{
    SourceText, TidyProblem,
    rust::{self, RustSource},
};

/// Finds Rust tests that are ignored, or that sleep instead of waiting for a condition.
pub(super) fn check_rust(source: &RustSource<'_>) -> Vec<TidyProblem> {
    let mut search = SleepVisitor {
        path: source.path,
        in_test: source.is_test(),
        problems: Vec::new(),
    };
    search.visit_file(&source.tree);
    search.problems
}

/// Finds UI tests that are skipped, or that sleep instead of waiting for a condition.
pub(super) fn check_ui(text: &SourceText) -> Vec<TidyProblem> {
    if !text.path.contains(".test.") && !text.path.starts_with("ui/e2e/") {
        return Vec::new();
    }
    let lines = (1..).zip(text.text.lines());
    lines
        .filter_map(|(number, line)| Some(TidyProblem::new(&text.path, number, check_line(line)?)))
        .collect()
}

fn check_line(line: &str) -> Option<&'static str> {
    let code = line.trim_start();
    if code.starts_with("//") || code.starts_with('*') {
        return None;
    }
    if [".skip(", ".only(", ".todo(", "skip: true", "only: true"]
        .iter()
        .any(|word| code.contains(word))
    {
        return Some(SWITCHED_OFF);
    }
    ["setTimeout(", "sleep("]
        .iter()
        .any(|word| code.contains(word))
        .then_some(SLEEPS)
}

const SWITCHED_OFF: &str = "a test that does not run proves nothing";
const SLEEPS: &str = "a test waits for what it waits for, not for time to pass";

struct SleepVisitor<'a> {
    path: &'a str,
    in_test: bool,
    problems: Vec<TidyProblem>,
}

impl SleepVisitor<'_> {
    /// Visits an item, and tracks whether it belongs to a test.
    fn in_item(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut Self)) {
        let outer = self.in_test;
        self.in_test |= rust::is_test(attributes);
        visit(self);
        self.in_test = outer;
    }
}

impl<'tree> Visit<'tree> for SleepVisitor<'_> {
    fn visit_item(&mut self, item: &'tree Item) {
        self.in_item(rust::attributes(item), |search| {
            visit::visit_item(search, item);
        });
    }

    fn visit_item_fn(&mut self, item: &'tree ItemFn) {
        if let Some(ignored) = item
            .attrs
            .iter()
            .find(|attribute| attribute.path().is_ident("ignore"))
        {
            self.problems.push(TidyProblem::new(
                self.path,
                ignored.span().start().line,
                SWITCHED_OFF,
            ));
        }
        visit::visit_item_fn(self, item);
    }

    fn visit_expr_call(&mut self, call: &'tree ExprCall) {
        let sleeps = matches!(&*call.func, syn::Expr::Path(ExprPath { path, .. })
            if path.segments.last().is_some_and(|last| last.ident == "sleep"));
        if sleeps && self.in_test {
            self.problems.push(TidyProblem::new(
                self.path,
                call.span().start().line,
                SLEEPS,
            ));
        }
        visit::visit_expr_call(self, call);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tidy::join_problems;

    fn check(path: &str, lines: &[&str], expected: &Expect) {
        let text = SourceText {
            path: path.into(),
            text: lines.join("\n"),
        };
        let problems = if text.extension() == "rs" {
            check_rust(&RustSource::parse(&text).unwrap())
        } else {
            check_ui(&text)
        };
        expected.assert_eq(&join_problems(&problems));
    }

    #[test]
    fn a_rust_test_neither_sleeps_nor_is_ignored() {
        check(
            "crates/a/src/lib.rs",
            &[
                "fn pause() { std::thread::sleep(TIME); }",
                "#[cfg(test)] mod tests {",
                "    #[test] #[ignore] fn slow() { sleep(TIME); }",
                "}",
            ],
            &expect![[r"
                crates/a/src/lib.rs:3: a test that does not run proves nothing
                crates/a/src/lib.rs:3: a test waits for what it waits for, not for time to pass
            "]],
        );
    }

    #[test]
    fn everything_under_tests_is_a_test() {
        check(
            "crates/a/tests/it.rs",
            &["fn helper() { tokio::time::sleep(TIME); }"],
            &expect![[r"
                crates/a/tests/it.rs:1: a test waits for what it waits for, not for time to pass
            "]],
        );
    }

    #[test]
    fn a_ui_test_neither_sleeps_nor_is_skipped() {
        let (skip, pause) = (
            ["it", ".skip('x', f);"].concat(),
            ["setTime", "out(done, 10);"].concat(),
        );
        check(
            "ui/src/views/a.test.ts",
            &[&skip, "// a comment may speak of sleep()", &pause],
            &expect![[r"
                ui/src/views/a.test.ts:1: a test that does not run proves nothing
                ui/src/views/a.test.ts:3: a test waits for what it waits for, not for time to pass
            "]],
        );
        check("ui/src/state/hold.ts", &[&pause], &expect![""]);
    }
}
