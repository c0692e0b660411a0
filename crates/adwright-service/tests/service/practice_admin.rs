//! The practice admin creates the honest cause of a refusal, and removes it again.

use expect_test::expect;

use crate::logged_in_client::{LoggedInClient, SPRING};

const CREATE: &str = "POST /campaigns\n{\"entities\":[{\"type\":\"Campaign\",\"name\":\"A\",\"advertiserId\":4401,\"brandId\":88120,\
    \"adminSettings\":{\"privacy\":{\"disableCookies\":false}}}]}";

async fn admin(client: &LoggedInClient, request: &str) {
    let answer = client.call(request).await;
    assert_eq!(answer.status, 200, "{request}: {answer:?}");
}

/// Returns the ids of the placements of a campaign.
async fn placements(client: &LoggedInClient) -> Vec<i64> {
    let facts = client
        .call(&format!("GET /practice/facts/campaigns/{SPRING}"))
        .await
        .json();
    let placements = facts["result"]["placements"].as_array().unwrap().iter();
    placements
        .map(|placement| placement["id"].as_i64().unwrap())
        .collect()
}

#[tokio::test]
async fn advertisers_privacy_section_can_be_toggled() {
    let client = LoggedInClient::open().await;
    admin(
        &client,
        "POST /practice/advertisers/4401\n{\"privacySection\":false}",
    )
    .await;
    client.check(CREATE, expect!["500 62002: The campaign cannot be created because its advertiser has no privacy section."]).await;
    admin(
        &client,
        "POST /practice/advertisers/4401/\n{\"privacySection\":true}",
    )
    .await;
    assert_eq!(client.call(CREATE).await.status, 200);
}

#[tokio::test]
async fn advertiser_can_disable_and_allow_cookies() {
    let client = LoggedInClient::open().await;
    admin(
        &client,
        "POST /practice/advertisers/4401\n{\"disableCookies\":true}",
    )
    .await;
    client.check(CREATE, expect!["500 62003: The campaign cannot be saved with cookies enabled while its advertiser disables them."]).await;
    admin(
        &client,
        "POST /practice/advertisers/4401\n{\"disableCookies\":false}",
    )
    .await;
    assert_eq!(client.call(CREATE).await.status, 200);
}

#[tokio::test]
async fn placements_can_be_detached_and_attached() {
    let client = LoggedInClient::open().await;
    for placement in placements(&client).await {
        admin(&client, &format!("DELETE /practice/placements/{placement}")).await;
    }
    let simple = |text: String| text.replace("\"advanced\"", "\"simple\"");
    assert_eq!(client.put(SPRING, simple).await.status, 200);
    admin(&client, &format!("POST /practice/campaigns/{SPRING}/placements\n{{\"name\":\"Check\",\"type\":\"Verification Tracking\",\"siteId\":7101}}")).await;
    client.put(SPRING, |text| text).await.check(&expect!["207 62001: Campaign 1072288341: The campaign has verification tracking placements although its verification is set to None."]);
    let placement = placements(&client).await[0];
    admin(
        &client,
        &format!("DELETE /practice/placements/{placement}/"),
    )
    .await;
    admin(&client, &format!("POST /practice/campaigns/{SPRING}/placements/\n{{\"name\":\"Top\",\"type\":\"Standard Banner\",\"siteId\":7101}}")).await;
    assert_eq!(
        client
            .put(SPRING, |text| text.replace("\"simple\"", "\"advanced\""))
            .await
            .status,
        200
    );
    client.put(SPRING, simple).await.check(&expect!["500 62000: Campaign 1072288341: The trafficking mode cannot change from advanced to simple while a placement is attached to the campaign."]);
}

#[tokio::test]
async fn user_privilege_can_be_revoked_and_granted() {
    let client = LoggedInClient::open().await;
    admin(&client, "POST /practice/users/501\n{\"mayWrite\":false}").await;
    client
        .check(
            CREATE,
            expect!["500 62004: This login lacks the privileges for the action."],
        )
        .await;
    admin(&client, "POST /practice/users/501/\n{\"mayWrite\":true}").await;
    assert_eq!(client.call(CREATE).await.status, 200);
    client.check("GET /practice/users", expect![[r#"200 {"result":[{"id":501,"name":"Mara Lindgaard","accountId":3310,"accountName":"Brightmarsh Media","mayWrite":true},{"id":502,"name":"Idris Vale","accountId":3310,"accountName":"Brightmarsh Media","mayWrite":false},{"id":503,"name":"Tove Renquist","accountId":3377,"accountName":"Osterholm Agency Group","mayWrite":true}]}"#]]).await;
}

#[tokio::test]
async fn impossible_admin_actions_are_refused() {
    let client = LoggedInClient::open().await;
    client
        .check(
            "POST /practice/advertisers/1\n{}",
            expect!["400 400: There is no advertiser 1."],
        )
        .await;
    client.check(
        "POST /practice/advertisers/4401\n{\"name\":\"A\"}",
        expect!["400 400: The body cannot be used: unknown field `name`, expected one of `privacySection`, `disableCookies`, `useRetargetingDataValueObject` at line 1 column 7."],
    )
    .await;
    client
        .check(
            "POST /practice/users/1\n{\"mayWrite\":true}",
            expect!["400 400: There is no user 1."],
        )
        .await;
    client.check(
        "POST /practice/campaigns/1/placements\n{\"name\":\"A\",\"type\":\"B\",\"siteId\":7101}",
        expect!["400 400: There is no campaign 1."],
    )
    .await;
    client
        .check(
            "DELETE /practice/placements/1000000",
            expect!["400 400: There is no placement 1000000."],
        )
        .await;
}
