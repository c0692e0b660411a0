use std::collections::{BTreeMap, BTreeSet};

use syn::{
    Item, ItemUse, Path, UseTree,
    spanned::Spanned as _,
    visit::{self, Visit},
};

use super::{
    TidyProblem,
    rust::{self, RustSource},
};

/// The source folder whose top modules form no cycle.
const ORDERED: &str = "crates/adwright-desk/src/";

/// The place of the first import of each top module by each other one: `imports[from][to]`.
type Imports<'a> = BTreeMap<&'a str, BTreeMap<String, (&'a str, usize)>>;

/// Finds cycles of imports between the top modules of the desk, except in tests.
pub(super) fn check(sources: &[RustSource<'_>]) -> Vec<TidyProblem> {
    let mut imports = Imports::new();
    for source in sources.iter().filter(|source| !source.is_test()) {
        let Some(inside) = source.path.strip_prefix(ORDERED) else {
            continue;
        };
        let top = inside.split('/').next().unwrap_or_default();
        let top = top.strip_suffix(".rs").unwrap_or(top);
        if top == "lib" {
            continue;
        }
        let mut search = ImportVisitor {
            depth: depth_of(inside),
            path: source.path,
            top,
            imports: imports.entry(top).or_default(),
        };
        search.visit_file(&source.tree);
    }
    let tops: Vec<&str> = imports.keys().copied().collect();
    let mut seen = BTreeSet::new();
    let mut problems = Vec::new();
    for top in tops {
        if let Some(cycle) = find_cycle(top, &imports) {
            let members: BTreeSet<_> = cycle.iter().cloned().collect();
            if seen.insert(members) {
                let (file, line) = imports[top][&cycle[1]];
                let what = format!("imports in a circle: {}", cycle.join(" → "));
                problems.push(TidyProblem::new(file, line, what));
            }
        }
    }
    problems
}

/// Returns the number of modules between the crate's root and the file's own items.
fn depth_of(inside: &str) -> usize {
    let parts = inside.split('/').count();
    if inside.ends_with("/mod.rs") {
        parts - 1
    } else {
        parts
    }
}

/// Returns a shortest cycle from `top` back to it; none if there is none.
fn find_cycle(top: &str, imports: &Imports<'_>) -> Option<Vec<String>> {
    let mut paths = vec![vec![top.to_owned()]];
    let mut reached = BTreeSet::new();
    while !paths.is_empty() {
        let mut longer = Vec::new();
        for path in paths {
            let last = path.last().expect("a path has its start");
            for next in imports
                .get(last.as_str())
                .into_iter()
                .flat_map(BTreeMap::keys)
            {
                let mut path = path.clone();
                path.push(next.clone());
                if next == top {
                    return Some(path);
                }
                if reached.insert(next.clone()) {
                    longer.push(path);
                }
            }
        }
        paths = longer;
    }
    None
}

struct ImportVisitor<'a, 'b> {
    /// The number of modules around the current item.
    depth: usize,
    path: &'a str,
    top: &'a str,
    imports: &'b mut BTreeMap<String, (&'a str, usize)>,
}

impl ImportVisitor<'_, '_> {
    /// Records a path from the crate's root. `parts` begin with `crate`, or with a `super` for each module around.
    fn record_path(&mut self, parts: &[String], line: usize) {
        let supers = parts.iter().take_while(|part| *part == "super").count();
        let start = match parts.first().map(String::as_str) {
            Some("crate") => 1,
            Some("super") if supers == self.depth => supers,
            _ => return,
        };
        if let Some(to) = parts.get(start).filter(|to| *to != self.top) {
            let place = (self.path, line);
            self.imports.entry(to.clone()).or_insert(place);
        }
    }

    fn record_tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.record_tree(&with(path.ident.to_string()), &path.tree),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.record_tree(before, tree);
                }
            }
            UseTree::Name(name) => {
                self.record_path(&with(name.ident.to_string()), tree.span().start().line);
            }
            UseTree::Rename(name) => {
                self.record_path(&with(name.ident.to_string()), tree.span().start().line);
            }
            UseTree::Glob(_) => self.record_path(before, tree.span().start().line),
        }
    }
}

impl<'tree> Visit<'tree> for ImportVisitor<'_, '_> {
    fn visit_item(&mut self, item: &'tree Item) {
        if rust::is_test(rust::attributes(item)) {
            return;
        }
        let inner = usize::from(matches!(item, Item::Mod(_)));
        self.depth += inner;
        visit::visit_item(self, item);
        self.depth -= inner;
    }

    fn visit_item_use(&mut self, item: &'tree ItemUse) {
        self.record_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'tree Path) {
        let parts: Vec<_> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.record_path(&parts, path.span().start().line);
        visit::visit_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tidy::{SourceText, join_problems};

    fn check_files(files: &[(&str, &str)], expected: &Expect) {
        let texts: Vec<_> = files
            .iter()
            .map(|(path, text)| SourceText {
                path: format!("{ORDERED}{path}"),
                text: (*text).into(),
            })
            .collect();
        expected.assert_eq(&join_problems(&check(&rust::parse(&texts).unwrap())));
    }

    #[test]
    fn cycle_is_found_through_folders_and_paths() {
        check_files(
            &[
                ("draft/mod.rs", "use crate::list::Lists;\n"),
                ("list/mod.rs", "pub struct Lists;\n"),
                (
                    "list/cache.rs",
                    "use crate::error::Error;\nfn f() { crate::wording::plural() }\n",
                ),
                ("wording.rs", "use super::draft::Draft;\n"),
                ("error.rs", ""),
            ],
            &expect![[r"
                crates/adwright-desk/src/draft/mod.rs:1: imports in a circle: draft → list → wording → draft
            "]],
        );
    }

    #[test]
    fn tests_and_siblings_form_no_cycle() {
        check_files(
            &[
                (
                    "draft/edit.rs",
                    "use super::list::row;\nuse crate::list::Lists;\n",
                ),
                (
                    "list.rs",
                    "#[cfg(test)]\nmod tests { use crate::draft::Draft; }\n",
                ),
            ],
            &expect![""],
        );
    }
}
