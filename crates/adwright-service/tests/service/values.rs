use std::collections::BTreeMap;

use adwright_checks::Severity;
use adwright_model::Kind;
use adwright_service::DemoUser;
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::logged_in_client::{LoggedInClient, findings};

const PATH: &str = "/tagManagers/retargetingDataValue";
const ALL: &str = "GET /tagManagers/retargetingDataValue?from=0&max=100000";
const NORTHWIND: i64 = 4401;
/// An advertiser whose values are not separate objects.
const QUILLMARSH: i64 = 4427;

/// Returns the first activity of an advertiser.
async fn activity(client: &LoggedInClient, advertiser: i64) -> i64 {
    let request = format!("GET /practice/activities?advertiserId={advertiser}");
    client.call(&request).await.ids()[0]
}

/// Returns a value for the first activity of an advertiser, with these additional members.
async fn value(client: &LoggedInClient, advertiser: i64, members: &str) -> String {
    let activity = activity(client, advertiser).await;
    format!(
        "{{\"type\":\"RetargetingDataValue\",\"name\":\"A\",\"value\":\"a|1\",\
         \"advertiserId\":{advertiser},\"retargetingActivityId\":{activity}{members}}}"
    )
}

fn post(values: &[String]) -> String {
    format!("POST {PATH}\n{{\"entities\":[{}]}}", values.join(","))
}

async fn total(client: &LoggedInClient) -> u64 {
    client.call(ALL).await.total()
}

/// Returns the ids of the values with this reference.
async fn with_reference(client: &LoggedInClient, reference: &str) -> Vec<i64> {
    let q = json!({ "1": { "CLIENTREFID": [reference] } }).to_string();
    let q: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
    client.call(&format!("{ALL}&q={q}")).await.ids()
}

/// Posts values that are refused, and asserts that none of them was created.
async fn check_refused(client: &LoggedInClient, values: &[String], expected: Expect) {
    let before = total(client).await;
    client.check(&post(values), expected).await;
    assert_eq!(total(client).await, before, "nothing was created");
}

#[tokio::test]
async fn sent_bytes_are_kept_beside_assigned_members() {
    let client = LoggedInClient::open().await;
    let odd = ",  \"clientRefId\":\"row-7\",\"score\":1.50e+1,\"odd\":{ \"b\":null , \"a\":[ ]}";
    let sent = [
        value(&client, NORTHWIND, odd).await,
        value(&client, NORTHWIND, "").await,
    ];
    let answer = client.call(&post(&sent)).await;
    let [first, second] = answer.ids()[..] else {
        panic!("{answer:?}")
    };
    assert_eq!((second, answer.total()), (first + 1, 2));
    client.check(&format!("GET {PATH}/{first}"), expect![[r#"200 {"result":{"type":"RetargetingDataValue","name":"A","value":"a|1","advertiserId":4401,"retargetingActivityId":52024,  "clientRefId":"row-7","score":1.50e+1,"odd":{ "b":null , "a":[ ]},"id":9414425,"version":1,"createdBy":501,"createdByName":"Mara Lindgaard","createdByAccount":3310,"createdByAccountName":"Brightmarsh Media","createdOn":NOW,"lastUpdatedBy":501,"lastUpdatedByName":"Mara Lindgaard","lastUpdatedByAccount":3310,"lastUpdatedByAccountName":"Brightmarsh Media","lastUpdateOn":NOW,"advertiserName":"Northwind Outdoor","retargetingActivityName":"Product viewed","accountId":3310,"accountName":"Brightmarsh Media"}}"#]]).await;
    let one = client.call(&format!("GET {PATH}/{first}")).await.entity();
    assert!(answer.body.contains(&one));
    assert_eq!(with_reference(&client, "row-7").await, [first]);
}

#[tokio::test]
async fn both_path_forms_accept_an_optional_slash() {
    let client = LoggedInClient::open().await;
    let id = client.call(ALL).await.ids()[0];
    for query in ["?from=0&max=3", &format!("/{id}")] {
        let expected = client.call(&format!("GET {PATH}{query}")).await;
        assert_eq!(expected.status, 200);
        let slashed = match query.split_once('?') {
            Some((_, query)) => format!("/?{query}"),
            None => format!("{query}/"),
        };
        for path in [
            format!("/rest{PATH}{query}"),
            format!("{PATH}{slashed}"),
            format!("/rest{PATH}{slashed}"),
        ] {
            assert_eq!(
                client.call(&format!("GET {path}")).await,
                expected,
                "{path}"
            );
        }
    }
    for path in [
        PATH.to_owned(),
        format!("{PATH}/"),
        format!("/rest{PATH}"),
        format!("/rest{PATH}/"),
    ] {
        let body = value(&client, NORTHWIND, "").await;
        let answer = client
            .call(&format!("POST {path}\n{{\"entities\":[{body}]}}"))
            .await;
        assert_eq!(answer.status, 200, "{path}");
    }
}

#[tokio::test]
async fn list_has_only_pages_and_a_filter() {
    let client = LoggedInClient::open().await;
    let all = client.call(ALL).await;
    assert!(all.total() > 200 && all.ids().is_sorted());
    let page = client.call(&format!("GET {PATH}?from=7&max=5")).await;
    assert_eq!(
        (page.ids().as_slice(), page.total()),
        (&all.ids()[7..12], all.total())
    );
    let q = "q=%7B%221%22%3A%7B%22VALUE%22%3A%5B%22CART%7C%22%5D%7D%2C%222%22%3A%7B%22ADVERTISERID%22%3A%5B4401%2C4440%5D%7D%7D";
    let carts = client.call(&format!("{ALL}&{q}")).await.json();
    let carts = carts["result"].as_array().unwrap().clone();
    assert!(carts.len() > 4);
    for cart in carts {
        assert!(cart["value"].as_str().unwrap().starts_with("cart|"));
        assert!([4401, 4440].contains(&cart["advertiserId"].as_i64().unwrap()));
    }
    client
        .check(
            &format!("{ALL}&advertiserId=4401"),
            expect![[r#"400 400: The list has no parameter "advertiserId"."#]],
        )
        .await;
    client
        .check(
            &format!("{ALL}&sort=name&order=ASC"),
            expect![[r#"400 400: The list has no parameter "sort"."#]],
        )
        .await;
    client.check(&format!("{ALL}&q=%7B%221%22%3A%7B%22BUDGET%22%3A%5B7%5D%7D%7D"), expect![[r#"400 400: The filter "q" names the field BUDGET, which retargeting values do not have."#]]).await;
    client
        .check(
            &format!("GET {PATH}?max=500"),
            expect![[r#"400 9199: The parameter "from" is required."#]],
        )
        .await;
    client
        .check(&format!("GET {PATH}/1"), expect!["200 "])
        .await;
}

#[tokio::test]
async fn a_user_sees_only_the_accounts_they_own() {
    let mut client = LoggedInClient::open().await;
    let all = client.call(ALL).await;
    client.log_in(DemoUser::Specialist).await;
    let seen = client.call(ALL).await.json();
    let seen = seen["result"].as_array().unwrap();
    assert!(!seen.is_empty() && (seen.len() as u64) < all.total());
    assert!(seen.iter().all(|value| value["accountId"] == 3377));
    let foreign = all.json()["result"][0]["id"].clone();
    assert_eq!(all.json()["result"][0]["accountId"], 3310);
    client
        .check(&format!("GET {PATH}/{foreign}"), expect!["200 "])
        .await;
}

#[tokio::test]
async fn call_needs_1_to_500_values() {
    let client = LoggedInClient::open().await;
    check_refused(
        &client,
        &[],
        expect!["500 66107: The list of retargeting values is empty."],
    )
    .await;
    let one = value(&client, NORTHWIND, "").await;
    check_refused(
        &client,
        &vec![one.clone(); 501],
        expect!["500 66109: There are more retargeting values than the service takes in one call."],
    )
    .await;
    let answer = client.call(&post(&vec![one; 500])).await;
    assert_eq!((answer.status, answer.total()), (200, 500));
}

#[tokio::test]
async fn activity_must_belong_to_the_values_advertiser() {
    let client = LoggedInClient::open().await;
    let fine = value(&client, NORTHWIND, "").await;
    let theirs = value(&client, QUILLMARSH, "").await.replace("4427", "4401");
    check_refused(&client, &[fine.clone(), theirs], expect!["500 66108: Retargeting value 2: A retargeting activity does not belong to the advertiser of its value."]).await;
    let of_two = [fine, value(&client, QUILLMARSH, "").await];
    assert_eq!(client.call(&post(&of_two)).await.status, 200);
}

#[tokio::test]
async fn loose_data_is_refused_for_object_values() {
    let client = LoggedInClient::open().await;
    let loose = ",\"retargetingData\":[\"x\"]";
    let refused = [
        value(&client, NORTHWIND, ",\"retargetingData\":[]").await,
        value(&client, NORTHWIND, loose).await,
    ];
    check_refused(&client, &refused, expect!["500 66110: Retargeting value 2: There is loose retargeting data, although the service keeps values as separate objects."]).await;
    let answer = client
        .call(&post(&[value(&client, QUILLMARSH, loose).await]))
        .await;
    assert_eq!(answer.status, 200);
    client
        .call(&format!(
            "POST /practice/advertisers/{NORTHWIND}\n{{\"useRetargetingDataValueObject\":false}}"
        ))
        .await;
    assert_eq!(client.call(&post(&refused)).await.status, 200);
}

#[tokio::test]
async fn unprivileged_user_creates_no_values() {
    let mut client = LoggedInClient::open().await;
    let one = value(&client, NORTHWIND, "").await;
    client.log_in(DemoUser::Reader).await;
    check_refused(
        &client,
        std::slice::from_ref(&one),
        expect!["500 62004: Retargeting value 1: This login lacks the privileges for the action."],
    )
    .await;
    client.log_in(DemoUser::Specialist).await;
    let theirs = value(&client, 4440, "").await;
    check_refused(
        &client,
        &[theirs, one],
        expect!["500 62004: Retargeting value 2: This login lacks the privileges for the action."],
    )
    .await;
}

#[tokio::test]
async fn wrong_shape_is_refused_and_named() {
    let client = LoggedInClient::open().await;
    let fine = value(&client, NORTHWIND, "").await;
    let with = |from: &str, to: &str| {
        assert!(fine.contains(from));
        [fine.clone(), fine.replace(from, to)]
    };
    check_refused(
        &client,
        &with("\"value\":\"a|1\",", ""),
        expect!["400 400: Retargeting value 2: value: Required field is empty."],
    )
    .await;
    check_refused(
        &client,
        &with("\"a|1\"", "7"),
        expect!["400 400: Retargeting value 2: value: Value of the wrong type."],
    )
    .await;
    check_refused(
        &client,
        &with("\"name\":\"A\"", "\"name\":\"A\",\"retargetingData\":\"x\""),
        expect!["400 400: Retargeting value 2: retargetingData: Value of the wrong type."],
    )
    .await;
    check_refused(
        &client,
        &with("4401", "1")[1..],
        expect!["400 400: The entity names no advertiser."],
    )
    .await;
    let activity = activity(&client, NORTHWIND).await;
    let nowhere = with(&format!("ActivityId\":{activity}"), "ActivityId\":1");
    check_refused(
        &client,
        &nowhere,
        expect!["400 400: The entity names no retargeting activity."],
    )
    .await;
}

#[tokio::test]
async fn a_body_must_have_objects_in_entities() {
    let client = LoggedInClient::open().await;
    check_refused(
        &client,
        &["7".to_owned()],
        expect![[r#"400 400: Each item of "entities" must be an object."#]],
    )
    .await;
    for (body, expected) in [
        (
            "",
            expect!["400 400: Line 1, column 1: this is not well-formed JSON: it is empty."],
        ),
        (
            "{}",
            expect![[r#"400 400: The body must be an object with the array "entities"."#]],
        ),
        (
            "{\"entities\":{}}",
            expect![[r#"400 400: The body must be an object with the array "entities"."#]],
        ),
        ("[]", expect!["400 400: The body must be a JSON object."]),
    ] {
        client
            .check(&format!("POST {PATH}\n{body}"), expected)
            .await;
    }
    client
        .check(
            &format!("PUT {PATH}/1\n{{}}"),
            expect!["405 405: This path does not answer this method."],
        )
        .await;
}

#[tokio::test]
async fn faults_apply_to_values_too() {
    let client = LoggedInClient::open().await;
    for (fault, is_kept) in [
        ("drop-before-commit", false),
        ("drop-after-commit", true),
        ("half-reply", true),
        ("status-503", false),
    ] {
        client
            .call(&format!("POST /practice/faults\n{{\"fault\":\"{fault}\"}}"))
            .await;
        let reference = format!(",\"clientRefId\":\"{fault}\"");
        let sent = vec![value(&client, NORTHWIND, &reference).await; 3];
        let whole = match client.try_call(&post(&sent)).await {
            Ok(response) => response.status() == 200 && response.text().await.is_ok(),
            Err(_) => false,
        };
        assert!(!whole, "{fault}");
        let kept = with_reference(&client, fault).await.len();
        assert_eq!(kept, if is_kept { 3 } else { 0 }, "{fault}");
    }
}

#[tokio::test]
async fn demo_values_could_come_from_a_client() {
    let client = LoggedInClient::open().await;
    let list = client.call(ALL).await;
    let mut found = BTreeMap::new();
    for text in list.texts() {
        let findings = findings(Kind::RetargetingDataValue, &text);
        for finding in findings
            .into_iter()
            .filter(|finding| finding.severity != Severity::Note)
        {
            *found.entry((finding.rule, finding.case)).or_insert(0) += 1;
        }
    }
    assert!(found.is_empty(), "{found:?}");
    for part in [
        "\"retargetingData\":[\"",
        "\"importBatch\":",
        "\"score\":4.50e-1",
        "\\\"in stock\\\"",
    ] {
        assert!(list.body.contains(part), "{part}");
    }
    let again = LoggedInClient::open().await.call(ALL).await;
    assert!(again == list, "the same seed gives the same values");
}

#[tokio::test]
async fn demo_values_can_be_created_again_if_allowed() {
    let client = LoggedInClient::open().await;
    let list = client.call(ALL).await;
    for chunk in list.texts().chunks(500) {
        let answer = client.call(&post(chunk)).await;
        assert_eq!(
            (answer.status, answer.total()),
            (200, chunk.len() as u64),
            "{}",
            answer.body
        );
    }
    assert_eq!(total(&client).await, list.total() * 2);
}

#[tokio::test]
async fn facts_and_activities_can_be_looked_up() {
    let client = LoggedInClient::open().await;
    let activity = activity(&client, NORTHWIND).await;
    let facts = |advertiser| {
        format!(
            "GET /practice/facts/values?advertiserId={advertiser}&retargetingActivityId={activity}"
        )
    };
    client.check(&facts(NORTHWIND), expect![[r#"200 {"result":{"facts":[{"fact":"activityOfAdvertiser","value":true,"detail":"Product viewed"},{"fact":"keepsValueObjects","value":true,"detail":"Northwind Outdoor"}]}}"#]]).await;
    client.check(&facts(QUILLMARSH), expect![[r#"200 {"result":{"facts":[{"fact":"activityOfAdvertiser","value":false,"detail":"Product viewed"},{"fact":"keepsValueObjects","value":false,"detail":"Quillmarsh Books"}]}}"#]]).await;
    client.check(&facts(1), expect!["200 "]).await;
    assert_eq!(
        client
            .call("GET /practice/facts/values?advertiserId=4401")
            .await
            .status,
        400
    );
    let all: Value = client.call("GET /practice/activities").await.json();
    assert!(all["result"].as_array().unwrap().len() > 40);
    let theirs: Value = client
        .call("GET /practice/activities/?advertiserId=4401")
        .await
        .json();
    assert!(
        theirs["result"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["advertiserId"] == NORTHWIND)
    );
}
