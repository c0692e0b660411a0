use syn::{
    Item, ItemUse, Path, Signature, UseTree,
    spanned::Spanned as _,
    visit::{self, Visit},
};

use super::{
    TidyProblem,
    rust::{self, RustSource},
};

const PURE: [&str; 7] = [
    "crates/adwright-checks/src/",
    "crates/adwright-list/src/",
    "crates/adwright-model/src/",
    "crates/adwright-planner/src/",
    "crates/adwright-review/src/",
    "crates/adwright-views/src/",
    "crates/adwright-wire/src/",
];

/// Modules that read a clock, or touch a disk, a network or another process.
const OUTSIDE: [&str; 12] = [
    "axum",
    "reqwest",
    "rusqlite",
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
    "tokio",
    "tracing",
];

/// Finds uses of the outside world in pure crates, except in tests.
pub(super) fn check(source: &RustSource<'_>) -> Vec<TidyProblem> {
    let mut search = PurityVisitor {
        path: source.path,
        problems: Vec::new(),
    };
    if PURE.iter().any(|dir| source.path.starts_with(dir)) && !source.is_test() {
        search.visit_file(&source.tree);
    }
    search.problems
}

struct PurityVisitor<'a> {
    path: &'a str,
    problems: Vec<TidyProblem>,
}

impl PurityVisitor<'_> {
    fn check_path(&mut self, used: &str, line: usize) {
        let fits = |outside: &&&str| {
            used.strip_prefix(**outside)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        if let Some(outside) = OUTSIDE.iter().find(fits) {
            self.report(line, &format!("uses `{outside}`"));
        }
    }

    fn report(&mut self, line: usize, what: &str) {
        let what = format!("{what}, but this crate only computes");
        self.problems.push(TidyProblem::new(self.path, line, what));
    }

    fn check_use_tree(&mut self, before: &str, tree: &UseTree) {
        let line = tree.span().start().line;
        match tree {
            UseTree::Path(path) => {
                self.check_use_tree(&format!("{before}{}::", path.ident), &path.tree);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.check_use_tree(before, tree);
                }
            }
            UseTree::Name(name) => self.check_path(&format!("{before}{}", name.ident), line),
            UseTree::Rename(name) => self.check_path(&format!("{before}{}", name.ident), line),
            UseTree::Glob(_) => self.check_path(&format!("{before}*"), line),
        }
    }
}

impl<'tree> Visit<'tree> for PurityVisitor<'_> {
    fn visit_item(&mut self, item: &'tree Item) {
        if !rust::is_test(rust::attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'tree ItemUse) {
        self.check_use_tree("", &item.tree);
    }

    fn visit_path(&mut self, path: &'tree Path) {
        let parts: Vec<_> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        // A single word is a local name. The outside world needs a path or a `use`.
        if parts.len() > 1 {
            self.check_path(&parts.join("::"), path.span().start().line);
        }
        visit::visit_path(self, path);
    }

    fn visit_signature(&mut self, signature: &'tree Signature) {
        if signature.asyncness.is_some() {
            self.report(signature.span().start().line, "is async");
        }
        visit::visit_signature(self, signature);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tidy::{SourceText, join_problems};

    fn check_in(krate: &str, text: &str, expected: &Expect) {
        let text = SourceText {
            path: format!("crates/{krate}/src/lib.rs"),
            text: text.into(),
        };
        expected.assert_eq(&join_problems(&check(&RustSource::parse(&text).unwrap())));
    }

    #[test]
    fn a_pure_crate_may_not_reach_outside() {
        check_in(
            "adwright-model",
            "use std::{collections::BTreeMap, fs, time::{Duration, SystemTime as Time}};\n\
             async fn later() {}\n\
             fn now() -> bool { std::env::args().count() > tokio::spawn(1) }\n",
            &expect![[r"
                crates/adwright-model/src/lib.rs:1: uses `std::fs`, but this crate only computes
                crates/adwright-model/src/lib.rs:1: uses `std::time::SystemTime`, but this crate only computes
                crates/adwright-model/src/lib.rs:2: is async, but this crate only computes
                crates/adwright-model/src/lib.rs:3: uses `std::env`, but this crate only computes
                crates/adwright-model/src/lib.rs:3: uses `tokio`, but this crate only computes
            "]],
        );
    }

    #[test]
    fn names_that_only_begin_alike_are_fine() {
        check_in(
            "adwright-wire",
            "use std::fmt;\nuse tokio_like::x;\nfn f(env: u8) -> u8 { env }\n",
            &expect![""],
        );
    }

    #[test]
    fn tests_and_other_crates_may() {
        check_in(
            "adwright-checks",
            "#[cfg(test)]\nmod tests { use std::fs; }\n",
            &expect![""],
        );
        check_in("adwright-store", "use std::fs;\n", &expect![""]);
    }
}
