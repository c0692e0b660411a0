use std::time::Instant;

use adwright_model::{Bindings, Catalog};
use adwright_wire::{Filter, ListFilters};

use super::*;
use crate::query_cache::{ListOrder, QueryCache, RowQuery};

/// Builds an index of campaigns from their texts, in id order.
fn index_of(texts: &[&str]) -> ListIndex {
    let fields = ListFields::for_kind(Catalog::bundled(), Kind::Campaign, &Bindings::default());
    let mut builder = ListIndexBuilder::new(&Arc::new(fields));
    for text in texts {
        let campaign = EditableDocument::parse(text).unwrap();
        let values = builder.fields.values(&campaign);
        builder.push(RowId::OnService(campaign.id().unwrap()), &values);
    }
    builder.finish()
}

fn index() -> ListIndex {
    index_of(&[
        r#"{"id":2,"name":"Ärger","advertiserId":7,"advertiserName":"Acme","budget":9,"lastUpdateOn":2000}"#,
        r#"{"id":9,"name":"Alpha","advertiserId":8,"advertiserName":"Zoo","budget":10.5,"lastUpdatedOn":9000}"#,
        r#"{"id":10,"name":"beta \"x\"","advertiserId":7,"advertiserName":"Acme",
            "adminSettings":{"privacy":{"disableCookies":true}},"lastUpdateOn":1000}"#,
    ])
}

fn wanted(search: &str, sort: Option<(&str, bool)>, filters: ListFilters) -> RowQuery {
    RowQuery {
        list: ListId::Campaigns,
        search: search.to_owned(),
        filters,
        order: ListOrder {
            sort: sort.map(|(path, descending)| SortBy {
                path: path.to_owned(),
                descending,
            }),
            grouped: false,
        },
    }
}

#[track_caller]
fn check(wanted: &RowQuery, expected: &[i64]) {
    let index = index();
    let rows = QueryCache::default().matching_rows(&index, wanted);
    let ids: Vec<i64> = rows
        .iter()
        .map(|row| index.row_id(*row).service_id().unwrap().0)
        .collect();
    assert_eq!(ids, expected);
}

#[test]
fn groups_keep_the_order_of_their_rows() {
    let mut query = wanted("", Some(("id", true)), ListFilters::default());
    query.order.grouped = true;
    check(&query, &[10, 2, 9]);
}

#[test]
fn nested_and_respelled_fields_can_be_sorted() {
    let sorted = |path, descending, expected: &[i64]| {
        check(
            &wanted("", Some((path, descending)), ListFilters::default()),
            expected,
        );
    };
    check(&wanted("", None, ListFilters::default()), &[9, 10, 2]);
    sorted("name", true, &[2, 10, 9]);
    sorted("budget", false, &[10, 2, 9]);
    sorted("lastUpdateOn", true, &[9, 2, 10]);
    sorted("adminSettings.privacy.disableCookies", true, &[10, 9, 2]);
    // Rows with equal values stay sorted by name.
    sorted("advertiserName", false, &[10, 2, 9]);
    sorted("nothing", false, &[9, 10, 2]);
}

#[test]
fn the_search_finds_every_word_anywhere_without_case() {
    let found = |search, expected: &[i64]| {
        check(&wanted(search, None, ListFilters::default()), expected);
    };
    found("ACME", &[10, 2]);
    found("acme ärg", &[2]);
    found("\"x\"", &[10]);
    found("10", &[10]);
    found("nothing", &[]);
}

#[test]
fn filters_mean_the_same_as_on_the_service() {
    let found = |filters, expected: &[i64]| check(&wanted("", None, filters), expected);
    let none = ListFilters::default;
    found(
        ListFilters {
            advertiser_id: Some(7),
            ..none()
        },
        &[10, 2],
    );
    found(
        ListFilters {
            advertiser_name: Some("oO".to_owned()),
            ..none()
        },
        &[9],
    );
    found(
        ListFilters {
            brand_id: Some(7),
            ..none()
        },
        &[],
    );
    let q = |text: &str| ListFilters {
        q: text.parse::<Filter>().unwrap(),
        ..none()
    };
    found(
        q(r#"{"1":{"NAME":["al","ÄR"]},"2":{"ADVERTISERID":["7"]}}"#),
        &[2],
    );
    found(q(r#"{"1":{"NAME":["beta \"X"]}}"#), &[10]);
    found(q(r#"{"1":{"RECENT":["1500-9000"]}}"#), &[9, 2]);
    found(
        q(r#"{"1":{"DISABLECOOKIES":["true"],"BUDGET":[9.0]}}"#),
        &[10, 2],
    );
    found(q(r#"{"1":{"BUDGET":["9000"]}}"#), &[]);
}

#[test]
fn seen_values_are_named_and_ordered_by_frequency() {
    let seen = index().seen_values("advertiserId");
    let seen: Vec<_> = seen
        .iter()
        .map(|one| (one.value.as_str(), one.label.as_str()))
        .collect();
    assert_eq!(seen, [("7", "Acme"), ("8", "Zoo")]);
    assert_eq!(index().seen_values("nothing"), []);
}

/// Returns the cached values of a made-up campaign.
fn made_up(fields: &ListFields, id: i64) -> String {
    let advertiser = id % 700;
    let text = format!(
        r#"{{"type":"Campaign","id":{id},"name":"Spring launch {id}, DE","advertiserId":{advertiser},"advertiserName":"Advertiser {advertiser}","accountId":1,"accountName":"Practice","brandId":{id},"status":"ACTIVE","budget":{id}.50,"startDate":{start},"lastUpdateOn":{start},"version":3}}"#,
        start = 1_700_000_000_000 + id * 7919,
    );
    fields.values(&EditableDocument::parse(&text).unwrap())
}

/// Prints the timings of the largest list: `cargo test --release -p adwright-desk at_its_largest -- --nocapture`.
#[test]
fn largest_list_finds_its_matches() {
    let fields = Arc::new(ListFields::for_kind(
        Catalog::bundled(),
        Kind::Campaign,
        &Bindings::default(),
    ));
    let many = if cfg!(debug_assertions) {
        10_000
    } else {
        100_000
    };
    let values: Vec<String> = (1..=many).map(|id| made_up(&fields, id)).collect();
    let timed = |what: &str, began: Instant| println!("{what}: {:?}", began.elapsed());
    let began = Instant::now();
    let mut builder = ListIndexBuilder::new(&fields);
    for (id, values) in (1..).map(Id).zip(&values) {
        builder.push(RowId::OnService(id), values);
    }
    timed("gathered", began);
    let index = builder.finish();
    timed("built", began);
    let queries = QueryCache::default();
    let look = |what: &str, wanted: &RowQuery| {
        let began = Instant::now();
        let found = queries.matching_rows(&index, wanted).len();
        timed(what, began);
        found
    };
    let none = ListFilters::default;
    look("everything", &wanted("", None, none()));
    look("first letter", &wanted("s", None, none()));
    look("next letter", &wanted("sp", None, none()));
    let found = look("word and number", &wanted("spring 777", None, none()));
    assert!(found > 0 && found < index.row_count());
    look(
        "another order",
        &wanted("spring 777", Some(("budget", true)), none()),
    );
    let q = |text: &str| ListFilters {
        q: text.parse().unwrap(),
        ..none()
    };
    look(
        "q on names",
        &wanted("", None, q(r#"{"1":{"NAME":["77"]}}"#)),
    );
    look(
        "q on dates",
        &wanted(
            "",
            None,
            q(r#"{"1":{"RECENT":["1700000000000-1700000990000"]}}"#),
        ),
    );
    look(
        "search in q",
        &wanted("7", None, q(r#"{"1":{"NAME":["77"]}}"#)),
    );
    let began = Instant::now();
    assert_eq!(index.seen_values("advertiserId").len(), MAX_CHOICES);
    timed("values seen", began);
}

/// Everything that a list shows of an index.
fn shown(index: &ListIndex) -> String {
    let rows = 0..u32::try_from(index.row_count()).unwrap();
    let fields = 0..index.fields().iter().len();
    let cells = rows.flat_map(|row| {
        let values = fields.clone().map(move |at| index.raw_value(row, at));
        std::iter::once(index.row_id(row).to_string()).chain(values.map(str::to_owned))
    });
    let orders = ["name", "budget", "advertiserName", "id"].map(|path| {
        let sort = SortBy {
            path: path.to_owned(),
            descending: true,
        };
        index.sorted_rows(Some(&sort))
    });
    let advertisers = index.seen_values("advertiserName");
    let found = ["acme", "b", "ä"].map(|part| index.search_mask(part));
    let by_name = index.sorted_rows(None);
    format!(
        "{:?}\n{by_name:?} {orders:?}\n{advertisers:?}\n{found:?}",
        cells.collect::<Vec<_>>()
    )
}

#[test]
fn patched_index_equals_rebuilt_index() {
    let texts = |names: &[(i64, &str)]| -> Vec<String> {
        let text = |(id, name): &(i64, &str)| {
            let budget = name.len();
            format!(
                r#"{{"id":{id},"name":"{name}","budget":{budget},"advertiserName":"{}"}}"#,
                if id % 2 == 0 { "Acme" } else { "Zoo" }
            )
        };
        names.iter().map(text).collect()
    };
    let build = |texts: &[String]| {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        index_of(&texts)
    };
    let before = [(2, "Ärger"), (4, "beta"), (5, "Beta"), (9, "alpha")];
    let cases: [&[(i64, &str)]; 8] = [
        &before,
        &[(2, "zeta"), (4, "beta"), (5, "Beta"), (9, "alpha")],
        &[(2, "Ärger"), (4, "Beta"), (5, "0"), (9, "aa")],
        &[
            (1, "x"),
            (2, "Ärger"),
            (3, "y"),
            (4, "beta"),
            (5, "Beta"),
            (9, "alpha"),
        ],
        &[
            (2, "Ärger"),
            (4, "beta"),
            (5, "Beta"),
            (9, "alpha"),
            (12, "Beta"),
        ],
        &[(4, "beta"), (5, "b2")],
        &[(1, "new"), (5, "bb"), (6, "b")],
        &[],
    ];
    for after in cases {
        let (after, old) = (texts(after), build(&texts(&before)));
        let change = |id: i64| {
            let begin = format!("{{\"id\":{id},");
            let text = after.iter().find(|text| text.starts_with(&begin));
            RowChange {
                key: RowId::OnService(Id(id)),
                values: text
                    .map(|text| old.fields().values(&EditableDocument::parse(text).unwrap())),
            }
        };
        let changes: Vec<_> = (0..15).map(change).collect();
        let patched = old.patched(&changes);
        assert_eq!(shown(&patched), shown(&build(&after)), "{after:?}");
        assert_eq!(shown(&old), shown(&build(&texts(&before))));
    }
}
