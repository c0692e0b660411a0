//! The site contact of a campaign: fetched, learned from, and shown again without the service.

use adwright_desk::Error;
use adwright_testkit::TestApp;
use adwright_views::{ContactQuestionView, FailureCode, FieldKind, SiteContact};
use expect_test::{Expect, expect};

use crate::{SPRING, fetched, id_of};

fn question(campaign: &str, id: &str) -> ContactQuestionView {
    ContactQuestionView {
        campaign: campaign.to_owned(),
        id: id.to_owned(),
        from_advertiser: true,
    }
}

async fn ask(desktop: &TestApp, question: &ContactQuestionView) -> SiteContact {
    desktop
        .site_contacts
        .fetch_site_contact("ask", question)
        .await
        .unwrap()
}

/// Returns the member that a conclusion names.
fn member(conclusion: &str) -> &str {
    let (_, member) = conclusion.split_once('(').expect("it names a member");
    member.split_once(')').expect("it names a member").0
}

/// Returns the content of the tab without times and sentences.
fn outline(view: &SiteContact) -> String {
    let mut lines = vec![format!("asks by: {:?}", view.question.id)];
    let learned = view.learned.as_deref();
    lines.extend(learned.map(|learned| format!("learned: {}", member(learned))));
    for answer in &view.answers {
        let lesson = answer.lesson.as_deref().map_or("-", member);
        let level = if answer.question.from_advertiser {
            "advertiser"
        } else {
            "campaign"
        };
        lines.push(format!(
            "{} at the {level}: {}, {lesson}",
            answer.question.id, answer.has_contact
        ));
    }
    if let Some(shown) = &view.current {
        let who = shown.contact.as_ref().map(|card| card.title.as_str());
        lines.push(format!("shows: {}", who.unwrap_or("nothing")));
    }
    lines.join("\n")
}

#[track_caller]
fn check(view: &SiteContact, expected: &Expect) {
    expected.assert_eq(&outline(view));
}

/// Whether this id is a candidate for the reason that names `cause`.
fn has_candidate(view: &SiteContact, id: &str, cause: &str) -> bool {
    let mut candidates = view.candidates.iter();
    candidates.any(|known| known.id == id && known.why.contains(cause))
}

#[tokio::test]
async fn contact_id_is_given_and_reused_once_working() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    let before = desktop.site_contacts.site_contact(&spring, None).unwrap();
    check(&before, &expect![[r#"asks by: """#]]);
    let placements = [
        ("7107", "Torgbladet, pre-roll 15 s"),
        ("7104", "Roamwell, pre-roll 15 s"),
    ];
    for (id, placement) in placements {
        assert!(has_candidate(&before, id, placement), "{before:?}");
    }
    let site = before.candidates[0].id.clone();
    check(
        &ask(&desktop, &question(&spring, &format!(" {site} "))).await,
        &expect![[r#"
            asks by: "7107"
            learned: siteId
            7107 at the advertiser: true, siteId
            shows: Otto Wielandt"#]],
    );
    check(
        &ask(&desktop, &question(&spring, "7106")).await,
        &expect![[r#"
            asks by: "7107"
            learned: siteId
            7106 at the advertiser: false, -
            7107 at the advertiser: true, siteId
            shows: nothing"#]],
    );
    let desktop = desktop.restart().await;
    check(
        &desktop.site_contacts.site_contact(&spring, None).unwrap(),
        &expect![[r#"
            asks by: "7107"
            learned: siteId
            7106 at the advertiser: false, -
            7107 at the advertiser: true, siteId
            shows: Otto Wielandt"#]],
    );
}

#[tokio::test]
async fn contact_fields_are_read_only() {
    let desktop = fetched().await;
    let view = ask(&desktop, &question(&id_of(&desktop, SPRING), "7101")).await;
    let card = view.current.unwrap().contact.unwrap();
    assert!(
        card.source
            .starts_with(r#"{"type":"SiteContact","id":610004,"#)
    );
    let mut lines = Vec::new();
    for group in card.groups {
        lines.push(group.title);
        for field in group.fields {
            assert_eq!(field.lock.unwrap().label, "read-only");
            let beside = field.choices.first().map(|choice| choice.label.clone());
            lines.push(format!(
                "  {}: {} {}",
                field.label,
                // The text of an instant depends on the time zone of the computer.
                if field.kind == FieldKind::Instant {
                    "at"
                } else {
                    &field.text
                },
                beside.unwrap_or_default()
            ));
        }
    }
    expect![[r#"
        Contact
          Name: Ilse Brandvold 
          Role: Ad operations 
          E-mail: ilse.brandvold@daily-lanternpost.example 
          Phone: +49 30 5550 1000 
          Language: no 
          Working hours: 09:00-17:30 
          Notes:  
        Belongs to
          Site ID: 7101 Daily Lanternpost
          Kept for: ADVERTISER ADVERTISER
          Advertiser ID: 4401 Northwind Outdoor
          Campaign ID:  
          Account ID: 3310 Brightmarsh Media
        Record
          Contact ID: 610004 
          Your reference:  
          Relations:  
          Permissions:  
          Version: 1 
          Created by (ID): 501 Mara Lindgaard
          Created in account (ID): 3310 Brightmarsh Media
          Created on: at 
          Last changed by (ID): 501 Mara Lindgaard
          Last changed in account (ID): 3310 Brightmarsh Media
          Last changed on: at "#]]
    .assert_eq(&lines.join("\n"));
}

#[tokio::test]
async fn working_id_is_offered_for_other_campaigns() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    ask(&desktop, &question(&spring, "7107")).await;
    let window = desktop
        .lists
        .campaigns(&crate::query("Brand film"))
        .unwrap();
    let other = &window.rows[0].id;
    let view = desktop.site_contacts.site_contact(other, None).unwrap();
    assert!(has_candidate(&view, "7107", SPRING), "{view:?}");
    assert!(view.answers.is_empty() && view.current.is_none());
    assert_eq!(view.question, question(other, ""));
}

#[tokio::test]
async fn two_contact_levels_are_separate_questions() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    ask(&desktop, &question(&spring, "7101")).await;
    let own = ContactQuestionView {
        from_advertiser: false,
        ..question(&spring, "7101")
    };
    check(
        &ask(&desktop, &own).await,
        &expect![[r#"
            asks by: "7101"
            learned: siteId
            7101 at the campaign: false, -
            7101 at the advertiser: true, siteId
            shows: nothing"#]],
    );
    check(
        &desktop.site_contacts.remove_contact_answer(&own).unwrap(),
        &expect![[r#"
            asks by: "7101"
            learned: siteId
            7101 at the advertiser: true, siteId
            shows: Ilse Brandvold"#]],
    );
    check(
        &desktop
            .site_contacts
            .remove_contact_answer(&question(&spring, "7101"))
            .unwrap(),
        &expect![[r#"asks by: """#]],
    );
}

#[tokio::test]
async fn offline_shows_the_last_answer_with_its_time() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    let asked = question(&spring, "7101");
    let online = ask(&desktop, &asked).await;
    let desktop = desktop.restart_offline().await;
    let error = desktop
        .site_contacts
        .fetch_site_contact("ask", &asked)
        .await
        .unwrap_err();
    assert!(
        matches!(&error, Error::Client(error) if error.failure.is_unreachable()),
        "{error:?}"
    );
    assert_eq!(error.failure().code, FailureCode::Offline);
    let offline = desktop
        .site_contacts
        .site_contact(&spring, Some(&asked))
        .unwrap();
    assert_eq!(offline.current, online.current);
}

#[tokio::test]
async fn invalid_id_is_reported_before_asking() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    for typed in ["", "press office", "7101.5", "92233720368547758080"] {
        let error = desktop
            .site_contacts
            .fetch_site_contact("ask", &question(&spring, typed))
            .await
            .unwrap_err();
        assert_eq!(error.failure().code, FailureCode::Invalid);
        assert!(
            matches!(&error, Error::NotAnId(shown) if shown == typed),
            "{error:?}"
        );
    }
}

#[tokio::test]
async fn stopped_question_keeps_known_answers() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    desktop.practice.arm_fault("hold-read").await;
    let stop = async {
        desktop.practice.wait_until_held().await;
        desktop.stop("ask");
        desktop.practice.release_held().await;
    };
    let asked = question(&spring, "7107");
    let (stopped, ()) = tokio::join!(ask(&desktop, &asked), stop);
    check(&stopped, &expect![[r#"asks by: """#]]);
    let later = desktop
        .site_contacts
        .site_contact(&spring, Some(&asked))
        .unwrap();
    assert!(later.answers.is_empty());
}
