use expect_test::{Expect, expect};

use super::*;

fn local_of(found: InferredField) -> CustomField {
    found.into_custom_field("Learned.".to_owned())
}

fn check(samples: &[&str], expected: &Expect) {
    let samples: Vec<_> = samples
        .iter()
        .map(|text| EditableDocument::parse(text).unwrap())
        .collect();
    let found = Catalog::bundled().infer_fields(Kind::Campaign, &samples);
    let line = |found: &InferredField| {
        format!(
            "{}: {} in {}, {}\n",
            found.path,
            found.guess.as_str(),
            found.occurrences,
            found.example
        )
    };
    expected.assert_eq(&found.iter().map(line).collect::<String>());
}

#[test]
fn each_value_type_is_inferred() {
    check(
        &[
            r#"{"name":"known","a":"x","b":"https://example.com","c":7,"d":4.50e-1,"e":true,"f":null,"bookedOn":1795132800000,
            "seats":1795132800000,"g":[1,2],"h":["a"],"i":[],"j":[1.5,2]}"#,
        ],
        &expect![[r#"
            a: text in 1, "x"
            b: url in 1, "https://example.com"
            bookedOn: instant in 1, 1795132800000
            c: integer in 1, 7
            d: decimal in 1, 4.50e-1
            e: yes-no in 1, true
            f: anything in 1, null
            g: integers in 1, [1,2]
            h: texts in 1, ["a"]
            i: anything in 1, []
            j: decimals in 1, [1.5,2]
            seats: integer in 1, 1795132800000
        "#]],
    );
}

#[test]
fn samples_that_differ_are_reconciled() {
    check(
        &[
            r#"{"a":1,"b":"x","c":null,"d":"https://example.com"}"#,
            r#"{"a":1.5,"b":2,"c":7,"d":"none"}"#,
        ],
        &expect![[r#"
            a: decimal in 2, 1
            b: anything in 2, "x"
            c: integer in 2, 7
            d: text in 2, "https://example.com"
        "#]],
    );
}

#[test]
fn the_members_of_groups_are_fields_too() {
    check(
        &[
            r#"{"desk":{"seat":"A7","fee":0.5},"legs":[{"km":1},{"km":2,"by":"air"}],"flights":[{"name":"One","boost":2}]}"#,
        ],
        &expect![[r#"
            desk: group in 1, {"seat":"A7","fee":0.5}
            desk.fee: decimal in 1, 0.5
            desk.seat: text in 1, "A7"
            flights.boost: integer in 1, 2
            legs: groups in 1, [{"km":1},{"km":2,"by":"air"}]
            legs.by: text in 1, "air"
            legs.km: integer in 2, 1
        "#]],
    );
}

#[test]
fn learned_fields_are_known() {
    let text =
        r#"{"desk":{"seat":"A7"},"legs":[{"km":1}],"flights":[{"name":"One","boost":2}],"x":null}"#;
    let sample = [EditableDocument::parse(text).unwrap()];
    let found = Catalog::bundled().infer_fields(Kind::Campaign, &sample);
    let fields: Vec<_> = found.into_iter().map(local_of).collect();
    let catalog = Catalog::bundled().with_custom_fields(Kind::Campaign, &fields);
    assert_eq!(catalog.infer_fields(Kind::Campaign, &sample), []);
    let field = |path: &str| {
        catalog
            .field(Kind::Campaign, &path.parse().unwrap())
            .unwrap()
    };
    assert_eq!(field("legs[3].km").ty, FieldType::Integer);
    assert_eq!(field("flights[0].boost").origin, FieldOrigin::Local);
    assert!(field("desk.seat").nullable);
}

#[test]
fn a_member_without_its_group_is_left_out() {
    let seat = CustomField {
        path: "desk.seat".parse().unwrap(),
        guess: InferredType::Text,
        role: None,
        choices: Vec::new(),
        about: String::new(),
    };
    let catalog = Catalog::bundled().with_custom_fields(Kind::Campaign, &[seat]);
    let field = catalog.field(Kind::Campaign, &"desk.seat".parse().unwrap());
    assert!(field.is_none());
}

#[test]
fn guesses_are_found_by_name() {
    for &guess in InferredType::ALL {
        assert_eq!(InferredType::parse(guess.as_str()), Some(guess));
    }
}

#[test]
fn field_of_one_item_kind_is_learned() {
    let kind = Kind::InStreamInteractiveAd;
    let text = r#"{"linears":[{"type":"Linear","skippable":true},{"type":"LinearHtml5Folder","sequence":2}]}"#;
    let ad = EditableDocument::parse(text).unwrap();
    let found = Catalog::bundled().infer_fields(kind, std::slice::from_ref(&ad));
    let paths: Vec<_> = found.iter().map(|found| found.path.to_string()).collect();
    assert_eq!(paths, ["linears.skippable"]);
    let catalog = Catalog::bundled().with_custom_fields(kind, &[local_of(found[0].clone())]);
    assert_eq!(catalog.infer_fields(kind, &[ad]), []);
    let bundled = Catalog::bundled().object("Linear").unwrap();
    assert_eq!(bundled.field("skippable"), None, "others keep theirs");
}

fn learned(samples: &[&str]) -> Vec<Field> {
    let samples: Vec<_> = samples
        .iter()
        .map(|text| EditableDocument::parse(text).unwrap())
        .collect();
    let real = Catalog::without_practice();
    let found = real.infer_fields(Kind::Campaign, &samples);
    let paths: Vec<_> = found.iter().map(|found| found.path.clone()).collect();
    let fields: Vec<_> = found.into_iter().map(local_of).collect();
    let catalog = real.with_custom_fields(Kind::Campaign, &fields);
    let field = |path: &Path| catalog.field(Kind::Campaign, path).cloned();
    paths.iter().filter_map(field).collect()
}

#[test]
fn learned_fields_join_the_groups_of_the_form() {
    let fields = learned(&[
        r#"{"flightStartDate":1775026800,"endDate":1775026800000,"campaignStatus":"LIVE","dailyBudget":6.4e3,"budget":0,
        "advertiser_name":"Rhein","approvedOn":0,"seatCode":"A7","flights":[{"name":"One"}],"landingPage":"https://a.example"}"#,
        r#"{"flightStartDate":null,"campaignStatus":"HELD","advertiser_name":"Elbe","approvedOn":1775026800}"#,
        r#"{"campaignStatus":"HELD","advertiser_name":"Elbe"}"#,
    ]);
    let line = |field: &Field| {
        let values = field.values.join(", ");
        format!(
            "{} / {}: {:?} {:?} {values}\n",
            field.group, field.title, field.ty, field.unit
        )
    };
    expect![[r#"
        Identity / Advertiser name: Text None Elbe, Rhein
        Delivery / Approved on: Integer Some(EpochSeconds) 
        Budget and dates / Budget: Decimal None 
        Delivery / Campaign status: Text None HELD, LIVE
        Budget and dates / Daily budget: Decimal None 
        Budget and dates / End: Integer Some(EpochMilliseconds) 
        Budget and dates / Flight start date: Integer Some(EpochSeconds) 
        Budget and dates / Flights: List(Object("Campaign.flights")) None 
        Landing and tracking / Landing page: Url None 
        Fields of this workspace / Seat code: Text None 
    "#]]
    .assert_eq(&fields.iter().map(line).collect::<String>());
}

#[test]
fn mixed_epoch_units_are_a_plain_number() {
    let fields = learned(&[
        r#"{"startDate":1775026800}"#,
        r#"{"startDate":1775026800000}"#,
    ]);
    assert_eq!((fields[0].unit, &fields[0].ty), (None, &FieldType::Integer));
    assert_eq!(fields[0].group, LOCAL_GROUP, "the values refute the name");
}

#[test]
fn many_texts_are_no_choices() {
    let samples: Vec<_> = (0..=MAX_TEXTS)
        .map(|at| format!(r#"{{"brandName":"Brand {at}","status":"LIVE"}}"#))
        .collect();
    let samples: Vec<_> = samples.iter().map(String::as_str).collect();
    let [brand, status] = <[Field; 2]>::try_from(learned(&samples)).unwrap();
    assert_eq!((brand.values.len(), brand.group.as_str()), (0, "Identity"));
    assert_eq!(status.values, ["LIVE"]);
}
