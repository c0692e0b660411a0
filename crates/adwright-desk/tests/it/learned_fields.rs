//! Fields learned from a sample, in the list: as columns, sort order and conditions.

use adwright_desk::Error;
use adwright_desk::{FileChecks, OwnRules, check_file};
use adwright_testkit::TestApp;
use adwright_views::{
    AcceptedField, ColumnInfo, Detail, EditRequest, FieldGroup, FieldInput, FilterConditionInput,
    FilterGroupInput, FilterValueInput, FormSection, FormSectionField, ListId, RowFilters,
    RowsQuery, Severity, SortBy,
};
use expect_test::expect;

use crate::form::rules_at;
use crate::workspaces::real;
use crate::{SPRING, campaign, edit, fetched, id_of, query};

const FILM: &str = "Brand film, EMEA";
const FIELD: &str = "mediaPlanRef";

fn learn(desktop: &TestApp) {
    let found = desktop
        .customization
        .discover_fields(None)
        .unwrap()
        .discovered;
    let taken: Vec<_> = found.into_iter().map(AcceptedField::from).collect();
    desktop.customization.save_custom_fields(&taken).unwrap();
}

fn column(desktop: &TestApp) -> Option<ColumnInfo> {
    let mut columns = desktop
        .lists
        .list_columns(ListId::Campaigns)
        .all
        .into_iter();
    columns.find(|column| column.path == FIELD)
}

/// Returns a query with the learned field as its only column, largest values first.
fn sorted() -> RowsQuery {
    RowsQuery {
        columns: vec![FIELD.to_owned()],
        sort: Some(SortBy {
            path: FIELD.to_owned(),
            descending: true,
        }),
        ..query("")
    }
}

fn filtered(value: &str) -> RowsQuery {
    let condition = FilterConditionInput {
        field: FIELD.to_uppercase(),
        values: vec![FilterValueInput::Text(value.to_owned())],
    };
    RowsQuery {
        filters: RowFilters {
            q: vec![FilterGroupInput {
                conditions: vec![condition],
            }],
            ..RowFilters::default()
        },
        ..query("")
    }
}

/// Returns the name and the cell of the first rows.
fn rows(desktop: &TestApp, query: &RowsQuery) -> Vec<(String, String)> {
    let window = desktop.lists.campaigns(query).unwrap();
    assert_eq!(window.problems, []);
    let rows = window.rows.into_iter();
    rows.map(|row| (row.name, row.cells.concat())).collect()
}

#[tokio::test]
async fn learned_field_is_column_sort_key_and_condition() {
    let desktop = fetched().await;
    assert_eq!(column(&desktop), None);
    learn(&desktop);
    let known = column(&desktop).unwrap();
    assert!(known.learned);
    assert_eq!(known.filter_field.as_deref(), Some("MEDIAPLANREF"));
    let expected = (FILM.to_owned(), "MP-2041".to_owned());
    assert!(rows(&desktop, &sorted()).contains(&expected));
    let names = |desktop: &TestApp| {
        let rows = rows(desktop, &filtered("mp-2041")).into_iter();
        rows.map(|(name, _)| name).collect::<Vec<_>>()
    };
    let found = names(&desktop);
    assert!(found.contains(&FILM.to_owned()), "{found:?}");
    assert!(found.len() < 40, "{found:?}");
    assert_eq!(
        desktop.lists.seen_values(ListId::Campaigns, FIELD).unwrap()[0].value,
        "MP-2041"
    );

    let desktop = desktop.restart_offline().await;
    assert_eq!(
        names(&desktop),
        found,
        "also after a start without the service"
    );
    let draft = campaign(&id_of(&desktop, FILM));
    edit(&desktop, &draft, FIELD, "MP-2042");
    let drafted = (FILM.to_owned(), "MP-2042".to_owned());
    assert!(
        rows(&desktop, &sorted()).contains(&drafted),
        "the draft's value"
    );

    desktop
        .customization
        .remove_custom_fields(&[FIELD.to_owned()])
        .unwrap();
    assert_eq!(column(&desktop), None);
    let window = desktop.lists.campaigns(&sorted()).unwrap();
    assert_eq!(window.problems[0].filter, "sort");
    assert_eq!(window.rows[0].cells, [""]);
    let window = desktop.lists.campaigns(&filtered("MP")).unwrap();
    assert!(window.problems[0].message.contains("MEDIAPLANREF"));
}

#[tokio::test]
async fn learning_fields_leaves_other_columns_unchanged() {
    let desktop = fetched().await;
    let columns = desktop
        .lists
        .list_columns(ListId::Campaigns)
        .all
        .into_iter();
    let all = RowsQuery {
        columns: columns.map(|column| column.path).collect(),
        ..query("")
    };
    let before = rows(&desktop, &all);
    learn(&desktop);
    assert_eq!(rows(&desktop, &all), before);
    let desktop = desktop.restart().await;
    assert_eq!(rows(&desktop, &all), before);
    // A new fetch stores cells in the new layout.
    desktop
        .fetches
        .fetch_campaigns("again", |_| {})
        .await
        .unwrap();
    assert_eq!(rows(&desktop, &all), before);
    desktop
        .customization
        .remove_custom_fields(&[FIELD.to_owned()])
        .unwrap();
    assert_eq!(rows(&desktop, &all), before);
}

#[tokio::test]
async fn possibly_unknown_learned_field_has_a_caution() {
    let desktop = fetched().await;
    learn(&desktop);
    let described = desktop
        .lists
        .describe_filters(ListId::Campaigns, &filtered("MP").filters)
        .unwrap();
    let caution = described.caution.unwrap();
    assert!(caution.contains("Media plan ref"), "{caution}");
    assert_eq!(described.words, "Media plan ref contains “MP”");
    let refused = desktop
        .fetches
        .query_service(ListId::Campaigns, "ask", &filtered("MP"), |_| {})
        .await;
    let error = refused.unwrap_err();
    assert!(matches!(error, Error::Client(_)), "{error}");
    let by_sort = desktop
        .fetches
        .query_service(ListId::Campaigns, "ask", &sorted(), |_| {})
        .await
        .unwrap();
    assert_eq!(
        by_sort.note,
        Some(caution),
        "the service passed over the order"
    );
    let usual = desktop
        .fetches
        .query_service(ListId::Campaigns, "ask", &query(""), |_| {})
        .await
        .unwrap();
    assert_eq!(usual.note, None);
}

/// Returns the path, the rule and the severity of the findings about a new campaign.
fn found(checks: &FileChecks<'_>) -> Vec<String> {
    let campaign =
        br#"{"type":"Campaign","name":"A","advertiserId":4412,"brandId":88150,"mediaPlanRef":7}"#;
    let mut found = Vec::new();
    check_file("a.json", campaign, checks, &mut |checked| {
        let findings = checked.findings.iter();
        found.extend(findings.map(|one| format!("{} {} {:?}", one.path, one.rule, one.severity)));
    });
    found
}

#[tokio::test]
async fn file_is_checked_by_learned_fields_and_facts() {
    let desktop = fetched().await;
    learn(&desktop);
    let rule = "advertiserId advertiser-without-privacy-section";
    let any = FileChecks::for_any_service(OwnRules::default());
    assert_eq!(found(&any), [format!("{rule} Note")]);
    let of_workspace = FileChecks::of_workspace(&desktop.checker).unwrap();
    assert_eq!(
        found(&of_workspace),
        [
            format!("{rule} Error"),
            "mediaPlanRef type Warning".to_owned()
        ]
    );
}

/// Returns the section, the label and the kind of a field, and its text.
fn shown(detail: &Detail, path: &str) -> String {
    let in_group = |group: &&FieldGroup| group.fields.iter().any(|field| field.path == path);
    let group = detail.groups.iter().find(in_group).unwrap();
    let field = detail.field(path).unwrap();
    let unit = field
        .unit
        .as_deref()
        .map_or(String::new(), |unit| format!(" ({unit})"));
    format!(
        "{} / {}: {:?} {}{unit}\n",
        group.title, field.label, field.kind, field.text
    )
}

#[tokio::test]
async fn real_workspace_reads_like_practice_after_learning() {
    let real = real().await;
    let desk = &real.desk;
    let found = desk.customization.discover_fields(None).unwrap().discovered;
    let taken: Vec<_> = found.into_iter().map(AcceptedField::from).collect();
    desk.customization.save_custom_fields(&taken).unwrap();
    let spring = desk.lists.campaigns(&query(SPRING)).unwrap().rows;
    let target = campaign(&spring[0].id);
    let detail = desk.details.open_detail(&target).await.unwrap();
    let paths = [
        "brandName",
        "status",
        "notes",
        "approvedOn",
        "startDate",
        "budget",
        "currency",
        "flights",
        "landingPage",
        "lastUpdateOn",
        "lastUpdatedByName",
    ];
    expect![[r#"
        Identity / Brand: Choice Outdoor
        Delivery / Status: Choice ACTIVE
        Delivery / Notes: Text Creative arrives a week before the start.
        Delivery / Approved on: Instant 2026-10-04 00:00 (UTC)
        Budget and dates / Start: Instant 2026-10-13 00:00 (UTC)
        Budget and dates / Budget: Decimal 12500.50
        Budget and dates / Currency: Choice EUR
        Budget and dates / Flights: List 1. 4000.00 · 182400 · 2026-11-08 08:00
        2. 2500 · 189710 · 2026-12-04 16:00
        3. 1250 · 197020 · 2026-12-31 00:00
        Landing and tracking / Landing page: Url https://www.example.com/offers?source=display
        Record / Last changed on: Instant 2026-11-18 10:00 (UTC)
        Record / Last changed by: Text Mara Lindgaard
    "#]]
    .assert_eq(&paths.map(|path| shown(&detail, path)).concat());
    assert_eq!(detail.field("flights[0]").unwrap().label, "Flight 1");
    let values = |path: &str| {
        let choices = detail.field(path).unwrap().choices.iter();
        choices
            .map(|choice| choice.value.clone())
            .collect::<Vec<_>>()
    };
    assert!(values("status").contains(&"PAUSED".to_owned()));
    assert!(values("brandName").len() > 1);
    let request = EditRequest {
        path: "status".to_owned(),
        input: FieldInput::Text("paused".to_owned()),
    };
    let slip = desk.drafts.edit_draft(&target, &request).unwrap();
    let rules = rules_at(&slip, "status");
    assert_eq!(rules, [(Severity::Warning, "value-spelling".to_owned())]);
    let is_unknown = |group: &FieldGroup| group.fields.iter().any(|field| !field.known);
    assert!(!detail.groups.iter().any(is_unknown));
}

#[tokio::test]
async fn exponents_are_shown_plainly_and_kept() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let edit_raw = |json: &str| {
        let request = EditRequest {
            path: "budget".to_owned(),
            input: FieldInput::Raw(json.to_owned()),
        };
        desktop.drafts.edit_draft(&target, &request).unwrap()
    };
    let detail = edit_raw("6.4e3");
    assert_eq!(detail.field("budget").unwrap().text, "6400");
    assert!(detail.source.contains(r#""budget":6.4e3"#));
    let flight = |detail: &Detail| detail.field("flights[1].budget").unwrap().text.clone();
    assert_eq!(flight(&detail), "2500");
    edit(&desktop, &target, "flights[1].budget", "9");
    let back = edit(&desktop, &target, "flights[1].budget", "2500");
    assert!(
        back.source.contains(r#""budget":2.5e3"#),
        "the base’s spelling is back"
    );
}

/// Returns the sections of the form with the labels of their fields.
fn form(detail: &Detail) -> Vec<(String, Vec<String>)> {
    let labels = |group: &FieldGroup| {
        group
            .fields
            .iter()
            .map(|field| field.label.clone())
            .collect()
    };
    let groups = detail.groups.iter();
    groups
        .map(|group| (group.title.clone(), labels(group)))
        .collect()
}

fn layout_field(name: &str, label: &str, hidden: bool) -> FormSectionField {
    FormSectionField {
        name: name.to_owned(),
        label: label.to_owned(),
        hidden,
    }
}

#[tokio::test]
async fn arranged_form_is_kept_and_shared() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let usual = desktop.customization.form_layout();
    let section = FormSection {
        title: "Planning".to_owned(),
        fields: vec![
            layout_field("endDate", "Last day", false),
            layout_field("budget", "Budget", false),
            layout_field("notes", "Notes", true),
        ],
    };
    desktop.customization.save_form_layout(&[section]).unwrap();
    let desktop = desktop.restart().await;
    let detail = desktop.details.open_detail(&target).await.unwrap();
    let groups = form(&detail);
    assert_eq!(groups[0].0, "Planning");
    assert_eq!(groups[0].1, ["Last day", "Budget"]);
    assert!(detail.field("notes").is_none());
    let columns = desktop.lists.list_columns(ListId::Campaigns).all;
    assert!(columns.iter().any(|column| column.label == "Last day"));
    let changed = edit(&desktop, &target, "notes", "Call first");
    assert!(changed.field("notes").is_some(), "a change is shown");

    let text = desktop.customization.form_layout_text();
    let other = fetched().await;
    let preview = other.customization.read_form_layout(&text).unwrap();
    assert_eq!(other.customization.form_layout(), usual, "only a preview");
    other.customization.save_form_layout(&preview).unwrap();
    assert_eq!(
        other.customization.form_layout(),
        desktop.customization.form_layout()
    );
    other.customization.save_form_layout(&[]).unwrap();
    assert_eq!(other.customization.form_layout(), usual);
    for text in [
        "{",
        r#"{"format":"adwright-workspace","version":1,"sections":[]}"#,
    ] {
        let error = other.customization.read_form_layout(text).unwrap_err();
        assert!(matches!(error, Error::Layout(_)), "{error}");
    }
}
