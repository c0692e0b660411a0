use std::fmt::Display;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use adwright_model::{Edit, Id, Kind};
use adwright_store::{
    Draft, DraftEdit, Fullness, Item, ItemSettlement, ItemSource, ItemTransition, ItemVerb,
    NewDraft, NewDraftEdit, NewItem, NewSend, OutboxState, OutgoingItem, Store, StoreError,
    WorkspaceSettings, content_hash,
};
use expect_test::Expect;
use tempfile::TempDir;

pub(crate) const KIND: Kind = Kind::Campaign;

/// Compares a text with its expectation.
#[track_caller]
#[expect(
    clippy::needless_pass_by_value,
    reason = "so that a call reads `check(…, expect![…])`"
)]
pub(crate) fn check(actual: impl Display, expect: Expect) {
    expect.assert_eq(&actual.to_string());
}

/// An open store with a workspace, in a folder of its own.
pub(crate) struct Home {
    pub(crate) store: Store,
    pub(crate) workspace: String,
    // Last, so that the store is closed before its folder goes.
    folder: TempDir,
}

impl Home {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::open(&database(folder.path())).unwrap();
        let workspace = store.workspace_ensure(&practice(), 1).unwrap().id;
        Self {
            store,
            workspace,
            folder,
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn database(&self) -> PathBuf {
        database(self.folder())
    }

    /// Another handle on the same file, as another process has it.
    pub(crate) fn again(&self) -> Store {
        Store::open(&self.database()).unwrap()
    }

    /// SQLite without any of our rules.
    pub(crate) fn raw(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.database()).unwrap()
    }

    /// Closes the store; the folder with its files.
    pub(crate) fn close(self) -> TempDir {
        drop(self.store);
        self.folder
    }

    pub(crate) fn draft_of(&self, target: Option<i64>) -> Result<Draft, StoreError> {
        let new = NewDraft {
            workspace: &self.workspace,
            kind: KIND,
            target: target.map(Id),
            base_text: target.map(|_| "{}"),
            base_fullness: Fullness::Full,
            text: "{}",
        };
        self.store.draft_create(&new, 10)
    }

    /// A draft of the campaign `target` on its way.
    pub(crate) fn planned(&self, target: i64) -> Item {
        let draft = self.draft_of(Some(target)).unwrap();
        let mut items = self.send(&[new_item(&draft)]).unwrap();
        items.remove(0)
    }

    /// The draft that an item sends.
    pub(crate) fn draft_of_item(&self, item: &Item) -> Draft {
        self.store.draft_get(item.source.draft().unwrap()).unwrap()
    }

    /// Settles an item with this receipt.
    pub(crate) fn settle(
        &self,
        item: &str,
        transition: &ItemTransition<'_>,
        canonical: &str,
        at: i64,
    ) -> Result<(), StoreError> {
        settle(&self.store, item, transition, canonical, at)
    }

    /// Begins an attempt with this body for planned items.
    pub(crate) fn begin_attempt(
        &self,
        items: &[&str],
        request: &str,
        body: &str,
        at: i64,
    ) -> Result<String, StoreError> {
        let outgoing = |id| OutgoingItem {
            id,
            body,
            before_image: Some("{\"now\":1}"),
        };
        let items: Vec<_> = items.iter().copied().map(outgoing).collect();
        self.store.attempt_begin(&items, request, "", at)
    }

    pub(crate) fn send(&self, items: &[NewItem]) -> Result<Vec<Item>, StoreError> {
        let new = NewSend {
            workspace: &self.workspace,
            person: "Anna",
            items,
        };
        self.store.items_enqueue(&new, 20)
    }
}

pub(crate) fn settle(
    store: &Store,
    item: &str,
    transition: &ItemTransition<'_>,
    canonical: &str,
    at: i64,
) -> Result<(), StoreError> {
    let settlement = ItemSettlement {
        item: &store.item_get(item)?,
        transition: *transition,
        canonical,
    };
    store.items_settle(&[settlement], at)
}

pub(crate) fn practice() -> WorkspaceSettings {
    WorkspaceSettings::new("Practice", "practice:", "{}", Some("practice"))
}

pub(crate) fn database(folder: &Path) -> PathBuf {
    folder.join("adwright.sqlite")
}

pub(crate) fn new_item(draft: &Draft) -> NewItem {
    NewItem {
        source: ItemSource::Draft(draft.id.clone()),
        revision: draft.revision,
        kind: draft.kind,
        verb: draft.target.map_or(ItemVerb::Create, |_| ItemVerb::Update),
        target: draft.target,
        title: "Spring launch".to_owned(),
        body: r#"{"name":"Spring launch"}"#.to_owned(),
        base_text: draft.base_text.clone(),
        fingerprint: None,
        content: draft
            .target
            .is_none()
            .then(|| content_hash(&draft.text))
            .flatten(),
        overrides: "[]".to_owned(),
        fields: Vec::new(),
    }
}

pub(crate) const fn to(from: OutboxState, to: OutboxState) -> ItemTransition<'static> {
    ItemTransition {
        from,
        to,
        code: None,
        outcome: "",
        evidence: None,
        target: None,
    }
}

pub(crate) fn set_name(value: &str) -> Edit {
    Edit::Set {
        path: "name".parse().unwrap(),
        json: format!("\"{value}\""),
    }
}

/// The edit that gives a name, in a place of its own.
pub(crate) fn named_edit(seq: u32, value: &str) -> DraftEdit {
    DraftEdit {
        seq,
        edit: set_name(value),
        label: value.to_owned(),
        at: 30,
        bulk: None,
    }
}

pub(crate) fn append(
    store: &Store,
    draft: &Draft,
    value: &str,
    merge_into_last: bool,
) -> Result<Draft, StoreError> {
    let append = NewDraftEdit {
        draft: &draft.id,
        revision: draft.revision,
        edit: &set_name(value),
        label: value,
        text: &text_of(value),
        kept_edits: draft.position.saturating_sub(u32::from(merge_into_last)),
    };
    store.draft_append_edit(&append, 30)
}

pub(crate) fn text_of(value: &str) -> String {
    format!("{{\"name\":\"{value}\"}}")
}

/// The draft as a person would see its history: what is applied, `|`, what can be redone, and the text.
pub(crate) fn history(store: &Store, draft: &Draft) -> String {
    let edits = store.draft_edits(&draft.id).unwrap();
    let labels: Vec<_> = edits.iter().map(|edit| edit.label.as_str()).collect();
    let (applied, undone) = labels.split_at(draft.position as usize);
    format!(
        "{} | {} -> {}",
        applied.join(" "),
        undone.join(" "),
        draft.text
    )
}

/// This very test in a process of its own, which does the part that `role` is about instead.
pub(crate) struct Actor {
    pub(crate) process: Child,
    pub(crate) lines: Lines<BufReader<ChildStdout>>,
}

const ROLE: &str = "ADWRIGHT_TEST_ROLE";
const FOLDER: &str = "ADWRIGHT_TEST_FOLDER";
/// What an actor says begins with this, since the test harness prints into the same pipe.
const SAYS: &str = "says ";

impl Actor {
    pub(crate) fn start(test: &str, role: &str, folder: &Path) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture"])
            .env(ROLE, role)
            .env(FOLDER, folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        Self { process, lines }
    }

    /// What it says next; none once it is gone.
    pub(crate) fn hear(&mut self) -> Option<String> {
        self.lines
            .by_ref()
            .map(Result::unwrap)
            .find_map(|line| Some(line.split_once(SAYS)?.1.to_owned()))
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    pub(crate) fn finish(mut self) {
        while self.hear().is_some() {}
        assert!(self.process.wait().unwrap().success());
    }
}

/// The part that this process was started for, and the folder to play it in; none in the test itself.
pub(crate) fn role() -> Option<(String, PathBuf)> {
    Some((std::env::var(ROLE).ok()?, std::env::var_os(FOLDER)?.into()))
}

#[expect(
    clippy::print_stdout,
    reason = "the pipe to the test that started this process"
)]
pub(crate) fn say(text: &str) {
    println!("\n{SAYS}{text}");
}
