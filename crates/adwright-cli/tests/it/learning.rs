//! Fields are learned from fetched campaigns and from samples.

use expect_test::expect;
use serde_json::Value;

use crate::live_workspace::fetched_practice;
use crate::{adwright, folder, shown};

const SAMPLE: &[u8] =
    br#"[{"name": "A", "planRef": "MP-1"}, {"name": "B", "planRef": "MP-2", "pages": 3}]"#;

#[test]
fn sample_is_previewed_learned_and_forgotten() {
    let home = folder(&[("sample.json", SAMPLE)]);
    let learn = |more: &[&str]| {
        let learn = ["workspace", "learn", "Practice"];
        shown(&adwright(home.path(), &[&learn[..], more].concat(), b""))
    };
    expect![[r#"
        PATH     LABEL     BECOMES       SEEN  EXAMPLE
        pages    Pages     whole number  1     3
        planRef  Plan ref  text          2     "MP-1"
        Nothing was changed. Add --apply to learn 2 fields.
        ended with 0
    "#]]
    .assert_eq(&learn(&["--sample", "sample.json"]));
    expect![[r#"
        PATH     LABEL     BECOMES       SEEN  EXAMPLE
        pages    Pages     whole number  1     3
        planRef  Plan ref  text          2     "MP-1"
        learned: Pages (pages), whole number
        learned: Plan ref (planRef), text
        Learned 2 fields. The form and the checks now use them.
        ended with 0
    "#]]
    .assert_eq(&learn(&["--sample", "sample.json", "--apply"]));
    expect![[r#"
        learned: Pages (pages), whole number
        learned: Plan ref (planRef), text
        All fields of 2 campaigns are known.
        ended with 0
    "#]]
    .assert_eq(&learn(&["--sample", "sample.json"]));
    expect![[r#"
        There is no learned field “nowhere”, so nothing was changed.
        ended with 2
    "#]]
    .assert_eq(&learn(&["--forget", "planRef", "--forget", "nowhere"]));
    expect![[r#"
        learned: Pages (pages), whole number
        Forgot 1 field. No campaign changed.
        ended with 0
    "#]]
    .assert_eq(&learn(&["--forget", "planRef"]));
    expect![[r#"
        learned: Pages (pages), whole number
        The workspace has no fetched campaigns. Fetch them in the window first, or use --sample.
        ended with 0
    "#]]
    .assert_eq(&learn(&[]));
}

#[test]
fn unusable_sample_is_reported_with_its_place() {
    let home = folder(&[("sample.json", b"[{\"name\": \"A\"},\n 7]")]);
    let learn = "workspace learn Practice --apply --sample sample.json";
    let learn: Vec<_> = learn.split(' ').collect();
    expect![[r#"
        sample.json: Line 2, column 2: this is a number, not a campaign. A campaign is an object in braces: {…}.
        ended with 2
    "#]].assert_eq(&shown(&adwright(home.path(), &learn, b"")));
}

#[test]
fn fetched_campaigns_are_learned_from() {
    let home = fetched_practice();
    let learn = |more: &[&str]| -> Value {
        let learn = ["workspace", "learn", "Practice", "--json"];
        let output = adwright(home.path(), &[&learn[..], more].concat(), b"");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let paths = |list: &Value| -> Vec<String> {
        let fields = list.as_array().unwrap().iter();
        let path = |field: &Value| field["path"].as_str().unwrap().to_owned();
        let mut paths: Vec<_> = fields.map(path).collect();
        paths.sort();
        paths
    };
    let before = learn(&[]);
    let found = paths(&before["fields"]);
    assert!(found.contains(&"mediaPlanRef".to_owned()), "{before}");
    assert!(before["examined"].as_u64().unwrap() > 100, "{before}");
    assert_eq!(paths(&before["known"]), [""; 0]);
    assert_eq!(paths(&learn(&["--apply"])["known"]), found);
    let after = learn(&[]);
    assert_eq!(paths(&after["fields"]), [""; 0], "{after}");
    assert_eq!(paths(&after["known"]), found);
}
