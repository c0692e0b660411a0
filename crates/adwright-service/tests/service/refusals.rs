use adwright_service::DemoUser;
use expect_test::{Expect, expect};

use crate::logged_in_client::{FILM, LoggedInClient, SPRING};

/// Sends a new campaign with a type, a name and these members.
async fn check_create(members: &str, expected: Expect) {
    let client = LoggedInClient::open().await;
    let entity = format!("{{\"type\":\"Campaign\",\"name\":\"A\",{members}}}");
    client
        .check(
            &format!("POST /campaigns\n{{\"entities\":[{entity}]}}"),
            expected,
        )
        .await;
    assert_eq!(newest(&client).await, SPRING, "nothing was created");
}

/// Puts a campaign back with `from` replaced by `to`.
async fn check_update(id: i64, from: &str, to: &str, expected: Expect) {
    let client = LoggedInClient::open().await;
    let before = client.campaign(id).await;
    assert!(before.contains(from));
    let answer = client.put(id, |text| text.replace(from, to)).await;
    answer.check(&expected);
    assert_eq!(client.campaign(id).await, before, "nothing was changed");
}

async fn newest(client: &LoggedInClient) -> i64 {
    client
        .call("GET /campaigns?from=0&max=1&sort=id&order=DESC")
        .await
        .ids()[0]
}

#[tokio::test]
async fn mode_stays_advanced_with_a_placement_attached() {
    check_update(SPRING, "\"advanced\"", "\"simple\"", expect!["500 62000: Campaign 1072288341: The trafficking mode cannot change from advanced to simple while a placement is attached to the campaign."]).await;
}

#[tokio::test]
async fn verification_refusal_is_multi_status() {
    check_update(
        FILM,
        "\"verification\":\"Tracking\"",
        "\"verification\":\"None\"",
        expect!["207 62001: Campaign 1072281404: The campaign has verification tracking placements although its verification is set to None."],
    )
    .await;
}

#[tokio::test]
async fn advertiser_without_privacy_section_creates_no_campaign() {
    check_create("\"advertiserId\":4412,\"brandId\":88150", expect!["500 62002: The campaign cannot be created because its advertiser has no privacy section."]).await;
}

#[tokio::test]
async fn type_of_another_kind_is_refused() {
    let client = LoggedInClient::open().await;
    for ty in ["SiteContact", "Whatever"] {
        let entity = format!(r#"{{"type":"{ty}","name":"A","advertiserId":4401,"brandId":88120}}"#);
        let create = format!("POST /campaigns\n{{\"entities\":[{entity}]}}");
        let expected = expect!["400 400: type: Wrong or unknown kind of object."];
        client.check(&create, expected).await;
    }
    assert_eq!(newest(&client).await, SPRING, "nothing was created");
}

#[tokio::test]
async fn cookies_cannot_be_allowed_against_the_advertiser() {
    let settings = "\"adminSettings\":{\"privacy\":{\"disableCookies\":false}}";
    check_create(
        &format!("\"advertiserId\":4431,\"brandId\":88190,{settings}"),
        expect!["500 62003: The campaign cannot be saved with cookies enabled while its advertiser disables them."],
    )
    .await;
    check_update(
        crate::logged_in_client::COVER,
        "\"Winter cover, UK\"",
        "\"Winter\"",
        expect!["500 62003: Campaign 1072279406: The campaign cannot be saved with cookies enabled while its advertiser disables them."],
    )
    .await;
}

#[tokio::test]
async fn unprivileged_user_cannot_save() {
    let client = LoggedInClient::open_as(DemoUser::Reader).await;
    let answer = client.put(SPRING, |text| text).await;
    answer.check(&expect![
        "500 62004: Campaign 1072288341: This login lacks the privileges for the action."
    ]);
    client
        .check(
            "POST /campaigns\n{\"entities\":[{}]}",
            expect!["500 62004: This login lacks the privileges for the action."],
        )
        .await;
}

#[tokio::test]
async fn other_accounts_cannot_be_changed() {
    let client = LoggedInClient::open_as(DemoUser::Specialist).await;
    let entity = "{\"type\":\"Campaign\",\"name\":\"A\",\"advertiserId\":4401,\"brandId\":88120}";
    client
        .check(
            &format!("POST /campaigns\n{{\"entities\":[{entity}]}}"),
            expect!["500 62004: This login lacks the privileges for the action."],
        )
        .await;
    let update = format!("PUT /campaigns/{SPRING}\n{{\"entities\":[{{\"id\":{SPRING}}}]}}");
    client
        .check(
            &update,
            expect!["400 400: There is no campaign 1072288341."],
        )
        .await;
}

#[tokio::test]
async fn a_body_must_be_one_entity_in_entities() {
    let client = LoggedInClient::open().await;
    for (body, expected) in [
        (
            "",
            expect!["400 400: Line 1, column 1: this is not well-formed JSON: it is empty."],
        ),
        (
            "{\"entities\":[",
            expect![
                "400 400: Line 1, column 14: this is not well-formed JSON: a value is missing."
            ],
        ),
        ("[]", expect!["400 400: The body must be a JSON object."]),
        (
            "{\"result\":[{}]}",
            expect![[r#"400 400: The body must be an object with the array "entities"."#]],
        ),
        (
            "{\"entities\":{}}",
            expect![[r#"400 400: The body must be an object with the array "entities"."#]],
        ),
        (
            "{\"entities\":[]}",
            expect![[r#"400 400: "entities" must hold exactly one object."#]],
        ),
        (
            "{\"entities\":[1]}",
            expect![[r#"400 400: Each item of "entities" must be an object."#]],
        ),
        (
            "{\"entities\":[{},{}]}",
            expect![[r#"400 400: "entities" must hold exactly one object."#]],
        ),
        (
            "{\"entities\":[{\"name\":\"A\",\"name\":\"B\"}]}",
            expect![[
                r#"400 400: Line 1, column 26: the member "name" occurs twice in one object, so it is unclear which one counts."#
            ]],
        ),
    ] {
        client
            .check(&format!("POST /campaigns\n{body}"), expected)
            .await;
    }
}

#[tokio::test]
async fn required_member_must_exist_with_its_type() {
    check_create(
        "\"advertiserId\":4401",
        expect!["400 400: brandId: Required field is empty."],
    )
    .await;
    check_create(
        "\"advertiserId\":\"4401\",\"brandId\":88120",
        expect!["400 400: advertiserId: Value of the wrong type."],
    )
    .await;
    check_update(
        SPRING,
        "\"budget\":12500.50",
        "\"budget\":\"much\"",
        expect!["400 400: budget: Value of the wrong type."],
    )
    .await;
    check_update(
        SPRING,
        "\"name\":\"Spring launch, DE\",",
        "",
        expect!["400 400: name: Required field is empty."],
    )
    .await;
}

#[tokio::test]
async fn ids_must_belong_together() {
    check_create(
        "\"advertiserId\":1,\"brandId\":88120",
        expect!["400 400: The entity names no advertiser."],
    )
    .await;
    check_create(
        "\"advertiserId\":4401,\"brandId\":88210",
        expect!["400 400: The entity names no brand of this advertiser."],
    )
    .await;
    check_create(
        "\"advertiserId\":4401,\"brandId\":88120,\"accountId\":3342",
        expect!["400 400: The entity names no account of this advertiser."],
    )
    .await;
    check_update(
        SPRING,
        "\"brandId\":88120",
        "\"brandId\":88121",
        expect!["400 400: brandId: Field that cannot change was changed."],
    )
    .await;
}

#[tokio::test]
async fn update_id_must_match_the_path() {
    check_update(
        SPRING,
        "\"id\":1072288341",
        "\"id\":1072288340",
        expect!["400 400: The entity must carry the id of the path, 1072288341."],
    )
    .await;
    check_update(
        SPRING,
        "\"id\":1072288341,",
        "",
        expect!["400 400: The entity must carry the id of the path, 1072288341."],
    )
    .await;
    let client = LoggedInClient::open().await;
    client
        .check(
            "PUT /campaigns/5/\n{\"entities\":[{\"id\":5}]}",
            expect!["400 400: There is no campaign 5."],
        )
        .await;
    client
        .check(
            "PUT /campaigns/x\n{\"entities\":[{\"id\":5}]}",
            expect!["400 400: The id in the path must be a whole number."],
        )
        .await;
}

#[tokio::test]
async fn body_size_is_limited() {
    let client = LoggedInClient::open().await;
    let body = " ".repeat(8 * 1024 * 1024 + 1);
    client
        .check(
            &format!("POST /campaigns\n{body}"),
            expect!["413 413: The body is larger than 8388608 bytes."],
        )
        .await;
}

#[tokio::test]
async fn unknown_paths_and_methods_are_not_found() {
    let client = LoggedInClient::open().await;
    client
        .check(
            "GET /sites",
            expect!["404 404: There is nothing at this path."],
        )
        .await;
    client
        .check(
            "DELETE /campaigns/5",
            expect!["405 405: This path does not answer this method."],
        )
        .await;
}
