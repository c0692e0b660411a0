//! Measures the rehearsal of a send of many changed campaigns, in turns with their checks: for `cargo xtask bench
//! rehearse`. Usage: `measured rehearse DRAFTS`. After the line `ready`, each line of the input is a word, and each line
//! of the output a number of milliseconds. Each word opens the workspace again, so that nothing is checked yet:
//!
//! - `check`: the checks of all drafts, as "Review and send" shows them
//! - `rehearse`: the verdicts of all drafts

use std::io::{self, BufRead as _, Write as _};
use std::time::Instant;

use adwright_desk::{Desk, ItemVerdict, Paths, RehearsedItem};
use adwright_model::{Edit, EditableDocument, Id, Kind, Path};
use adwright_store::{
    BulkDraft, BulkDraftEdit, CachedColumns, FetchedObject, Fullness, NewBulkEdit, Store,
    WorkspaceSettings,
};
use adwright_testkit::TestApp;
use adwright_views::{DocumentRef, FactKey, RehearsalSubject};

/// A campaign of the demo data, which all drafts copy.
const CAMPAIGN: i64 = 1_072_253_335;
/// Far from the ids of the demo data.
const FIRST: i64 = 2_000_000_000;

pub(crate) async fn run(words: &[String]) {
    let drafts: i64 = words[0].parse().expect("a number of drafts");
    let app = TestApp::first_start().await;
    let workspace = fill(&app, drafts).await;
    let mut output = io::stdout().lock();
    writeln!(output, "ready").expect("the output is open");
    for word in io::stdin().lock().lines() {
        let desk = app.switch(&workspace).await.expect("the workspace opens");
        let begin = Instant::now();
        match &*word.expect("the input is open") {
            "check" => {
                let review = desk.outbox.review().expect("a review");
                assert_eq!(i64::try_from(review.rows.len()), Ok(drafts));
            }
            "rehearse" => {
                let drafts = rehearsed(&app, &workspace);
                let subject = RehearsalSubject::Drafts { drafts };
                let verdicts = desk.rehearsals.verdicts(&subject).expect("a rehearsal");
                let is_accepted = |item: &RehearsedItem| item.verdict == ItemVerdict::Accepted;
                assert!(verdicts.iter().all(is_accepted), "every fact is known");
            }
            other => panic!("unknown word {other}"),
        }
        let time = begin.elapsed().as_secs_f64() * 1e3;
        writeln!(output, "{time}").expect("the output is open");
    }
}

fn store(app: &TestApp) -> Store {
    Store::open(&Paths::in_home(app.home()).store()).expect("the database opens")
}

/// Returns the ids of the drafts, as the window has them before it rehearses.
fn rehearsed(app: &TestApp, workspace: &str) -> Vec<String> {
    let revisions = store(app).draft_revisions(workspace, Kind::Campaign);
    let revisions = revisions.expect("the drafts").into_iter();
    revisions.map(|(draft, _)| draft).collect()
}

/// Creates a workspace with this many cached campaigns, each with a draft. No service is at its address.
async fn fill(app: &TestApp, drafts: i64) -> String {
    let fetched = app.fetches.fetch_campaigns("fetch", |_| {}).await;
    fetched.expect("the campaigns are fetched");
    let campaign = DocumentRef::Campaign(CAMPAIGN.to_string());
    let text = app.details.open_detail(&campaign).await;
    let text = text.expect("the campaign opens").source;
    let store = store(app);
    let settings = WorkspaceSettings::new("Measured", "http://127.0.0.1:9", "{}", Some("mara"));
    let workspace = store
        .workspace_insert(&settings, 0)
        .expect("a workspace")
        .id;
    let ids = FIRST..FIRST + drafts;
    let texts: Vec<_> = ids
        .map(|id| (id, text.replace(&CAMPAIGN.to_string(), &id.to_string())))
        .collect();
    add_drafts(&store, &workspace, &texts);
    let desk = app.switch(&workspace).await.expect("the workspace opens");
    enter_facts(&desk, &texts);
    workspace
}

fn add_drafts(store: &Store, workspace: &str, texts: &[(i64, String)]) {
    let cached = texts.iter().map(|(id, text)| FetchedObject {
        id: Id(*id),
        text: text.clone(),
        fullness: Fullness::Full,
        columns: CachedColumns::default(),
    });
    let cached: Vec<_> = cached.collect();
    let put = store.cache_put_page(workspace, Kind::Campaign, &cached, 0);
    put.expect("the campaigns are cached");
    let part = |(id, base_text): &(i64, String)| {
        let edit = Edit::Set {
            path: Path::root().child("name"),
            json: format!("\"Draft {id}\""),
        };
        let document = EditableDocument::parse(base_text).expect("a campaign");
        let text = document.apply(&edit).expect("a name").text().to_owned();
        BulkDraftEdit {
            draft: BulkDraft::New {
                target: Id(*id),
                base_text: base_text.clone(),
                base_fullness: Fullness::Full,
            },
            edits: vec![edit],
            text,
        }
    };
    let parts: Vec<_> = texts.iter().map(part).collect();
    let new = NewBulkEdit {
        workspace,
        label: "Measured",
        kind: Kind::Campaign,
        parts: &parts,
    };
    store.bulk_apply(&new, 0).expect("the drafts are created");
}

/// Enters every fact that the rules need.
fn enter_facts(desk: &Desk, texts: &[(i64, String)]) {
    let enter = |subject: String, fact: &str, value| {
        let fact = fact.to_owned();
        let entered = desk
            .checker
            .known_facts
            .set(&FactKey { subject, fact }, value);
        entered.expect("a fact");
    };
    enter("account/3342/login/mara".to_owned(), "mayWrite", true);
    enter(
        "advertiser/4431".to_owned(),
        "advertiserDisablesCookies",
        true,
    );
    for (id, _) in texts {
        enter(
            format!("campaign/{id}"),
            "verificationPlacementAttached",
            false,
        );
    }
}
