//! The list of sent items is searched, limited and grouped, and comes in windows.

use adwright_testkit::TestApp;
use adwright_views::{
    PreferenceChange, SentCounts, SentFilter, SentLine, SentQuery, SentRow, SentSend, SentWindow,
};

use crate::refusals::send_in_spite;
use crate::{SPRING, campaign, edit, fetched, id_of, new_campaign, newest, request};

const DAY_MS: i64 = 86_400_000;

fn all() -> SentQuery {
    SentQuery {
        shown: SentFilter::All,
        search: String::new(),
        person: None,
        from: String::new(),
        until: String::new(),
        by_send: false,
        offset: 0,
        limit: 200,
    }
}

async fn send_as(desktop: &TestApp, person: &str, names: &[&str]) {
    let person = PreferenceChange::Person(person.to_owned());
    desktop.overview.set_preference(person).unwrap();
    let drafts: Vec<_> = names
        .iter()
        .map(|name| new_campaign(desktop, name))
        .collect();
    let drafts: Vec<_> = drafts.iter().map(String::as_str).collect();
    let sent = desktop
        .outbox
        .send(&request(desktop, &drafts), |_| {})
        .await;
    assert_eq!(sent.unwrap().confirmed as usize, names.len());
}

/// Returns a desk with one campaign that Maya sent, and two that Mara sent two days later. Returns the day of the later
/// send as well.
async fn with_sends() -> (TestApp, String) {
    let desktop = fetched().await;
    send_as(&desktop, "Maya", &["Österreich, Herbst"]).await;
    desktop.clock.advance_ms(2 * DAY_MS);
    send_as(&desktop, "Mara", &["Harvest, AT", SPRING]).await;
    let day = newest(&desktop).at[..10].to_owned();
    (desktop, day)
}

fn items(window: &SentWindow) -> Vec<&SentRow> {
    let lines = window.lines.iter();
    lines.filter_map(item).collect()
}

fn titles(window: &SentWindow) -> Vec<&str> {
    items(window).iter().map(|row| &*row.title).collect()
}

#[tokio::test]
async fn sent_items_are_found_by_every_limit() {
    let (desktop, day) = with_sends().await;
    let window = |query: SentQuery| desktop.outbox.sent_window(&query).unwrap();
    let everything = window(all());
    let id = items(&everything)[0].id.clone().unwrap();
    let search = |search: &str| SentQuery {
        search: search.to_owned(),
        ..all()
    };
    let person = Some("Mara".to_owned());
    for (query, found) in [
        (all(), &[SPRING, "Harvest, AT", "Österreich, Herbst"][..]),
        (search("ÖSTERREICH herbst"), &["Österreich, Herbst"]),
        (search("maya"), &["Österreich, Herbst"]),
        (search(&id), &[SPRING]),
        (search("nobody"), &[]),
        (SentQuery { person, ..all() }, &[SPRING, "Harvest, AT"]),
        (
            SentQuery {
                from: day.clone(),
                ..all()
            },
            &[SPRING, "Harvest, AT"],
        ),
        (
            SentQuery {
                until: day.clone(),
                ..all()
            },
            &[SPRING, "Harvest, AT", "Österreich, Herbst"],
        ),
        (
            SentQuery {
                shown: SentFilter::Refused,
                ..all()
            },
            &[],
        ),
    ] {
        let window = window(query.clone());
        assert_eq!(titles(&window), found, "{query:?}");
        assert_eq!(
            (window.matched as usize, window.counts.all),
            (found.len(), 3)
        );
    }
    assert_eq!(everything.persons, ["Mara", "Maya"]);
    let wrong = window(SentQuery {
        from: "soon".to_owned(),
        ..all()
    });
    assert!(wrong.from_unreadable && !wrong.until_unreadable);
    assert_eq!(wrong.matched, 3);
}

#[tokio::test]
async fn item_is_found_by_code_and_changed_field() {
    let desktop = fetched().await;
    send_as(&desktop, "Maya", &["Harvest, AT"]).await;
    let spring = campaign(&id_of(&desktop, SPRING));
    send_in_spite(
        &desktop,
        &edit(&desktop, &spring, "traffickingMode", "simple"),
    )
    .await;
    for (search, found) in [
        ("62000", &[SPRING][..]),
        ("62001", &[]),
        ("traffickingMode", &[SPRING]),
        ("trafficking mode refuse", &[]),
        ("Trafficking spring", &[SPRING]),
        ("budget", &[]),
    ] {
        let query = SentQuery {
            search: search.to_owned(),
            ..all()
        };
        assert_eq!(titles(&desktop.outbox.sent_window(&query).unwrap()), found);
    }
}

#[tokio::test]
async fn sends_head_their_items_across_windows() {
    let (desktop, _) = with_sends().await;
    let by_send = |offset, limit, search: &str| {
        let query = SentQuery {
            by_send: true,
            offset,
            limit,
            search: search.to_owned(),
            ..all()
        };
        desktop.outbox.sent_window(&query).unwrap()
    };
    let whole = by_send(0, 200, "");
    let heads: Vec<&SentSend> = whole.lines.iter().filter_map(head).collect();
    let persons: Vec<_> = heads.iter().map(|send| &*send.person).collect();
    assert_eq!(persons, ["Mara", "Maya"]);
    assert_eq!((whole.count, whole.matched), (5, 3));
    let later = SentCounts {
        all: 2,
        needs_you: 0,
        refused: 0,
        confirmed: 2,
    };
    assert_eq!(heads[0].counts, later);

    let parts: Vec<_> = (0..5)
        .flat_map(|offset| by_send(offset, 1, "").lines)
        .collect();
    assert_eq!(parts, whole.lines);
    let one = by_send(0, 200, "harvest");
    assert_eq!((one.count, titles(&one)), (2, vec!["Harvest, AT"]));
    assert_eq!(head(&one.lines[0]).unwrap().counts, later);
}

fn item(line: &SentLine) -> Option<&SentRow> {
    match line {
        SentLine::Item(row) => Some(row),
        SentLine::Send(_) => None,
    }
}

fn head(line: &SentLine) -> Option<&SentSend> {
    match line {
        SentLine::Send(send) => Some(send),
        SentLine::Item(_) => None,
    }
}
