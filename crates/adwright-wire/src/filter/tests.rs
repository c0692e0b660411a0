use std::borrow::Cow;

use adwright_model::{Bindings, Catalog, Kind};
use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

const OR_AND: &str =
    r#"{"1":{"NAME":["name_one","name_two"],"ID":["101","102"]},"2":{"ACCOUNTID":[103]}}"#;
const DATE_RANGE: &str =
    r#"{"1":{"RECENT":["1500000000000-1510000000000"]},"2":{"NAME":["jones"]}}"#;

fn read(text: &str, expected: &Expect) {
    let shown = match text.parse::<Filter>() {
        Ok(filter) => filter.to_string(),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&shown);
}

#[test]
fn known_samples_stay_unchanged() {
    for sample in [OR_AND, DATE_RANGE] {
        assert_eq!(sample.parse::<Filter>().unwrap().to_string(), sample);
    }
    assert!("{}".parse::<Filter>().unwrap().is_empty());
}

#[test]
fn reading_is_lenient_and_writing_is_strict() {
    read(
        r#" { "first" : { "name": "a", "Name": ["b"], "ok": true }, "b": { "id": 1.0e2 } } "#,
        &expect![[r#"{"1":{"NAME":["a","b"],"OK":["true"]},"2":{"ID":[1.0e2]}}"#]],
    );
}

#[test]
fn unreadable_filter_is_reported_with_its_place() {
    read(
        "",
        &expect!["Line 1, column 1: this is not well-formed JSON: it is empty."],
    );
    read(
        r#"{"1":{"NAME":["a"}}"#,
        &expect!["Line 1, column 18: this is not well-formed JSON: a comma or ] is missing."],
    );
    read(
        r#"{"1":{"NAME":["a"],"NAME":["b"]}}"#,
        &expect![[
            r#"Line 1, column 20: the member "NAME" occurs twice in one object, so it is unclear which one counts."#
        ]],
    );
    read(
        "[]",
        &expect![[
            r#"The filter: this must be an object with one member for each group: "1", "2" and so on."#
        ]],
    );
    read(
        r#"{"1":{}}"#,
        &expect![[r#"Group "1": this must be an object with at least one field."#]],
    );
    read(
        r#"{"1":{"NAME":["a"]},"2":"x"}"#,
        &expect![[r#"Group "2": this must be an object with at least one field."#]],
    );
    read(
        r#"{"1":{"NAME":[]}}"#,
        &expect![[r#"Group "1", field NAME: this must be a list with at least one value."#]],
    );
    read(
        r#"{"1":{"NAME":["a",null]}}"#,
        &expect![[r#"Group "1", field NAME, value 2: a value must be a text or a number."#]],
    );
}

#[test]
fn empty_parts_of_unfinished_filter_are_ignored() {
    let mut filter: Filter = OR_AND.parse().unwrap();
    filter.groups[0].conditions[1].values.clear();
    filter.groups.insert(1, FilterGroup::default());
    let text = filter.without_gaps().to_string();
    assert_eq!(
        text,
        r#"{"1":{"NAME":["name_one","name_two"]},"2":{"ACCOUNTID":[103]}}"#
    );
}

#[test]
fn filter_round_trips_as_text() {
    let filter: Filter = OR_AND.parse().unwrap();
    let kept = serde_json::to_string(&filter).unwrap();
    assert_eq!(serde_json::from_str::<Filter>(&kept).unwrap(), filter);
    assert!(serde_json::from_str::<Filter>(r#""[]""#).is_err());
}

const CAMPAIGN: &str = r#"{"type":"Campaign","id":101,"name":"Jones & Söhne 7-9","accountId":103,"budget":12.50,
    "lastUpdatedOn":1500000000000,"notes":null,"adminSettings":{"privacy":{"disableCookies":true},
    "campaignSettings":{"verification":"Tracking"}}}"#;

/// Returns whether the filter matches [`CAMPAIGN`].
fn finds(filter: &str) -> bool {
    let fields = FilterFields::for_kind(Catalog::bundled(), Kind::Campaign, &Bindings::default());
    let campaign = EditableDocument::parse(CAMPAIGN).unwrap();
    let filter: Filter = filter.parse().unwrap();
    filter.matches(|name| fields.values(name, &campaign))
}

#[test]
fn texts_match_by_containment_and_numbers_by_equality() {
    assert!(finds(r#"{"1":{"NAME":["SÖHNE"]}}"#));
    assert!(finds(r#"{"1":{"NAME":[7]}}"#));
    assert!(finds(r#"{"1":{"NAME":["7-9"]}}"#));
    assert!(!finds(r#"{"1":{"NAME":["smith"]}}"#));
    assert!(finds(r#"{"1":{"ID":["101"]}}"#));
    assert!(finds(r#"{"1":{"ID":[1.01e2]}}"#));
    assert!(!finds(r#"{"1":{"ID":["10"]}}"#));
    assert!(!finds(r#"{"1":{"ID":["100-102"]}}"#));
    assert!(finds(r#"{"1":{"BUDGET":["12.5"]}}"#));
}

#[test]
fn id_is_found_in_any_json_type() {
    let fields = FilterFields::for_kind(Catalog::bundled(), Kind::Campaign, &Bindings::default());
    for (shown, is_found) in [("1003", true), (r#""1003""#, true), (r#""10031""#, false)] {
        let campaign = format!(r#"{{"advertiserId":{shown},"name":"1003 and more"}}"#);
        let campaign = EditableDocument::parse(&campaign).unwrap();
        let raw = fields.get("ADVERTISERID").unwrap().parse_raw_value(shown);
        for wanted in [r#""1003""#, "1003"] {
            let filter = format!(r#"{{"1":{{"ADVERTISERID":[{wanted}]}}}}"#);
            let filter: Filter = filter.parse().unwrap();
            let found = filter.matches(|name| fields.values(name, &campaign));
            assert_eq!(found, is_found, "{shown} {wanted}");
            assert_eq!(
                filter.matches(|_| raw.clone()),
                is_found,
                "{shown} {wanted}"
            );
        }
    }
}

#[test]
fn booleans_match_by_equality_and_null_never() {
    assert!(finds(r#"{"1":{"DISABLECOOKIES":["True"]}}"#));
    assert!(!finds(r#"{"1":{"DISABLECOOKIES":["t"]}}"#));
    assert!(finds(r#"{"1":{"VERIFICATION":["track"]}}"#));
    assert!(!finds(r#"{"1":{"NOTES":[""]}}"#));
    assert!(!finds(r#"{"1":{"NOSUCHFIELD":["a"]}}"#));
}

#[test]
fn dates_include_both_ends_in_either_spelling() {
    assert!(finds(r#"{"1":{"RECENT":["1500000000000-1500000000000"]}}"#));
    assert!(finds(
        r#"{"1":{"LASTUPDATEON":["1499999999999-1500000000000"]}}"#
    ));
    assert!(finds(r#"{"1":{"LASTUPDATEDON":[1500000000000]}}"#));
    assert!(!finds(
        r#"{"1":{"RECENT":["1500000000001-1600000000000"]}}"#
    ));
    assert!(!finds(
        r#"{"1":{"RECENT":["1600000000000-1400000000000"]}}"#
    ));
}

#[test]
fn groups_are_anded_and_values_are_ored() {
    assert!(finds(
        r#"{"1":{"NAME":["x"],"ID":["7","101"]},"2":{"ACCOUNTID":[103]}}"#
    ));
    assert!(!finds(
        r#"{"1":{"NAME":["x"],"ID":["7","101"]},"2":{"ACCOUNTID":[104]}}"#
    ));
    assert!(finds("{}"));
}

struct English;

impl FilterWording for English {
    fn field_label(&self, name: &str) -> FieldLabel {
        let fields =
            FilterFields::for_kind(Catalog::bundled(), Kind::Campaign, &Bindings::default());
        let field = fields.get(name).unwrap();
        FieldLabel {
            title: field.title.clone(),
            kind: field.kind,
        }
    }

    fn format_instant(&self, moment: i64) -> String {
        format!("@{moment}")
    }
}

fn words(filter: &str, expected: &Expect) {
    let filter: Filter = filter.parse().unwrap();
    expected.assert_eq(&filter.describe(&English));
}

#[test]
fn filter_is_described_in_words() {
    words("{}", &expect![""]);
    words(
        OR_AND,
        &expect![
            "(Name contains “name_one” or “name_two” or Campaign ID is 101 or 102) and Account ID is 103"
        ],
    );
    words(
        DATE_RANGE,
        &expect!["Last updated is from @1500000000000 to @1510000000000 and Name contains “jones”"],
    );
    words(
        r#"{"1":{"DISABLECOOKIES":["true"],"ID":["seven"],"CREATEDON":[5],"NAME":["1-2"]}}"#,
        &expect![
            "Disable cookies is yes or Campaign ID is “seven” or Created on is @5 or Name contains “1-2”"
        ],
    );
}

fn any_value() -> impl Strategy<Value = FilterValue> {
    prop_oneof![
        any::<String>().prop_map(|text| FilterValue::text(&text)),
        any::<i64>().prop_map(|number| FilterValue::number(&number.to_string()).unwrap()),
        any::<(u32, u32)>()
            .prop_map(|(whole, part)| FilterValue::number(&format!("{whole}.{part}")).unwrap()),
        any::<(i64, i64)>().prop_map(|(from, to)| FilterValue::dates(from, to)),
    ]
}

fn any_group() -> impl Strategy<Value = FilterGroup> {
    let conditions =
        prop::collection::btree_map("[A-F]{1,2}", prop::collection::vec(any_value(), 1..4), 1..4);
    conditions.prop_map(|conditions| FilterGroup {
        conditions: conditions
            .into_iter()
            .map(|(field, values)| FilterCondition { field, values })
            .collect(),
    })
}

fn any_filter() -> impl Strategy<Value = Filter> {
    prop::collection::vec(any_group(), 0..4).prop_map(|groups| Filter { groups })
}

/// Generates filters from few values, so that matches are likely.
fn small_filter() -> impl Strategy<Value = Filter> {
    let value = prop_oneof![
        "[aB]{1,2}".prop_map(|text| FilterValue::text(&text)),
        (0..4_i64).prop_map(|number| FilterValue::Number(number.to_string())),
        (0..4_i64, 0..4_i64).prop_map(|(from, to)| FilterValue::dates(from, to)),
    ];
    let condition = ("[TNI]", prop::collection::vec(value, 1..3))
        .prop_map(|(field, values)| FilterCondition { field, values });
    let group =
        prop::collection::vec(condition, 1..3).prop_map(|conditions| FilterGroup { conditions });
    prop::collection::vec(group, 0..3).prop_map(|groups| Filter { groups })
}

/// The values of a document with a text T, a number N and a moment I.
fn found<'a>((text, number, moment): &'a (String, i64, i64), field: &str) -> [FieldValue<'a>; 1] {
    match field {
        "T" => [FieldValue::Text(Cow::Borrowed(text))],
        "N" => [FieldValue::Number(Cow::Owned(number.to_string()))],
        _ => [FieldValue::Instant(*moment)],
    }
}

proptest! {
    #[test]
    fn every_filter_is_read_back_as_written(filter in any_filter()) {
        prop_assert_eq!(filter.to_string().parse::<Filter>().unwrap(), filter);
    }

    #[test]
    fn reading_never_panics(text in any::<String>()) {
        let _ = text.parse::<Filter>();
    }

    #[test]
    fn all_groups_and_any_condition(filter in small_filter(), document in ("[Ab]{0,3}", 0..4_i64, 0..4_i64)) {
        let finds = |filter: &Filter| filter.matches(|field| found(&document, field));
        let one = |condition: &FilterCondition, value: &FilterValue| Filter {
            groups: vec![FilterGroup {
                conditions: vec![FilterCondition { field: condition.field.clone(), values: vec![value.clone()] }],
            }],
        };
        let by_the_law = filter.groups.iter().all(|group| {
            group.conditions.iter().any(|condition| {
                condition.values.iter().any(|value| finds(&one(condition, value)))
            })
        });
        prop_assert_eq!(finds(&filter), by_the_law);
        prop_assert_eq!(finds(&filter.to_string().parse().unwrap()), by_the_law);
    }

    #[test]
    fn letter_case_makes_no_difference(text in "[a-zäöüÄÖ ]{0,4}", filter in "[a-zäöüÄÖ ]{1,3}") {
        let finds = |text: &str, part: &str| {
            let value = FilterValue::text(part);
            let condition = FilterCondition { field: "T".to_owned(), values: vec![value] };
            let filter = Filter { groups: vec![FilterGroup { conditions: vec![condition] }] };
            filter.matches(|_| [FieldValue::Text(Cow::Borrowed(text))])
        };
        prop_assert_eq!(finds(&text, &filter), finds(&text.to_uppercase(), &filter));
        prop_assert_eq!(finds(&text, &filter), finds(&text, &filter.to_uppercase()));
    }
}

#[test]
fn strict_reading_takes_what_the_interface_shows() {
    let documented = r#"{"1":{"CREATEDBYNAME":["a"]},"2":{"ADVERTISERNAME":["b","c"]}}"#;
    assert_eq!(Filter::parse_strict(documented), documented.parse());
    for other in [
        r#"{"0":{"NAME":["a"]}}"#,
        r#"{"a":{"NAME":["a"]}}"#,
        r#"{"2":{"NAME":["a"]}}"#,
        r#"{"1":{"name":["a"]}}"#,
        r#"{"1":{"NAME":"a"}}"#,
        r#"{"1":{"ID":[7]}}"#,
        r#"{"1":{"NAME":[]}}"#,
        r#"{"1":{}}"#,
        "[]",
    ] {
        assert!(Filter::parse_strict(other).is_err(), "{other}");
    }
}

#[test]
fn filters_reach_a_service_as_strings() {
    let filter: Filter = r#"{"x":{"id":7,"name":["a",true]}}"#.parse().unwrap();
    let wire = filter.to_wire();
    assert_eq!(wire, r#"{"1":{"ID":["7"],"NAME":["a","true"]}}"#);
    assert!(Filter::parse_strict(&wire).is_ok());
}
