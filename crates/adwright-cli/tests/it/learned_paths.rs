//! The terminal learns the paths of a service as the window does.

use crate::listed::{added, desk_of, in_live};
use crate::practice::Practice;
use crate::sending::{at, campaign, count, outcomes, written};
use crate::shown;

/// Returns which paths end with a slash, as the workspace “Live” has learned.
fn slash(home: &tempfile::TempDir) -> (String, bool) {
    let desk = desk_of(home);
    let settings = desk.connection_settings(&desk.workspace_view().unwrap().id);
    let mut rows = settings
        .unwrap()
        .groups
        .into_iter()
        .flat_map(|group| group.rows);
    let row = rows.find(|row| row.key == "trailingSlash").unwrap();
    (row.value, row.mark.is_some())
}

#[test]
fn a_list_and_a_single_campaign_teach_which_paths_end_with_a_slash() {
    let (service, home) = (
        Practice::start(&["slash-redirects"]),
        tempfile::tempdir().unwrap(),
    );
    added(&home, &service, &[]);
    assert_eq!(slash(&home), ("no".to_owned(), false));
    let listed = in_live(&home, &["campaign", "list", "--max", "1"]);
    assert_eq!(listed.status.code(), Some(0), "{}", shown(&listed));
    assert_eq!(slash(&home), ("lists".to_owned(), true));
    let got = in_live(&home, &["campaign", "get", "1072226018"]);
    assert_eq!(got.status.code(), Some(0), "{}", shown(&got));
    assert_eq!(slash(&home), ("all".to_owned(), true));
}

#[test]
fn the_first_create_is_taken_by_a_service_that_sends_lists_on_to_their_slash() {
    let (service, home) = (
        Practice::start(&["slash-redirects"]),
        tempfile::tempdir().unwrap(),
    );
    let file = written(&home, "c.json", &campaign("Slashed"));
    let create = ["campaign", "create", &file, "--go", "--json"];
    let sent = at(&service, &home, &create);
    assert_eq!(outcomes(&sent)[0].0, "confirmed", "{}", shown(&sent));
    assert_eq!(count(&service, "Slashed"), 1);
}
