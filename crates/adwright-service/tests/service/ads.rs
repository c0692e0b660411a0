use std::collections::{BTreeMap, BTreeSet};

use adwright_model::Kind;
use adwright_service::DemoUser;
use expect_test::expect;
use serde_json::Value;

use crate::logged_in_client::{HttpAnswer, LoggedInClient, SPRING, findings};

const ALL: &str = "GET /ads?from=0&max=1000";

/// Returns the smallest ad that can be created, with these additional members.
fn in_stream(members: &str) -> String {
    format!(
        "POST /ads\n{{\"entities\":[{{\"type\":\"InStreamInteractiveAd\",\"name\":\"A\",\"accountId\":3310,\"adFormatId\":61,\
         \"linears\":[{{\"type\":\"LinearHtml5Folder\",\"size\":640,\"width\":1280,\"height\":720}}],\
         \"linearSettings\":{{\"type\":\"LinearSettings\"}},\"deliveryType\":\"PROGRESSIVE\",\"enhanced\":false{members}}}]}}"
    )
}

/// Returns the ad as the service has it.
async fn ad(client: &LoggedInClient, id: i64) -> String {
    client.call(&format!("GET /ads/{id}")).await.entity()
}

/// Changes the text of an ad, and puts it back.
async fn put(
    client: &LoggedInClient,
    id: i64,
    change: impl FnOnce(String) -> String,
) -> HttpAnswer {
    let text = change(ad(client, id).await);
    client
        .call(&format!("PUT /ads/{id}\n{{\"entities\":[{text}]}}"))
        .await
}

#[tokio::test]
async fn sent_bytes_are_kept_beside_assigned_members() {
    let client = LoggedInClient::open().await;
    let odd = ",  \"score\":1.50e+1,\"overallSize\":7,\"odd\":{ \"b\":null , \"a\":[ ]}";
    client.check(&in_stream(odd), expect![[r#"200 {"result":{"type":"InStreamInteractiveAd","name":"A","accountId":3310,"adFormatId":61,"linears":[{"type":"LinearHtml5Folder","size":640,"width":1280,"height":720}],"linearSettings":{"type":"LinearSettings"},"deliveryType":"PROGRESSIVE","enhanced":false,  "score":1.50e+1,"overallSize":640,"odd":{ "b":null , "a":[ ]},"id":1073411415,"version":1,"createdBy":501,"createdByName":"Mara Lindgaard","createdByAccount":3310,"createdByAccountName":"Brightmarsh Media","createdOn":NOW,"lastUpdatedBy":501,"lastUpdatedByName":"Mara Lindgaard","lastUpdatedByAccount":3310,"lastUpdatedByAccountName":"Brightmarsh Media","lastUpdateOn":NOW,"adStatus":"NEW","numberOfPlacementAds":0,"overallNumberOfPlacementAds":0,"accountName":"Brightmarsh Media","adFormatName":"In-stream interactive","width":1280,"height":720,"dimensions":"1280x720","initialSize":640,"pricingSize":640}}"#]]).await;
}

#[tokio::test]
async fn ad_of_a_campaign_is_assigned_to_it() {
    let client = LoggedInClient::open().await;
    let assignment = |id: i64| {
        format!(",\"adAssignmentData\":{{\"type\":\"AdAssignmentData\",\"campaignId\":{id}}}")
    };
    let answer = client.call(&in_stream(&assignment(SPRING))).await.json();
    assert_eq!(answer["result"]["adStatus"], "ASSIGNED");
    client
        .check(
            &in_stream(&assignment(1)),
            expect!["400 400: The entity names no campaign of this account."],
        )
        .await;
    let id = answer["result"]["id"].as_i64().unwrap();
    let mine = client.call(&format!("{ALL}&campaignId={SPRING}")).await;
    assert!(mine.ids().contains(&id) && mine.ids().len() == 7);
}

#[tokio::test]
async fn update_changes_edited_members_but_not_read_only() {
    let client = LoggedInClient::open().await;
    for id in client.call(ALL).await.ids().into_iter().take(3) {
        let before: Value = serde_json::from_str(&ad(&client, id).await).unwrap();
        let answer = put(&client, id, |text| {
            text.replace("\"name\":\"", "\"name\":\"New: ")
                .replace("\"overallSize\":", "\"overallSize\":1")
                .replace("\"STANDARD\"", "\"MINE\"")
        })
        .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let after: Value = serde_json::from_str(&ad(&client, id).await).unwrap();
        assert_eq!(
            after["name"],
            format!("New: {}", before["name"].as_str().unwrap())
        );
        assert_eq!(
            after["version"].as_i64(),
            before["version"].as_i64().map(|version| version + 1)
        );
        assert_eq!(after["overallSize"], before["overallSize"]);
        assert_eq!(after["servingMethod"], "STANDARD");
        assert_eq!(after["mainClickthrough"], before["mainClickthrough"]);
    }
}

#[tokio::test]
async fn errors_of_the_rules_refuse_an_ad() {
    let client = LoggedInClient::open().await;
    let before = client.call(ALL).await.total();
    for (from, to, expected) in [
        (
            "\"name\":\"A\",",
            "",
            expect!["400 400: name: Required field is empty."],
        ),
        (
            "\"enhanced\":false",
            "\"enhanced\":\"no\"",
            expect!["400 400: enhanced: Value of the wrong type."],
        ),
        (
            "\"linears\":[",
            "\"linears\":7,\"x\":[",
            expect!["400 400: linears: Value of the wrong type."],
        ),
        (
            "\"accountId\":3310",
            "\"accountId\":1",
            expect!["400 400: The entity names no account."],
        ),
        (
            "InStreamInteractiveAd",
            "BannerAd",
            expect![
                "400 400: type: An ad is one of InStreamInteractiveAd, ExpandableBannerAd, HTML5ExpandableBannerAd."
            ],
        ),
        (
            "\"type\":\"InStreamInteractiveAd\",",
            "",
            expect![
                "400 400: type: An ad is one of InStreamInteractiveAd, ExpandableBannerAd, HTML5ExpandableBannerAd."
            ],
        ),
    ] {
        let request = in_stream("");
        assert!(request.contains(from));
        client.check(&request.replacen(from, to, 1), expected).await;
    }
    assert_eq!(client.call(ALL).await.total(), before);
}

#[tokio::test]
async fn an_update_that_breaks_a_rule_changes_nothing() {
    let client = LoggedInClient::open().await;
    let id = client.call(ALL).await.ids()[0];
    let text = ad(&client, id).await;
    put(&client, id, |text| {
        text.replace("\"accountId\":3310", "\"accountId\":3342")
    })
    .await
    .check(&expect![
        "400 400: accountId: Field that cannot change was changed."
    ]);
    put(&client, id, |text| {
        text.replace(&format!("\"id\":{id},"), "\"id\":1,")
    })
    .await
    .check(&expect![
        "400 400: The entity must carry the id of the path, 1073410555."
    ]);
    client
        .check(
            "PUT /ads/1\n{\"entities\":[{\"id\":1}]}",
            expect!["400 400: There is no ad 1."],
        )
        .await;
    assert_eq!(ad(&client, id).await, text);
}

#[tokio::test]
async fn unprivileged_user_cannot_write_and_sees_own_objects() {
    let mut client = LoggedInClient::open_as(DemoUser::Reader).await;
    client
        .check(
            &in_stream(""),
            expect!["500 62004: This login lacks the privileges for the action."],
        )
        .await;
    let all = client.call(ALL).await;
    let first = all.ids()[0];
    put(&client, first, |text| text).await.check(&expect![
        "500 62004: Ad 1073410555: This login lacks the privileges for the action."
    ]);
    client.log_in(DemoUser::Specialist).await;
    client
        .check(
            &in_stream(""),
            expect!["500 62004: This login lacks the privileges for the action."],
        )
        .await;
    let seen = client.call(ALL).await.json();
    let seen = seen["result"].as_array().unwrap();
    assert!(!seen.is_empty() && (seen.len() as u64) < all.total());
    assert!(seen.iter().all(|ad| ad["accountId"] == 3377));
    client
        .check(&format!("GET /ads/{first}"), expect!["200 "])
        .await;
}

#[tokio::test]
async fn a_list_is_filtered_sorted_and_paged() {
    let client = LoggedInClient::open().await;
    let all = client.call(ALL).await;
    let page = client.call("GET /ads/?from=3&max=4").await;
    assert_eq!(
        (page.ids().as_slice(), page.total()),
        (&all.ids()[3..7], all.total())
    );
    for (filter, member, value) in [
        ("accountId=3342", "/accountId", "3342"),
        (
            "type=html5expandablebannerad",
            "/type",
            "\"HTML5ExpandableBannerAd\"",
        ),
        (
            "advertiserId=4401",
            "/adAssignmentData/advertiserId",
            "4401",
        ),
        ("siteId=7107", "/siteId", "7107"),
        ("adStatus=ASSIGNED", "/adStatus", "\"ASSIGNED\""),
        (
            "q=%7B%221%22%3A%7B%22DOWNLOADMODE%22%3A%5B%22POLITE%22%5D%7D%7D",
            "/downloadMode",
            "\"POLITE\"",
        ),
    ] {
        let answer = client.call(&format!("{ALL}&{filter}")).await.json();
        let expected: Value = value.parse().unwrap();
        let list = answer["result"].as_array().unwrap();
        assert!(!list.is_empty(), "{filter}");
        assert!(
            list.iter()
                .all(|ad| *ad.pointer(member).unwrap() == expected),
            "{filter}"
        );
    }
    let sorted = client
        .call(&format!("{ALL}&sort=overallSize&order=DESC"))
        .await
        .json();
    let sizes = sorted["result"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ad| ad["overallSize"].as_i64().unwrap());
    assert!(sizes.is_sorted_by(|a, b| a >= b));
    client
        .check(
            &format!("{ALL}&name=x"),
            expect![[r#"400 400: The list has no parameter "name"."#]],
        )
        .await;
    client
        .check(
            "GET /ads",
            expect![[r#"400 9199: The parameter "from" is required."#]],
        )
        .await;
    client.check("GET /ads/1", expect!["200 "]).await;
}

#[tokio::test]
async fn someone_else_changes_an_ad() {
    let client = LoggedInClient::open().await;
    let id = client.call(ALL).await.ids()[0];
    let answer = client
        .call(&format!(
            "POST /practice/ads/{id}/touch\n{{\"mainClickthrough.url\":\"https://example.com/\"}}"
        ))
        .await
        .json();
    assert_eq!(
        answer["result"]["mainClickthrough"]["url"],
        "https://example.com/"
    );
    assert_eq!(answer["result"]["lastUpdatedByName"], "Tove Renquist");
}

fn kind(text: &str) -> Kind {
    let ad: Value = serde_json::from_str(text).unwrap();
    Kind::from_wire(ad["type"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn demo_ads_have_only_intended_findings() {
    let client = LoggedInClient::open().await;
    let mut found = BTreeMap::new();
    for text in client.call(ALL).await.texts() {
        let findings = findings(kind(&text), &text);
        for finding in findings {
            let what = (finding.severity, finding.rule, finding.case);
            *found.entry(what).or_insert(0) += 1;
        }
    }
    let line = |((severity, rule, case), count)| format!("{severity:?} {rule} {case}: {count}\n");
    let found: String = found.into_iter().map(line).collect();
    expect![[r#"
        Warning asset-status ingesting: 1
        Warning panel-closing stays: 1
        Warning weight refused: 1
        Note panel-opening always: 2
        Note plain-http plain: 3
        Note values unknown: 19
        Note weight advised: 3
    "#]]
    .assert_eq(&found);
}

#[tokio::test]
async fn every_demo_ad_can_be_put_back_unchanged() {
    let client = LoggedInClient::open().await;
    for id in client.call(ALL).await.ids() {
        let answer = put(&client, id, |text| text).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

/// Collects the types of all objects inside an ad.
fn types<'a>(value: &'a Value, seen: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(members) => {
            seen.extend(members.get("type").and_then(Value::as_str));
            members.values().for_each(|member| types(member, seen));
        }
        Value::Array(items) => items.iter().for_each(|item| types(item, seen)),
        _ => {}
    }
}

#[tokio::test]
async fn demo_ads_have_every_nested_interface_shape() {
    let client = LoggedInClient::open().await;
    let list = client.call(ALL).await.json();
    let mut seen = BTreeSet::new();
    types(&list["result"], &mut seen);
    for ty in [
        "InStreamInteractiveAd",
        "ExpandableBannerAd",
        "HTML5ExpandableBannerAd",
        "AdAssignmentData",
        "MainClickthrough",
        "Clickthrough",
        "ThirdPartyURL",
        "AdAsset",
        "AdditionalAsset",
        "Panel",
        "AdAssetFolder",
        "Linear",
        "LinearHtml5Folder",
        "LinearSettings",
        "PanelsSettings",
        "ExtendedPanelsSettings",
        "TemplateData",
        "VastVariable",
        "AdUserActionInteraction",
        "AdClickthroughInteraction",
        "AdTimerInteraction",
        "AdAutomaticEventInteraction",
        "APIAdSmartVersionSchema",
        "APIAsset",
        "Companion",
        "AdvancedCompanion",
        "CustomFields",
        "AdAnalyticsData",
        "Variable",
        "AdvancedRetargeting",
    ] {
        assert!(seen.contains(ty), "{ty}");
    }
}

#[tokio::test]
async fn demo_contexts_hold_numbers_and_texts() {
    let ads = LoggedInClient::open().await.call(ALL).await.json();
    let ads = ads["result"].as_array().unwrap();
    let files = ads
        .iter()
        .filter_map(|ad| ad["html5"]["assets"].as_array())
        .flatten();
    let files: Vec<_> = files.collect();
    for pointer in [
        "/htmlContext/expansionParams/w",
        "/imageContext/width",
        "/formatContext/fileSize",
    ] {
        let values = files.iter().filter_map(|file| file.pointer(pointer));
        let are_texts: BTreeSet<_> = values.map(Value::is_string).collect();
        assert_eq!(are_texts, BTreeSet::from([false, true]), "{pointer}");
    }
}

#[tokio::test]
async fn the_demo_ads_differ_in_shape_and_size() {
    let client = LoggedInClient::open().await;
    let list = client.call(ALL).await.json();
    let ads = list["result"].as_array().unwrap();
    let files: BTreeSet<_> = ads
        .iter()
        .filter_map(|ad| Some(ad["html5"]["assets"].as_array()?.len()))
        .collect();
    assert_eq!((files.first(), files.last()), (Some(&5), Some(&80)));
    let shapes = |member: &str| {
        let mut shapes: Vec<_> = ads
            .iter()
            .map(|ad| std::mem::discriminant(&ad[member]))
            .collect();
        shapes.dedup();
        shapes.len()
    };
    for member in ["panels", "additionalAssets", "hides"] {
        assert!(shapes(member) > 1, "{member}");
    }
    let panels = |ad: &Value| {
        ad["panels"]
            .as_array()
            .map_or(usize::from(ad["panels"].is_object()), Vec::len)
    };
    let counts: BTreeSet<_> = ads.iter().map(panels).collect();
    assert_eq!(counts, BTreeSet::from([0, 1, 2, 3]));
    let dimensions: BTreeSet<_> = ads.iter().map(|ad| ad["dimensions"].to_string()).collect();
    assert!(dimensions.len() >= 8, "{dimensions:?}");
    assert!(
        ads.iter()
            .any(|ad| ad["masterAdId"].is_i64() && ad["placementName"].is_string())
    );
}

#[tokio::test]
async fn the_same_seed_gives_the_same_ads() {
    let before = LoggedInClient::open().await.call(ALL).await;
    assert!(LoggedInClient::open().await.call(ALL).await == before);
    for part in [
        "\"viewabilityGoal\":7.0E1",
        "\"externalOrder\":90071992547409931",
        "\"reviewRounds\":[ ]",
    ] {
        assert!(before.body.contains(part), "{part}");
    }
}
