use adwright_service::{ServiceOptions, Variant};
use adwright_wire::{
    ClassifierInput as Wire, Method, ReplyPaths, Verdict, classify, parse_list, parse_single,
};
use expect_test::{Expect, expect};
use serde_json::json;

use crate::logged_in_client::{FILM, HttpAnswer, LoggedInClient, SPRING, http};

const LIST: &str = "GET /campaigns/?from=0&max=2&sort=id&order=DESC";
const VALUES: &str = "/tagManagers/retargetingDataValue/";

async fn choose(client: &LoggedInClient, variants: &[&str]) {
    let body = json!({ "variants": variants });
    let answer = client
        .call(&format!("POST /practice/variants\n{body}"))
        .await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

async fn with(variants: &[&str]) -> LoggedInClient {
    let client = LoggedInClient::open().await;
    choose(&client, variants).await;
    client
}

fn shown(answer: &HttpAnswer) -> String {
    let body: String = answer.body.chars().take(90).collect();
    format!("{} {body}", answer.status)
}

fn verdict(method: Method, answer: &HttpAnswer) -> Verdict {
    classify(&Wire {
        method,
        status: answer.status,
        retry_after: None,
        date: None,
        body: &answer.body,
        places: &ReplyPaths::default(),
    })
}

/// Checks the form of a list, and that the client reads the same campaigns from it.
async fn check_list(variant: &str, expected: Expect) {
    let client = LoggedInClient::open().await;
    let usual = parse_list(client.call(LIST).await.body).unwrap();
    choose(&client, &[variant]).await;
    let answer = client.call(LIST).await;
    expected.assert_eq(&shown(&answer));
    let read = parse_list(&answer.body).unwrap();
    assert_eq!(read.items, usual.items);
    assert_eq!(
        read.total,
        (variant != "bare-list").then_some(usual.total.unwrap())
    );
}

#[tokio::test]
async fn list_envelope_follows_the_variant() {
    check_list("bare-list", expect![[r#"200 [{"type":"Campaign","id":1072288341,"clientRefId":null,"relationsBag":null,"uiPermissions""#]]).await;
    check_list("top-total", expect![[r#"200 {"total":434,"result":[{"type":"Campaign","id":1072288341,"clientRefId":null,"relationsBag"#]]).await;
}

#[tokio::test]
async fn single_envelope_follows_the_variant() {
    let client = LoggedInClient::open().await;
    let usual = client.campaign(SPRING).await;
    let get = format!("GET /campaigns/{SPRING}/");
    for (variant, expected) in [
        (
            "bare-single",
            expect![[
                r#"200 {"type":"Campaign","id":1072288341,"clientRefId":null,"relationsBag":null,"uiPermissions":"#
            ]],
        ),
        (
            "single-in-list",
            expect![[
                r#"200 {"result":[{"type":"Campaign","id":1072288341,"clientRefId":null,"relationsBag":null,"uiPe"#
            ]],
        ),
    ] {
        choose(&client, &[variant]).await;
        let answer = client.call(&get).await;
        expected.assert_eq(&shown(&answer));
        assert_eq!(parse_single(&answer.body).unwrap().as_ref(), Some(&usual));
    }
}

#[tokio::test]
async fn not_found_has_three_forms() {
    let client = with(&["null-not-found"]).await;
    client
        .check("GET /campaigns/1/", expect![[r#"200 {"result":null}"#]])
        .await;
    choose(&client, &["not-found-404"]).await;
    client
        .check("GET /campaigns/1/", expect!["404 404: It does not exist."])
        .await;
    client
        .check(
            &format!("GET {VALUES}1/"),
            expect!["404 404: It does not exist."],
        )
        .await;
    choose(&client, &[]).await;
    client.check("GET /campaigns/1/", expect!["200 "]).await;
}

#[tokio::test]
async fn client_reads_every_error_body() {
    let refused = Verdict::Refused {
        codes: vec![62000],
        message: Some(format!(
            "Campaign {SPRING}: The trafficking mode cannot change from advanced to simple while a placement is attached to the campaign."
        )),
    };
    for (variant, expected) in [
        (
            "fault-errors",
            expect![[
                r#"500 {"fault":{"code":62000,"message":"Campaign 1072288341: The trafficking mode cannot change "#
            ]],
        ),
        (
            "error-list",
            expect![[
                r#"500 {"errors":[{"errorCode":62000,"errorMessage":"Campaign 1072288341: The trafficking mode ca"#
            ]],
        ),
        (
            "status-errors",
            expect![[
                r#"500 {"status":{"code":62000,"message":"Campaign 1072288341: The trafficking mode cannot change"#
            ]],
        ),
    ] {
        let client = LoggedInClient::open().await;
        let text = client
            .campaign(SPRING)
            .await
            .replace("\"advanced\"", "\"simple\"");
        let put = format!("PUT /campaigns/{SPRING}/\n{{\"entities\":[{text}]}}");
        choose(&client, &[variant]).await;
        let answer = client.call(&put).await;
        expected.assert_eq(&shown(&answer));
        assert_eq!(verdict(Method::Put, &answer), refused, "{variant}");
        let usual = client.call("GET /nothing").await;
        assert!(
            usual.body.starts_with("{\"error\""),
            "only the interface differs"
        );
    }
}

#[tokio::test]
async fn refusal_status_follows_the_variant() {
    for (variant, status) in [("refusals-200", 200), ("refusals-400", 400)] {
        let client = with(&[variant]).await;
        let answer = client
            .put(SPRING, |text| text.replace("\"advanced\"", "\"simple\""))
            .await;
        assert_eq!(answer.status, status);
        assert!(
            matches!(verdict(Method::Put, &answer), Verdict::Refused { codes, .. } if codes == [62000])
        );
        assert_eq!(
            client.call("GET /campaigns/").await.status,
            400,
            "no refusal of a rule"
        );
    }
}

#[tokio::test]
async fn a_path_without_a_slash_is_redirected() {
    let client = with(&["slash-redirects"]).await;
    let http = http()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let answer = http
        .get(format!(
            "{}/campaigns?from=0&max=1",
            client.running.base_url
        ))
        .send()
        .await
        .unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["Location"]),
        (308, &"/campaigns/?from=0&max=1".parse().unwrap())
    );
    assert_eq!(
        client.call("GET /campaigns?from=0&max=1").await.status,
        200,
        "it leads there"
    );
    assert_eq!(
        client.call("GET /campaigns/?from=0&max=1").await.status,
        200
    );
    assert_eq!(client.call("GET /practice/users").await.status, 200);
}

#[tokio::test]
async fn list_end_and_page_size_are_enforced() {
    let client = with(&["paging-window"]).await;
    assert_eq!(
        client.call("GET /campaigns?from=9999&max=499").await.status,
        200
    );
    client
        .check(
            "GET /campaigns?from=10000&max=1",
            expect![[r#"400 9199: The parameter "from" must be 9999 at most."#]],
        )
        .await;
    client
        .check(
            &format!("GET {VALUES}?from=0&max=500"),
            expect![[r#"400 9199: The parameter "max" must be 499 at most."#]],
        )
        .await;
}

#[tokio::test]
async fn list_ignores_unknown_parameters() {
    let client = with(&["lenient-lists"]).await;
    let all = client.call("GET /campaigns?from=0&max=1").await.total();
    assert_eq!(
        client
            .call("GET /campaigns?from=0&max=1&colour=red")
            .await
            .total(),
        all
    );
    assert_eq!(
        client
            .call("GET /campaigns?from=0&max=1&q=%7B%221%22%3A%7B%22SITEID%22%3A%5B7%5D%7D%7D")
            .await
            .total(),
        all
    );
    assert_eq!(
        client
            .call("GET /campaigns?from=0&max=1&brandId=x")
            .await
            .status,
        400
    );
}

#[tokio::test]
async fn sort_alone_is_ascending() {
    let client = with(&["optional-order"]).await;
    let ids = client
        .call("GET /campaigns?from=0&max=50&sort=id")
        .await
        .ids();
    assert!(ids.len() == 50 && ids.is_sorted());
}

#[tokio::test]
async fn lists_have_only_the_short_form() {
    let client = with(&["short-lists"]).await;
    client.check(
        "GET /campaigns?from=0&max=1&sort=id&order=DESC",
        expect![[r#"200 {"metadata":{"total":434},"error":null,"result":[{"type":"Campaign","id":1072288341,"clientRefId":null,"relationsBag":null,"name":"Spring launch, DE"}]}"#]],
    )
    .await;
    let ads = client.call("GET /ads?from=0&max=1").await;
    expect![[r#"200 {"metadata":{"total":42},"error":null,"result":[{"type":"Ad","id":1073410555,"clientRefId""#]].assert_eq(&shown(&ads));
    assert!(
        client.campaign(SPRING).await.contains("adminSettings"),
        "one alone is whole"
    );
}

#[tokio::test]
async fn ids_are_texts_in_both_directions() {
    let client = with(&["text-ids"]).await;
    let before = client.campaign(SPRING).await;
    assert!(
        before.contains(&format!("\"id\":\"{SPRING}\""))
            && before.contains("\"brandId\":\"88120\"")
    );
    let answer = client
        .put(SPRING, |text| text.replace("Spring launch, DE", "Renamed"))
        .await;
    assert_eq!(answer.status, 200);
    assert!(
        answer.body.contains("\"advertiserId\":\"4401\"") && answer.body.contains("\"Renamed\"")
    );
    choose(&client, &[]).await;
    assert!(
        client
            .campaign(SPRING)
            .await
            .contains(&format!("\"id\":{SPRING},")),
        "they are kept as numbers"
    );
}

fn value(reference: &str) -> String {
    format!(
        "{{\"type\":\"RetargetingDataValue\",\"name\":\"A\",\"value\":\"a\",\"advertiserId\":4401,\"retargetingActivityId\":52024,\"clientRefId\":\"{reference}\"}}"
    )
}

async fn post(client: &LoggedInClient, values: &[String]) -> HttpAnswer {
    client
        .call(&format!(
            "POST {VALUES}\n{{\"entities\":[{}]}}",
            values.join(",")
        ))
        .await
}

#[tokio::test]
async fn references_are_dropped() {
    let client = with(&["forgets-reference"]).await;
    let answer = post(&client, &[value("row-1")]).await;
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("\"clientRefId\":null") && !answer.body.contains("row-1"));
    let answer = client
        .put(SPRING, |text| {
            text.replace("\"clientRefId\":null", "\"clientRefId\":\"x\"")
        })
        .await;
    assert!(answer.body.contains("\"clientRefId\":null"));
}

#[tokio::test]
async fn missing_member_is_refused_or_retained() {
    let lacking = |text: String| text.replace(",\"currency\":\"EUR\"", "");
    let client = with(&["missing-refused"]).await;
    client.put(SPRING, lacking).await.check(&expect![
        "400 400: currency: It is missing. Send the whole document."
    ]);
    assert_eq!(client.put(SPRING, |text| text).await.status, 200);
    choose(&client, &["missing-kept"]).await;
    assert_eq!(client.put(SPRING, lacking).await.status, 200);
    assert!(
        client
            .campaign(SPRING)
            .await
            .contains("\"currency\":\"EUR\"")
    );
}

#[tokio::test]
async fn code_62001_still_saves_the_campaign() {
    let client = with(&["saved-with-62001"]).await;
    let answer = client
        .put(FILM, |text| {
            text.replace("\"verification\":\"Tracking\"", "\"verification\":\"None\"")
        })
        .await;
    assert_eq!(answer.status, 207);
    assert!(matches!(
        verdict(Method::Put, &answer),
        Verdict::PerItem { .. }
    ));
    assert!(
        client
            .campaign(FILM)
            .await
            .contains("\"verification\":\"None\"")
    );
}

#[tokio::test]
async fn some_of_several_values_are_created() {
    let client = with(&["partial-create"]).await;
    let loose = value("b").replace(
        "\"value\":\"a\"",
        "\"value\":\"a\",\"retargetingData\":[\"x\"]",
    );
    let broken = value("c").replace("\"value\":\"a\",", "");
    let answer = post(&client, &[value("a"), loose, broken, value("d")]).await;
    assert_eq!(answer.status, 207);
    let items = answer.json()["result"].as_array().unwrap().clone();
    let references: Vec<_> = items
        .iter()
        .map(|item| item["result"]["clientRefId"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(references, ["a", "", "", "d"]);
    let codes: Vec<_> = items
        .iter()
        .map(|item| {
            item["error"]["errors"][0]["code"]
                .as_u64()
                .unwrap_or_default()
        })
        .collect();
    assert_eq!(codes, [0, 66110, 400, 0]);
    for (reference, count) in [("a", 1), ("b", 0), ("c", 0), ("d", 1)] {
        let q = format!("%7B%221%22%3A%7B%22CLIENTREFID%22%3A%5B%22{reference}%22%5D%7D%7D");
        assert_eq!(
            client
                .call(&format!("GET {VALUES}?from=0&max=9&q={q}"))
                .await
                .total(),
            count,
            "{reference}"
        );
    }
    post(&client, &[]).await.check(&expect![
        "500 66107: The list of retargeting values is empty."
    ]);
}

#[tokio::test]
async fn one_call_creates_fewer_values() {
    let client = with(&["small-batches"]).await;
    let answer = post(&client, &vec![value("a"); 51]).await;
    answer.check(&expect![
        "500 66109: There are more retargeting values than the service takes in one call."
    ]);
    assert_eq!(post(&client, &vec![value("a"); 50]).await.status, 200);
}

#[tokio::test]
async fn variants_are_listed_chosen_and_refused() {
    let client = LoggedInClient::open().await;
    let all = client.call("GET /practice/variants").await.json();
    let all = all["result"].as_array().unwrap();
    assert_eq!(all.len(), Variant::all().count());
    assert!(all.iter().all(|variant| variant["on"] == false));
    choose(&client, &["bare-list", "text-ids"]).await;
    let on = client.call("GET /practice/variants/").await.json();
    let on = on["result"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|variant| variant["on"] == true);
    assert_eq!(
        on.map(|variant| variant["name"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["bare-list", "text-ids"]
    );
    client.check(
        "POST /practice/variants\n{\"variants\":[\"bare-list\",\"top-total\"]}",
        expect!["400 400: bare-list and top-total concern the same point (list envelope), so choose only one of them."],
    )
    .await;
    let unknown = client
        .call("POST /practice/variants\n{\"variants\":[\"upside-down\"]}")
        .await;
    assert_eq!(unknown.status, 400);
    assert!(
        unknown
            .body
            .contains("no variant is called upside-down; there are bare-list, "),
        "{}",
        unknown.body
    );
    assert!(
        client.call(LIST).await.body.starts_with('['),
        "what was refused changed nothing"
    );
}

#[tokio::test]
async fn variants_can_be_set_at_start() {
    let client = LoggedInClient::open_with(ServiceOptions {
        variants: vec![Variant::BareList],
        ..ServiceOptions::default()
    })
    .await;
    assert!(client.call(LIST).await.body.starts_with('['));
}

#[test]
fn documented_variants_are_complete() {
    let document = include_str!("../../../../schemas/openapi.json");
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    let schema = &document["paths"]["/practice/variants"]["post"]["requestBody"]["content"]["application/json"]
        ["schema"];
    let names: Vec<_> = Variant::all().map(Variant::as_str).collect();
    assert_eq!(
        schema["properties"]["variants"]["items"]["enum"],
        json!(names)
    );
}
