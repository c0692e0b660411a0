//! Settings that Adwright learned from a service stay, unless a person sets them.

use adwright_testkit::{CannedRequest, canned_service, http_response};
use adwright_views::SettingOriginKind;

use crate::endless_lookups::at;
use crate::settings::{change, row};

/// Starts a service that lists nine campaigns and refuses pages from the third row on.
fn windowed() -> String {
    canned_service(|asked: &CannedRequest| {
        let from = asked.query_number("from");
        if from >= 2 {
            let refusal = r#"{"error":{"errors":[{"code":9199}]},"result":null}"#;
            return http_response(400, "application/json", refusal);
        }
        let row = |id| format!(r#"{{"type":"Campaign","id":{id}}}"#);
        let until = (from + asked.query_number("max")).min(2);
        let rows: Vec<_> = (from..until).map(row).collect();
        let page = format!(r#"{{"result":[{}],"total":9}}"#, rows.join(","));
        http_response(200, "application/json", page)
    })
}

#[tokio::test]
async fn a_learned_setting_stays_learned_until_changed() {
    let (desk, _desktop) = at(&windowed()).await;
    desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    let id = desk.overview.workspace_view().unwrap().id;
    for (value, origin) in [
        ("2", SettingOriginKind::Learned),
        ("3", SettingOriginKind::Person),
    ] {
        let set = [("pagingWindow", value), ("pageSize", "7")];
        let changed = change(&desk, &id, &set).unwrap();
        let mark = row(&changed.settings, "pagingWindow").mark.clone();
        assert_eq!(mark.unwrap().source, origin);
    }
}
