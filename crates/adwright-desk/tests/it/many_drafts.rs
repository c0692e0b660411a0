//! Ten thousand drafts: listed and counted whole, checked once.

use adwright_desk::views::DraftRow;
use adwright_model::{Edit, Id, Kind, Path};
use adwright_store::{BulkDraft, BulkPart, Fullness, NewBulk, Store};
use adwright_testkit::Desktop;
use rusqlite::{Connection, params};

use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, send};

const MANY: u32 = 10_000;
/// Every fourth has an error.
const WITH_ERROR: u32 = 4;

fn live(desktop: &Desktop) -> Vec<DraftRow> {
    desktop.desk.draft_list().unwrap().live
}

fn titles(rows: &[DraftRow]) -> Vec<&str> {
    rows.iter().map(|row| row.title.as_str()).collect()
}

/// How many drafts there are, how many of them can go, and how many errors are in them, as the window counts them.
fn counts(desktop: &Desktop) -> (u32, u32, u32) {
    let counts = desktop.desk.workspace().unwrap().counts;
    (counts.drafts, counts.ready, counts.errors)
}

/// Drafts of so many campaigns, each with a new name; every fourth has a budget that is no number.
async fn with_drafts(many: u32) -> Desktop {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    let base = desktop
        .desk
        .open_campaign(&campaign(&spring))
        .await
        .unwrap();
    let part = |number: u32| {
        let target = 2_000_000_000 + i64::from(number);
        let base_text = base.source.replace(&spring, &target.to_string());
        let set = |member: &str, json: String| Edit::Set {
            path: Path::root().child(member),
            json,
        };
        let mut edits = vec![set("name", format!("\"Draft {number}\""))];
        if number.is_multiple_of(WITH_ERROR) {
            edits.push(set("budget", "\"12,50\"".to_owned()));
        }
        // What the edits come to, without ten thousand parses.
        let name = format!("\"name\":\"{SPRING}\"");
        let mut text = base_text.replacen(&name, &format!("\"name\":\"Draft {number}\""), 1);
        if edits.len() > 1 {
            text = text.replacen("\"budget\":", "\"budget\":\"12,50\",\"was\":", 1);
        }
        BulkPart {
            draft: BulkDraft::New {
                target: Id(target),
                base_text,
                base_fullness: Fullness::Full,
            },
            edits,
            text,
        }
    };
    let parts: Vec<_> = (0..many).map(part).collect();
    let store = Store::open(&desktop.home().join("adwright.db")).unwrap();
    let new = NewBulk {
        workspace: &desktop.desk.workspace().unwrap().id,
        label: "Many",
        edit_label: "Many",
        kind: Kind::Campaign,
        parts: &parts,
    };
    store.bulk_create(&new, 0).unwrap();
    desktop
}

/// Changes a draft's text without a new revision, as nothing in the program does.
fn change_unseen(desktop: &Desktop, draft: &str) {
    let database = Connection::open(desktop.home().join("adwright.db")).unwrap();
    let sql = "UPDATE draft SET text = replace(text, '\"Draft ', '\"Unseen ') WHERE id = ?1";
    assert_eq!(database.execute(sql, params![draft]).unwrap(), 1);
}

#[tokio::test]
async fn ten_thousand_drafts_are_counted_whole_and_one_change_is_one_check() {
    let desktop = with_drafts(MANY).await;
    assert_eq!(counts(&desktop), (MANY, MANY * 3 / 4, MANY / WITH_ERROR));
    let rows = live(&desktop);
    assert_eq!(
        titles(&rows[9_996..]),
        ["Draft 9996", "Draft 9997", "Draft 9998", "Draft 9999"]
    );
    assert_eq!((rows[9_996].errors, rows[9_997].errors), (1, 0));

    // What nothing tells of is not looked at again; the counts follow what was changed.
    change_unseen(&desktop, &rows[9_998].id);
    let mended = campaign(rows[8_000].campaign.as_deref().unwrap());
    edit(&desktop, &mended, "budget", "12.50");
    assert_eq!(
        counts(&desktop),
        (MANY, MANY * 3 / 4 + 1, MANY / WITH_ERROR - 1)
    );
    assert_eq!(live(&desktop)[9_998].title, "Draft 9998");
    let unseen = campaign(rows[9_998].campaign.as_deref().unwrap());
    edit(&desktop, &unseen, "notes", "Now it is");
    assert_eq!(live(&desktop)[9_998].title, "Unseen 9998");
}

#[tokio::test]
async fn a_draft_is_checked_again_where_the_rules_know_something_else() {
    let desktop = with_drafts(2).await;
    let spring = id_of(&desktop, SPRING);
    edit(&desktop, &campaign(&spring), "traffickingMode", "simple");
    let errors = || live(&desktop)[2].errors;
    assert_eq!(errors(), 1, "placements are attached");

    // The service has news, but none for the other draft: it is what it was.
    change_unseen(&desktop, &live(&desktop)[1].id);
    let touched = serde_json::json!({ "notes": "Seen by someone else" });
    desktop.practice.touch(&spring, touched).await;
    assert_eq!((live(&desktop)[1].title.as_str(), errors()), ("Draft 1", 1));

    desktop.desk.pause_practice().await.unwrap();
    assert_eq!(errors(), 0, "nobody can tell while the service is paused");
    desktop.desk.resume_practice().await.unwrap();
    assert_eq!(errors(), 1);
}

#[tokio::test]
async fn what_was_taken_back_discarded_or_sent_is_in_the_right_list() {
    let desktop = with_drafts(4).await;
    let rows = live(&desktop);
    desktop.desk.discard_draft(&rows[1].id).unwrap();
    desktop.desk.undo_draft(&rows[2].id).unwrap();
    let list = desktop.desk.draft_list().unwrap();
    assert_eq!(titles(&list.live), ["Draft 0", "Draft 3"]);
    assert_eq!(titles(&list.discarded), ["Draft 1"]);
    assert!(list.discarded[0].lock.is_some());
    desktop.desk.restore_draft(&rows[1].id).unwrap();
    let target = campaign(&id_of(&desktop, SPRING));
    let draft = draft_of(&edit(&desktop, &target, "name", "Spring launch, Germany"));
    assert_eq!(live(&desktop).len(), 4);
    send(&desktop, &draft).await;
    let list = desktop.desk.draft_list().unwrap();
    assert_eq!(titles(&list.live), ["Draft 0", "Draft 1", "Draft 3"]);
    assert!(list.discarded.is_empty());
}
