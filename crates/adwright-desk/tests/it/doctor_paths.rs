//! What the doctor finds out of services whose paths are other ones: what it suggests works once it is accepted.

use adwright_desk::Desk;
use adwright_desk::views::{DoctorReport, LoginKind, SettingChange, WorkspaceForm};
use adwright_testkit::{Asked, Desktop, answer, canned};

use crate::doctor::told;
use crate::workspaces::{CANARY, form};

const JSON: &str = "application/json";

async fn examined(desk: &Desk, id: &str) -> DoctorReport {
    let report = desk.examine_connection(id, "doctor", |_| {}).await.unwrap();
    assert!(!format!("{report:?}").contains(CANARY), "a secret is told");
    report
}

/// Sets all that was suggested.
fn accept(desk: &Desk, id: &str, report: &DoctorReport) {
    let suggested = report.suggestions.iter().flat_map(|suggestion| {
        suggestion.changes.iter().map(|change| SettingChange {
            key: change.key.clone(),
            value: change.value.clone(),
            suggested: Some(suggestion.why.clone()),
        })
    });
    let changes: Vec<_> = suggested.collect();
    desk.change_settings(id, &changes).unwrap();
}

/// The path that is asked for.
fn path(asked: &Asked) -> &str {
    let target = asked.line.split(' ').nth(1).unwrap();
    target.split('?').next().unwrap()
}

/// A service that answers for lists and for single campaigns at one end of their paths only, with nothing at the other.
fn strict((lists, campaigns): (bool, bool)) -> String {
    canned(move |asked| {
        let path = path(asked);
        let is_single = path.starts_with("/campaigns/") && path != "/campaigns/";
        let wants_slash = if is_single { campaigns } else { lists };
        if path.ends_with('/') != wants_slash || path.starts_with("/ads") {
            return answer(404, JSON, r#"{"error":"Not Found"}"#);
        }
        let campaign = r#"{"type":"Campaign","id":7,"name":"One"}"#;
        let body = if is_single {
            format!(r#"{{"result":{campaign}}}"#)
        } else {
            format!(r#"{{"result":[{campaign}],"total":1}}"#)
        };
        answer(200, JSON, body)
    })
}

#[tokio::test]
async fn where_lists_and_campaigns_end_with_a_slash_is_found_out_of_each_by_itself() {
    let desk = Desktop::first_start().await.desk;
    let ends = [
        ((false, false), "no"),
        ((true, false), "lists"),
        ((false, true), "entities"),
        ((true, true), "all"),
    ];
    for (wanted, value) in ends {
        for set in ["no", "all"] {
            let form = WorkspaceForm {
                login: LoginKind::None,
                ..form(&format!("{value} from {set}"), &strict(wanted), "")
            };
            let id = desk.save_workspace(None, &form).unwrap().id;
            let slash = SettingChange {
                key: "trailingSlash".to_owned(),
                value: set.to_owned(),
                suggested: None,
            };
            desk.change_settings(&id, &[slash]).unwrap();
            let report = examined(&desk, &id).await;
            assert!(report.works, "{}", told(&report));
            let changes = report.suggestions.iter().flat_map(|one| &one.changes);
            let suggested: Vec<_> = changes.map(|change| &*change.value).collect();
            let expected = if value == set { vec![] } else { vec![value] };
            assert_eq!(suggested, expected, "{}", told(&report));
            accept(&desk, &id, &report);
            let again = examined(&desk, &id).await;
            assert!(
                again.works && again.suggestions.is_empty(),
                "{}",
                told(&again)
            );
        }
    }
}
