use super::{SourceText, TidyProblem};

/// Finds imports of Tauri outside the bridge folder.
pub(super) fn check(text: &SourceText) -> Vec<TidyProblem> {
    if !text.path.starts_with("ui/src/") || text.path.starts_with("ui/src/bridge/") {
        return Vec::new();
    }
    let lines = (1..).zip(text.text.lines());
    let imports = lines.filter(|(_, line)| {
        ["\"@tauri-apps/", "'@tauri-apps/"]
            .iter()
            .any(|start| line.contains(start))
    });
    imports
        .map(|(number, _)| {
            TidyProblem::new(
                &text.path,
                number,
                "only ui/src/bridge/ may import @tauri-apps",
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bridge_may_import_tauri() {
        let import = "import { invoke } from \"@tauri-apps/api/core\";";
        assert!(problems("ui/src/bridge/link.ts", import).is_empty());
        assert!(problems("ui/src/views/A.svelte", "import { x } from \"../state/x\";").is_empty());
        assert_eq!(
            problems("ui/src/views/A.svelte", import),
            ["ui/src/views/A.svelte:1: only ui/src/bridge/ may import @tauri-apps"]
        );
    }

    fn problems(path: &str, text: &str) -> Vec<String> {
        check(&SourceText {
            path: path.into(),
            text: text.into(),
        })
        .iter()
        .map(ToString::to_string)
        .collect()
    }
}
