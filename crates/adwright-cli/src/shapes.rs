//! What `--json` prints: one table for the guide, which a test holds against the program.

/// What the commands print with `--json`.
#[derive(Debug, Clone, Copy)]
pub struct JsonShape {
    /// The commands, as they are typed, such as `campaign list`; what has to be with them stands behind.
    pub commands: &'static [&'static str],
    /// Whether it is an array of such objects; otherwise it is one.
    pub is_array: bool,
    /// The members of an object; none where the object is the service's own, byte for byte.
    pub members: &'static [&'static str],
    /// What more there is to know, as a sentence; empty for nothing.
    pub note: &'static str,
}

/// All shapes, in the order of the guide.
pub const JSON_SHAPES: [JsonShape; 9] = [
    shape(
        &["campaign list", "value list", "ad list"],
        true,
        &[],
        "They are printed as they come.",
    ),
    shape(&["campaign get", "value get", "ad get"], false, &[], ""),
    shape(
        &["send", "campaign create", "campaign update", "value create"],
        true,
        &[
            "draft", "kind", "verb", "id", "title", "changed", "carried", "dropped", "changes",
            "findings", "blocked",
        ],
        "What would be sent.",
    ),
    shape(
        &[
            "send --go",
            "campaign create --go",
            "campaign update --go",
            "value create --go",
        ],
        true,
        &["item", "draft", "title", "outcome", "code", "id", "message"],
        "`outcome` is `confirmed`, `refused`, `unknown`, `needs-you` or `not-sent`. Each is printed when it ends.",
    ),
    shape(
        &["workspace list"],
        true,
        &["id", "name", "place", "practice", "readOnly", "production"],
        "",
    ),
    shape(
        &["workspace add", "workspace secret"],
        false,
        &["id", "name"],
        "",
    ),
    shape(
        &["workspace test"],
        true,
        &["step", "passed", "message", "advice"],
        "`passed` is null for a step that was left out. After the steps come suggestions: `suggestion`, `why` and `set`, which `--set` takes.",
    ),
    shape(
        &["workspace remove"],
        false,
        &["name", "removed", "lost"],
        "Once it is removed also `file` and `note`.",
    ),
    shape(
        &["check"],
        true,
        &[],
        "One element for each object that was checked.",
    ),
];

const fn shape(
    commands: &'static [&'static str],
    is_array: bool,
    members: &'static [&'static str],
    note: &'static str,
) -> JsonShape {
    JsonShape {
        commands,
        is_array,
        members,
        note,
    }
}
