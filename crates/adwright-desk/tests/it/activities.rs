//! Values of a service that stores the activity at another path than ours.

use adwright_desk::Desk;
use adwright_service::Variant;
use adwright_testkit::PracticeClient;
use adwright_views::{Collection, ReviewItem, SendRequest};
use expect_test::{Expect, expect};

use crate::settings::fetched_from;
use crate::{draft_values, sending};

/// An activity of advertiser 4401.
const ACTIVITY: u32 = 52_024;

/// Creates drafts of values, one for each advertiser.
fn begin(desk: &Desk, advertisers: &[u32]) {
    let value = |(at, advertiser): (usize, &u32)| {
        format!(
            r#"{{"type":"RetargetingDataValue","name":"V{at}","value":"v|{at}","advertiserId":{advertiser},"reporting":{{"retargetingActivityId":{ACTIVITY}}}}}"#
        )
    };
    draft_values(desk, advertisers.iter().enumerate().map(value));
}

fn told(items: &[ReviewItem]) -> String {
    let findings = items.iter().enumerate().flat_map(|(at, item)| {
        let findings = item.findings.iter();
        findings.map(move |one| format!("{at}: {} at {}\n", one.rule, one.path))
    });
    findings.collect()
}

fn check(desk: &Desk, expected: &Expect) -> SendRequest {
    let items = desk.values.review_values().unwrap();
    expected.assert_eq(&told(&items));
    sending(items)
}

#[tokio::test(flavor = "multi_thread")]
async fn nested_activity_is_checked_and_sent_in_batch() {
    let (_desktop, desk, service) = fetched_from(&[Variant::ActivityElsewhere]).await;
    begin(&desk, &[4401, 4401, 4401]);
    let request = check(&desk, &expect![[""]]);
    let sent = desk.outbox.send(&request, |_| {}).await.unwrap();
    assert_eq!(sent.message, "3 confirmed.");
    let calls = desk.outbox.sent_items().unwrap();
    let attempts = calls
        .iter()
        .map(|row| desk.outbox.receipt(&row.item).unwrap().attempts);
    let attempts: std::collections::BTreeSet<_> = attempts.map(|all| format!("{all:?}")).collect();
    assert_eq!(attempts.len(), 1, "all went in one call");
    // The list can be fetched in full, and each value exists once.
    let summary = desk
        .fetches
        .fetch(Collection::Values, "fetch", |_| {})
        .await;
    assert!(summary.unwrap().complete);
    for name in ["V0", "V1", "V2"] {
        assert_eq!(PracticeClient::new(&service).count_named(name).await, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn contradicting_values_within_a_batch_are_found() {
    let (_desktop, desk, _service) = fetched_from(&[Variant::ActivityElsewhere]).await;
    begin(&desk, &[4401, 4412]);
    check(
        &desk,
        &expect![[r#"
        1: activity-of-advertiser at reporting.retargetingActivityId
    "#]],
    );
}
