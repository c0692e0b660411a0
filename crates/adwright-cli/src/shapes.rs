//! The output of `--json`: one table for the guide, which a test compares with the program.

/// The JSON output of some commands.
#[derive(Debug, Clone, Copy)]
pub struct JsonShape {
    /// The commands as they are typed, such as `campaign list`, with the options that they require.
    pub commands: &'static [&'static str],
    /// True if the output is an array of such objects. Otherwise it is one object.
    pub is_array: bool,
    /// The members of an object; empty if the object is the service's own, byte for byte.
    pub members: &'static [&'static str],
    /// The members that are lists of objects, each with the members of these objects.
    pub lists: &'static [(&'static str, &'static [&'static str])],
    /// An additional sentence; empty if there is none.
    pub note: &'static str,
}

const NOTHING: JsonShape = JsonShape {
    commands: &[],
    is_array: false,
    members: &[],
    lists: &[],
    note: "",
};

/// All shapes, in the order of the guide.
pub const JSON_SHAPES: &[JsonShape] = &[
    JsonShape {
        commands: &["campaign list", "value list", "ad list"],
        is_array: true,
        note: "Objects are printed as they arrive.",
        ..NOTHING
    },
    JsonShape {
        commands: &["campaign get", "value get", "site-contact get", "ad get"],
        ..NOTHING
    },
    JsonShape {
        commands: &[
            "send",
            "campaign create",
            "campaign update",
            "value create",
            "batch send",
        ],
        is_array: true,
        members: &[
            "draft", "batch", "row", "kind", "verb", "id", "title", "changed", "carried",
            "dropped", "changes", "findings", "blocked",
        ],
        lists: &[
            ("changes", &["path", "label", "before", "after"]),
            (
                "findings",
                &["rule", "severity", "path", "message", "code", "overridden"],
            ),
        ],
        note: "The planned send. A draft has no `batch` and no `row`, and a row of a table has no `draft`. `verb` is `create` or `update`, `severity` is `error`, `warning` or `note`; `blocked` is the reason why the draft cannot be sent at all.",
    },
    JsonShape {
        commands: &[
            "send --go",
            "campaign create --go",
            "campaign update --go",
            "value create --go",
            "batch send --go",
        ],
        is_array: true,
        members: &[
            "item", "draft", "batch", "row", "title", "outcome", "code", "id", "message", "reply",
        ],
        note: "`outcome` is `confirmed`, `refused`, `unknown`, `needs-you` or `not-sent`. Each item is printed when it ends. If a named draft or a row of a named table cannot be sent, nothing is sent, and the output is the plan, as without `--go`. `reply` is the service's answer, unless the service accepted the item or the item is on its way.",
        ..NOTHING
    },
    JsonShape {
        commands: &[
            "send --rehearse",
            "campaign create --rehearse",
            "campaign update --rehearse",
            "value create --rehearse",
            "batch send --rehearse",
        ],
        is_array: true,
        members: &[
            "draft",
            "batch",
            "row",
            "title",
            "verdict",
            "code",
            "message",
            "fix",
            "questions",
            "cached",
        ],
        lists: &[("questions", &["subject", "fact", "question"])],
        note: "The rehearsal. `verdict` is `accepted`, `refused`, `stopped` or `unknown`. `questions` are facts for `adwright fact set`. `cached` is the time when the service last showed the object.",
    },
    JsonShape {
        commands: &["sent list", "sent decide"],
        is_array: true,
        members: &[
            "item",
            "kind",
            "verb",
            "id",
            "title",
            "outcome",
            "code",
            "message",
            "at",
            "person",
            "decisions",
            "evidence",
            "leftOpen",
            "reply",
        ],
        note: "`outcome` is as for a send, or `planned` or `taken-back`; `decisions` are the words that `sent decide` accepts for the item. `evidence` of a waiting item is `absent`, `found`, `ambiguous`, `changed-meanwhile` or `not-looked-up`. `leftOpen` is the reason why a decision for many left the item open: a word of `evidence`, `other-match` or `stopped`. `reply` is as for a send.",
        ..NOTHING
    },
    JsonShape {
        commands: &["sent undo"],
        members: &["drafts", "skipped", "message"],
        lists: &[("skipped", &["item", "title", "reason", "message"])],
        note: "`drafts` has the ids of the new drafts. `reason` is `created`, `not-confirmed`, `has-draft`, `not-fetched` or `nothing-left`.",
        ..NOTHING
    },
    JsonShape {
        commands: &["audit"],
        members: &["intact", "lastHash", "broken", "message"],
        note: "`intact` counts the receipts before the first broken one, and `lastHash` is the hash of the last of them. `broken` is null if all are intact, otherwise `{seq, item, title, at, property}`. `property` is what does not fit: `order`, `link` (the hash of the receipt before it), `hash` (its own), `item` or `receipt` (missing).",
        ..NOTHING
    },
    JsonShape {
        commands: &["draft list"],
        is_array: true,
        members: &[
            "draft", "kind", "verb", "id", "title", "state", "saved", "changed", "errors",
            "warnings", "blocked",
        ],
        note: "`state` is `ready`, `errors`, `held` or `discarded`; `blocked` is the reason for `held`.",
        ..NOTHING
    },
    JsonShape {
        commands: &["draft discard", "draft restore", "draft copy"],
        members: &["drafts", "message"],
        note: "`drafts` has the ids of the changed drafts; for a copy, the id of the new draft.",
        ..NOTHING
    },
    JsonShape {
        commands: &["draft merge"],
        is_array: true,
        members: &[
            "draft", "title", "moved", "open", "by", "at", "clashes", "problem",
        ],
        lists: &[(
            "clashes",
            &["path", "label", "base", "mine", "theirs", "state"],
        )],
        note: "`moved` is true if someone else had changed the object; `by` and `at` are who and when. `open` counts the \
               clashes that nobody settled. `state` is `open`, `mine`, `theirs` or `other`. `problem` is the reason why \
               the draft was not merged.",
    },
    JsonShape {
        commands: &["history"],
        is_array: true,
        members: &[
            "event", "at", "person", "change", "about", "status", "outcome", "item",
        ],
        note: "`event` is `fetched`, `sent`, `draft-created`, `draft-edited` or `draft-discarded`. `status` is `on-service` for the newest known version of the service, `draft` for the draft as it is, `undone` or `past`. `outcome` and `item` of a send are as in `sent list`.",
        ..NOTHING
    },
    JsonShape {
        commands: &["batch list"],
        is_array: true,
        members: &[
            "batch",
            "name",
            "rows",
            "confirmed",
            "refused",
            "open",
            "changedAt",
        ],
        note: "`confirmed`, `refused` and `open` count rows by their last outcome.",
        ..NOTHING
    },
    JsonShape {
        commands: &["batch show"],
        is_array: true,
        members: &[
            "row", "cells", "findings", "item", "outcome", "code", "id", "message",
        ],
        lists: &[
            ("cells", &["path", "text"]),
            ("findings", &["rule", "severity", "path", "message", "code"]),
        ],
        note: "`outcome` is as for a send, or null for a row that was never sent.",
    },
    JsonShape {
        commands: &["batch copy-refused"],
        members: &["batch", "message"],
        note: "`batch` is the id of the new batch.",
        ..NOTHING
    },
    JsonShape {
        commands: &["workspace list"],
        is_array: true,
        members: &["id", "name", "place", "practice", "readOnly", "production"],
        ..NOTHING
    },
    JsonShape {
        commands: &["workspace add", "workspace secret"],
        members: &["id", "name"],
        ..NOTHING
    },
    JsonShape {
        commands: &["workspace set"],
        members: &["id", "name", "message"],
        ..NOTHING
    },
    JsonShape {
        commands: &["workspace test"],
        is_array: true,
        members: &["step", "passed", "message", "advice", "tries", "facts"],
        lists: &[
            ("tries", &["request", "answer", "works", "reply"]),
            ("facts", &["label", "value"]),
        ],
        note: "`passed` is null for a step that was skipped. Suggestions follow the steps, with `suggestion`, `why`, `set` (for `workspace set`), `sample` (the service's content there) and `accepted`. `reply` is null if no reply came.",
    },
    JsonShape {
        commands: &["workspace learn"],
        members: &["examined", "fields", "known", "message"],
        lists: &[
            (
                "fields",
                &["path", "label", "becomes", "choices", "seen", "example"],
            ),
            ("known", &["path", "label", "becomes", "learned"]),
        ],
        note: "`examined` counts campaigns. `fields` are the unknown fields, which `--apply` learns; `known` are the learned fields. `--forget` examines no campaigns.",
        ..NOTHING
    },
    JsonShape {
        commands: &["workspace remove"],
        members: &["name", "removed", "lost", "file", "note"],
        note: "`lost` lists the data that this computer loses. `file` has the drafts and receipts, once the workspace is removed.",
        ..NOTHING
    },
    JsonShape {
        commands: &["template list"],
        is_array: true,
        members: &[
            "template",
            "creates",
            "name",
            "description",
            "values",
            "open",
            "saved",
        ],
        note: "`creates` is `campaign` or `batch`, `values` counts the values that it fills in, and `open` names the other fields.",
        ..NOTHING
    },
    JsonShape {
        commands: &["template use"],
        members: &["draft", "batch", "message"],
        note: "The id of the new draft or of the new batch; the other one is null.",
        ..NOTHING
    },
    JsonShape {
        commands: &["template remove", "template restore"],
        members: &["template", "message"],
        ..NOTHING
    },
    JsonShape {
        commands: &["rules set"],
        members: &["rules", "message"],
        note: "`rules` is the number of the workspace's own rules.",
        ..NOTHING
    },
    JsonShape {
        commands: &["fact list"],
        is_array: true,
        members: &[
            "subject", "fact", "value", "question", "source", "person", "at",
        ],
        note: "The known facts. `person` is true if a person entered the fact.",
        ..NOTHING
    },
    JsonShape {
        commands: &["fact set"],
        members: &[
            "subject", "fact", "value", "question", "source", "person", "at",
        ],
        note: "The fact as it is known now.",
        ..NOTHING
    },
    JsonShape {
        commands: &["fact remove"],
        members: &["removed"],
        note: "`removed` is false if the fact was not known.",
        ..NOTHING
    },
    JsonShape {
        commands: &["rules count"],
        is_array: true,
        members: &["rule", "found", "total"],
        note: "`found` counts the fetched objects with a finding, `total` all fetched objects that the rule checks.",
        ..NOTHING
    },
    JsonShape {
        commands: &["data show"],
        members: &[
            "parts",
            "fileKilobytes",
            "keepMonths",
            "lastRemoval",
            "backups",
        ],
        lists: &[
            ("parts", &["label", "count", "kilobytes"]),
            ("backups", &["name", "madeAt", "reason", "kilobytes"]),
        ],
        note: "`keepMonths` is null if old data stays forever.",
        ..NOTHING
    },
    JsonShape {
        commands: &["data keep", "data keep --go"],
        members: &["versions", "replies", "kilobytes", "message"],
        note: "The old data that the rule finds. `--go` removes it.",
        ..NOTHING
    },
    JsonShape {
        commands: &["data items"],
        is_array: true,
        members: &["id", "kind", "title", "saved", "state", "count"],
        note: "`kind` is `draft` or `batch`. `state` is what the workspace has now: `same`, `changed`, `discarded`, `sent` or `missing`. `count` is the number of differing fields, or of rows of a batch.",
        ..NOTHING
    },
    JsonShape {
        commands: &["data restore", "data restore --go"],
        members: &["id", "changes", "message"],
        lists: &[("changes", &["path", "label", "before", "after"])],
        note: "`id` of a restored draft is new.",
        ..NOTHING
    },
    JsonShape {
        commands: &["check"],
        is_array: true,
        members: &[
            "file", "index", "kind", "phase", "readable", "error", "findings",
        ],
        lists: &[(
            "findings",
            &["rule", "severity", "path", "message", "line", "column"],
        )],
        note: "One element per checked object. `phase` is `create` or `update`, or null if no rule applies to the object.",
    },
    JsonShape {
        commands: &["ad review"],
        is_array: true,
        members: &[
            "file",
            "index",
            "kind",
            "phase",
            "readable",
            "error",
            "findings",
            "fingerprint",
            "summary",
            "review",
        ],
        lists: &[(
            "findings",
            &["rule", "severity", "path", "message", "line", "column"],
        )],
        note: "`review` is the content of the window's review, and may gain members. It is null if the object cannot be reviewed.",
    },
    JsonShape {
        commands: &["ad import"],
        members: &[
            "import",
            "ads",
            "complete",
            "skipped",
            "moreSkipped",
            "message",
        ],
        lists: &[("skipped", &["file", "message"])],
        note: "`import` is the id for `--undo`, and `ads` counts the new ads. `moreSkipped` counts files and objects that `skipped` no longer lists.",
        ..NOTHING
    },
    JsonShape {
        commands: &["ad import --undo"],
        members: &["ads", "message"],
        note: "`ads` counts the removed ads.",
        ..NOTHING
    },
    JsonShape {
        commands: &["explain"],
        is_array: true,
        members: &["name", "title"],
        note: "All rules.",
        ..NOTHING
    },
    JsonShape {
        commands: &["explain WORD"],
        members: &["name", "title", "about", "source", "wordings", "related"],
        ..NOTHING
    },
];
