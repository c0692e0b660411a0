use expect_test::expect;

use crate::{adwright, check, shown};

#[test]
fn a_code_leads_to_its_rule_and_back() {
    check(
        &[],
        &["explain", "62000"],
        &expect![[r#"
        62000: The trafficking mode cannot change from advanced to simple while a placement is attached to the campaign.

        Set it back to advanced, or have the placements detached first.

        See also: trafficking-mode-with-placements
        ended with 0
    "#]],
    );
    check(
        &[],
        &["explain", "trafficking-mode-with-placements"],
        &expect![[r#"
            trafficking-mode-with-placements: Back to simple with placements attached

            A campaign with a placement cannot go from advanced back to simple trafficking. No document shows if it has a placement. Offline, Adwright knows it only from a person or from a reply of the service.

            It says:
              - This campaign has {placements} attached, so the service will refuse the change from advanced to simple (62000). Keep advanced, or detach the placements first.
              - Adwright cannot tell offline if this campaign has placements attached. If it has, the service will refuse the change from advanced to simple (62000). Keep advanced if you are not sure.
              - A trafficking mode is at several places ({places}), and Adwright cannot tell which one counts. Choose one in the workspace's settings.

            Source: The interface, Campaign, rule 2: "traffickingMode must not change from advanced to simple while a placement is already attached (error 62000)."

            See also: 62000
            ended with 0
        "#]],
    );
}

#[test]
fn unknown_word_suggests_the_list() {
    check(
        &[],
        &["explain", "rnage"],
        &expect![[r#"
            Unknown rule or error code rnage. `adwright explain` lists all rules.
            ended with 2
        "#]],
    );
    let folder = tempfile::tempdir().unwrap();
    let list = shown(&adwright(folder.path(), &["explain"], b""));
    assert!(list.contains("set-once "), "{list}");
    for line in list.lines().filter(|line| !line.starts_with("ended")) {
        let name = line.split_whitespace().next().unwrap();
        let explained = adwright(folder.path(), &["explain", name], b"");
        assert!(explained.status.success(), "{name}");
    }
}
