use super::{SourceText, TidyProblem};

/// Paths that a build or a test run creates, so that a fresh clone lacks them.
const MADE: [&str; 4] = ["target/", "gen/", "ui/dist/", "ui/node_modules/"];

/// Finds paths in the documents that do not exist. `exists` takes paths from the root.
pub(super) fn check(text: &SourceText, exists: &dyn Fn(&str) -> bool) -> Vec<TidyProblem> {
    if !is_document(text) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    for (number, line) in prose(&text.text) {
        let quoted = line
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|word| looks_like_a_path(word, exists));
        let linked = links(line).map(|link| resolve(&text.path, link));
        let paths = quoted.map(str::to_owned).chain(linked);
        let dead =
            paths.filter(|path| !MADE.iter().any(|made| path.starts_with(made)) && !exists(path));
        problems.extend(
            dead.map(|path| TidyProblem::new(&text.path, number, format!("there is no `{path}`"))),
        );
    }
    problems
}

fn is_document(text: &SourceText) -> bool {
    text.extension() == "md" && (text.path.starts_with("docs/") || !text.path.contains('/'))
}

/// Returns the numbered lines outside fenced blocks.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// Whether a word in backticks is a path: it is spelled like one, and starts or ends like one.
fn looks_like_a_path(word: &str, exists: &dyn Fn(&str) -> bool) -> bool {
    let spelled = word
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || "._-*/".contains(letter));
    let Some((first, rest)) = word.split_once('/') else {
        return spelled
            && ["Cargo.toml", "clippy.toml", "deny.toml", "tauri.conf.json"].contains(&word);
    };
    let named = word.ends_with('/')
        || rest
            .rsplit('/')
            .next()
            .is_some_and(|last| last.contains('.'));
    spelled && !first.is_empty() && (named || exists(first))
}

/// Returns the targets of a line's Markdown links inside the repository.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', ' ', '#']).next());
    targets.filter(|target| {
        !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:")
    })
}

/// Returns a link's target as a path from the root.
fn resolve(document: &str, link: &str) -> String {
    let mut parts: Vec<_> = document.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tidy::join_problems;

    fn check_text(path: &str, lines: &[&str], expected: &Expect) {
        let there = ["crates", "crates/a/src/", "docs/picture.png", "README.md"];
        let text = SourceText {
            path: path.into(),
            text: lines.join("\n"),
        };
        expected.assert_eq(&join_problems(&check(&text, &|path| there.contains(&path))));
    }

    #[test]
    fn missing_path_is_reported() {
        check_text(
            "ARCHITECTURE.md",
            &[
                "See `crates/a/src/`, `crates/gone` and",
                "`lost/file.rs`, and ![a picture](docs/lost.png).",
            ],
            &expect![[r"
                ARCHITECTURE.md:1: there is no `crates/gone`
                ARCHITECTURE.md:2: there is no `lost/file.rs`
                ARCHITECTURE.md:2: there is no `docs/lost.png`
            "]],
        );
    }

    #[test]
    fn links_resolve_from_their_own_file() {
        check_text(
            "docs/guide.md",
            &[
                "[home](../README.md#map) ![here](picture.png) [away](https://example.org/x)",
                "[lost](../gone.md)",
            ],
            &expect![[r"
                docs/guide.md:2: there is no `gone.md`
            "]],
        );
    }

    #[test]
    fn other_words_in_backticks_are_left_alone() {
        check_text(
            "README.md",
            &[
                "`cargo xtask test`, `application/json`, `GET /campaigns/{id}`, `/campaigns/`, `target/tour/a.png`",
                "```",
                "`not/looked/at.rs`",
                "```",
            ],
            &expect![""],
        );
    }
}
