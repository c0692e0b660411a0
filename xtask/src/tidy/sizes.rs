use super::{
    SourceText, TidyProblem,
    rust::{self, RustSource},
};

const FILE: usize = 500;
const COMPONENT: usize = 200;
/// A file that `cargo xtask codegen` writes.
const GENERATED: &str = "ui/src/bridge/bindings.ts";

/// Reports a Rust file that is too long without its tests.
pub(super) fn check_rust(source: &RustSource<'_>) -> Option<TidyProblem> {
    if source.is_test() {
        return None;
    }
    check_size(
        source.path,
        source.text.lines().count() - rust::test_lines(&source.tree),
        FILE,
    )
}

/// Reports a UI file that is too long.
pub(super) fn check_ui(text: &SourceText) -> Option<TidyProblem> {
    let limit = match text.extension() {
        "svelte" => COMPONENT,
        "ts" | "mjs" | "css" => FILE,
        _ => return None,
    };
    if text.path == GENERATED || text.path.contains(".test.") {
        return None;
    }
    check_size(&text.path, text.text.lines().count(), limit)
}

fn check_size(path: &str, lines: usize, limit: usize) -> Option<TidyProblem> {
    let what = || format!("{lines} lines without tests; {limit} are the most");
    (lines > limit).then(|| TidyProblem::new(path, None, what()))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn the_lines_of_tests_do_not_count() {
        let code = "const A: u8 = 1;\n".repeat(500);
        let tests = "#[cfg(test)]\nmod tests {\n    const B: u8 = 1;\n}\n";
        assert_eq!(rust_problem(&format!("{code}{tests}")), None);
        expect!["a.rs: 501 lines without tests; 500 are the most"].assert_eq(
            &rust_problem(&format!("{code}\n{tests}"))
                .unwrap()
                .to_string(),
        );
    }

    #[test]
    fn component_limit_is_below_the_module_limit() {
        assert_eq!(ui_problem("ui/src/state/a.ts", 201), None);
        expect!["ui/src/views/A.svelte: 201 lines without tests; 200 are the most"].assert_eq(
            &ui_problem("ui/src/views/A.svelte", 201)
                .unwrap()
                .to_string(),
        );
    }

    #[test]
    fn generated_files_may_be_of_any_length() {
        assert_eq!(ui_problem(GENERATED, 5000), None);
    }

    fn rust_problem(text: &str) -> Option<TidyProblem> {
        let text = SourceText {
            path: "a.rs".into(),
            text: text.into(),
        };
        check_rust(&RustSource::parse(&text).unwrap())
    }

    fn ui_problem(path: &str, lines: usize) -> Option<TidyProblem> {
        check_ui(&SourceText {
            path: path.into(),
            text: "\n".repeat(lines),
        })
    }
}
