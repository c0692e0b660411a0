use expect_test::expect;

use crate::logged_in_client::{COVER, FILM, LoggedInClient, SPRING, http};

#[tokio::test]
async fn campaign_facts_are_placements_and_advertiser() {
    let client = LoggedInClient::open().await;
    client.check(
        &format!("GET /practice/facts/campaigns/{SPRING}"),
        expect![[r#"200 {"result":{"placements":[{"id":771,"name":"Torgbladet, pre-roll 15 s","type":"In-Stream Video","siteId":7107},{"id":772,"name":"Roamwell, pre-roll 15 s","type":"In-Stream Video","siteId":7104},{"id":773,"name":"Roamwell, 160x600","type":"Standard Banner","siteId":7104},{"id":774,"name":"Roamwell, 300x250","type":"Standard Banner","siteId":7104}],"facts":[{"fact":"placementAttached","value":true,"detail":"4 placements"},{"fact":"verificationPlacementAttached","value":false,"detail":"0 placements"},{"fact":"advertiserHasPrivacySection","value":true,"detail":"Northwind Outdoor"},{"fact":"advertiserDisablesCookies","value":false,"detail":"Northwind Outdoor"}]}}"#]],
    )
    .await;
    let film = client
        .call(&format!("GET /practice/facts/campaigns/{FILM}/"))
        .await
        .json();
    assert_eq!(film["result"]["facts"][1]["value"], true);
    let cover = client
        .call(&format!("GET /practice/facts/campaigns/{COVER}"))
        .await
        .json();
    assert_eq!(cover["result"]["facts"][3]["value"], true);
    client
        .check("GET /practice/facts/campaigns/1", expect!["200 "])
        .await;
}

#[tokio::test]
async fn the_facts_of_an_advertiser() {
    let client = LoggedInClient::open().await;
    client.check("GET /practice/facts/advertisers/4412", expect![[r#"200 {"result":{"id":4412,"name":"Petrilow Gardens","accountId":3310,"accountName":"Brightmarsh Media","facts":[{"fact":"advertiserHasPrivacySection","value":false,"detail":"Petrilow Gardens"},{"fact":"advertiserDisablesCookies","value":false,"detail":"Petrilow Gardens"},{"fact":"keepsValueObjects","value":true,"detail":"Petrilow Gardens"}]}}"#]])
        .await;
    client.check("GET /practice/facts/advertisers/4431/", expect![[r#"200 {"result":{"id":4431,"name":"Wrenfold Insurance","accountId":3342,"accountName":"Fennwick Trading Desk","facts":[{"fact":"advertiserHasPrivacySection","value":true,"detail":"Wrenfold Insurance"},{"fact":"advertiserDisablesCookies","value":true,"detail":"Wrenfold Insurance"},{"fact":"keepsValueObjects","value":true,"detail":"Wrenfold Insurance"}]}}"#]])
        .await;
    client
        .check("GET /practice/facts/advertisers/1", expect!["200 "])
        .await;
}

#[tokio::test]
async fn advertisers_and_brands_can_be_looked_up() {
    let client = LoggedInClient::open().await;
    let advertisers = client.call("GET /practice/advertisers").await;
    assert_eq!(advertisers.json()["result"][0]["name"], "Northwind Outdoor");
    let all = client.call("GET /practice/brands/").await;
    assert!(all.ids().len() >= 30);
    client.check("GET /practice/brands?advertiserId=4401", expect![[r#"200 {"result":[{"id":88120,"name":"Outdoor","advertiserId":4401},{"id":88121,"name":"Trailhead","advertiserId":4401},{"id":88122,"name":"Basecamp Kids","advertiserId":4401}]}"#]])
        .await;
    assert_eq!(
        client
            .call("GET /practice/brands?advertiserId=x")
            .await
            .status,
        400
    );
}

#[tokio::test]
async fn someone_else_changes_a_campaign() {
    let client = LoggedInClient::open().await;
    let request = format!(
        "POST /practice/campaigns/{SPRING}/touch\n\
         {{\"name\":\"Theirs\",\"adminSettings.privacy.disableCookies\":true,\"budget\":1.50}}"
    );
    client.check(&request, expect![[r#"200 {"result":{"type":"Campaign","id":1072288341,"clientRefId":null,"relationsBag":null,"uiPermissions":null,"version":4,"createdBy":501,"createdByName":"Mara Lindgaard","createdByAccount":3310,"createdByAccountName":"Brightmarsh Media","createdOn":NOW,"lastUpdatedBy":503,"lastUpdatedByName":"Tove Renquist","lastUpdatedByAccount":3377,"lastUpdatedByAccountName":"Osterholm Agency Group","lastUpdateOn":NOW,"name":"Theirs","accountId":3310,"accountName":"Brightmarsh Media","advertiserId":4401,"advertiserName":"Northwind Outdoor","brandId":88120,"brandName":"Outdoor","status":"ACTIVE","startDate":1791849600000,"endDate":1798675200000,"budget":1.50,"currency":"EUR","notes":"Creative arrives a week before the start.","approvedOn":1791072000,"labels":["Always on","Seasonal"],"flights":[{"type":"Flight","name":"Prospecting","startDate":1791849600000,"endDate":1794124800000,"budget":4000.00,"pacing":"EVEN","frequencyCap":{"type":"FrequencyCap","impressions":4,"days":7},"delivered":182400},{"type":"Flight","name":"Retargeting","startDate":1794124800000,"endDate":1796400000000,"budget":2.5e3,"pacing":"FRONT_LOADED","delivered":189710},{"type":"Flight","name":"Last days","startDate":1796400000000,"endDate":1798675200000,"budget":1250,"pacing":"ASAP","frequencyCap":{"type":"FrequencyCap","impressions":2,"days":1,"perDevice":true},"delivered":197020}],"landingPage":"https://www.example.com/offers?source=display","trackers":[{"type":"Tracker","event":"impression","url":"https://count.example.net/impression?ord=[timestamp]","active":true},{"type":"Tracker","event":"click","url":"https://count.example.net/click?ord=[timestamp]","active":false}],"traffickingMode":"advanced","adminSettings":{"type":"AdminSettings","campaignSettings":{"type":"CampaignSettings","verification":"None"},"privacy":{"type":"PrivacySettings","disableCookies":true}}}}"#]]).await;
    assert!(client.campaign(SPRING).await.contains("\"budget\":1.50,"));
    client
        .check(
            "POST /practice/campaigns/5/touch/\n{}",
            expect!["400 400: There is no campaign 5."],
        )
        .await;
    client
        .check(
            &format!("POST /practice/campaigns/{SPRING}/touch\n{{\"id\":1}}"),
            expect!["400 400: The entity must carry the id of the path, 1072288341."],
        )
        .await;
    client
        .check(
            &format!("POST /practice/campaigns/{SPRING}/touch\n{{\"a..b\":1}}"),
            expect![[r#"400 400: "a..b" is not a member's path: not a path, from byte 1: a..b."#]],
        )
        .await;
}

#[tokio::test]
async fn the_practice_interface_needs_its_token() {
    let client = LoggedInClient::open().await;
    let url = format!("{}/practice/advertisers", client.running.base_url);
    let http = http().build().unwrap();
    for token in ["", "guess"] {
        let answer = http
            .get(&url)
            .header("X-Practice-Token", token)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 401);
    }
    let answer = http.get(&url).send().await.unwrap();
    expect![[r#"{"error":{"errors":[{"code":401,"message":"The practice interface needs the header X-Practice-Token."}]},"result":null}"#]].assert_eq(&answer.text().await.unwrap());
}
