use super::{TidyProblem, rust::RustSource};

/// The most words of a test's name.
const MAX_WORDS: usize = 8;

/// Finds Rust tests with long names. It reads lines, because a syntax tree does not show the tests inside `proptest!`.
pub(super) fn check(source: &RustSource<'_>) -> Vec<TidyProblem> {
    let mut problems = Vec::new();
    let mut is_test = false;
    for (number, line) in (1..).zip(source.text.lines()) {
        let line = line.trim_start();
        is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
        let Some(name) = function_name(line).filter(|_| is_test) else {
            continue;
        };
        is_test = false;
        let words = name.split('_').count();
        if words > MAX_WORDS {
            let what = format!(
                "`{name}` has {words} words. A test is a plain claim of at most {MAX_WORDS}"
            );
            problems.push(TidyProblem::new(source.path, number, what));
        }
    }
    problems
}

/// Returns the name of the function that a line declares.
fn function_name(line: &str) -> Option<&str> {
    let declaration = line.strip_prefix("async ").unwrap_or(line);
    let (name, _) = declaration.strip_prefix("fn ")?.split_once('(')?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::tidy::{SourceText, join_problems};

    #[test]
    fn test_name_has_at_most_eight_words() {
        let (eight, nine) = ("a_b_c_d_e_f_g_h", "a_b_c_d_e_f_g_h_i");
        let mut lines = vec![format!("fn {nine}() {{}}")];
        for name in [eight, nine] {
            lines.push(format!("#[test]\nfn {name}() {{}}"));
            lines.push(format!("#[tokio::test]\nasync fn {name}() {{}}"));
        }
        let text = SourceText {
            path: "crates/a/tests/it.rs".into(),
            text: lines.join("\n"),
        };
        expect![[r"
            crates/a/tests/it.rs:7: `a_b_c_d_e_f_g_h_i` has 9 words. A test is a plain claim of at most 8
            crates/a/tests/it.rs:9: `a_b_c_d_e_f_g_h_i` has 9 words. A test is a plain claim of at most 8
        "]]
        .assert_eq(&join_problems(&check(&RustSource::parse(&text).unwrap())));
    }
}
