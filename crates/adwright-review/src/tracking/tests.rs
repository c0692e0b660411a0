use expect_test::{Expect, expect};

use super::*;

fn check(json: &str, expected: &Expect) {
    let ad = EditableDocument::parse(json).unwrap();
    let addresses = AdAddresses::from_ad(&ad).addresses.into_iter();
    let lines = addresses.map(|address| {
        let AdAddress {
            path,
            purpose,
            label,
            enabled,
            source,
            scheme,
            host,
            macros,
            duplicate_of,
            is_embedded,
            ..
        } = address;
        let path = if is_embedded { format!("{path} (within {:?})", address.text) } else { path };
        format!("{path}: {purpose:?} {label:?} {enabled:?} {source:?} {scheme:?} {host:?} {macros:?} {duplicate_of:?}\n")
    });
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn every_address_has_its_purpose() {
    check(
        r#"{
            "name": "https is no address",
            "mainClickthrough": {"url": "https://shop.example/?c=[campaign]&t=%%TIME%%"},
            "adURLs": [
                {"url": "http://t.example/i", "urlType": "IMPRESSION_TRACKING", "enabled": true, "urlSource": "AD"},
                {"url": "not one", "urlType": "CLICK_TRACKING", "enabled": false},
                {"url": "http://t.example/i", "urlType": "CLICK_TRACKING"},
                {"url": " ", "urlType": "EMPTY"}
            ],
            "customInteractions": [{"name": "open", "redirectURL": "//cdn.example/x"}],
            "banner": {"thumbnailUrl": "https://thumbs.example/1.png"},
            "other": ["HTTPS://Deep.Example/", {"a": [["https://deeper.example/"]]}]
        }"#,
        &expect![[r#"
            mainClickthrough.url: ClickThrough None None None Some("https") Some("shop.example") ["campaign", "TIME"] None
            adURLs[0].url: Tracking Some("IMPRESSION_TRACKING") Some(true) Some("AD") Some("http") Some("t.example") [] None
            adURLs[1].url: Tracking Some("CLICK_TRACKING") Some(false) None None None [] None
            adURLs[2].url: Tracking Some("CLICK_TRACKING") None None Some("http") Some("t.example") [] Some(1)
            customInteractions[0].redirectURL: Interaction Some("open") None None Some("https") Some("cdn.example") [] None
            other[0]: Other None None None Some("https") Some("deep.example") [] None
            other[1].a[0][0]: Other None None None Some("https") Some("deeper.example") [] None
        "#]],
    );
}

#[test]
fn addresses_inside_a_text_are_found() {
    check(
        r#"{
            "fourthPartyTag": "<script src=\"//tag.example/t.js\"></script>\n<img src='https://px.example/i?t=[timestamp]'>",
            "html5": {"assets": [{"htmlContext": {"scriptSource": [{"innerText": "var a = 'https:\/\/js.example\/';"}]}}]},
            "adURLs": [{"url": "<img src=\"http://late.example/\">", "urlType": "IMPRESSION_TRACKING"}],
            "redirectURL": "javascript:open('https://pop.example/')",
            "list": ["https://one.example/ https://two.example/", "nothing // here"],
            "thumbnailUrl": "<img src='https://thumbs.example/'>"
        }"#,
        &expect![[r#"
            fourthPartyTag (within "//tag.example/t.js"): Other None None None Some("https") Some("tag.example") [] None
            fourthPartyTag (within "https://px.example/i?t=[timestamp]"): Other None None None Some("https") Some("px.example") ["timestamp"] None
            html5.assets[0].htmlContext.scriptSource[0].innerText (within "https://js.example/"): Other None None None Some("https") Some("js.example") [] None
            adURLs[0].url: Tracking Some("IMPRESSION_TRACKING") None None None None [] None
            adURLs[0].url (within "http://late.example/"): Tracking Some("IMPRESSION_TRACKING") None None Some("http") Some("late.example") [] None
            redirectURL: Interaction None None None Some("javascript") None [] None
            redirectURL (within "https://pop.example/"): Interaction None None None Some("https") Some("pop.example") [] None
            list[0] (within "https://one.example/"): Other None None None Some("https") Some("one.example") [] None
            list[0] (within "https://two.example/"): Other None None None Some("https") Some("two.example") [] None
        "#]],
    );
}

#[test]
fn placeholder_is_neither_scheme_nor_host() {
    let json = r#"{"adURLs":[
        {"url":"https://%%HOST%%/p?t=[timestamp]","urlType":"A"},
        {"url":"[%protocol%]://t.example/i","urlType":"B"},
        {"url":"%%CLICK_URL%%https://shop.example:8080/","urlType":"C"},
        {"url":"https://{{account}}.cdn.example:443/p","urlType":"D"},
        {"url":"https://user@[::1]:80/?u=//%%X%%","urlType":"E"},
        {"url":"%%CLICK_URL%%","urlType":"F"},
        {"url":"https://a.example/[path]//x","urlType":"G"}]}"#;
    check(
        json,
        &expect![[r#"
            adURLs[0].url: Tracking Some("A") None None Some("https") Some("%%HOST%%") ["HOST", "timestamp"] None
            adURLs[1].url: Tracking Some("B") None None Some("[%protocol%]") Some("t.example") ["protocol"] None
            adURLs[2].url: Tracking Some("C") None None Some("%%CLICK_URL%%https") Some("shop.example") ["CLICK_URL"] None
            adURLs[2].url (within "https://shop.example:8080/"): Tracking Some("C") None None Some("https") Some("shop.example") [] None
            adURLs[3].url: Tracking Some("D") None None Some("https") Some("{{account}}.cdn.example") ["account"] None
            adURLs[4].url: Tracking Some("E") None None Some("https") Some("[::1]") ["X"] None
            adURLs[5].url: Tracking Some("F") None None Some("%%CLICK_URL%%") None ["CLICK_URL"] None
            adURLs[6].url: Tracking Some("G") None None Some("https") Some("a.example") ["path"] None
        "#]],
    );
    let hosts = AdAddresses::from_ad(&EditableDocument::parse(json).unwrap()).hosts;
    let hosts: Vec<_> = hosts.iter().map(|host| host.name.as_str()).collect();
    assert_eq!(hosts, ["shop.example", "[::1]", "a.example", "t.example"]);
}

#[test]
fn very_many_addresses_are_counted() {
    let many = vec![r#""https://a.example/""#; 5_003].join(",");
    let tracking = AdAddresses::from_ad(&EditableDocument::parse(&format!("[{many}]")).unwrap());
    assert_eq!((tracking.addresses.len(), tracking.more), (5_000, 3));
    assert_eq!(tracking.hosts[0].count, 5_000);
    assert_eq!(tracking.addresses[4_999].duplicate_of, Some(0));
    let text = "'https://a.example/'".repeat(5_004);
    let tracking =
        AdAddresses::from_ad(&EditableDocument::parse(&format!(r#"{{"tag":"{text}"}}"#)).unwrap());
    assert_eq!((tracking.addresses.len(), tracking.more), (5_000, 4));
}

#[test]
fn address_target_is_one_word() {
    let describe = |url: &str| {
        let json = format!(r#"{{"mainClickthrough":{{"url":"{url}"}}}}"#);
        let tracking = AdAddresses::from_ad(&EditableDocument::parse(&json).unwrap());
        let destination = tracking.addresses[0].destination();
        let remarks = tracking.table().rows[0].cells[9].text.clone();
        format!("{url}: {destination} ({remarks})\n")
    };
    let urls = [
        "https://shop.example/a",
        "http://shop.example/a",
        "%%CLICK_URL%%",
        "%%CLICK_URL%%/landing?c=[campaign]",
        "[dest]://shop.example",
        "javascript:go()",
        "javascript:go('%%X%%')",
        "shop.example/[page]",
        "nowhere",
    ];
    expect![[r#"
        https://shop.example/a: shop.example ()
        http://shop.example/a: http://shop.example ()
        %%CLICK_URL%%: filled in later ()
        %%CLICK_URL%%/landing?c=[campaign]: filled in later ()
        [dest]://shop.example: [dest]://shop.example ()
        javascript:go(): not a web address ()
        javascript:go('%%X%%'): not a web address ()
        shop.example/[page]: not a web address (not a web address)
        nowhere: not a web address (not a web address)
    "#]]
    .assert_eq(&urls.map(describe).concat());
}
