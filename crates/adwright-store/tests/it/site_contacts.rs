use adwright_model::{Id, Kind};
use adwright_store::{CachedColumns, ContactAnswer, ContactQuestion, FetchedObject, Fullness};
use expect_test::expect;

use crate::home::{Home, check};

fn question(campaign: i64, asked: i64) -> ContactQuestion {
    ContactQuestion {
        campaign: Id(campaign),
        second_id: Id(asked),
        from_advertiser: true,
    }
}

fn contact(id: i64, text: &str) -> FetchedObject {
    FetchedObject {
        id: Id(id),
        text: text.to_owned(),
        fullness: Fullness::Full,
        columns: CachedColumns::default(),
    }
}

/// Stores an answer: contact 60 with this text, or nothing found.
fn answered(home: &Home, question: ContactQuestion, text: Option<&str>, at: i64) {
    let fetched = text.map(|text| contact(60, text));
    let answer = ContactAnswer {
        question,
        contact: fetched.as_ref().map(|entry| entry.id),
        member: text.map(|_| "siteId".to_owned()),
        at,
    };
    home.store
        .site_contact_put(&home.workspace, &answer, fetched.as_ref())
        .unwrap();
}

fn answers(home: &Home) -> String {
    let answers = home.store.site_contact_answers(&home.workspace).unwrap();
    let shown = answers.iter().map(|answer| {
        let question = &answer.question;
        let contact = answer
            .contact
            .map_or("nothing".to_owned(), |id| id.to_string());
        let member = answer.member.as_deref().unwrap_or("no member");
        format!(
            "{} {}: {contact}, {member}, {}\n",
            question.campaign, question.second_id, answer.at
        )
    });
    shown.collect()
}

#[test]
fn last_answer_is_stored_with_versions() {
    let home = Home::new();
    answered(&home, question(1, 7), Some("a"), 100);
    answered(&home, question(1, 7), Some("b"), 101);
    answered(&home, question(2, 7), Some("b"), 102);
    answered(&home, question(1, 8), None, 103);
    check(
        answers(&home),
        expect![[r#"
        1 8: nothing, no member, 103
        2 7: 60, siteId, 102
        1 7: 60, siteId, 101
    "#]],
    );
    let cached = home
        .store
        .cache_get(&home.workspace, Kind::SiteContact, Id(60))
        .unwrap();
    assert_eq!(cached.unwrap().entry.text, "b");
    let versions = home
        .store
        .cache_versions(&home.workspace, Kind::SiteContact, Id(60));
    assert_eq!(versions.unwrap().len(), 2);
}

#[test]
fn empty_answer_replaces_the_previous_contact() {
    let home = Home::new();
    answered(&home, question(1, 7), Some("a"), 100);
    check(
        answers(&home),
        expect![[r#"
        1 7: 60, siteId, 100
    "#]],
    );
    answered(&home, question(1, 7), None, 101);
    check(
        answers(&home),
        expect![[r#"
        1 7: nothing, no member, 101
    "#]],
    );
}

#[test]
fn answer_is_deleted_and_contact_stays() {
    let home = Home::new();
    for asked in [7, 8] {
        answered(&home, question(1, asked), Some("a"), 100);
    }
    let other_level = ContactQuestion {
        from_advertiser: false,
        ..question(1, 7)
    };
    home.store
        .site_contact_delete(&home.workspace, &other_level)
        .unwrap();
    home.store
        .site_contact_delete(&home.workspace, &question(1, 7))
        .unwrap();
    check(
        answers(&home),
        expect![[r#"
        1 8: 60, siteId, 100
    "#]],
    );
    let cached = home
        .store
        .cache_get(&home.workspace, Kind::SiteContact, Id(60));
    assert!(cached.unwrap().is_some());
}
