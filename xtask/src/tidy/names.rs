use std::collections::BTreeMap;

use syn::{
    Ident, ImplItem, Item, ItemEnum, ItemStruct, ItemTrait, ItemType, Visibility,
    visit::{self, Visit},
};

use super::{
    TidyProblem,
    rust::{self, RustSource},
};

/// Past participles that do not end in "ed".
const IRREGULAR: [&str; 25] = [
    "Begun", "Bound", "Built", "Chosen", "Drawn", "Found", "Given", "Gone", "Got", "Held", "Kept",
    "Known", "Left", "Made", "Met", "Put", "Read", "Said", "Seen", "Sent", "Shown", "Taken",
    "Told", "Won", "Written",
];

/// Nouns that look like participles.
const NOUNS: [&str; 10] = [
    "Binding", "Drawing", "Encoding", "Feed", "Finding", "Pairing", "Seed", "Setting", "Speed",
    "Spelling",
];

/// The place of a type's declaration.
struct Declaration<'a> {
    name: String,
    file: &'a str,
    line: usize,
    is_shared: bool,
}

/// Finds type names that are declared twice, and participles used as type names. Tests are left out.
pub(super) fn check(sources: &[RustSource<'_>]) -> Vec<TidyProblem> {
    let mut declarations = Vec::new();
    for source in sources.iter().filter(|source| !source.is_test()) {
        let mut search = Search {
            file: source.path,
            declarations: &mut declarations,
        };
        search.visit_file(&source.tree);
    }
    let mut problems = participles(&declarations);
    problems.extend(repeated(&declarations));
    problems
}

fn participles(declarations: &[Declaration<'_>]) -> Vec<TidyProblem> {
    let participles = declarations
        .iter()
        .filter(|found| is_participle(&found.name));
    participles
        .map(|found| {
            let what = format!(
                "`{}` says what happened to what? A type is a noun",
                found.name
            );
            TidyProblem::new(found.file, found.line, what)
        })
        .collect()
}

fn repeated(declarations: &[Declaration<'_>]) -> Vec<TidyProblem> {
    let mut first: BTreeMap<&str, &Declaration<'_>> = BTreeMap::new();
    let mut problems = Vec::new();
    for found in declarations.iter().filter(|found| found.is_shared) {
        match first.get(&*found.name) {
            Some(other) => {
                let what = format!(
                    "`{}` is declared in {}:{} too",
                    found.name, other.file, other.line
                );
                problems.push(TidyProblem::new(found.file, found.line, what));
            }
            None => {
                first.insert(&found.name, found);
            }
        }
    }
    problems
}

/// Whether a name is a single participle, like `Found`, but not `FoundRows`.
fn is_participle(name: &str) -> bool {
    let is_one_word = !name.chars().skip(1).any(char::is_uppercase);
    let looks_like_one = name.ends_with("ed") || name.ends_with("ing") || IRREGULAR.contains(&name);
    is_one_word && looks_like_one && !NOUNS.contains(&name)
}

struct Search<'a, 'b> {
    file: &'a str,
    declarations: &'b mut Vec<Declaration<'a>>,
}

impl Search<'_, '_> {
    fn add(&mut self, name: &Ident, visibility: &Visibility) {
        let is_shared = match visibility {
            Visibility::Public(_) => true,
            Visibility::Restricted(to) => to.path.is_ident("crate"),
            Visibility::Inherited => false,
        };
        self.declarations.push(Declaration {
            name: name.to_string(),
            file: self.file,
            line: name.span().start().line,
            is_shared,
        });
    }
}

impl<'tree> Visit<'tree> for Search<'_, '_> {
    fn visit_item(&mut self, item: &'tree Item) {
        if !rust::is_test(rust::attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, _: &'tree ImplItem) {
        // An associated type belongs to its trait, and a type inside a function to that function.
    }

    fn visit_item_struct(&mut self, item: &'tree ItemStruct) {
        self.add(&item.ident, &item.vis);
    }

    fn visit_item_enum(&mut self, item: &'tree ItemEnum) {
        self.add(&item.ident, &item.vis);
    }

    fn visit_item_trait(&mut self, item: &'tree ItemTrait) {
        self.add(&item.ident, &item.vis);
    }

    fn visit_item_type(&mut self, item: &'tree ItemType) {
        self.add(&item.ident, &item.vis);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tidy::{SourceText, join_problems};

    fn check_texts(texts: &[&str], expected: &Expect) {
        let texts: Vec<_> = texts
            .iter()
            .enumerate()
            .map(|(at, text)| SourceText {
                path: format!("crates/a/src/file_{at}.rs"),
                text: (*text).into(),
            })
            .collect();
        let sources: Vec<_> = texts
            .iter()
            .map(|text| RustSource::parse(text).unwrap())
            .collect();
        expected.assert_eq(&join_problems(&check(&sources)));
    }

    #[test]
    fn one_name_is_one_type() {
        check_texts(
            &[
                "pub struct Row;\nstruct Page;\n",
                "pub(crate) enum Row {}\npub struct Page;\n#[cfg(test)]\nmod tests { pub struct Row; }\n",
            ],
            &expect![[r"
                crates/a/src/file_1.rs:1: `Row` is declared in crates/a/src/file_0.rs:1 too
            "]],
        );
    }

    #[test]
    fn participle_is_not_a_type_name() {
        check_texts(
            &[
                "struct Held;\nstruct HeldRow;\npub type Finding = u8;\npub enum Cached {}\ntrait Waiting {}\n",
            ],
            &expect![[r"
                crates/a/src/file_0.rs:1: `Held` says what happened to what? A type is a noun
                crates/a/src/file_0.rs:4: `Cached` says what happened to what? A type is a noun
                crates/a/src/file_0.rs:5: `Waiting` says what happened to what? A type is a noun
            "]],
        );
    }
}
