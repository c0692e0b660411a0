use adwright_model::{Catalog, Kind};
use adwright_service::DemoUser;
use expect_test::expect;

use crate::logged_in_client::{LoggedInClient, SPRING};

const FROM_ADVERTISER: &str = "getSiteContactFromAdvertiserLevel";

fn request(site: &str, from_advertiser: &str) -> String {
    format!("GET /campaigns/{SPRING}/siteContacts/{site}?{FROM_ADVERTISER}={from_advertiser}")
}

#[tokio::test]
async fn the_advertisers_contact_for_a_site() {
    let client = LoggedInClient::open().await;
    client.check(&request("7101", "true"), expect![[r#"200 {"result":{"type":"SiteContact","id":610004,"clientRefId":null,"relationsBag":null,"uiPermissions":null,"version":1,"createdBy":501,"createdByName":"Mara Lindgaard","createdByAccount":3310,"createdByAccountName":"Brightmarsh Media","createdOn":NOW,"lastUpdatedBy":501,"lastUpdatedByName":"Mara Lindgaard","lastUpdatedByAccount":3310,"lastUpdatedByAccountName":"Brightmarsh Media","lastUpdateOn":NOW,"name":"Ilse Brandvold","role":"Ad operations","email":"ilse.brandvold@daily-lanternpost.example","phone":"+49 30 5550 1000","language":"no","workingHours":"09:00-17:30","notes":null,"siteId":7101,"siteName":"Daily Lanternpost","level":"ADVERTISER","advertiserId":4401,"advertiserName":"Northwind Outdoor","campaignId":null,"accountId":3310,"accountName":"Brightmarsh Media"}}"#]]).await;
    let again = client.call(&request("7101", "True")).await;
    assert_eq!(again, client.call(&request("7101", "true")).await);
}

#[tokio::test]
async fn missing_contact_is_an_empty_body() {
    let mut client = LoggedInClient::open().await;
    for site in ["7106", "1", "610004"] {
        client.check(&request(site, "true"), expect!["200 "]).await;
    }
    client
        .check(
            &format!("GET /campaigns/1/siteContacts/7101?{FROM_ADVERTISER}=true"),
            expect!["200 "],
        )
        .await;
    client.log_in(DemoUser::Specialist).await;
    client
        .check(&request("7101", "true"), expect!["200 "])
        .await;
}

#[tokio::test]
async fn invalid_contact_request_is_refused() {
    let client = LoggedInClient::open().await;
    client.check(
        &format!("GET /campaigns/{SPRING}/siteContacts/7101"),
        expect![[r#"400 400: The parameter "getSiteContactFromAdvertiserLevel" is required: true or false."#]],
    )
    .await;
    client.check(&request("7101", "maybe"), expect![[r#"400 400: The parameter "getSiteContactFromAdvertiserLevel" is required: true or false."#]]).await;
    client
        .check(
            &request("press", "true"),
            expect!["400 400: Both ids in the path must be whole numbers."],
        )
        .await;
    client
        .check(
            &format!("{}&deep=1", request("7101", "true")),
            expect![[r#"400 400: The site contact has no parameter "deep"."#]],
        )
        .await;
}

#[tokio::test]
async fn campaign_may_have_its_own_contact() {
    let client = LoggedInClient::open().await;
    let campaigns = client.call("GET /campaigns?from=0&max=2000").await.ids();
    let mut own = None;
    for campaign in campaigns {
        let facts = client
            .call(&format!("GET /practice/facts/campaigns/{campaign}"))
            .await
            .json();
        for placement in facts["result"]["placements"].as_array().unwrap() {
            let site = &placement["siteId"];
            let asked =
                format!("GET /campaigns/{campaign}/siteContacts/{site}?{FROM_ADVERTISER}=false");
            let answer = client.call(&asked).await;
            if !answer.body.is_empty() {
                own = Some((campaign, answer.json()));
            }
        }
        if own.is_some() {
            break;
        }
    }
    let (campaign, contact) = own.unwrap();
    assert_eq!(contact["result"]["campaignId"], campaign);
    assert_eq!(contact["result"]["level"], "CAMPAIGN");
}

#[tokio::test]
async fn every_member_is_in_the_catalog() {
    let client = LoggedInClient::open().await;
    let contact = client.call(&request("7101", "true")).await.json();
    let object = Catalog::bundled().root(Kind::SiteContact);
    let known: Vec<_> = object
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    let members: Vec<_> = contact["result"].as_object().unwrap().keys().collect();
    assert_eq!(members, known);
}
