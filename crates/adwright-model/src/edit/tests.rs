use expect_test::{Expect, expect};

use super::*;

fn set(path: &str, json: &str) -> Edit {
    let path = path.parse().unwrap();
    Edit::Set {
        path,
        json: json.to_owned(),
    }
}

fn remove(path: &str) -> Edit {
    let path = path.parse().unwrap();
    Edit::Remove { path }
}

fn insert(path: &str, at: usize, json: &str) -> Edit {
    let path = path.parse().unwrap();
    Edit::Insert {
        path,
        at,
        json: json.to_owned(),
    }
}

fn check(text: &str, edit: &Edit, expected: &Expect) {
    let edited = EditableDocument::parse(text).unwrap().apply(edit);
    expected.assert_eq(
        &edited.map_or_else(|error| error.to_string(), |edited| edited.text().to_owned()),
    );
}

#[test]
fn members_added_together_keep_the_style() {
    let document = EditableDocument::parse("{\n  \"a\" : 1\n}").unwrap();
    let typed = Edit::Type {
        path: "c".parse().unwrap(),
        text: "{".to_owned(),
    };
    let edits = [set("b", " 2 "), typed, set("b", "3"), remove("a")];
    let edited = document.apply_all(&edits).unwrap();
    expect![[r#"
        {
          "b" : 3,
          "c" : "{"
        }"#]]
    .assert_eq(edited.text());
    let impossible = [set("b", "2"), set("c", "2,\"d\":3")];
    assert!(matches!(
        document.apply_all(&impossible),
        Err(EditError::Value(_))
    ));
}

#[test]
fn set_replaces_just_the_value() {
    let text = "{ \"a\" : 1.50 , \"b\":[ 1,{\"c\" :\"x\"} ] }";
    check(
        text,
        &set("a", "2"),
        &expect![[r#"{ "a" : 2 , "b":[ 1,{"c" :"x"} ] }"#]],
    );
    check(
        text,
        &set("b[1].c", " null "),
        &expect![[r#"{ "a" : 1.50 , "b":[ 1,{"c" :null} ] }"#]],
    );
    check(text, &set("", "[]"), &expect!["[]"]);
}

#[test]
fn set_appends_absent_member_in_neighbour_style() {
    check(
        r#"{"a":1,"b":2}"#,
        &set("c", "3"),
        &expect![[r#"{"a":1,"b":2,"c":3}"#]],
    );
    check(
        r#"{"a": 1, "b": 2}"#,
        &set("c", "3"),
        &expect![[r#"{"a": 1, "b": 2, "c": 3}"#]],
    );
    check(
        r#"{"a": 1}"#,
        &set("c", "3"),
        &expect![[r#"{"a": 1, "c": 3}"#]],
    );
    check(
        "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
        &set("c", "3"),
        &expect![[r#"
            {
              "a": 1,
              "b": 2,
              "c": 3
            }
        "#]],
    );
    check(
        "{\n\t\"a\" : 1\n}",
        &set("c", "3"),
        &expect![[r#"
        {
        	"a" : 1,
        	"c" : 3
        }"#]],
    );
    check(
        "{}",
        &set(r#"["odd \"name\""]"#, "3"),
        &expect![[r#"{"odd \"name\"":3}"#]],
    );
    check(
        r#"{"a": {}}"#,
        &set("a.b", "3"),
        &expect![[r#"{"a": {"b": 3}}"#]],
    );
}

#[test]
fn set_makes_missing_parents() {
    check(
        r#"{"a":1}"#,
        &set("b.c.d", "3"),
        &expect![[r#"{"a":1,"b":{"c":{"d":3}}}"#]],
    );
    check(
        r#"{"a": null, "z": 0}"#,
        &set("a.b.c", "3"),
        &expect![[r#"{"a": {"b": {"c": 3}}, "z": 0}"#]],
    );
    check(
        r#"{"a":1}"#,
        &set("a.b", "3"),
        &expect!["there is nothing to edit at a.b"],
    );
    check(
        r#"{"a":1}"#,
        &set("b[0]", "3"),
        &expect!["there is nothing to edit at b[0]"],
    );
    check(
        r#"{"a":[1]}"#,
        &set("a[1]", "3"),
        &expect!["there is nothing to edit at a[1]"],
    );
}

#[test]
fn remove_deletes_exactly_one_comma() {
    check(
        r#"{"a":1, "b":2, "c":3}"#,
        &remove("a"),
        &expect![[r#"{"b":2, "c":3}"#]],
    );
    check(
        r#"{"a":1, "b":2, "c":3}"#,
        &remove("b"),
        &expect![[r#"{"a":1, "c":3}"#]],
    );
    check(
        r#"{"a":1, "b":2, "c":3}"#,
        &remove("c"),
        &expect![[r#"{"a":1, "b":2}"#]],
    );
    check("{\n  \"a\": 1\n}", &remove("a"), &expect!["{}"]);
    check("[1, 2]", &remove("[0]"), &expect!["[2]"]);
    check(
        "[1]",
        &remove("[1]"),
        &expect!["there is nothing to edit at [1]"],
    );
    check(
        "[1]",
        &remove(""),
        &expect!["there is nothing to edit at the top"],
    );
}

#[test]
fn insert_places_an_item_as_requested() {
    check("[1, 2]", &insert("", 0, "0"), &expect!["[0, 1, 2]"]);
    check("[1, 2]", &insert("", 1, "0"), &expect!["[1, 0, 2]"]);
    check("[1, 2]", &insert("", 2, "0"), &expect!["[1, 2, 0]"]);
    check(
        "[\n  1\n]",
        &insert("", 1, "0"),
        &expect![[r"
        [
          1,
          0
        ]"]],
    );
    check(
        "{\"a\":[]}",
        &insert("a", 0, "0"),
        &expect![[r#"{"a":[0]}"#]],
    );
    check(
        "[1]",
        &insert("", 2, "0"),
        &expect!["there is nothing to edit at the top"],
    );
    check(
        "{}",
        &insert("", 0, "0"),
        &expect!["there is nothing to edit at the top"],
    );
}

#[test]
fn move_relocates_an_item_and_keeps_spacing() {
    let shift = |from: &str, to| Edit::Move {
        path: from.parse().unwrap(),
        to,
    };
    let text = "{\"l\" : [ 1.50 ,\n{\"a\":2},  3 ], \"z\":0}";
    check(
        text,
        &shift("l[0]", 2),
        &expect![[r#"
            {"l" : [ {"a":2} ,
            3,  1.50 ], "z":0}"#]],
    );
    check(
        text,
        &shift("l[2]", 1),
        &expect![[r#"
            {"l" : [ 1.50 ,
            3,  {"a":2} ], "z":0}"#]],
    );
    check(
        text,
        &shift("l[2]", 3),
        &expect!["there is nothing to edit at l[2]"],
    );
    check(
        text,
        &shift("l", 0),
        &expect!["there is nothing to edit at l"],
    );
}

#[test]
fn edit_knows_its_list() {
    let list = |edit: &Edit| edit.indexed_list().map(|list| list.to_string());
    assert_eq!(list(&set("a.l[2].b[0]", "1")).as_deref(), Some("a.l"));
    assert_eq!(list(&insert("a.l", 0, "1")).as_deref(), Some("a.l"));
    assert_eq!(list(&remove("a.l")), None);
}

#[test]
fn uneditable_value_is_refused() {
    check(
        "{}",
        &set("a", "1,2"),
        &expect![
            "the new value cannot be used: Line 1, column 2: this is not well-formed JSON: there is more text \
             after the end of the document."
        ],
    );
    check(
        "{}",
        &set("a", "{\"b\":1,\"b\":2}"),
        &expect![[
            r#"the new value cannot be used: Line 1, column 8: the member "b" occurs twice in one object, so it is unclear which one counts."#
        ]],
    );
    let deep = format!("{}{}", "[".repeat(128), "]".repeat(128));
    check(
        "{}",
        &set("a", &deep),
        &expect![
            "the document would no longer be editable: Line 1, column 133: objects and lists are nested more than 128 deep."
        ],
    );
}

#[test]
fn edit_round_trips_as_data() {
    let edits = [set("a.b", "1.50"), remove("a[0]"), insert("a", 2, "{}")];
    let text = serde_json::to_string_pretty(&edits).unwrap();
    expect![[r#"
        [
          {
            "kind": "set",
            "path": "a.b",
            "json": "1.50"
          },
          {
            "kind": "remove",
            "path": "a[0]"
          },
          {
            "kind": "insert",
            "path": "a",
            "at": 2,
            "json": "{}"
          }
        ]"#]]
    .assert_eq(&text);
    assert_eq!(serde_json::from_str::<[Edit; 3]>(&text).unwrap(), edits);
}
