//! The use cases against a real practice service, through a real database, in a temporary home.

#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod activities;
mod ad_files;
mod ad_findings;
mod ad_folders;
mod ad_imports;
mod ad_reviews;
mod ad_sending;
mod ad_summaries;
mod ads;
mod batch_lists;
mod batch_model;
mod batch_sends;
mod batches;
mod bulk;
mod bulk_decisions;
mod bulk_pauses;
mod choice_fields;
mod clock_changes;
mod connection;
mod dialect_paths;
mod disk_errors;
mod doctor;
mod doctor_finds;
mod doctor_paths;
mod document_text;
mod drafts;
mod duplicate_content;
mod endless_lookups;
mod exports;
mod facts;
mod fetch;
mod fetch_lists;
mod finding_overviews;
mod first_rows;
mod form;
mod free_fields;
mod history;
mod home;
mod hostile_services;
mod interruptions;
mod keyring_requests;
mod keyring_wait;
mod large_ad;
mod learned_fields;
mod learned_settings;
mod line_drops;
mod list;
mod local_data;
mod many_drafts;
mod merging;
mod new_drafts;
mod object_imports;
mod object_sheets;
mod open_items;
mod own_rules;
mod paging_windows;
mod palette;
mod pauses;
mod random;
mod rate_limits;
mod receipt_audits;
mod references;
mod refusals;
mod rehearsals;
mod review_groups;
mod row_imports;
mod rules_form;
mod secret_leaks;
mod send_cost;
mod sending;
mod sent_windows;
mod settings;
mod sheet_checks;
mod sheet_duplicates;
mod sheet_rewrites;
mod sheets;
mod site_contacts;
mod stored_sessions;
mod table_batches;
mod text_ids;
mod undo_sends;
mod unusable_replies;
mod value_calls;
mod value_list;
mod welcome;
mod workspace_files;
mod workspace_removal;
mod workspace_secrets;
mod workspace_switching;
mod workspaces;

use adwright_desk::{Desk, JsonObject, ResendPolicy, TableFile};
use adwright_model::Kind;
use adwright_testkit::TestApp;
use adwright_views::{
    Collection, Detail, DocumentRef, DraftFilter, DraftQuery, DraftRow, EditRequest, FieldInput,
    ItemState, ListId, ReviewItem, ReviewedDraft, RowFilters, RowsQuery, SendRequest, SendSummary,
    SentRow,
};

/// A campaign in advanced mode with four placements, in the demo data.
const SPRING: &str = "Spring launch, DE";

/// Returns the batch of this many values, which begin with a name.
pub(crate) fn batch_of_values(
    desk: &Desk,
    name: &str,
    count: usize,
    if_sent: ResendPolicy,
) -> String {
    let rows = (1..=count).map(|row| format!("{name} {row},v|{row},4401,52024\n"));
    let rows: String = rows.collect();
    let table = TableFile {
        name: "values.csv".to_owned(),
        bytes: format!("name,value,advertiserId,retargetingActivityId\n{rows}").into_bytes(),
        worksheet: None,
    };
    let made = desk.sheets.create_from_table(&table, &[], if_sent);
    made.unwrap().batch.version.batch
}

/// Creates a draft of each of these new values, in JSON.
fn draft_values(desk: &Desk, values: impl Iterator<Item = String>) {
    let objects = values.enumerate().map(|(at, json)| JsonObject {
        from: format!("value {at}"),
        json: json.into_bytes(),
    });
    let (kind, objects) = (Kind::RetargetingDataValue, objects.collect::<Vec<_>>());
    let drafts = &desk.drafts;
    drafts
        .create_from_json(kind, &objects, &[], ResendPolicy::Skip)
        .unwrap();
}

/// Fails unless the service has each value of [`batch_of_values`] exactly once.
pub(crate) async fn each_value_once(app: &TestApp, name: &str, count: usize) {
    for row in 1..=count {
        let name = format!("{name} {row}");
        assert_eq!(app.practice.count_named(&name).await, 1, "{name}");
    }
}

fn query(search: &str) -> RowsQuery {
    RowsQuery {
        search: search.to_owned(),
        filters: RowFilters::default(),
        sort: None,
        grouped: false,
        columns: Vec::new(),
        offset: 0,
        limit: 1000,
        locate: None,
        answer: None,
        only: None,
    }
}

/// Returns the ids of all rows of a list.
fn ids_of(desk: &Desk, list: ListId) -> Vec<String> {
    desk.lists.row_ids(list, &query("")).unwrap()
}

/// Returns a desk with all campaigns fetched.
async fn fetched() -> TestApp {
    let desktop = TestApp::first_start().await;
    let summary = desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    assert!(summary.complete, "{}", summary.message);
    desktop
}

/// Returns a desk with campaigns and ads fetched.
async fn with_ads() -> TestApp {
    let desktop = fetched().await;
    get_ads(&desktop).await;
    desktop
}

async fn get_ads(desktop: &TestApp) {
    let fetched = desktop.fetches.fetch(Collection::Ads, "ads", |_| {}).await;
    assert!(fetched.unwrap().complete);
}

/// Returns the first ad of a list.
fn first_ad(desktop: &TestApp, list: ListId) -> DocumentRef {
    let mut window = desktop.lists.list_rows(list, &query("")).unwrap();
    DocumentRef::Ad(window.rows.remove(0).id)
}

/// Returns the id of the campaign with exactly this name.
fn id_of(desktop: &TestApp, name: &str) -> String {
    let window = desktop.lists.campaigns(&query(name)).unwrap();
    window
        .rows
        .into_iter()
        .find(|row| row.name == name)
        .unwrap_or_else(|| panic!("no campaign {name}"))
        .id
}

fn campaign(id: &str) -> DocumentRef {
    DocumentRef::Campaign(id.to_owned())
}

fn typed(path: &str, text: &str) -> EditRequest {
    EditRequest {
        path: path.to_owned(),
        input: FieldInput::Text(text.to_owned()),
    }
}

fn edit(desktop: &TestApp, target: &DocumentRef, path: &str, text: &str) -> Detail {
    desktop
        .drafts
        .edit_draft(target, &typed(path, text))
        .unwrap()
}

fn draft_of(detail: &Detail) -> String {
    detail.draft.as_ref().expect("there is a draft").id.clone()
}

/// Fills in a new campaign as a person would. Returns its draft's id.
fn new_campaign(desktop: &TestApp, name: &str) -> String {
    let target = desktop.drafts.create_draft().unwrap().target;
    edit(desktop, &target, "name", name);
    let choices = |path: &str| desktop.details.field(&target, path).unwrap().choices;
    let mut advertisers = choices("advertiserId").into_iter();
    let advertiser = advertisers.find(|choice| choice.label.contains("Northwind"));
    edit(
        desktop,
        &target,
        "advertiserId",
        &advertiser.expect("Northwind is there").value,
    );
    let brand = choices("brandId").remove(0);
    draft_of(&edit(desktop, &target, "brandId", &brand.value))
}

/// The collections whose objects are sent one by one.
const SENT_ONE_BY_ONE: [Collection; 2] = [Collection::Campaigns, Collection::Ads];

/// Creates the draft of a new campaign or ad. Returns its id.
async fn new_one(desktop: &TestApp, collection: Collection, name: &str) -> String {
    if collection == Collection::Campaigns {
        return new_campaign(desktop, name);
    }
    get_ads(desktop).await;
    let ad = first_ad(desktop, ListId::Html5Expandable);
    let begun = desktop.drafts.copy_draft(&ad).await.unwrap();
    draft_of(&edit(desktop, &begun.detail.target, "name", name))
}

/// Returns all drafts except for discarded ones.
fn live(desk: &Desk) -> Vec<DraftRow> {
    desk.drafts
        .draft_window(&drafts(DraftFilter::All))
        .unwrap()
        .rows
}

fn discarded(desk: &Desk) -> Vec<DraftRow> {
    let query = drafts(DraftFilter::Discarded);
    desk.drafts.draft_window(&query).unwrap().rows
}

/// Returns a query for the drafts that match a filter.
fn drafts(shown: DraftFilter) -> DraftQuery {
    DraftQuery {
        shown,
        search: String::new(),
        sort: None,
        offset: 0,
        limit: u32::MAX,
    }
}

/// Returns the first draft of the review, field by field.
fn reviewed(desktop: &TestApp) -> ReviewItem {
    let row = desktop.outbox.review().unwrap().rows.remove(0);
    desktop.outbox.review_item(&row.draft).unwrap().unwrap()
}

/// Returns a send request for these drafts in their reviewed state.
fn request(desktop: &TestApp, drafts: &[&str]) -> SendRequest {
    let review = desktop.outbox.review().unwrap();
    let reviewed = |draft: &&str| {
        let item = review
            .rows
            .iter()
            .find(|item| item.draft == *draft)
            .unwrap();
        ReviewedDraft {
            draft: item.draft.clone(),
            revision: item.revision,
        }
    };
    request_of(drafts.iter().map(reviewed).collect())
}

/// Returns a send request for all reviewed drafts.
fn sending(items: Vec<ReviewItem>) -> SendRequest {
    let drafts = items.into_iter().map(|item| ReviewedDraft {
        draft: item.row.draft,
        revision: item.row.revision,
    });
    request_of(drafts.collect())
}

fn request_of(drafts: Vec<ReviewedDraft>) -> SendRequest {
    SendRequest {
        operation: "send".to_owned(),
        drafts,
        overrides: Vec::new(),
        typed_name: String::new(),
    }
}

async fn send(desktop: &TestApp, draft: &str) -> SendSummary {
    desktop
        .outbox
        .send(&request(desktop, &[draft]), |_| {})
        .await
        .unwrap()
}

/// Returns the newest row of "Sent".
fn newest(desktop: &TestApp) -> SentRow {
    desktop.outbox.sent_items().unwrap().remove(0)
}

#[track_caller]
fn ended(desktop: &TestApp, state: ItemState) -> SentRow {
    let row = newest(desktop);
    assert_eq!(row.state, state, "{}", row.outcome);
    row
}
