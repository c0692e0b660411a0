use expect_test::expect;
use serde_json::{Value, json};

use crate::{adwright, check, elements, folder, shown};

const GOOD: &[u8] = br#"{"type":"Campaign","name":"Spring","advertiserId":7,"brandId":8}"#;

#[test]
fn clean_objects_are_only_counted() {
    check(
        &[("a.json", GOOD)],
        &["check", "a.json"],
        &expect![[r#"
            a.json (Campaign, create)
              note    1:51     advertiserId
                      Adwright cannot tell offline if Advertiser 7 has a privacy section. Without one, the service will refuse to create the campaign (62002). Ask before you send if you are not sure. [advertiser-without-privacy-section]

            1 object checked for create: 0 errors, 0 warnings, 1 note.
            ended with 0
        "#]],
    );
}

#[test]
fn each_finding_names_its_place_in_the_file() {
    let list = b"{\"metadata\":{\"total\":2},\n \"result\":[\n  {\"type\":\"Campaign\",\"name\":\"\xc3\xa4\",\"advertiserId\":\"A\",\"brandId\":8},\n  {\"type\":\"Campaign\",\"brandId\":true}\n]}";
    check(
        &[("list.json", list)],
        &["check", "list.json"],
        &expect![[r#"
            list.json (Campaign, update)
              error   3:48     advertiserId
                      Advertiser ID must be a whole number, but it is a text. The service will not understand it. Enter a whole number instead. [type]

            list.json, object 2 (Campaign, update)
              error   4:32     brandId
                      Brand ID must be a whole number, but it is true or false. The service will not understand it. Enter a whole number instead. [type]

            2 objects checked for update: 2 errors, 0 warnings, 0 notes.
            ended with 1
        "#]],
    );
}

#[test]
fn json_has_one_element_for_each_object() {
    let folder = folder(&[(
        "new.json",
        br#"{"entities":[{"type":"Campaign","name":7,"brandId":8},{"type":"Placement"},{"a":}]}"#,
    )]);
    let output = adwright(folder.path(), &["check", "--json", "new.json"], b"");
    let elements = elements(&output);
    expect![[r#"
        [
          {
            "file": "new.json",
            "index": 0,
            "kind": "Campaign",
            "phase": "create",
            "readable": true,
            "error": null,
            "findings": [
              {
                "rule": "type",
                "severity": "error",
                "path": "name",
                "message": "Name must be a text, but it is a number. The service will not understand it. Enter a text instead.",
                "line": 1,
                "column": 40
              }
            ]
          },
          {
            "file": "new.json",
            "index": 1,
            "kind": null,
            "phase": null,
            "readable": true,
            "error": null,
            "findings": [
              {
                "rule": "kind",
                "severity": "note",
                "path": "type",
                "message": "Adwright does not know the type Placement, so only the JSON was checked. If it is one of the known kinds, choose that kind.",
                "line": 1,
                "column": 63
              }
            ]
          },
          {
            "file": "new.json",
            "index": 2,
            "kind": null,
            "phase": null,
            "readable": false,
            "error": "Line 1, column 81: this is not well-formed JSON: a value is missing.",
            "findings": []
          }
        ]"#]].assert_eq(&serde_json::to_string_pretty(&elements).unwrap());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn kind_comes_from_type_shape_or_option() {
    let files: &[(&str, &[u8])] = &[
        (
            "shape.json",
            br#"{"traffickingMode":"simple","brandId":1,"advertiserId":2}"#,
        ),
        ("type.json", br#"{"type":"HTML5SingleExpandableBannerAd"}"#),
        ("unknown.json", br#"{"type":"Placement"}"#),
    ];
    let folder = folder(files);
    let kinds = |arguments: &[&str]| -> Vec<Value> {
        let all = elements(&adwright(folder.path(), arguments, b""));
        all.iter().map(|element| element["kind"].clone()).collect()
    };
    assert_eq!(
        kinds(&["check", "--json", "."]),
        [
            json!("Campaign"),
            json!("HTML5ExpandableBannerAd"),
            Value::Null
        ]
    );
    assert_eq!(
        kinds(&["check", "--json", "--kind", "SiteContact", "unknown.json"]),
        [json!("SiteContact")]
    );
}

#[test]
fn standard_input_is_checked_like_a_file() {
    let folder = folder(&[]);
    let output = adwright(
        folder.path(),
        &["check", "-"],
        br#"[{"type":"Campaign","brandId":true}]"#,
    );
    expect![[r#"
        - (Campaign, create)
          error   1:31     brandId
                  Brand ID must be a whole number, but it is true or false. The service will not understand it. Enter a whole number instead. [type]

        1 object checked for create: 1 error, 0 warnings, 0 notes.
        ended with 1
    "#]].assert_eq(&shown(&output));
}

/// Returns a file of one of ten types, with the kind of each object in it, or an error for an unreadable one.
fn mixed(number: usize) -> (String, Vec<Result<&'static str, ()>>) {
    let object = |kind: &str| format!(r#"{{"type":"{kind}","name":"n{number}"}}"#);
    let list = |kinds: &[&str]| {
        let objects: Vec<_> = kinds.iter().map(|kind| object(kind)).collect();
        objects.join(",\n")
    };
    let [campaign, value, contact] = ["Campaign", "RetargetingDataValue", "SiteContact"];
    let [banner, html5, video] = [
        "ExpandableBannerAd",
        "HTML5ExpandableBannerAd",
        "InStreamInteractiveAd",
    ];
    match number % 10 {
        0 => (object(campaign), vec![Ok(campaign)]),
        1 => (object(html5), vec![Ok(html5)]),
        2 => (
            format!(r#"{{"result":{},"error":null}}"#, object(value)),
            vec![Ok(value)],
        ),
        3 => (
            format!(r#"{{"entities":[{}]}}"#, list(&[banner, video])),
            vec![Ok(banner), Ok(video)],
        ),
        4 => (
            format!(
                r#"{{"metadata":{{"total":3}},"result":[{}]}}"#,
                list(&[contact, campaign, contact])
            ),
            vec![Ok(contact), Ok(campaign), Ok(contact)],
        ),
        5 => (
            format!("[{}]", list(&[video, value])),
            vec![Ok(video), Ok(value)],
        ),
        6 => (
            format!(r#"[{},{{"a":1,"a":2}},{}]"#, object(banner), object(html5)),
            vec![Ok(banner), Err(()), Ok(html5)],
        ),
        7 => (r#"{"metadata":{"total":0},"result":[]}"#.to_owned(), vec![]),
        8 => (format!("[{}", object(contact)), vec![Err(())]),
        _ => (String::new(), vec![Err(())]),
    }
}

#[test]
fn thousand_mixed_files_are_reported_in_order() {
    let mut texts = Vec::new();
    let mut expected = Vec::new();
    for number in 0..1000 {
        let (text, objects) = mixed(number);
        let name = format!("{:02}/{number:04}.json", number / 100);
        let objects = objects.iter().enumerate();
        expected.extend(objects.map(|(index, kind)| {
            let kind = kind.ok().map_or(Value::Null, Value::from);
            let readable = !kind.is_null();
            json!([format!("./{name}"), index, kind, readable, !readable])
        }));
        texts.push((name, text));
    }
    let files = texts.iter();
    let files: Vec<_> = files
        .map(|(name, text)| (name.as_str(), text.as_bytes()))
        .collect();
    let folder = folder(&files);
    let output = adwright(folder.path(), &["check", "--json", "."], b"");
    assert_eq!(output.status.code(), Some(2));
    let told = elements(&output);
    let shown = told.iter().map(|one| {
        let error = one["error"].is_string();
        json!([
            one["file"],
            one["index"],
            one["kind"],
            one["readable"],
            error
        ])
    });
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    let output = adwright(folder.path(), &["check", "."], b"");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    expect!["1500 objects checked, 800 for create and 400 for update: 3400 errors, 0 warnings, 0 notes, 300 unreadable."]
        .assert_eq(text.lines().last().unwrap());
    // Both outputs report the same findings.
    let findings = told
        .iter()
        .flat_map(|one| one["findings"].as_array().unwrap());
    let count = |severity| {
        let of = findings.clone().filter(|one| one["severity"] == severity);
        of.count()
    };
    expect!["3400 0 0"].assert_eq(&format!(
        "{} {} {}",
        count("error"),
        count("warning"),
        count("note")
    ));
}

#[test]
fn missing_input_is_reported() {
    check(
        &[("empty/read.me", b"")],
        &["check", "gone.json", "empty"],
        &expect![[r#"
            gone.json: It cannot be opened: No such file or directory (os error 2).
            empty: This folder has no .json files.

            2 objects checked: 0 errors, 0 warnings, 0 notes, 2 unreadable.
            ended with 2
        "#]],
    );
}

#[test]
fn retargeting_values_of_one_file_are_one_call() {
    let value = |advertiser: u32, value: &str| {
        format!(
            r#"{{"type":"RetargetingDataValue","name":"Cart","value":"{value}","advertiserId":{advertiser},"retargetingActivityId":9}}"#
        )
    };
    let values = [value(1, "a"), value(1, "a"), value(2, "b")];
    let sent = format!("{{\"entities\":[\n{}\n]}}", values.join(",\n"));
    check(
        &[("new.json", sent.as_bytes())],
        &["check", "new.json"],
        &expect![[r#"
            new.json, object 2 (RetargetingDataValue, create)
              warning 3:54     value
                      This value has the same content as value 1 of this call: a. Remove one of them. [same-value]

            new.json, object 3 (RetargetingDataValue, create)
              error   4:99     retargetingActivityId
                      Activity 9 is listed with advertiser 2 here, but with advertiser 1 at value 1. An activity has one advertiser, so the service will refuse one of the two (66108). Correct the wrong one. [activity-of-advertiser]

            3 objects checked for create: 1 error, 1 warning, 0 notes.
            ended with 1
        "#]],
    );
    // A reply of the service is not a batch call.
    let held = sent
        .replace("entities", "result")
        .replace("{\"type\"", "{\"id\":5,\"type\"");
    let folder = folder(&[("reply.json", held.as_bytes())]);
    let output = adwright(folder.path(), &["check", "--json", "reply.json"], b"");
    let rules: Vec<_> = elements(&output)
        .iter()
        .flat_map(|element| element["findings"].as_array().cloned().unwrap_or_default())
        .map(|finding| finding["rule"].clone())
        .collect();
    assert!(!rules.contains(&json!("same-value")), "{rules:?}");
}

#[test]
fn list_without_values_is_refused_if_required() {
    check(
        &[("empty.json", br#"{"entities":[]}"#)],
        &["check", "--kind", "RetargetingDataValue", "empty.json"],
        &expect![[r#"
            empty.json (RetargetingDataValue, create)
              error   1:1      the whole object
                      The list contains no retargeting value, so the service will refuse it (66107). Add at least one. [empty-batch]

            1 object checked for create: 1 error, 0 warnings, 0 notes.
            ended with 1
        "#]],
    );
    for (file, kind) in [
        (&br#"{"entities":[]}"#[..], "Campaign"),
        (br#"{"result":[]}"#, "RetargetingDataValue"),
    ] {
        let output = adwright(
            folder(&[("empty.json", file)]).path(),
            &["check", "--json", "--kind", kind, "empty.json"],
            b"",
        );
        assert_eq!(elements(&output), Vec::<Value>::new());
    }
}

const HOUSE: &[u8] = br#"{
  "severities": { "advertiser-without-privacy-section": "warning" },
  "rules": [{
    "name": "country-first",
    "title": "Campaign names begin with the country",
    "kind": "Campaign",
    "field": "name",
    "must": { "match": "^[A-Z]{2} " },
    "severity": "warning",
    "says": "The name does not begin with the country, such as DE. Put it in front."
  }]
}"#;

#[test]
fn own_rules_are_read_from_a_file() {
    check(
        &[("a.json", GOOD), ("house.json", HOUSE)],
        &["check", "--rules", "house.json", "a.json"],
        &expect![[r#"
            a.json (Campaign, create)
              warning 1:27     name
                      The name does not begin with the country, such as DE. Put it in front. [country-first]
              warning 1:51     advertiserId
                      Adwright cannot tell offline if Advertiser 7 has a privacy section. Without one, the service will refuse to create the campaign (62002). Ask before you send if you are not sure. [advertiser-without-privacy-section]

            1 object checked for create: 0 errors, 2 warnings, 0 notes.
            ended with 1
        "#]],
    );
}

#[test]
fn unusable_rules_prevent_every_check() {
    check(
        &[("a.json", GOOD), ("house.json", b"{\"rules\": [{}]}")],
        &["check", "--rules", "house.json", "a.json"],
        &expect![[r#"
            The rules in house.json cannot be used, so nothing was checked. Line 1, column 12: this rule has no “name”.
            ended with 2
        "#]],
    );
    check(
        &[("a.json", GOOD)],
        &["check", "--rules", "house.json", "a.json"],
        &expect![[r#"
            The rules in house.json cannot be read: No such file or directory (os error 2).
            ended with 2
        "#]],
    );
}

/// Returns the phase of each object in a file, and the rules of its errors.
fn phases(file: &[u8], options: &[&str]) -> Vec<(Value, Vec<Value>)> {
    let folder = folder(&[("a.json", file)]);
    let arguments = [&["check", "--json", "a.json"], options].concat();
    let output = adwright(folder.path(), &arguments, b"");
    let errors = |element: &Value| {
        let findings = element["findings"].as_array().unwrap().iter();
        let errors = findings.filter(|finding| finding["severity"] == "error");
        errors.map(|error| error["rule"].clone()).collect()
    };
    let all = elements(&output);
    all.iter()
        .map(|one| (one["phase"].clone(), errors(one)))
        .collect()
}

#[test]
fn phase_follows_the_form_or_the_option() {
    let lost = r#"{"type":"Campaign","name":"A","createdOn":1760000000000}"#;
    let new = r#"{"type":"Campaign","name":"A"}"#;
    let held = r#"{"type":"Campaign","name":"A","id":7}"#;
    let cases = [
        (new.to_owned(), "create"),
        (held.to_owned(), "update"),
        (lost.to_owned(), "update"),
        (lost.replace("createdOn", "lastUpdateOn"), "update"),
        (lost.replace("1760000000000", "null"), "create"),
        (format!(r#"{{"result":{new}}}"#), "update"),
        (format!(r#"{{"metadata":{{}},"result":[{new}]}}"#), "update"),
        (format!(r#"{{"entities":[{new}]}}"#), "create"),
        (format!(r#"{{"entities":[{lost}]}}"#), "create"),
        (format!(r#"{{"entities":[{held}]}}"#), "update"),
        (format!("[{new}]"), "create"),
        (format!("[{held}]"), "update"),
    ];
    for (file, phase) in cases {
        for (options, phase) in [
            (&[][..], phase),
            (&["--phase", "create"], "create"),
            (&["--phase", "update"], "update"),
        ] {
            let found = phases(file.as_bytes(), options);
            assert_eq!(found[0].0, json!(phase), "{file} {options:?}");
        }
    }
    assert_eq!(phases(br#"{"type":"Placement"}"#, &[])[0].0, Value::Null);
}

#[test]
fn ad_with_service_fields_needs_its_id() {
    let ad = include_bytes!("../../../adwright-checks/tests/it/documents/html5_expandable.json");
    let mut ad: Value = serde_json::from_slice(ad).unwrap();
    let members = ad.as_object_mut().unwrap();
    members.remove("id").unwrap();
    let found = phases(ad.to_string().as_bytes(), &[]);
    assert_eq!(found, [(json!("update"), vec![json!("required")])]);
}

#[test]
fn practice_limits_apply_only_with_a_workspace() {
    let home = folder(&[("a.json", br#"{"type":"Campaign","budget":"much"}"#)]);
    let rules = |options: &[&str]| {
        let arguments = [&["check", "--json", "a.json"], options].concat();
        let all = elements(&adwright(home.path(), &arguments, b""));
        let findings = all[0]["findings"].as_array().unwrap().iter();
        let told = findings.map(|one| format!("{} {}", one["path"], one["rule"]).replace('"', ""));
        told.collect::<Vec<_>>()
    };
    assert!(rules(&[]).is_empty());
    assert!(!home.path().join("adwright").exists(), "no home is needed");
    let mut practice = rules(&["--workspace", "Practice"]);
    practice.sort();
    assert_eq!(
        practice,
        [
            "advertiserId required",
            "brandId required",
            "budget type",
            "name required"
        ]
    );
}
