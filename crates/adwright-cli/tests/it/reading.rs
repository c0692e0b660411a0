//! Reads from a real service, for scripts and for people.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::practice::Practice;
use crate::{elements, shown};

/// Options, and the test for the rows that they should find.
type Filter<'a> = (&'a [&'a str], fn(&Value) -> bool);

fn check(service: &Practice, arguments: &[&str], expected: &Expect) {
    expected.assert_eq(&shown(&service.ask(arguments)));
}

#[test]
fn all_three_lists_print_as_tables() {
    let service = Practice::start(&[]);
    check(
        &service,
        &["campaign", "list", "--max", "3"],
        &expect![[r#"
            ID          NAME               STATUS    MODE      ADVERTISER         BRAND
            1072226018  Spring range, DE   ACTIVE    advanced  Northwind Outdoor  Outdoor
            1072226188  Clearance, DE      ARCHIVED  simple    Calderby Dairy     Little Churn
            1072226231  Referral push, FR  ARCHIVED  advanced  Lumenhaven Energy  Home Power
            ended with 0
        "#]],
    );
    check(
        &service,
        &["value", "list", "--max", "3"],
        &expect![[r#"
        ID       NAME          VALUE       ADVERTISER         ACTIVITY
        9410209  New arrivals  view|new    Northwind Outdoor  Product viewed
        9410234  Bestsellers   view|top20  Northwind Outdoor  Product viewed
        9410252  Sale          view|sale   Northwind Outdoor  Product viewed
        ended with 0
    "#]],
    );
    check(
        &service,
        &["ad", "list", "--max", "3"],
        &expect![[r#"
        ID          NAME                          STATUS    TYPE                   SIZE       ADVERTISER
        1073410555  Spring launch, DE, hero, VID  ASSIGNED  InStreamInteractiveAd  1920x1080  Northwind Outdoor
        1073410557  Spring launch, DE, hero, VID  ASSIGNED  InStreamInteractiveAd  1920x1080  Northwind Outdoor
        1073410593  Spring launch, DE, hero, EXP  ASSIGNED  ExpandableBannerAd     970x250    Northwind Outdoor
        ended with 0
    "#]],
    );
}

#[test]
fn every_page_and_object_is_unchanged() {
    let service = Practice::start(&[]);
    for noun in ["campaign", "value", "ad"] {
        let list = service.ask(&[noun, "list", "--json", "--set", "dialect.pageSize=40"]);
        assert_eq!(list.status.code(), Some(0), "{}", shown(&list));
        let all = elements(&list);
        assert!(all.len() > 40, "{noun}");
        let id = all[all.len() / 2]["id"].to_string();
        let one = service.ask(&[noun, "get", &id, "--json"]);
        assert_eq!(one.status.code(), Some(0), "{}", shown(&one));
        // The bytes of the single object are among those of the list.
        let one = one.stdout.trim_ascii_end();
        assert!(list.stdout.windows(one.len()).any(|part| part == one));
        let lines = service.ask(&[noun, "list", "--ndjson"]);
        let lines = String::from_utf8(lines.stdout).unwrap();
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        assert_eq!(lines.collect::<Vec<Value>>(), all);
    }
}

#[test]
fn site_contact_is_fetched_from_either_level() {
    let service = Practice::start(&[]);
    let ask = |words: &[&str]| {
        let all = [&["site-contact", "get", "1072288341"], words, &["--json"]].concat();
        let output = service.ask(&all);
        let contact: Option<Value> = serde_json::from_slice(&output.stdout).ok();
        let level = contact.map(|contact| (contact["id"].clone(), contact["level"].clone()));
        (output.status.code(), level)
    };
    let advertisers = Some((json!(610_004), json!("ADVERTISER")));
    assert_eq!(ask(&["7101"]), (Some(0), advertisers));
    assert_eq!(ask(&["7101", "--campaign-level"]), ask(&["1"]));
    assert_eq!(ask(&["1"]), (Some(3), None));
}

#[test]
fn one_object_prints_as_a_table() {
    let service = Practice::start(&[]);
    check(
        &service,
        &["value", "get", "9410209"],
        &expect![[r#"
        type                      RetargetingDataValue
        id                        9410209
        clientRefId               null
        relationsBag              null
        uiPermissions             null
        version                   1
        createdBy                 501
        createdByName             Mara Lindgaard
        createdByAccount          3310
        createdByAccountName      Brightmarsh Media
        createdOn                 1780129980000
        lastUpdatedBy             501
        lastUpdatedByName         Mara Lindgaard
        lastUpdatedByAccount      3310
        lastUpdatedByAccountName  Brightmarsh Media
        lastUpdateOn              1780129980000
        name                      New arrivals
        value                     view|new
        expiresOn                 null
        retargetingData           []
        advertiserId              4401
        advertiserName            Northwind Outdoor
        retargetingActivityId     52024
        retargetingActivityName   Product viewed
        accountId                 3310
        accountName               Brightmarsh Media
        ended with 0
    "#]],
    );
}

#[test]
fn missing_input_is_reported() {
    for variant in [&[][..], &["null-not-found"]] {
        check(
            &Practice::start(variant),
            &["campaign", "get", "1"],
            &expect![[r#"
                The service has no campaign 1 for this login.
                ended with 3
            "#]],
        );
    }
}

#[test]
fn service_filters_and_sorts_the_list() {
    let service = Practice::start(&[]);
    let names = |more: &[&str]| {
        let list = service.ask(&[&["campaign", "list", "--json"], more].concat());
        assert_eq!(list.status.code(), Some(0), "{}", shown(&list));
        elements(&list)
    };
    let all = names(&[]);
    let sorted = names(&["--sort", "id:desc"]);
    let ids = |rows: &[Value]| {
        rows.iter()
            .map(|row| row["id"].as_i64())
            .collect::<Vec<_>>()
    };
    let mut expected = ids(&all);
    expected.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(ids(&sorted), expected);
    let part = names(&["--sort", "id:desc", "--from", "5", "--max", "7"]);
    assert_eq!(ids(&part), expected[5..12]);
    let filters: [Filter<'_>; 5] = [
        (&["--advertiser-id", "4401"], |row| {
            row["advertiserId"] == 4401
        }),
        (&["--advertiser-name", "Northwind"], |row| {
            row["advertiserName"] == "Northwind Outdoor"
        }),
        (
            &["--account-id", "3310", "--trafficking-mode", "simple"],
            |row| row["accountId"] == 3310 && row["traffickingMode"] == "simple",
        ),
        (&["--brand-id", "88120"], |row| row["brandId"] == 88120),
        (&["--q", r#"{"1":{"NAME":["Spring"]}}"#], |row| {
            row["name"].as_str().unwrap().contains("Spring")
        }),
    ];
    for (arguments, is_meant) in filters {
        let found = names(arguments);
        let meant = all.iter().filter(|row| is_meant(row)).count();
        assert!(meant > 0 && meant < all.len(), "{arguments:?}");
        assert_eq!(found.len(), meant, "{arguments:?}");
        assert!(found.iter().all(is_meant), "{arguments:?}");
    }
}

#[test]
fn differing_service_is_read_with_its_settings() {
    let service = Practice::start(&["slash-redirects", "paging-window", "bare-list", "text-ids"]);
    let list = service.ask(&[
        "value",
        "list",
        "--json",
        "--set",
        "dialect.trailingSlash=true",
        "--set",
        "dialect.restPrefix=true",
    ]);
    assert_eq!(list.status.code(), Some(0), "{}", shown(&list));
    assert_eq!(elements(&list).len(), 275);
}

#[test]
fn no_match_is_an_empty_list() {
    let service = Practice::start(&[]);
    check(
        &service,
        &["campaign", "list", "--json", "--brand-id", "1"],
        &expect![[r#"
            []
            The service’s list is empty.
            ended with 0
        "#]],
    );
    check(
        &service,
        &["campaign", "list", "--brand-id", "1"],
        &expect![[r#"
            The service’s list is empty.
            ended with 0
        "#]],
    );
}

#[test]
fn refused_list_is_reported() {
    let service = Practice::start(&["paging-window"]);
    let large = [
        "campaign",
        "list",
        "--json",
        "--set",
        "dialect.pageSize=600",
    ];
    check(
        &service,
        &large,
        &expect![[r#"
            The service refused (status 400) 9199: The requested page is outside the limits of the service. The service says: The parameter "max" must be 499 at most. Add --show-reply to see the service’s reply.
            ended with 3
        "#]],
    );
}

#[test]
fn ads_need_a_path_and_values_no_order() {
    let folder = tempfile::tempdir().unwrap();
    let without = ["ad", "list", "--base-url", "http://127.0.0.1:9"];
    let said = shown(&crate::adwright(folder.path(), &without, b""));
    expect![[r#"
        The path of this service’s ads is not set. Set it, such as: `--set dialect.adsPath=/ads`.
        ended with 2
    "#]]
    .assert_eq(&said);
    let sorted = [
        "value",
        "list",
        "--sort",
        "id",
        "--base-url",
        "http://127.0.0.1:9",
    ];
    assert_eq!(
        crate::adwright(folder.path(), &sorted, b"").status.code(),
        Some(2)
    );
}
