use adwright_store::{
    Fullness, NewDraft, StoreError, StoredFact, WorkspaceGuards, WorkspaceLosses, WorkspaceSettings,
};

use crate::home::{Home, KIND, append, practice};

#[test]
fn workspace_is_created_once() {
    let home = Home::new();
    let again = WorkspaceSettings {
        name: "Other name".to_owned(),
        ..practice()
    };
    let workspace = home.again().workspace_ensure(&again, 99).unwrap();
    assert_eq!(
        workspace,
        home.store.workspace_get(&home.workspace).unwrap()
    );
    assert_eq!(workspace.settings.name, "Practice");
    assert_eq!(workspace.created_at, 1);
}

#[test]
fn another_login_is_another_workspace() {
    let home = Home::new();
    let other = WorkspaceSettings {
        name: "Other".to_owned(),
        login: None,
        ..practice()
    };
    let other = home.store.workspace_ensure(&other, 2).unwrap();
    assert_ne!(other.id, home.workspace);
}

#[test]
fn preference_is_none_until_set() {
    let home = Home::new();
    assert_eq!(home.store.preference_get("theme").unwrap(), None);
    home.store.preference_set("theme", "dark").unwrap();
    home.store.preference_set("theme", "light").unwrap();
    assert_eq!(
        home.again().preference_get("theme").unwrap().as_deref(),
        Some("light")
    );
}

#[test]
fn fact_replaces_the_previous_one() {
    let home = Home::new();
    let (store, workspace) = (&home.store, home.workspace.as_str());
    let fact = |subject: &str, value, at| StoredFact {
        subject: subject.to_owned(),
        fact: "placementAttached".to_owned(),
        value,
        source: "service".to_owned(),
        code: Some(62_000),
        person: None,
        at,
    };
    let person = StoredFact {
        source: "person".to_owned(),
        code: None,
        person: Some("Mara".to_owned()),
        ..fact("campaign/7", true, 1)
    };
    store.fact_put(workspace, &[person]).unwrap();
    let (seven, eight) = (fact("campaign/7", false, 2), fact("campaign/8", true, 3));
    store
        .fact_put(workspace, &[seven.clone(), eight.clone()])
        .unwrap();
    let about = |subject: &str| store.fact_list_about(workspace, &[subject.to_owned()]);
    assert_eq!(about("campaign/7").unwrap(), std::slice::from_ref(&seven));
    assert_eq!(about("campaign/9").unwrap(), []);
    assert_eq!(store.fact_list(workspace).unwrap(), [seven, eight.clone()]);

    let remove = || store.fact_remove(workspace, "campaign/7", "placementAttached");
    assert!(remove().unwrap());
    assert!(!remove().unwrap());
    assert_eq!(store.fact_list(workspace).unwrap(), [eight]);
}

fn live() -> WorkspaceSettings {
    WorkspaceSettings::new("Acme live", "https://ads.acme.example", "{}", Some("mara"))
}

#[test]
fn settings_are_stored_unchanged() {
    let home = Home::new();
    let workspace = home.store.workspace_insert(&live(), 5).unwrap();
    let changed = WorkspaceSettings {
        name: "Acme".to_owned(),
        colour: "red".to_owned(),
        guards: WorkspaceGuards {
            read_only: true,
            production: true,
            confirm_above: 3,
        },
        plain_http: true,
        login: None,
        ..live()
    };
    home.store
        .workspace_update(&workspace.id, &changed)
        .unwrap();
    home.store.workspace_mark_opened(&workspace.id, 9).unwrap();
    let stored = home.again().workspace_get(&workspace.id).unwrap();
    assert_eq!((stored.settings, stored.opened_at), (changed, Some(9)));
}

#[test]
fn workspaces_are_listed_in_the_order_of_creation() {
    let home = Home::new();
    home.store.workspace_insert(&live(), 5).unwrap();
    let names = home.store.workspace_list().unwrap();
    let names: Vec<_> = names
        .iter()
        .map(|workspace| workspace.settings.name.as_str())
        .collect();
    assert_eq!(names, ["Practice", "Acme live"]);
}

#[test]
fn workspace_names_are_distinguishable() {
    let home = Home::new();
    let workspace = home.store.workspace_insert(&live(), 5).unwrap();
    let same = WorkspaceSettings {
        name: "PRACTICE".to_owned(),
        ..live()
    };
    for refused in [
        home.store.workspace_insert(&same, 6),
        home.store.workspace_update(&workspace.id, &same),
        home.store.workspace_duplicate(&workspace.id, "practice", 6),
    ] {
        let error = refused.unwrap_err();
        assert!(
            matches!(error, StoreError::WorkspaceExists { .. }),
            "{error}"
        );
    }
    let updated = home.store.workspace_update(&workspace.id, &live());
    assert_eq!(
        updated.unwrap().settings,
        live(),
        "its own name is not taken"
    );
}

/// A row in every table of what belongs to a workspace.
const FULL: &str = "
    INSERT INTO object (workspace, kind, id, text, fullness, fetched_at) VALUES ('W', 'Campaign', 1, '{}', 'full', 0);
    INSERT INTO object_version (workspace, kind, id, seq, text, origin, seen_at, fullness) VALUES ('W', 'Campaign', 1, 1, '{}', 'fetched', 0, 'full');
    INSERT INTO object_cells (workspace, kind, id, cells, sort_key) VALUES ('W', 'Campaign', 1, '', x'00');
    INSERT INTO fetch_state VALUES ('W', 'Campaign', 0, 1, NULL, 1);
    INSERT INTO draft (id, workspace, kind, base_fullness, start_text, text, created_at, saved_at) VALUES ('d-W', 'W', 'Campaign', 'full', '{}', '{}', 0, 0);
    INSERT INTO draft (id, workspace, kind, base_fullness, start_text, text, created_at, saved_at, discarded_at) VALUES ('e-W', 'W', 'Campaign', 'full', '{}', '{}', 0, 0, 1);
    INSERT INTO bulk VALUES ('b-W', 'W', '', 1, 0);
    INSERT INTO draft_edit (draft, seq, edit, label, at, bulk) VALUES ('d-W', 1, '{}', '', 0, 'b-W');
    INSERT INTO draft_clash VALUES ('d-W', 'name', NULL, '1', '2', 0);
    INSERT INTO bulk_taken VALUES ('b-W', 'd-W', 2, '{}', '', 0);
    INSERT INTO batch (id, workspace, name, columns, created_at, changed_at) VALUES ('c-W', 'W', '', '[]', 0, 0);
    INSERT INTO batch_chunk (batch, number, bytes) VALUES ('c-W', 0, x'00');
    INSERT INTO batch_order (batch, seq, bytes) VALUES ('c-W', 0, x'');
    INSERT INTO batch_operation (batch, seq, label, at) VALUES ('c-W', 1, '', 0);
    INSERT INTO batch_change (batch, seq, chunk, bytes) VALUES ('c-W', 1, 0, x'00');
    INSERT INTO fact VALUES ('W', 'campaign/1', 'f', 1, 'service', NULL, NULL, 0);
    INSERT INTO send VALUES ('s-W', 'W', 'Mara', 0);
    INSERT INTO item (id, send, draft, kind, verb, title, body, state, at, overrides) VALUES ('i-W', 's-W', 'd-W', 'Campaign', 'create', '', '{}', 'needs_you', 0, '[]');
    INSERT INTO attempt (id, request, at) VALUES ('a-W', '', 0);
    INSERT INTO item_attempt VALUES ('i-W', 'a-W');
    INSERT INTO receipt VALUES ('W', 1, 'i-W', '{}', NULL, 'h', 0);
    INSERT INTO template VALUES ('t-W', 'W', 'Campaign', 'T', '', '{}', '[]', 0, NULL);
    INSERT INTO site_contact_answer VALUES ('W', 1, 1, 1, NULL, NULL, 0);
    INSERT INTO file_ad (workspace, import, file, at, hash, text) VALUES ('W', 'i', 'a.json', 0, '', '{}');
    INSERT INTO list_view VALUES ('v-W', 'W', 'V', '{}', 1, NULL, 'campaigns');
    INSERT INTO local_field VALUES ('W', 'Campaign', 'a', 'text', 'status', '[\"LIVE\"]', 0);
    INSERT INTO preference VALUES ('own-rules.W', '{}');
    INSERT INTO preference VALUES ('list.layout.W', '');
";

fn fill(home: &Home, workspace: &str) {
    let sql = FULL.replace("-W'", &format!("-{workspace}'"));
    let sql = sql.replace("'W'", &format!("'{workspace}'"));
    let sql = sql.replace(".W'", &format!(".{workspace}'"));
    home.raw().execute_batch(&sql).unwrap();
}

/// How many rows each table has.
fn rows(home: &Home) -> Vec<(String, i64)> {
    let raw = home.raw();
    let mut tables = raw
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .unwrap();
    let names = tables.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let count = |name: rusqlite::Result<String>| {
        let name = name.unwrap();
        let sql = format!("SELECT COUNT(*) FROM \"{name}\"");
        let rows = raw.query_row(&sql, [], |row| row.get(0)).unwrap();
        (name, rows)
    };
    names.map(count).collect()
}

/// What a workspace leaves no rows in while it is there.
const OF_NO_WORKSPACE: [&str; 3] = [
    "refinery_schema_history",
    "secret_to_delete",
    "sqlite_sequence",
];

#[test]
fn removal_commit_names_the_secrets_to_delete() {
    let home = Home::new();
    let workspace = home.store.workspace_insert(&live(), 5).unwrap();
    let names = ["a".to_owned(), "b".to_owned()];
    let same_name = WorkspaceSettings {
        name: "Practice".to_owned(),
        ..live()
    };
    let refused = home
        .store
        .workspace_update_and_delete_secrets(&workspace.id, &same_name, &names);
    assert!(refused.is_err());
    assert!(home.store.secrets_to_delete().unwrap().is_empty());
    home.store.workspace_remove(&workspace.id, &names).unwrap();
    assert_eq!(home.again().secrets_to_delete().unwrap(), names);
    home.store.secret_mark_forgotten("a").unwrap();
    assert_eq!(home.store.secrets_to_delete().unwrap(), names[1..]);
}

#[test]
fn removal_deletes_only_its_workspace() {
    let home = Home::new();
    fill(&home, &home.workspace);
    let before = rows(&home);
    let other = home.store.workspace_insert(&live(), 5).unwrap().id;
    fill(&home, &other);
    for ((table, before), (_, after)) in before.iter().zip(rows(&home)) {
        let is_of_no_workspace = *before == after;
        assert!(
            !is_of_no_workspace || OF_NO_WORKSPACE.contains(&table.as_str()),
            "{table}"
        );
    }
    let losses = home.store.workspace_losses(&other).unwrap();
    let expected = WorkspaceLosses {
        drafts: 1,
        discarded: 1,
        receipts: 1,
        needs_you: 1,
        on_their_way: 0,
        batches: 1,
        templates: 1,
        views: 1,
        objects: 1,
        file_ads: 1,
    };
    assert_eq!(losses, expected);
    home.store.workspace_remove(&other, &[]).unwrap();
    assert_eq!(rows(&home), before);
    assert!(home.store.workspace_get(&other).is_err());
}

#[test]
fn removal_waits_for_unknown_items() {
    let home = Home::new();
    fill(&home, &home.workspace);
    let before = rows(&home);
    for state in ["intent", "unknown"] {
        let sql = format!("UPDATE item SET state = '{state}'");
        home.raw().execute_batch(&sql).unwrap();
        let names = ["workspace/w/x/password".to_owned()];
        let error = home
            .store
            .workspace_remove(&home.workspace, &names)
            .unwrap_err();
        assert!(
            matches!(error, StoreError::WorkspaceBusy { items: 1, .. }),
            "{error}"
        );
    }
    assert_eq!(rows(&home), before);
}

#[test]
fn duplicate_copies_settings_but_no_service_data() {
    let home = Home::new();
    fill(&home, &home.workspace);
    let copy = home
        .store
        .workspace_duplicate(&home.workspace, "Copy", 5)
        .unwrap();
    assert_eq!(copy.settings.base_url, "practice:");
    let losses = home.store.workspace_losses(&copy.id).unwrap();
    let expected = WorkspaceLosses {
        templates: 1,
        views: 1,
        ..WorkspaceLosses::default()
    };
    assert_eq!(losses, expected);
    let fields = home.store.custom_field_list(&copy.id, KIND).unwrap();
    let choices: Vec<_> = fields.iter().map(|field| &field.choices[..]).collect();
    assert_eq!(choices, [["LIVE"]]);
    let rules = home.store.preference_get(&format!("own-rules.{}", copy.id));
    assert_eq!(rules.unwrap().as_deref(), Some("{}"));
}

#[test]
fn removed_workspace_is_gone_from_disk() {
    let home = Home::new();
    let other = WorkspaceSettings::new("Other", "https://ads.example", "{}", None);
    let other = home.store.workspace_insert(&other, 1).unwrap().id;
    let draft = |text: &str| {
        let new = NewDraft {
            workspace: &other,
            kind: KIND,
            target: None,
            base_text: None,
            base_fullness: Fullness::Full,
            text,
        };
        home.store.draft_create(&new, 10).unwrap()
    };
    let short = draft(r#"{"name":"a short secret"}"#);
    append(&home.store, &short, "a short secret", false).unwrap();
    draft(&"a long secret ".repeat(2000));
    home.store.back_up_before_send().unwrap();
    home.store.workspace_remove(&other, &[]).unwrap();
    let folder = home.close();
    assert!(folder.path().join("backups").exists());
    for entry in walk(folder.path()) {
        let bytes = std::fs::read(&entry).unwrap();
        for secret in [b"a short secret".as_slice(), b"a long secret"] {
            let is_there = bytes.windows(secret.len()).any(|part| part == secret);
            assert!(!is_there, "{}", entry.display());
        }
    }
}

/// Every file in a folder, at any depth.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                walk(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
