use adwright_service::DemoUser;
use expect_test::expect;
use serde_json::Value;
use url::form_urlencoded;

use crate::logged_in_client::{FILM, LoggedInClient, SPRING};

const ALL: &str = "GET /campaigns?from=0&max=2000";

#[tokio::test]
async fn a_page_has_the_total_of_all_pages() {
    let client = LoggedInClient::open().await;
    let all = client.call(ALL).await;
    assert_eq!(all.ids().len() as u64, all.total());
    let page = client.call("GET /campaigns/?from=5&max=3").await;
    assert_eq!(
        (page.ids().as_slice(), page.total()),
        (&all.ids()[5..8], all.total())
    );
    client
        .check(
            "GET /campaigns?from=100000&max=3",
            expect![[r#"200 {"metadata":{"total":434},"error":null,"result":[]}"#]],
        )
        .await;
}

#[tokio::test]
async fn list_item_equals_the_campaign() {
    let client = LoggedInClient::open().await;
    let list = client.call("GET /campaigns?from=0&max=2000").await;
    assert!(list.body.contains(&client.campaign(SPRING).await));
}

#[tokio::test]
async fn paging_is_required() {
    let client = LoggedInClient::open().await;
    client
        .check(
            "GET /campaigns",
            expect![[r#"400 9199: The parameter "from" is required."#]],
        )
        .await;
    client
        .check(
            "GET /campaigns?from=0",
            expect![[r#"400 9199: The parameter "max" is required."#]],
        )
        .await;
    client
        .check(
            "GET /campaigns?from=-1&max=5",
            expect![[r#"400 9199: The parameter "from" must be a whole number from 0 on."#]],
        )
        .await;
    client
        .check(
            "GET /campaigns?from=0&max=many",
            expect![[r#"400 9199: The parameter "max" must be a whole number from 0 on."#]],
        )
        .await;
}

#[tokio::test]
async fn unknown_list_parameters_are_refused() {
    let client = LoggedInClient::open().await;
    client
        .check(
            "GET /campaigns?from=0&max=1&name=x",
            expect![[r#"400 400: The list has no parameter "name"."#]],
        )
        .await;
    client
        .check(
            "GET /campaigns?from=0&max=1&brandId=x",
            expect![[r#"400 400: The parameter "brandId" must be a whole number."#]],
        )
        .await;
    client
        .check(
            "GET /campaigns?from=0&max=1&sort=name",
            expect![[r#"400 400: "sort" needs "order" beside it."#]],
        )
        .await;
    client
        .check(
            "GET /campaigns?from=0&max=1&sort=name&order=up",
            expect![[r#"400 400: "order" must be ASC or DESC."#]],
        )
        .await;
}

#[tokio::test]
async fn list_is_sorted_by_an_answer_member() {
    let client = LoggedInClient::open().await;
    for (sort, order) in [
        ("name", "ASC"),
        ("budget", "desc"),
        ("startDate", "DESC"),
        ("accountId", "asc"),
        ("lastUpdateOn", "ASC"),
        ("verification", "DESC"),
    ] {
        let answer = client
            .call(&format!("{ALL}&sort={sort}&order={order}"))
            .await
            .json();
        let keys: Vec<Key> = answer["result"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| {
                key(match sort {
                    "verification" => &item["adminSettings"]["campaignSettings"][sort],
                    _ => &item[sort],
                })
            })
            .collect();
        let ascending = order.eq_ignore_ascii_case("asc");
        assert!(
            keys.is_sorted_by(|a, b| if ascending { a <= b } else { a >= b }),
            "{sort}"
        );
    }
    let unsortable = client
        .call(&format!("{ALL}&sort=adminSettings&order=DESC"))
        .await;
    assert!(unsortable.ids().is_sorted());
}

#[derive(Debug, PartialEq, PartialOrd)]
enum Key {
    Text(String),
    Number(f64),
}

fn key(value: &Value) -> Key {
    match value.as_f64() {
        Some(number) => Key::Number(number),
        None => Key::Text(value.as_str().unwrap().to_lowercase()),
    }
}

#[tokio::test]
async fn each_filter_returns_matching_campaigns() {
    let client = LoggedInClient::open().await;
    let everything = client.call(ALL).await.total();
    for (filter, member, value) in [
        ("accountId=3342", "accountId", "3342"),
        ("advertiserId=4401", "advertiserId", "4401"),
        ("brandId=88120", "brandId", "88120"),
        ("traffickingMode=ADVANCED", "traffickingMode", "advanced"),
        (
            "accountName=fennwick",
            "accountName",
            "Fennwick Trading Desk",
        ),
        (
            "advertiserName=northwind%20out",
            "advertiserName",
            "Northwind Outdoor",
        ),
    ] {
        let answer = client.call(&format!("{ALL}&{filter}")).await;
        assert!((1..everything).contains(&answer.total()), "{filter}");
        let expected: Value = value.parse().unwrap_or_else(|_| Value::from(value));
        let list = answer.json();
        let result = list["result"].as_array().unwrap();
        assert!(
            result.iter().all(|item| item[member] == expected),
            "{filter}"
        );
    }
}

/// Returns the ids that the filter `q` finds, in their order.
async fn found(client: &LoggedInClient, q: &str) -> Vec<i64> {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("q", q)
        .finish();
    client.call(&format!("{ALL}&{query}")).await.ids()
}

#[tokio::test]
async fn filter_q_returns_matching_campaigns() {
    let client = LoggedInClient::open().await;
    let everything = client.call(ALL).await.ids();
    assert_eq!(found(&client, "{}").await, everything);
    let by_id = format!(r#"{{"1":{{"ID":["{SPRING}",{FILM}],"NAME":["no such name"]}}}}"#);
    let mut two = found(&client, &by_id).await;
    two.sort_unstable();
    let mut expected = [SPRING, FILM];
    expected.sort_unstable();
    assert_eq!(two, expected);
    let and_name =
        format!(r#"{{"1":{{"ID":["{SPRING}","{FILM}"]}},"2":{{"NAME":["SPRING LAUNCH"]}}}}"#);
    assert_eq!(found(&client, &and_name).await, [SPRING]);
}

#[tokio::test]
async fn filter_q_finds_ids_in_any_spelling() {
    let client = LoggedInClient::open().await;
    let ids = |values: &str| format!(r#"{{"1":{{"ID":[{values}]}}}}"#);
    for values in [
        format!(r#""{SPRING}""#),
        format!("{SPRING}"),
        format!(r#""{SPRING}.0""#),
        format!(r#""1",{SPRING}e0,"none""#),
        format!(r#""0{SPRING}","{SPRING}""#),
    ] {
        assert_eq!(found(&client, &ids(&values)).await, [SPRING], "{values}");
    }
    assert_eq!(found(&client, &ids(r#""1","none""#)).await, [0; 0]);
    let or_name = format!(r#"{{"1":{{"ID":["{SPRING}"],"NAME":["Brand film"]}}}}"#);
    assert!(found(&client, &or_name).await.contains(&FILM));
}

#[tokio::test]
async fn pages_are_slices_of_the_whole_list() {
    let mut client = LoggedInClient::open().await;
    for user in DemoUser::ALL {
        client.log_in(user).await;
        for asked in [
            "sort=name&order=DESC",
            "sort=status&order=ASC",
            "sort=status&order=DESC",
            "sort=budget&order=ASC",
            "sort=startDate&order=DESC",
            "sort=endDate&order=ASC",
            "sort=lastUpdateOn&order=DESC",
            "sort=traffickingMode&order=DESC",
            "sort=advertiserName&order=ASC",
            "sort=accountId&order=DESC",
            "sort=notes&order=DESC",
            "sort=name&order=ASC&traffickingMode=Simple",
            "accountName=E&sort=accountName&order=DESC",
            "advertiserName=OR",
            "siteId=7104&traffickingMode=advanced",
        ] {
            let all = client.call(&format!("{ALL}&{asked}")).await;
            let ids = all.ids();
            assert_eq!(all.total(), ids.len() as u64, "{asked}");
            let page = format!("GET /campaigns?from=7&max=5&{asked}");
            let page = client.call(&page).await;
            let expected: Vec<_> = ids.iter().skip(7).take(5).copied().collect();
            assert_eq!(
                (page.ids(), page.total()),
                (expected, all.total()),
                "{asked}"
            );
        }
    }
}

#[tokio::test]
async fn equal_sort_values_are_ordered_by_id() {
    let client = LoggedInClient::open().await;
    for order in ["ASC", "DESC"] {
        let answer = client
            .call(&format!("{ALL}&sort=status&order={order}"))
            .await
            .json();
        let campaigns = answer["result"].as_array().unwrap();
        let pairs = campaigns.windows(2);
        let mut equal = pairs.filter(|pair| pair[0]["status"] == pair[1]["status"]);
        assert!(equal.all(|pair| pair[0]["id"].as_i64() < pair[1]["id"].as_i64()));
    }
}

#[tokio::test]
async fn partial_name_matches_any_case_after_moves() {
    let client = LoggedInClient::open().await;
    for name in ["Ärmel & Söhne", "Zzz", "brightmarsh media"] {
        let body = serde_json::json!({ "accountName": name, "advertiserName": name });
        client
            .call(&format!("POST /practice/campaigns/{SPRING}/touch\n{body}"))
            .await;
        for parameter in ["accountName", "advertiserName"] {
            let part = form_urlencoded::Serializer::new(String::new())
                .append_pair(parameter, &name.to_uppercase())
                .finish();
            let found = client.call(&format!("{ALL}&{part}")).await;
            assert!(found.ids().contains(&SPRING), "{parameter} {name}");
        }
    }
}

#[tokio::test]
async fn filter_q_supports_times_and_nested_settings() {
    let client = LoggedInClient::open().await;
    let everything = client.call(ALL).await.ids();
    let campaign: Value = serde_json::from_str(&client.campaign(SPRING).await).unwrap();
    let at = campaign["lastUpdateOn"].as_i64().unwrap();
    let around = found(&client, &format!(r#"{{"1":{{"RECENT":["{at}-{at}"]}}}}"#)).await;
    assert!(around.contains(&SPRING) && around.len() < everything.len());
    let without_cookies = found(&client, r#"{"1":{"DISABLECOOKIES":["true"]}}"#).await;
    assert!((1..everything.len()).contains(&without_cookies.len()));
    assert!(!without_cookies.contains(&SPRING));
}

#[tokio::test]
async fn filter_q_combines_with_paging_sort_and_filters() {
    let client = LoggedInClient::open().await;
    let q = "q=%7B%221%22%3A%7B%22NAME%22%3A%22a%22%7D%7D";
    let all = client
        .call(&format!("{ALL}&{q}&advertiserId=4401&sort=name&order=DESC"))
        .await;
    let page = client
        .call(&format!(
            "GET /campaigns?from=1&max=2&advertiserId=4401&sort=name&order=DESC&{q}"
        ))
        .await;
    assert_eq!(
        (page.ids().as_slice(), page.total()),
        (&all.ids()[1..3], all.total())
    );
    let unencoded = client
        .call(r#"GET /campaigns?from=0&max=2000&q={"1":{"NAME":["a"]}}"#)
        .await;
    assert_eq!(
        unencoded.ids(),
        found(&client, r#"{"1":{"NAME":"a"}}"#).await
    );
}

#[tokio::test]
async fn unusable_filter_q_is_refused() {
    let client = LoggedInClient::open().await;
    for (q, expected) in [
        (
            "",
            expect![[
                r#"400 400: The filter "q" cannot be read. Line 1, column 1: this is not well-formed JSON: it is empty."#
            ]],
        ),
        (
            "%7B%221%22%3A7%7D",
            expect![[
                r#"400 400: The filter "q" cannot be read. Group "1": this must be an object with at least one field."#
            ]],
        ),
        (
            "%7B%221%22%3A%7B%22SITEID%22%3A%5B7%5D%7D%7D",
            expect![[
                r#"400 400: The filter "q" names the field SITEID, which campaigns do not have."#
            ]],
        ),
    ] {
        client.check(&format!("{ALL}&q={q}"), expected).await;
    }
}

#[tokio::test]
async fn filters_are_joined_by_and() {
    let client = LoggedInClient::open().await;
    let answer = client
        .call(&format!("{ALL}&advertiserId=4401&accountId=3342"))
        .await;
    assert_eq!(answer.total(), 0);
}

#[tokio::test]
async fn site_filter_lists_campaigns_with_a_placement() {
    let client = LoggedInClient::open().await;
    let facts = client
        .call(&format!("GET /practice/facts/campaigns/{FILM}"))
        .await
        .json();
    let site = facts["result"]["placements"][0]["siteId"].as_i64().unwrap();
    let answer = client.call(&format!("{ALL}&siteId={site}")).await;
    assert!(answer.ids().contains(&FILM));
    assert!(answer.total() < client.call(ALL).await.total());
}

#[tokio::test]
async fn a_user_sees_only_the_accounts_they_own() {
    let mut client = LoggedInClient::open().await;
    let everything = client.call(ALL).await;
    let theirs = client.call(&format!("{ALL}&accountId=3377")).await;
    client.log_in(DemoUser::Specialist).await;
    let seen = client.call(ALL).await;
    assert_eq!(seen.ids(), theirs.ids());
    assert!(seen.total() < everything.total());
    let foreign = client.call(&format!("{ALL}&accountId=3310")).await;
    assert_eq!(foreign.total(), 0);
    client
        .check(&format!("GET /campaigns/{SPRING}"), expect!["200 "])
        .await;
}

#[tokio::test]
async fn missing_campaign_has_an_empty_body() {
    let client = LoggedInClient::open().await;
    client.check(&format!("GET /campaigns/{SPRING}"), expect![[r#"200 {"result":{"type":"Campaign","id":1072288341,"clientRefId":null,"relationsBag":null,"uiPermissions":null,"version":3,"createdBy":501,"createdByName":"Mara Lindgaard","createdByAccount":3310,"createdByAccountName":"Brightmarsh Media","createdOn":NOW,"lastUpdatedBy":501,"lastUpdatedByName":"Mara Lindgaard","lastUpdatedByAccount":3310,"lastUpdatedByAccountName":"Brightmarsh Media","lastUpdateOn":NOW,"name":"Spring launch, DE","accountId":3310,"accountName":"Brightmarsh Media","advertiserId":4401,"advertiserName":"Northwind Outdoor","brandId":88120,"brandName":"Outdoor","status":"ACTIVE","startDate":1791849600000,"endDate":1798675200000,"budget":12500.50,"currency":"EUR","notes":"Creative arrives a week before the start.","approvedOn":1791072000,"labels":["Always on","Seasonal"],"flights":[{"type":"Flight","name":"Prospecting","startDate":1791849600000,"endDate":1794124800000,"budget":4000.00,"pacing":"EVEN","frequencyCap":{"type":"FrequencyCap","impressions":4,"days":7},"delivered":182400},{"type":"Flight","name":"Retargeting","startDate":1794124800000,"endDate":1796400000000,"budget":2.5e3,"pacing":"FRONT_LOADED","delivered":189710},{"type":"Flight","name":"Last days","startDate":1796400000000,"endDate":1798675200000,"budget":1250,"pacing":"ASAP","frequencyCap":{"type":"FrequencyCap","impressions":2,"days":1,"perDevice":true},"delivered":197020}],"landingPage":"https://www.example.com/offers?source=display","trackers":[{"type":"Tracker","event":"impression","url":"https://count.example.net/impression?ord=[timestamp]","active":true},{"type":"Tracker","event":"click","url":"https://count.example.net/click?ord=[timestamp]","active":false}],"traffickingMode":"advanced","adminSettings":{"type":"AdminSettings","campaignSettings":{"type":"CampaignSettings","verification":"None"},"privacy":{"type":"PrivacySettings","disableCookies":false}}}}"#]])
        .await;
    let slashed = client.call(&format!("GET /campaigns/{SPRING}/")).await;
    assert_eq!(
        slashed,
        client.call(&format!("GET /campaigns/{SPRING}")).await
    );
    client.check("GET /campaigns/1", expect!["200 "]).await;
    client
        .check(
            "GET /campaigns/first",
            expect!["400 400: The id in the path must be a whole number."],
        )
        .await;
}
