use adwright_desk::{DocumentError, DraftError, Error};
use adwright_model::JsonType;
use adwright_testkit::TestApp;
use adwright_views::{
    AcceptedField, CalendarStep, DateReading, DateRole, Detail, DocumentRef, EditRequest,
    FieldInput, FieldKind, FieldView, Presence, Severity,
};

use crate::{SPRING, campaign, draft_of, edit, fetched, id_of};

/// A campaign with one label, one tracker and one flight.
const FRANCE: &str = "Spring launch, FR";

fn put(desktop: &TestApp, target: &DocumentRef, path: &str, input: FieldInput) -> Detail {
    let path = path.to_owned();
    let request = EditRequest { path, input };
    desktop.drafts.edit_draft(target, &request).unwrap()
}

#[track_caller]
fn field<'a>(detail: &'a Detail, path: &str) -> &'a FieldView {
    detail
        .field(path)
        .unwrap_or_else(|| panic!("no field {path}"))
}

/// Returns the titles of a list's items in order.
fn names(detail: &Detail, list: &str) -> Vec<String> {
    let items = field(detail, list).parts.iter();
    items
        .map(|item| item.text.split(" · ").next().unwrap_or_default().to_owned())
        .collect()
}

/// Returns the raw text of a list in the document.
fn raw<'a>(detail: &'a Detail, list: &str) -> &'a str {
    let start = detail.source.find(&format!("\"{list}\":")).unwrap() + list.len() + 3;
    let end = detail.source[start..].find("],\"").unwrap();
    &detail.source[start..=start + end]
}

fn undo_label(detail: &Detail) -> &str {
    detail
        .draft
        .as_ref()
        .unwrap()
        .undo
        .as_deref()
        .unwrap_or_default()
}

/// Returns the rules with findings about a field, worst first.
pub(crate) fn rules_at(detail: &Detail, path: &str) -> Vec<(Severity, String)> {
    let findings = detail.findings.iter().filter(|found| found.path == path);
    findings
        .map(|found| (found.severity, found.rule.clone()))
        .collect()
}

#[tokio::test]
async fn groups_and_lists_are_drawn_with_their_parts() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(field(&detail, "flights").kind, FieldKind::List);
    assert_eq!(field(&detail, "flights").item.as_deref(), Some("Flight"));
    let flight = field(&detail, "flights[0]");
    assert_eq!(
        (flight.kind, flight.label.as_str()),
        (FieldKind::Object, "Flight 1")
    );
    assert!(
        flight.text.starts_with("Prospecting · 2026-"),
        "{}",
        flight.text
    );
    assert_eq!(
        field(&detail, "flights[0].frequencyCap").kind,
        FieldKind::Object
    );
    assert_eq!(field(&detail, "flights[0].frequencyCap.days").text, "7");
    assert_eq!(
        field(&detail, "flights[1].frequencyCap").presence,
        Presence::Absent
    );
    assert_eq!(field(&detail, "landingPage").kind, FieldKind::Url);
    let approved = field(&detail, "approvedOn");
    assert!(
        approved.text.starts_with("2026-10-0"),
        "kept in seconds: {}",
        approved.text
    );
    assert!(approved.unit.is_some(), "the zone is named");
    let unknown = field(&detail, "flights[2].frequencyCap.perDevice");
    assert_eq!((unknown.known, unknown.text.as_str()), (false, "true"));
}

#[tokio::test]
async fn item_moves_byte_for_byte_in_one_step() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let before = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(
        names(&before, "flights"),
        ["Prospecting", "Retargeting", "Last days"]
    );
    let after = put(&desktop, &target, "flights[1]", FieldInput::MoveUp);
    assert_eq!(
        names(&after, "flights"),
        ["Retargeting", "Prospecting", "Last days"]
    );
    assert_eq!(undo_label(&after), "move Flight 2 up");
    assert_eq!(
        field(&after, "flights[0]").note.as_deref(),
        Some("was number 2")
    );
    assert!(
        !field(&after, "flights[0].budget").changed,
        "its fields did not change"
    );
    assert_eq!(after.changes.len(), 1, "one change: the order of the list");
    assert!(
        after
            .findings
            .iter()
            .all(|finding| finding.severity != Severity::Error)
    );
    let back = put(&desktop, &target, "flights[0]", FieldInput::MoveDown);
    assert_eq!(back.source, before.source, "every byte is back");
    assert!(
        put(&desktop, &target, "flights[0]", FieldInput::MoveUp)
            .changes
            .is_empty()
    );
}

#[tokio::test]
async fn items_can_be_added_filled_removed_and_undone() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let before = desktop.details.open_detail(&target).await.unwrap();
    let added = put(&desktop, &target, "flights", FieldInput::Add);
    assert_eq!(undo_label(&added), "add Flight 4");
    assert_eq!(field(&added, "flights[3]").note.as_deref(), Some("new"));
    assert!(
        added
            .findings
            .iter()
            .any(|finding| finding.path == "flights[3].name"),
        "the new one still needs its name"
    );
    edit(&desktop, &target, "flights[3].name", "Encore");
    let capped = edit(&desktop, &target, "flights[3].frequencyCap.days", "7");
    let cap =
        r#"{"type":"Flight","name":"Encore","frequencyCap":{"type":"FrequencyCap","days":7}}]"#;
    assert!(
        raw(&capped, "flights").ends_with(cap),
        "{}",
        raw(&capped, "flights")
    );
    let gone = put(&desktop, &target, "flights[0]", FieldInput::Absent);
    assert_eq!(undo_label(&gone), "remove Flight 1");
    assert_eq!(
        names(&gone, "flights"),
        ["Retargeting", "Last days", "Encore"]
    );
    assert!(
        !field(&gone, "flights[0].name").changed,
        "it is known again by its key"
    );
    let draft = draft_of(&gone);
    for _ in 0..4 {
        desktop.drafts.undo_draft(&draft).unwrap();
    }
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(detail.source, before.source);
}

#[tokio::test]
async fn moved_item_field_reverts_to_its_own_value() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    put(&desktop, &target, "flights[0]", FieldInput::MoveDown);
    let edited = edit(&desktop, &target, "flights[1].budget", "9");
    let budget = field(&edited, "flights[1].budget");
    assert_eq!(
        (budget.changed, budget.was.as_deref()),
        (true, Some("4000.00"))
    );
    let reverted = put(&desktop, &target, "flights[1].budget", FieldInput::Revert);
    assert_eq!(field(&reverted, "flights[1].budget").text, "4000.00");
    assert!(!field(&reverted, "flights[1].budget").changed);
}

#[tokio::test]
async fn single_item_without_list_is_returned_unchanged() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, FRANCE));
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert!(
        detail.source.contains(r#""labels":"Always on""#),
        "{}",
        detail.source
    );
    assert_eq!(field(&detail, "labels").text, "Always on");
    let edited = edit(&desktop, &target, "labels", "Evergreen");
    assert!(edited.source.contains(r#""labels":"Evergreen""#));
    let edited = edit(&desktop, &target, "trackers.event", "click");
    assert!(
        edited
            .source
            .contains(r#""trackers":{"type":"Tracker","event":"click","#)
    );
    assert!(
        edited
            .findings
            .iter()
            .all(|finding| finding.severity != Severity::Error)
    );
    let two = put(&desktop, &target, "labels", FieldInput::Add);
    assert!(
        two.source.contains(r#""labels":["Evergreen",""]"#),
        "a second one needs the list"
    );
    edit(&desktop, &target, "labels[1]", "Q2");
    let emptied = edit(&desktop, &target, "labels[1]", "");
    assert!(
        emptied.source.contains(r#"["Evergreen",""]"#),
        "an emptied item stays"
    );
}

#[tokio::test]
async fn groups_and_lists_can_be_absent_null_empty() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    for path in [
        "adminSettings.privacy",
        "flights",
        "labels",
        "landingPage",
        "budget",
        "startDate",
    ] {
        let detail = put(&desktop, &target, path, FieldInput::Null);
        assert_eq!(field(&detail, path).presence, Presence::Null, "{path}");
        assert_eq!(
            field(&detail, path).was_presence,
            Some(Presence::Value),
            "{path}"
        );
        let detail = put(&desktop, &target, path, FieldInput::Absent);
        assert_eq!(field(&detail, path).presence, Presence::Absent, "{path}");
        let detail = put(&desktop, &target, path, FieldInput::Revert);
        assert!(!field(&detail, path).changed, "{path}");
    }
    put(&desktop, &target, "adminSettings.privacy", FieldInput::Null);
    let detail = edit(
        &desktop,
        &target,
        "adminSettings.privacy.disableCookies",
        "true",
    );
    let privacy = r#""privacy":{"type":"PrivacySettings","disableCookies":true}"#;
    assert!(detail.source.contains(privacy), "{}", detail.source);
}

#[tokio::test]
async fn thousand_items_arrive_without_fields_until_requested() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let flights: Vec<String> = (0..1000)
        .map(|nth| format!(r#"{{"type":"Flight","name":"Flight no. {nth}","budget":{nth}}}"#))
        .collect();
    let many = FieldInput::Raw(format!("[{}]", flights.join(",")));
    let detail = put(&desktop, &target, "flights", many);
    assert_eq!(field(&detail, "flights").parts.len(), 1000);
    assert!(field(&detail, "flights[700]").parts.is_empty());
    let item = desktop.details.field(&target, "flights[700]").unwrap();
    assert_eq!(item.text, "Flight no. 700 · 700");
    assert!(
        item.parts
            .iter()
            .any(|part| part.path == "flights[700].budget")
    );
    let moved = put(&desktop, &target, "flights[700]", FieldInput::MoveUp);
    assert_eq!(field(&moved, "flights[699]").text, "Flight no. 700 · 700");
    assert!(desktop.details.field(&target, "flights[1000]").is_err());
}

#[tokio::test]
async fn set_once_field_locks_after_creation() {
    let desktop = fetched().await;
    let new = desktop.drafts.create_draft().unwrap();
    let typed = edit(&desktop, &new.target, "advertiserId", "4401");
    assert!(
        field(&typed, "advertiserId").lock.is_none(),
        "it can still be chosen anew"
    );
    let target = campaign(&id_of(&desktop, SPRING));
    let detail = desktop.details.open_detail(&target).await.unwrap();
    let lock = field(&detail, "advertiserId").lock.clone().unwrap();
    assert_eq!(lock.kind, adwright_views::EditLockKind::SetOnce);
}

#[tokio::test]
async fn a_finding_names_its_exact_nested_field() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let detail = edit(&desktop, &target, "flights[2].budget", "much");
    let finding = detail
        .findings
        .iter()
        .find(|finding| finding.path == "flights[2].budget");
    assert_eq!(finding.unwrap().label, "Flight 3 › Budget");
}

#[tokio::test]
async fn learned_fields_appear_in_form_and_checks() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, "Brand film, EMEA"));
    let before = desktop.details.open_detail(&target).await.unwrap();
    assert!(!field(&before, "mediaPlanRef").known);
    let learning = desktop.customization.discover_fields(None).unwrap();
    let found = learning
        .discovered
        .iter()
        .find(|found| found.path == "mediaPlanRef")
        .unwrap();
    assert_eq!(
        (found.guessed_type.as_str(), learning.examined),
        ("text", 434)
    );
    let taken = learning.discovered.into_iter().map(AcceptedField::from);
    let taken: Vec<_> = taken.collect();
    desktop.customization.save_custom_fields(&taken).unwrap();
    let desktop = desktop.restart().await;
    let detail = desktop.details.open_detail(&target).await.unwrap();
    let known = field(&detail, "mediaPlanRef");
    assert_eq!(
        (known.known, known.kind, known.text.as_str()),
        (true, FieldKind::Text, "MP-2041")
    );
    assert_eq!(
        (known.label.as_str(), &known.note),
        ("Media plan ref", &None)
    );
    assert!(known.description.starts_with("Learned from a sample on "));
    let learning = desktop.customization.discover_fields(None).unwrap();
    assert!(learning.discovered.is_empty());
    let severity = |detail: &Detail| {
        let mut findings = detail.findings.iter();
        let finding = findings.find(|finding| finding.path == "mediaPlanRef");
        finding.map(|finding| finding.severity)
    };
    let number = FieldInput::Raw("7".to_owned());
    let wrong = put(&desktop, &target, "mediaPlanRef", number);
    assert_eq!(severity(&wrong), Some(Severity::Warning), "only a sample");
    desktop
        .customization
        .remove_custom_fields(&["mediaPlanRef".to_owned()])
        .unwrap();
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert!(!field(&detail, "mediaPlanRef").known);
    assert_eq!(severity(&detail), None);
}

#[tokio::test]
async fn pasted_reply_is_a_sample_unless_broken() {
    let desktop = fetched().await;
    let reply = r#"{"result":[{"type":"Campaign","desk":{"seat":"A7"}}],"error":null}"#;
    let learning = desktop.customization.discover_fields(Some(reply)).unwrap();
    let found: Vec<_> = learning
        .discovered
        .iter()
        .map(|found| found.path.as_str())
        .collect();
    assert_eq!(found, ["desk", "desk.seat"]);
    let refused = |sample: &str| match desktop.customization.discover_fields(Some(sample)) {
        Err(Error::Document(DocumentError::NotJson(error))) => {
            (error.position.line, error.position.column, None)
        }
        Err(Error::Draft(DraftError::NotASample { place, found })) => {
            (place.line, place.column, Some(found))
        }
        other => panic!("{other:?}"),
    };
    for (sample, expected) in [
        ("{\n  \"a\":", (2, 7, None)),
        ("7", (1, 1, Some(Some(JsonType::Number)))),
        ("[{},\n \"x\"]", (2, 2, Some(Some(JsonType::String)))),
        (r#"{"result":[]}"#, (1, 11, Some(None))),
    ] {
        assert_eq!(refused(sample), expected, "{sample}");
    }
}

#[tokio::test]
async fn usual_dates_are_read_as_typed() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    for typed in [
        "31.12.2026",
        "2026-12-31",
        "12/31/2026",
        "31 Dec 2026",
        "Dec 31, 2026 00:00",
    ] {
        edit(&desktop, &target, "endDate", "soon");
        let detail = edit(&desktop, &target, "endDate", typed);
        let shown = &detail.field("endDate").unwrap().text;
        assert_eq!(shown, "2026-12-31 00:00", "{typed}");
        assert_eq!(rules_at(&detail, "endDate"), [], "{typed}");
    }
    for (typed, shown) in [
        ("tomorrow", "2026-04-02 00:00"),
        ("monday 2:30 pm", "2026-04-06 14:30"),
        ("+7d", "2026-04-08 00:00"),
        ("15 May", "2026-05-15 00:00"),
    ] {
        let detail = edit(&desktop, &target, "endDate", typed);
        assert_eq!(field(&detail, "endDate").text, shown, "{typed}");
    }
    for typed in ["03/04/2026", "soon"] {
        let detail = edit(&desktop, &target, "endDate", typed);
        assert_eq!(detail.field("endDate").unwrap().text, typed);
        assert_eq!(
            rules_at(&detail, "endDate"),
            [(Severity::Error, "typed-date".to_owned())]
        );
    }
}

#[tokio::test]
async fn exact_number_of_a_date_stays_reachable() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let detail = edit(&desktop, &target, "endDate", "2026-12-31 00:00:00.040");
    let exact = field(&detail, "endDate").exact.as_ref().unwrap();
    assert!(exact.text.ends_with("040"), "{}", exact.text);
    let number = FieldInput::Number("1798671600001".to_owned());
    let detail = put(&desktop, &target, "endDate", number);
    let end = field(&detail, "endDate");
    assert_eq!(end.exact.as_ref().unwrap().text, "1798671600001");
    assert!(end.text.ends_with(":00.001"), "{}", end.text);
    assert!(detail.source.contains("\"endDate\":1798671600001"));
    assert_eq!(rules_at(&detail, "endDate"), []);
    let detail = put(
        &desktop,
        &target,
        "endDate",
        FieldInput::Number("x".to_owned()),
    );
    assert_eq!(
        field(&detail, "endDate").exact.as_ref().unwrap().text,
        "\"x\""
    );
    assert!(field(&detail, "name").exact.is_none());
}

#[tokio::test]
async fn preview_says_what_a_date_means() {
    use DateRole::{RangeEnd, RangeStart, Value};
    let desktop = fetched().await;
    let preview = |typed: &str, role| {
        let date = desktop.dates.preview(typed, role).date;
        date.map(|DateReading { day, time }| (day, time))
    };
    let read = |day: &str, time: &str| Some((day.to_owned(), time.to_owned()));
    assert_eq!(preview("tomorrow", Value), read("2026-04-02", "00:00"));
    assert_eq!(
        preview("31.12.2027 2:30 pm", Value),
        read("2027-12-31", "14:30")
    );
    assert_eq!(preview("last month", RangeStart), read("2026-03-01", ""));
    assert_eq!(preview("last month", RangeEnd), read("2026-03-31", ""));
    assert_eq!(preview("1 May 9:00", RangeEnd), read("2026-05-01", "09:00"));
    for typed in ["", "soon", "31.02.2026", "03/04/2026"] {
        assert_eq!(preview(typed, Value), None, "{typed}");
        assert!(!desktop.dates.preview(typed, Value).message.is_empty());
    }
}

#[tokio::test]
async fn calendar_steps_through_days_weeks_and_months() {
    use CalendarStep::{Days, Months, WeekEnd, WeekStart};
    let desktop = fetched().await;
    for (from, step, to) in [
        ("", Days(0), "2026-04-01"),
        ("2026-12-31", Days(1), "2027-01-01"),
        ("2026-12-31", Days(-7), "2026-12-24"),
        ("2026-12-31", Months(-1), "2026-11-30"),
        ("2024-02-29", Months(12), "2025-02-28"),
        ("2026-12-31", WeekStart, "2026-12-28"),
        ("2026-12-31", WeekEnd, "2027-01-03"),
        ("9999-12-31", Days(1), "9999-12-31"),
        ("2026-12-31", Days(i32::MAX), "2026-12-31"),
    ] {
        let month = desktop.dates.month(from, step);
        assert_eq!(month.focus, to, "{from} {step:?}");
        assert_eq!(month.weeks.len(), 6);
        assert!(month.weeks.iter().all(|week| week.len() == 7));
        let days = || month.weeks.iter().flatten();
        assert!(days().any(|day| day.date == to && day.in_month), "{to}");
        assert!(days().all(|day| day.today == (day.date == "2026-04-01")));
    }
    let april = desktop.dates.month("2026-04-15", Days(0));
    assert_eq!(april.weekdays[0], "Monday");
    assert_eq!(april.weeks[0][0].date, "2026-03-30");
    assert!(!april.weeks[0][0].in_month);
}
