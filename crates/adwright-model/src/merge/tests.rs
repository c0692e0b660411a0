use expect_test::{Expect, expect};

use super::*;

/// An identity with the key `id` for the list `l`; `name` is also spelled `label`.
struct Sample;

impl MergeIdentity for Sample {
    fn item_key(&self, list: &Path) -> Option<&str> {
        (list.to_string() == "l").then_some("id")
    }

    fn alias(&self, member: &Path) -> Option<&str> {
        match member.to_string().as_str() {
            "name" => Some("label"),
            "label" => Some("name"),
            _ => None,
        }
    }
}

/// Checks the merged document, followed by the conflicts.
fn check(base: &str, mine: &str, theirs: &str, expected: &Expect) {
    let read = |text| EditableDocument::parse(text).unwrap();
    let choose = |_: &MergeConflict| MergeSide::Theirs;
    let merged = merge3(&read(base), &read(mine), &read(theirs), &Sample, choose).unwrap();
    let clash = |clash: &MergeConflict| {
        let raw = |json: &Option<String>| json.clone().unwrap_or_else(|| "absent".to_owned());
        let MergeConflict {
            path,
            base,
            mine,
            theirs,
        } = clash;
        format!("\n{path}: {} -> {} | {}", raw(base), raw(mine), raw(theirs))
    };
    let conflicts: String = merged.conflicts.iter().map(clash).collect();
    expected.assert_eq(&format!("{}{conflicts}", merged.document.text()));
}

#[test]
fn change_of_one_side_is_taken() {
    check(
        r#"{"a": 1, "b": {"c": 2, "d": 3}, "e": 4}"#,
        r#"{"a": 1, "b": {"c": 20, "d": 3}, "e": 4, "f": 5}"#,
        r#"{"a": 10,  "b": {"c": 2, "d": 30}}"#,
        &expect![[r#"{"a": 10,  "b": {"c": 20, "d": 30},  "f": 5}"#]],
    );
}

#[test]
fn items_match_by_id_in_any_json_type() {
    check(
        r#"{"l":[{"id":1,"a":1},{"id":2,"a":2}]}"#,
        r#"{"l":[{"id":1,"a":1},{"id":2,"a":20}]}"#,
        r#"{"l":[{"id":"2","a":2},{"id":"1","a":10}]}"#,
        &expect![[r#"{"l":[{"id":"2","a":20},{"id":"1","a":10}]}"#]],
    );
}

#[test]
fn different_changes_of_one_value_clash() {
    check(
        r#"{"a":1,"b":{"c":2}}"#,
        r#"{"a":2,"b":{"c":2,"d":1}}"#,
        r#"{"a":3,"b":{"c":2,"d":"1"}}"#,
        &expect![[r#"
            {"a":3,"b":{"c":2,"d":"1"}}
            a: 1 -> 2 | 3
            b.d: absent -> 1 | "1""#]],
    );
}

#[test]
fn remove_conflicts_with_change_but_not_with_remove() {
    check(
        r#"{"a":1,"b":2,"c":3}"#,
        r#"{"a":2}"#,
        r#"{"c":4}"#,
        &expect![[r#"
            {"c":4}
            c: 3 -> absent | 4
            a: 1 -> 2 | absent"#]],
    );
}

#[test]
fn null_is_not_absent() {
    check(
        r#"{"a":null,"b":1,"c":null}"#,
        r#"{"b":null,"c":null}"#,
        r#"{"a":null,"c":null}"#,
        &expect![[r#"
            {"c":null}
            b: 1 -> null | absent"#]],
    );
}

#[test]
fn object_added_on_both_sides_has_all_members() {
    check(
        r#"{"a":null}"#,
        r#"{"a":{"x":1,"y":2},"b":{"z":1}}"#,
        r#"{"a":{"y":3,"w":4},"b":{"v":1}}"#,
        &expect![[r#"
            {"a":{"y":3,"w":4,"x":1},"b":{"v":1,"z":1}}
            a.y: absent -> 2 | 3"#]],
    );
}

#[test]
fn changed_shape_is_another_value() {
    check(
        r#"{"a":{"x":1},"b":{"x":1},"c":5}"#,
        r#"{"a":[],"b":{"x":2},"c":{"x":1}}"#,
        r#"{"a":{"x":2},"b":null,"c":{"y":1}}"#,
        &expect![[r#"
            {"a":{"x":2},"b":null,"c":{"y":1}}
            a: {"x":1} -> [] | {"x":2}
            b: {"x":1} -> {"x":2} | null
            c: 5 -> {"x":1} | {"y":1}"#]],
    );
}

#[test]
fn spelling_is_unchanged_and_theirs_stays() {
    check(
        r#"{"a":1.0,"b":"ä","c":1,"d":[1,2]}"#,
        r#"{"a":1e0,"b":"ä","c":2,"d":[1,2]}"#,
        r#"{ "b":"\u00e4", "\u0061":1, "c":1.0, "d" : [ 1.0, 2 ] }"#,
        &expect![[r#"{ "b":"\u00e4", "\u0061":1, "c":2, "d" : [ 1.0, 2 ] }"#]],
    );
}

#[test]
fn a_list_without_a_key_is_one_value() {
    check(
        r#"{"x":[1,2],"y":[1,2],"z":[1,2]}"#,
        r#"{"x":[1,3],"y":[1,3],"z":[1,2]}"#,
        r#"{"x":[1,2],"y":[0,2],"z":[0,2]}"#,
        &expect![[r#"
            {"x":[1,3],"y":[0,2],"z":[0,2]}
            y: [1,2] -> [1,3] | [0,2]"#]],
    );
}

#[test]
fn keyed_items_are_merged_in_place() {
    check(
        r#"{"l":[{"id":1,"v":1},{"id":2,"v":2},{"id":3,"v":3}]}"#,
        r#"{"l":[{"id":1,"v":10},{"id":3,"v":3},{"id":4}]}"#,
        r#"{"l":[ {"id":3,"v":3}, {"id":2,"v":2}, {"id":5}, {"id":1.0,"v":1} ]}"#,
        &expect![[r#"{"l":[ {"id":3,"v":3}, {"id":5}, {"id":4}, {"id":1.0,"v":10} ]}"#]],
    );
}

#[test]
fn my_moves_stay_and_new_items_follow_neighbours() {
    check(
        r#"{"l":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#,
        r#"{"l":[{"id":"c"},{"id":"a"},{"id":"b"}]}"#,
        r#"{"l":[{"id":"n"},{"id":"a"},{"id":"m"},{"id":"b", "v":1},{"id":"c"}]}"#,
        &expect![[r#"{"l":[{"id":"n"},{"id":"c"},{"id":"a"},{"id":"m"},{"id":"b", "v":1}]}"#]],
    );
}

#[test]
fn two_different_orders_are_one_clash() {
    check(
        r#"{"l":[{"id":1},{"id":2},{"id":3}]}"#,
        r#"{"l":[{"id":2},{"id":1},{"id":3}]}"#,
        r#"{"l":[{"id":1},{"id":3},{"id":2}]}"#,
        &expect![[r#"
            {"l":[{"id":1},{"id":3},{"id":2}]}
            l: [{"id":1},{"id":2},{"id":3}] -> [{"id":2},{"id":1},{"id":3}] | [{"id":1},{"id":3},{"id":2}]"#]],
    );
}

#[test]
fn an_item_removed_here_and_changed_there_clashes() {
    check(
        r#"{"l":[{"id":1,"v":1},{"id":2,"v":2},{"id":3}]}"#,
        r#"{"l":[{"id":2,"v":20},{"id":3}]}"#,
        r#"{"l":[{"id":1,"v":10},{"id":3}]}"#,
        &expect![[r#"
            {"l":[{"id":1,"v":10},{"id":3}]}
            l[0]: {"id":1,"v":1} -> absent | {"id":1,"v":10}
            l[1]: {"id":2,"v":2} -> {"id":2,"v":20} | absent"#]],
    );
}

#[test]
fn key_added_on_both_sides_is_one_item() {
    check(
        r#"{"l":[]}"#,
        r#"{"l":[{"id":1,"v":1,"x":1},{"id":2}]}"#,
        r#"{"l":[ {"id":1,"v":2,"y":1} ]}"#,
        &expect![[r#"
            {"l":[ {"id":1,"v":2,"y":1,"x":1},{"id":2} ]}
            l[0].v: absent -> 1 | 2"#]],
    );
}

#[test]
fn missing_or_duplicate_key_makes_list_one_value() {
    let mine = r#"{"l":[{"id":1,"v":2}]}"#;
    for theirs in [
        r#"{"l":[{"id":1,"v":1},{"v":2}]}"#,
        r#"{"l":[{"id":1,"v":1},{"id":1.0,"v":2}]}"#,
        r#"{"l":[{"id":1,"v":1},{"id":null}]}"#,
        r#"{"l":[{"id":1,"v":1},7]}"#,
    ] {
        let [base, mine, theirs] = [r#"{"l":[{"id":1,"v":1}]}"#, mine, theirs]
            .map(|text| EditableDocument::parse(text).unwrap());
        let merged = merge3(&base, &mine, &theirs, &Sample, |_| MergeSide::Theirs).unwrap();
        assert_eq!(merged.conflicts.len(), 1);
        assert_eq!(merged.conflicts[0].path.to_string(), "l");
    }
}

#[test]
fn both_spellings_of_a_name_are_one_member() {
    check(
        r#"{"name":1,"x":0}"#,
        r#"{"name":2,"x":0}"#,
        r#"{"label":1,"x":1}"#,
        &expect![[r#"{"label":2,"x":1}"#]],
    );
    check(
        "{}",
        r#"{"name":2}"#,
        r#"{"label":3}"#,
        &expect![[r#"
            {"label":3}
            label: absent -> 2 | 3"#]],
    );
    check(
        r#"{"name":1,"label":1}"#,
        r#"{"name":2,"label":1}"#,
        r#"{"name":1,"label":3}"#,
        &expect![[r#"{"name":2,"label":3}"#]],
    );
}

#[test]
fn additions_to_empty_object_copy_my_layout() {
    check(
        r#"{"x": {}, "y": 1}"#,
        r#"{"x": {"a": 1, "b": 2}, "y": 1}"#,
        r#"{"x": { }, "y": 2}"#,
        &expect![[r#"{"x": {"a": 1, "b": 2}, "y": 2}"#]],
    );
    check(
        "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
        "{\n  \"b\": 2,\n  \"c\": 3\n}\n",
        "{\n  \"a\": 1,\n  \"b\": 20\n}\n",
        &expect![[r#"
            {
              "b": 20,
              "c": 3
            }
        "#]],
    );
}

#[test]
fn empty_or_odd_names_are_valid() {
    check(
        r#"{"":1,"__proto__":{"a":1},"constructor":1}"#,
        r#"{"":2,"__proto__":{"a":1,"":2},"constructor":1}"#,
        r#"{"":1,"__proto__":{"a":3}}"#,
        &expect![[r#"{"":2,"__proto__":{"a":3,"":2}}"#]],
    );
}

#[test]
fn more_than_fits_is_not_merged() {
    let half = "x".repeat(crate::LARGEST_BYTES / 2);
    let with = |name: &str| EditableDocument::parse(&format!(r#"{{"{name}":"{half}"}}"#)).unwrap();
    let base = EditableDocument::parse("{}").unwrap();
    let merged = merge3(&base, &with("a"), &with("b"), &NoMergeIdentity, |_| {
        MergeSide::Theirs
    });
    expect!["Line 1, column 16777217: the document is larger than 16 MB."]
        .assert_eq(&merged.unwrap_err().to_string());
}

#[test]
fn new_json_type_of_an_id_never_conflicts() {
    for (base, mine, theirs, expected, conflicts) in [
        (
            r#"{"id":"5"}"#,
            r#"{"id":"6"}"#,
            r#"{"id":5}"#,
            r#"{"id":"6"}"#,
            0,
        ),
        (
            r#"{"id":"5"}"#,
            r#"{"id":5}"#,
            r#"{"id":"6"}"#,
            r#"{"id":"6"}"#,
            0,
        ),
        (
            r#"{"id":4}"#,
            r#"{"id":5}"#,
            r#"{"id":"5"}"#,
            r#"{"id":"5"}"#,
            0,
        ),
        (
            r#"{"id":4}"#,
            r#"{"id":5}"#,
            r#"{"id":"6"}"#,
            r#"{"id":5}"#,
            1,
        ),
        (r#"{"id":4}"#, "{}", r#"{"id":"4"}"#, "{}", 0),
    ] {
        let [base, mine, theirs] =
            [base, mine, theirs].map(|text| EditableDocument::parse(text).unwrap());
        let merged = merge_onto(&base, &mine, &theirs, &NoMergeIdentity).unwrap();
        let outcome = (merged.document.text(), merged.conflicts.len());
        assert_eq!(outcome, (expected, conflicts), "{}", theirs.text());
    }
}

#[test]
fn place_of_a_conflict_follows_its_item() {
    let read = |text: &str| EditableDocument::parse(text).unwrap();
    let base = read(r#"{"l":[{"id":1,"v":1},{"id":2,"v":2}]}"#);
    let mine = read(r#"{"l":[{"id":1,"v":5}]}"#);
    let theirs = read(r#"{"l":[{"id":1,"v":6},{"id":2,"v":7}]}"#);
    let merged = merge_onto(&base, &mine, &theirs, &Sample).unwrap();
    let places = merged.conflicts.iter().map(|conflict| {
        let place = KeyedPath::of_conflict(conflict, &merged.document, &Sample);
        let json = serde_json::to_string(&place).unwrap();
        serde_json::from_str::<KeyedPath>(&json).unwrap()
    });
    let places: Vec<_> = places.collect();
    let shown = |document: &EditableDocument| -> Vec<String> {
        let found = places.iter().map(|place| place.find(document));
        found
            .map(|path| path.map_or_else(|| "nowhere".to_owned(), |path| path.to_string()))
            .collect()
    };
    assert_eq!(shown(&merged.document), ["l[0].v", "l[1]"]);
    let moved = read(r#"{"l":[{"id":3},{"id":"2"},{"id":"1","v":5}]}"#);
    assert_eq!(shown(&moved), ["l[2].v", "l[1]"]);
    assert_eq!(shown(&read(r#"{"l":[{"id":3}]}"#)), ["nowhere", "l[1]"]);
    assert_eq!(shown(&read("{}")), ["nowhere", "nowhere"]);
}

#[test]
fn catalog_defines_keys_and_spellings() {
    let known = CatalogMergeIdentity {
        catalog: Catalog::bundled(),
        kind: Kind::Campaign,
    };
    let path = |text: &str| text.parse::<Path>().unwrap();
    let field = |name: &str| {
        let field = known.catalog.field(Kind::Campaign, &path(name));
        field.unwrap_or_else(|| panic!("no field {name}"))
    };
    assert_eq!(
        field("lastUpdateOn").alias.as_deref(),
        Some("lastUpdatedOn")
    );
    assert_eq!(known.alias(&path("lastUpdateOn")), Some("lastUpdatedOn"));
    assert_eq!(known.alias(&path("lastUpdatedOn")), Some("lastUpdateOn"));
    assert_eq!(known.alias(&path("name")), None);
    let listed = known.catalog.root(Kind::Campaign).fields.iter();
    let list = listed
        .filter(|field| field.key.is_some())
        .map(|field| &field.name)
        .next()
        .unwrap();
    assert_eq!(known.item_key(&path(list)), Some("name"));
    assert_eq!(known.item_key(&path(&format!("{list}[0]"))), None);
    assert_eq!(known.item_key(&path("name")), None);
}
