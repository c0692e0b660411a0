//! Ads are imported from files and folders.

use expect_test::expect;
use serde_json::Value;

use crate::{adwright, folder, shown};

const BANNER: &[u8] =
    br#"{"type":"ExpandableBannerAd","id":1,"name":"A","width":300,"height":250}"#;
const MIXED: &[u8] =
    b"[{\"type\":\"InStreamInteractiveAd\",\"name\":\"Film\"},\n {\"type\":\"Campaign\"}]";

#[test]
fn import_names_everything_that_it_skips() {
    let home = folder(&[
        ("ads/a.json", BANNER),
        ("ads/deep/b.json", MIXED),
        ("ads/c.json", b"{"),
    ]);
    let run = |arguments: &[&str], input: &[u8]| {
        let arguments = [&["ad", "import"], arguments].concat();
        shown(&adwright(home.path(), &arguments, input))
    };
    let first = run(&["ads", "missing.json"], b"");
    let (first, undo) = split_undo(&first);
    expect![[r#"
        Imported 2 ads from 2 files. Skipped 3 files or objects.
        To undo: adwright ad import --undo IMPORT
        Skipped ads/c.json: Line 1, column 2: this is not well-formed JSON: a member's name in quotes is missing.
        Skipped ads/deep/b.json: Line 2, column 2: this is a Campaign, not an ad.
        Skipped missing.json: It cannot be opened: No such file or directory (os error 2).
        ended with 4
    "#]].assert_eq(&first);
    expect![[r#"
        Nothing new: 1 ad from “a.json” was imported before.
        ended with 0
    "#]]
    .assert_eq(&run(&["ads/a.json"], b""));
    expect![[r#"
        Imported 1 ad from “pasted text”.
    "#]]
    .assert_eq(run(&["-"], BANNER).split_inclusive('\n').next().unwrap());
    expect![[r#"
        Name either - for standard input, or files and folders. Nothing was imported.
        ended with 2
    "#]]
    .assert_eq(&run(&["-", "ads"], b""));
    expect![[r#"
        Removed 2 ads. The files stay as they are.
        ended with 0
    "#]]
    .assert_eq(&run(&["--undo", &undo], b""));
    let again = run(&["--undo", &undo], b"").replace(&undo, "IMPORT");
    expect![[r#"
        There are no ads of an import IMPORT, so nothing was removed.
        ended with 2
    "#]]
    .assert_eq(&again);
    let (anew, _) = split_undo(&run(&["ads/a.json"], b""));
    expect![[r#"
        Imported 1 ad from “a.json”.
        To undo: adwright ad import --undo IMPORT
        ended with 0
    "#]]
    .assert_eq(&anew);
}

/// Splits the id of the import from the output.
fn split_undo(said: &str) -> (String, String) {
    let (_, id) = said.split_once("--undo ").unwrap();
    let id = id.lines().next().unwrap().to_owned();
    (said.replace(&id, "IMPORT"), id)
}

#[test]
fn import_as_json_counts_new_ads() {
    let home = folder(&[("b.json", MIXED)]);
    let output = adwright(home.path(), &["ad", "import", "b.json", "--json"], b"");
    assert_eq!(output.status.code(), Some(4), "{}", shown(&output));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&result["ads"], &result["complete"]),
        (&1.into(), &true.into())
    );
    assert_eq!(result["skipped"][0]["file"], "b.json");
}
