use adwright_desk::{Error, FilterInputError, ListError};
use adwright_testkit::TestApp;
use adwright_views::{
    ColumnLayout, DocumentRef, FilterConditionInput, FilterGroupInput, FilterValueInput,
    GroupHeading, ListId, RowDraftFilter, RowFilters, RowsQuery, SavedView, SortBy, ViewState,
};

use crate::{SPRING, campaign, edit, fetched, id_of, new_campaign, query};

fn with(filters: RowFilters) -> RowsQuery {
    RowsQuery {
        filters,
        sort: Some(SortBy {
            path: "id".to_owned(),
            descending: false,
        }),
        ..query("")
    }
}

fn q(groups: &[&[(&str, &str)]]) -> Vec<FilterGroupInput> {
    let condition = |(field, value): &(&str, &str)| FilterConditionInput {
        field: (*field).to_owned(),
        values: vec![FilterValueInput::Text((*value).to_owned())],
    };
    let group = |group: &&[(&str, &str)]| FilterGroupInput {
        conditions: group.iter().map(condition).collect(),
    };
    groups.iter().map(group).collect()
}

fn ids(desktop: &TestApp, query: &RowsQuery) -> Vec<String> {
    let window = desktop.lists.campaigns(query).unwrap();
    assert_eq!(window.problems, [], "{query:?}");
    window.rows.into_iter().map(|row| row.id).collect()
}

/// Sends the same query to the service, and lists the result.
async fn asked(desktop: &TestApp, query: &RowsQuery) -> Vec<String> {
    let answer = desktop
        .fetches
        .query_service(ListId::Campaigns, "ask", query, |_| {})
        .await
        .unwrap();
    assert!(answer.complete, "{answer:?}");
    let listed = RowsQuery {
        answer: Some(answer.id),
        ..query.clone()
    };
    let window = desktop.lists.campaigns(&listed).unwrap();
    assert_eq!(window.matched, answer.received);
    window.rows.into_iter().map(|row| row.id).collect()
}

fn updated_between(from: &str, to: &str) -> Vec<FilterGroupInput> {
    vec![FilterGroupInput {
        conditions: vec![FilterConditionInput {
            field: "RECENT".to_owned(),
            values: vec![FilterValueInput::Dates {
                from: from.to_owned(),
                to: to.to_owned(),
            }],
        }],
    }]
}

#[tokio::test]
async fn every_filter_matches_the_service() {
    let desktop = fetched().await;
    let seen = |path: &str| {
        desktop
            .lists
            .seen_values(ListId::Campaigns, path)
            .unwrap()
            .remove(0)
            .value
    };
    let none = RowFilters::default;
    let dates = updated_between("2020-01-01", "2026-03-01");
    let paged = RowFilters {
        from: "20".to_owned(),
        max: "30".to_owned(),
        ..none()
    };
    for filters in [
        RowFilters {
            account_id: seen("accountId"),
            ..none()
        },
        RowFilters {
            account_name: "A".to_owned(),
            ..none()
        },
        RowFilters {
            advertiser_id: seen("advertiserId"),
            ..none()
        },
        RowFilters {
            advertiser_name: "wInD".to_owned(),
            ..none()
        },
        RowFilters {
            brand_id: seen("brandId"),
            ..none()
        },
        RowFilters {
            trafficking_mode: "SIMPLE".to_owned(),
            ..none()
        },
        RowFilters {
            q: q(&[
                &[("NAME", "spring"), ("NAME", "ä")],
                &[("STATUS", "active")],
            ]),
            ..none()
        },
        RowFilters {
            q: q(&[&[("DISABLECOOKIES", "true")]]),
            ..none()
        },
        RowFilters { q: dates, ..none() },
        paged,
    ] {
        let query = with(filters);
        let here = ids(&desktop, &query);
        assert!(!here.is_empty(), "{query:?}");
        assert_eq!(here, asked(&desktop, &query).await, "{query:?}");
    }
}

#[tokio::test]
async fn site_filter_is_unknown_to_the_cache() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let site = desktop.lists.campaigns(&with(RowFilters {
        site_id: "1".to_owned(),
        ..RowFilters::default()
    }));
    let site = site.unwrap();
    assert_eq!(site.problems[0].filter, "siteId");
    assert_eq!(site.matched, site.total);
    assert!(!id.is_empty());
}

#[tokio::test]
async fn service_answer_keeps_its_order_and_the_cache() {
    let desktop = fetched().await;
    let total = desktop.lists.campaigns(&query("")).unwrap().total;
    let mut wanted = with(RowFilters {
        advertiser_name: "northwind".to_owned(),
        ..RowFilters::default()
    });
    wanted.sort = Some(SortBy {
        path: "name".to_owned(),
        descending: true,
    });
    let rows = asked(&desktop, &wanted).await;
    let names: Vec<String> = rows.iter().map(|id| ids_to_name(&desktop, id)).collect();
    assert!(
        names.is_sorted_by(|one, other| one.to_lowercase() >= other.to_lowercase()),
        "{names:?}"
    );
    assert_eq!(desktop.lists.campaigns(&query("")).unwrap().total, total);
}

fn ids_to_name(desktop: &TestApp, id: &str) -> String {
    let rows = desktop.lists.campaigns(&query(id)).unwrap().rows;
    rows.into_iter().find(|row| row.id == id).unwrap().name
}

#[tokio::test]
async fn invalid_filter_is_reported_and_not_sent() {
    let desktop = fetched().await;
    let wrong = with(RowFilters {
        brand_id: "x7".to_owned(),
        advertiser_name: "northwind".to_owned(),
        ..RowFilters::default()
    });
    let window = desktop.lists.campaigns(&wrong).unwrap();
    let [problem] = &window.problems[..] else {
        panic!("{:?}", window.problems)
    };
    assert_eq!((problem.filter.as_str(), problem.group), ("brandId", None));
    assert!(window.matched > 0 && window.matched < window.total);
    let error = desktop
        .fetches
        .query_service(ListId::Campaigns, "ask", &wrong, |_| {})
        .await;
    let error = error.unwrap_err();
    let Error::List(ListError::Filter(error)) = error else {
        panic!("{error}")
    };
    assert_eq!(error, FilterInputError::NotAnId("x7".to_owned()));
}

#[tokio::test]
async fn empty_list_names_the_excluding_filter() {
    let desktop = fetched().await;
    let mut wanted = with(RowFilters {
        advertiser_name: "northwind".to_owned(),
        brand_id: "1".to_owned(),
        ..RowFilters::default()
    });
    wanted.search = "spring".to_owned();
    let window = desktop.lists.campaigns(&wanted).unwrap();
    assert_eq!(window.matched, 0);
    let excluding: Vec<_> = window
        .excluding
        .iter()
        .map(|one| one.filter.as_str())
        .collect();
    assert_eq!(excluding, ["brandId"]);
    assert_eq!(window.excluding[0].label, "Brand ID: 1");
    assert!(window.excluding[0].without > 0);
}

#[tokio::test]
async fn filters_are_shown_as_words_and_json() {
    let desktop = fetched().await;
    let filters = RowFilters {
        advertiser_id: desktop
            .lists
            .seen_values(ListId::Campaigns, "advertiserId")
            .unwrap()[0]
            .value
            .clone(),
        q: q(&[&[("NAME", "tea"), ("NAME", "")], &[]]),
        max: "20".to_owned(),
        ..RowFilters::default()
    };
    let described = desktop
        .lists
        .describe_filters(ListId::Campaigns, &filters)
        .unwrap();
    assert_eq!(described.words, "Name contains “tea”");
    assert_eq!(described.json, r#"{"1":{"NAME":["tea"]}}"#);
    let labels: Vec<_> = described
        .chips
        .iter()
        .map(|chip| chip.filter.as_str())
        .collect();
    assert_eq!(labels, ["advertiserId", "max", "q", "q"]);
    let groups = described.chips.iter().map(|chip| chip.group);
    assert_eq!(groups.collect::<Vec<_>>(), [None, None, Some(0), Some(1)]);
    assert_eq!(described.chips[2].label, described.words);
    assert!(described.chips[0].label.starts_with("Advertiser: "));
    let names: Vec<_> = described
        .parameters
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, ["from", "max", "advertiserId", "q"]);
}

#[tokio::test]
async fn row_shows_its_draft_and_changes() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let mut wanted = query(SPRING);
    wanted.columns = ["status", "notes"].map(str::to_owned).to_vec();
    let row = |desktop: &TestApp| {
        let rows = desktop.lists.campaigns(&wanted).unwrap().rows;
        rows.into_iter().find(|row| row.id == id).unwrap()
    };
    assert_eq!(row(&desktop).changed, [0_u32; 0]);
    edit(&desktop, &campaign(&id), "notes", "Call them");
    assert_eq!(
        (row(&desktop).cells[1].as_str(), row(&desktop).changed),
        ("Call them", vec![1])
    );
    edit(&desktop, &campaign(&id), "notes", "Call them on Monday");
    assert_eq!(row(&desktop).cells[1], "Call them on Monday");
    let desktop = desktop.restart().await;
    assert_eq!(row(&desktop).cells[1], "Call them on Monday");
    assert_eq!(desktop.lists.campaigns(&wanted).unwrap().drafts, 1);
}

#[tokio::test]
async fn ticked_rows_survive_a_new_search() {
    let desktop = fetched().await;
    let (desk, list) = (&desktop.desk, ListId::Campaigns);
    let ticked = desk.lists.row_ids(list, &query("launch")).unwrap();
    assert!(ticked.len() > 1);
    let other = query("film");
    let among = |query: &RowsQuery| desk.lists.count_selected(list, query, &ticked).unwrap();
    assert_eq!(
        (among(&query("launch")) as usize, among(&other)),
        (ticked.len(), 0)
    );
    let alone = RowsQuery {
        only: Some(ticked.clone()),
        ..other
    };
    let mut shown = ids(&desktop, &alone);
    assert_eq!(desk.lists.row_ids(list, &alone).unwrap(), shown);
    shown.sort();
    let mut ticked = ticked.clone();
    ticked.sort();
    assert_eq!(shown, ticked);
}

#[tokio::test]
async fn row_ids_match_the_requested_rows() {
    let desktop = fetched().await;
    let window = RowsQuery {
        offset: 2,
        limit: 3,
        ..query("")
    };
    let found = desktop.lists.row_ids(ListId::Campaigns, &window).unwrap();
    assert_eq!(found, ids(&desktop, &window));
}

#[tokio::test]
async fn views_can_be_stored_renamed_moved_and_restored() {
    keeps_views(ListId::Campaigns, ListId::Expandable).await;
    keeps_views(ListId::Expandable, ListId::InStream).await;
}

/// Checks the views of one list, which the other list does not show.
async fn keeps_views(list: ListId, other: ListId) {
    let desktop = TestApp::first_start().await;
    let state = ViewState {
        search: "spring".to_owned(),
        columns: vec![ColumnLayout {
            path: "budget".to_owned(),
            width: Some(120),
        }],
        ..ViewState::default()
    };
    let desk = &desktop.desk;
    let view = |id: &str, name: &str| SavedView {
        id: id.to_owned(),
        name: name.to_owned(),
        state: state.clone(),
    };
    desk.saved_views.save_view(list, &view("", "Mine")).unwrap();
    let saved = desk
        .saved_views
        .save_view(list, &view("", "Other"))
        .unwrap()
        .saved;
    let refused = desk
        .saved_views
        .save_view(list, &view("", "mINE"))
        .unwrap_err()
        .failure()
        .message;
    assert!(refused.contains("already"), "{refused}");
    assert!(desk.saved_views.save_view(list, &view("", " ")).is_err());
    desk.saved_views
        .save_view(list, &view(&saved[0].id, "My own"))
        .unwrap();
    desk.saved_views.move_view(list, &saved[1].id, 0).unwrap();
    desk.saved_views.save_current_view(list, &state).unwrap();
    let desktop = desktop.restart().await;
    let views = desktop.saved_views.saved_views(list).unwrap();
    let names = |views: &[SavedView]| {
        views
            .iter()
            .map(|view| view.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&views.saved), ["Other", "My own"]);
    assert_eq!((&views.current, &views.saved[0].state), (&state, &state));
    assert_eq!(
        names(&desktop.saved_views.saved_views(other).unwrap().saved),
        [""; 0]
    );
    let removed = desktop.saved_views.remove_view(list, &saved[1].id).unwrap();
    assert_eq!(names(&removed.saved), ["My own"]);
    let restored = desktop
        .saved_views
        .restore_view(list, &saved[1].id)
        .unwrap();
    assert_eq!(names(&restored.saved), ["Other", "My own"]);
}

#[tokio::test]
async fn new_drafts_are_rows_of_the_list() {
    let desktop = fetched().await;
    let found = |query: &RowsQuery| desktop.lists.campaigns(query).unwrap();
    let total = || found(&query("")).total;
    let before = total();
    let draft = new_campaign(&desktop, "Aardvark launch");
    let rows = found(&query("aardvark")).rows;
    let row = rows.first().expect("the draft is listed");
    assert_eq!((rows.len(), &row.id, row.is_new), (1, &draft, true));
    assert_eq!(total(), before + 1);

    let position = || {
        let mut query = query("");
        query.locate = Some(draft.clone());
        found(&query).position
    };
    let first = position();
    edit(
        &desktop,
        &DocumentRef::Draft(draft.clone()),
        "name",
        "Zzz launch",
    );
    assert!(first < position(), "{first:?}, {:?}", position());

    let ids = desktop.lists.row_ids(ListId::Campaigns, &query("zzz"));
    assert_eq!(ids.unwrap(), std::slice::from_ref(&draft));
    let copied = desktop
        .drafts
        .copy_drafts(ListId::Campaigns, std::slice::from_ref(&draft))
        .await
        .unwrap();
    assert_eq!(copied.drafts.len(), 1);
    assert_eq!(total(), before + 2);
    let all = [vec![draft], copied.drafts].concat();
    desktop.drafts.discard_drafts(&all).unwrap();
    assert_eq!(total(), before);
}

#[tokio::test]
async fn problem_names_its_group_of_conditions() {
    let desktop = fetched().await;
    let filters = RowFilters {
        q: q(&[&[("NAME", "tea")], &[("BUDGET", "much")], &[("BUDGET", "")]]),
        ..RowFilters::default()
    };
    let described = desktop
        .lists
        .describe_filters(ListId::Campaigns, &filters)
        .unwrap();
    let problems = described.problems.iter().map(|problem| problem.group);
    assert_eq!(problems.collect::<Vec<_>>(), [Some(1)]);
    assert_eq!(described.chips.len(), 3);
}

#[tokio::test]
async fn list_is_filtered_by_its_drafts() {
    let desktop = fetched().await;
    let matched = |drafts| {
        let filters = RowFilters {
            drafts: Some(drafts),
            ..RowFilters::default()
        };
        desktop.lists.campaigns(&with(filters)).unwrap().matched
    };
    assert_eq!(matched(RowDraftFilter::Any), 0);
    let spring = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &spring, "notes", "Checked.");
    desktop.drafts.create_draft().unwrap();
    assert_eq!(matched(RowDraftFilter::Any), 2);
    assert_eq!(matched(RowDraftFilter::WithErrors), 1);
}

#[tokio::test]
async fn budgets_of_selected_rows_are_summed_by_currency() {
    let desktop = fetched().await;
    let (first, second) = (id_of(&desktop, SPRING), id_of(&desktop, "Brand film, EMEA"));
    for (id, budget, currency) in [(&first, "1000.10", "EUR"), (&second, "2000.20", "EUR")] {
        edit(&desktop, &campaign(id), "budget", budget);
        edit(&desktop, &campaign(id), "currency", currency);
    }
    let ids = [first.clone(), second.clone(), "404".to_owned()];
    let totals = || {
        let totals = desktop.lists.budget_totals(ListId::Campaigns, &ids);
        let totals = totals.unwrap().into_iter();
        totals
            .map(|total| (total.currency, total.amount))
            .collect::<Vec<_>>()
    };
    let pair = |currency: &str, amount: &str| (currency.to_owned(), amount.to_owned());
    assert_eq!(totals(), [pair("EUR", "3,000.30")]);
    edit(&desktop, &campaign(&second), "currency", "USD");
    assert_eq!(totals(), [pair("EUR", "1,000.10"), pair("USD", "2,000.20")]);
    let ads = desktop.lists.budget_totals(ListId::InStream, &ids);
    assert_eq!(ads.unwrap(), []);
}

#[tokio::test]
async fn grouped_rows_have_headings_with_counts() {
    let desktop = fetched().await;
    let grouped = RowsQuery {
        grouped: true,
        columns: ["advertiserName", "brandName"].map(str::to_owned).to_vec(),
        ..query("")
    };
    let window = desktop.lists.campaigns(&grouped).unwrap();
    let headings = &window.headings;
    assert_eq!(window.lines as usize, window.rows.len() + headings.len());
    let mut rows = window.rows.iter();
    for heading in headings {
        for row in rows.by_ref().take(heading.rows as usize) {
            assert_eq!(row.cells, [&*heading.advertiser, &heading.brand]);
        }
    }
    assert!(rows.next().is_none());
    let names = |heading: &GroupHeading| {
        [&heading.advertiser, &heading.brand].map(|name| name.to_lowercase())
    };
    assert!(headings.is_sorted_by_key(names));

    let first = &window.rows[headings[0].rows as usize];
    let part = RowsQuery {
        offset: headings[1].line,
        limit: 2,
        locate: Some(first.id.clone()),
        ..grouped
    };
    let shown = desktop.lists.campaigns(&part).unwrap();
    assert_eq!(shown.headings, [headings[1].clone()]);
    assert_eq!(shown.rows, std::slice::from_ref(first));
    assert_eq!(shown.position, Some(headings[1].line + 1));
    let ids = desktop.lists.row_ids(ListId::Campaigns, &part).unwrap();
    assert_eq!(ids, std::slice::from_ref(&first.id));
}
