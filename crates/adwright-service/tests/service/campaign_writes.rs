use adwright_service::DemoUser;
use expect_test::expect;

use crate::logged_in_client::{LoggedInClient, SPRING};

#[tokio::test]
async fn sent_bytes_are_kept_beside_assigned_members() {
    let client = LoggedInClient::open().await;
    let sent = "POST /campaigns\n{\"entities\" : [ {\"type\":\"Campaign\", \"name\":\"A \\u00fc\",  \
        \"advertiserId\":4401,\"brandId\":88120 ,\"budget\":1.250e4,\"mediaPlanRef\":\"MP-1\",\
        \"pacing\":90071992547409931.10,\"clientRefId\":\"adw-7\",\"odd\":{ \"b\":null , \"a\":[ ]}} ] }";
    client.check(sent, expect![[r#"200 {"result":{"type":"Campaign", "name":"A \u00fc",  "advertiserId":4401,"brandId":88120 ,"budget":1.250e4,"mediaPlanRef":"MP-1","pacing":90071992547409931.10,"clientRefId":"adw-7","odd":{ "b":null , "a":[ ]},"id":1072288342,"version":1,"createdBy":501,"createdByName":"Mara Lindgaard","createdByAccount":3310,"createdByAccountName":"Brightmarsh Media","createdOn":NOW,"lastUpdatedBy":501,"lastUpdatedByName":"Mara Lindgaard","lastUpdatedByAccount":3310,"lastUpdatedByAccountName":"Brightmarsh Media","lastUpdateOn":NOW,"accountId":3310,"accountName":"Brightmarsh Media","advertiserName":"Northwind Outdoor","brandName":"Outdoor"}}"#]]).await;
    let list = client
        .call("GET /campaigns?from=0&max=1&sort=id&order=DESC")
        .await;
    let id = list.ids()[0];
    assert!(list.body.contains("\"clientRefId\":\"adw-7\""));
    client.check(&format!("GET /campaigns/{id}"), expect![[r#"200 {"result":{"type":"Campaign", "name":"A \u00fc",  "advertiserId":4401,"brandId":88120 ,"budget":1.250e4,"mediaPlanRef":"MP-1","pacing":90071992547409931.10,"clientRefId":"adw-7","odd":{ "b":null , "a":[ ]},"id":1072288342,"version":1,"createdBy":501,"createdByName":"Mara Lindgaard","createdByAccount":3310,"createdByAccountName":"Brightmarsh Media","createdOn":NOW,"lastUpdatedBy":501,"lastUpdatedByName":"Mara Lindgaard","lastUpdatedByAccount":3310,"lastUpdatedByAccountName":"Brightmarsh Media","lastUpdateOn":NOW,"accountId":3310,"accountName":"Brightmarsh Media","advertiserName":"Northwind Outdoor","brandName":"Outdoor"}}"#]])
        .await;
}

#[tokio::test]
async fn every_create_gets_an_id_of_its_own() {
    let client = LoggedInClient::open().await;
    let request = "POST /campaigns/\n{\"entities\":[{\"type\":\"Campaign\",\"name\":\"A\",\
        \"advertiserId\":4440,\"brandId\":88210,\"id\":5,\"version\":9}]}";
    let first = client.call(request).await.json();
    let second = client.call(request).await.json();
    assert_eq!(first["result"]["id"], SPRING + 1);
    assert_eq!(second["result"]["id"], SPRING + 2);
    assert_eq!(first["result"]["version"], 1);
    assert_eq!(first["result"]["accountId"], 3377);
}

#[tokio::test]
async fn update_changes_edited_members_and_raises_version() {
    let client = LoggedInClient::open().await;
    let before = client.campaign(SPRING).await;
    let answer = client
        .put(SPRING, |text| {
            text.replace("Spring launch, DE", "Spring launch, Germany")
        })
        .await;
    assert_eq!(answer.status, 200);
    let after = client.campaign(SPRING).await;
    assert_eq!(answer.entity(), after);
    assert!(after.contains("\"version\":4,"));
    let undone = after
        .replace("Germany", "DE")
        .replace("\"version\":4,", "\"version\":3,");
    assert_eq!(without_update_time(&undone), without_update_time(&before));
}

fn without_update_time(text: &str) -> String {
    let (head, tail) = text.split_once("\"lastUpdateOn\":").unwrap();
    format!(
        "{head}{}",
        tail.trim_start_matches(|digit: char| digit.is_ascii_digit())
    )
}

#[tokio::test]
async fn service_assigned_members_cannot_be_sent() {
    let client = LoggedInClient::open().await;
    let before = client.campaign(SPRING).await;
    let forged = before
        .replace("\"version\":3", "\"version\":77")
        .replace("\"createdBy\":501", "\"createdBy\":999")
        .replace("\"brandName\":\"Outdoor\"", "\"brandName\":\"Mine\"");
    let answer = client.put(SPRING, |_| forged).await.json();
    let result = &answer["result"];
    assert_eq!(
        (&result["version"], &result["createdBy"]),
        (&4.into(), &501.into())
    );
    assert_eq!(result["brandName"], "Outdoor");
}

#[tokio::test]
async fn update_records_its_user() {
    let mut client = LoggedInClient::open_as(DemoUser::Specialist).await;
    let id = client.call("GET /campaigns?from=0&max=1").await.ids()[0];
    let created_by = field(&client.campaign(id).await, "createdBy");
    let answer = client.put(id, |text| text).await.json();
    assert_eq!(answer["result"]["lastUpdatedByName"], "Tove Renquist");
    client.log_in(DemoUser::Planner).await;
    let answer = client.put(id, |text| text).await.json();
    assert_eq!(answer["result"]["lastUpdatedByName"], "Mara Lindgaard");
    assert_eq!(answer["result"]["createdBy"], created_by);
}

#[tokio::test]
async fn unsent_members_are_removed() {
    let client = LoggedInClient::open().await;
    let answer = client
        .put(SPRING, |text| text.replace(",\"currency\":\"EUR\"", ""))
        .await;
    assert_eq!(answer.status, 200);
    assert!(!client.campaign(SPRING).await.contains("currency"));
}

fn field(text: &str, name: &str) -> serde_json::Value {
    let document: serde_json::Value = serde_json::from_str(text).unwrap();
    document[name].clone()
}
