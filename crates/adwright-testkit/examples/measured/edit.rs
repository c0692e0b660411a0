//! Times one edit of a field in the desk, in turns with a bare loop that parses, checks and commits the same document:
//! for `cargo xtask bench edit` and `drafts`. Usage: `measured edit CAMPAIGN TURNS [EDITS HOME]…`. It makes a draft of the
//! campaign with this many edits in each home; without turns, it leaves the drafts for the window. Each line of the output is one turn: the
//! time in each home, then of the bare loop, in nanoseconds.

use std::io::{self, Write as _};
use std::time::Instant;

use adwright_checks::{CheckInput, Facts, OwnRules, Phase};
use adwright_desk::Desk;
use adwright_model::{Bindings, Catalog, Edit, EditableDocument, Id, Kind};
use adwright_store::{Draft, Fullness, NewDraft, NewDraftEdit, Store, WorkspaceSettings};
use adwright_views::{DocumentRef, EditRequest, FieldInput};

use crate::open;

/// The fields that are edited in turn, so that no edit continues the previous one.
const FIELDS: [&str; 2] = ["name", "notes"];

pub(crate) async fn run(words: Vec<String>) {
    let mut words = words.into_iter();
    let campaign = DocumentRef::Campaign(words.next().expect("a campaign"));
    let turns = words.next().and_then(|word| word.parse().ok());
    let turns: usize = turns.expect("a number of turns");
    let mut desks = Vec::new();
    while let (Some(edits), Some(home)) = (words.next(), words.next()) {
        let edits: u64 = edits.parse().expect("a number of edits");
        desks.push((open(&home).await, edits));
    }
    let mut drafts: Vec<_> = desks
        .iter()
        .map(|(desk, edits)| EditedCampaign::new(desk, &campaign, *edits))
        .collect();
    let mut bare = BareLoop::new(&drafts[0].text);
    let mut output = io::stdout().lock();
    for turn in 0..turns {
        let mut times = vec![0; drafts.len() + 1];
        // The first edit of a round finds colder caches, so each home is first in some rounds.
        for place in turn..turn + times.len() {
            let at = place % times.len();
            let begin = Instant::now();
            match drafts.get_mut(at) {
                Some(draft) => draft.edit(),
                None => bare.edit(),
            }
            times[at] = begin.elapsed().as_nanos();
        }
        writeln!(output, "{times:?}").expect("the output is open");
    }
}

/// A campaign with a draft in the desk.
struct EditedCampaign<'a> {
    desk: &'a Desk,
    target: DocumentRef,
    edits: u64,
    text: String,
}

impl<'a> EditedCampaign<'a> {
    fn new(desk: &'a Desk, target: &DocumentRef, edits: u64) -> Self {
        let mut campaign = Self {
            desk,
            target: target.clone(),
            edits: 0,
            text: String::new(),
        };
        for _ in 0..edits {
            campaign.edit();
        }
        campaign
    }

    fn edit(&mut self) {
        let request = EditRequest {
            path: field_of(self.edits).to_owned(),
            input: FieldInput::Text(format!("Edit {:09}", self.edits)),
        };
        let detail = self.desk.drafts.edit_draft(&self.target, &request);
        self.text = detail.expect("the campaign can be edited").source;
        self.edits += 1;
    }
}

/// The minimal work of an edit: parse the document, check it, and commit it with its edit.
struct BareLoop {
    store: Store,
    base: EditableDocument,
    draft: Draft,
    rules: OwnRules,
    edits: u64,
    _folder: tempfile::TempDir,
}

impl BareLoop {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::open(&folder.path().join("bare.db")).expect("the database opens");
        let settings = WorkspaceSettings::new("Bare", "https://bare.example", "{}", None);
        let workspace = store.workspace_ensure(&settings, 0).expect("a workspace");
        let new = NewDraft {
            workspace: &workspace.id,
            kind: Kind::Campaign,
            target: Some(Id(1)),
            base_text: Some(text),
            base_fullness: Fullness::Full,
            text,
        };
        Self {
            draft: store.draft_create(&new, 0).expect("a draft"),
            store,
            base: EditableDocument::parse(text).expect("the campaign is a document"),
            rules: OwnRules::default(),
            edits: 0,
            _folder: folder,
        }
    }

    fn edit(&mut self) {
        let field = field_of(self.edits);
        let json = format!("\"Edit {:09}\"", self.edits);
        let edit = Edit::Set {
            path: field.parse().expect("a path"),
            json,
        };
        let old = format!("\"{field}\":\"");
        let start = self.draft.text.find(&old).expect("the field is there") + old.len() - 1;
        let end = start + 1 + self.draft.text[start + 1..].find('"').expect("a text ends") + 1;
        let Edit::Set { json, .. } = &edit else {
            unreachable!("it was just made")
        };
        let text = [&self.draft.text[..start], json, &self.draft.text[end..]].concat();
        let document = EditableDocument::parse(&text).expect("the edit keeps the document whole");
        let subject = CheckInput {
            kind: Kind::Campaign,
            document: &document,
            base: Some(&self.base),
            phase: Phase::Update,
            catalog: Catalog::bundled(),
            bindings: &Bindings::default(),
            facts: &Facts::default(),
        };
        std::hint::black_box(self.rules.check_any_type(&subject));
        let append = NewDraftEdit {
            draft: &self.draft.id,
            revision: self.draft.revision,
            edit: &edit,
            label: "{}",
            text: &text,
            kept_edits: self.draft.position,
        };
        let saved = self.store.draft_append_edit(&append, 0);
        self.draft = saved.expect("the edit can be committed");
        self.edits += 1;
    }
}

fn field_of(edit: u64) -> &'static str {
    FIELDS[usize::from(!edit.is_multiple_of(2))]
}
