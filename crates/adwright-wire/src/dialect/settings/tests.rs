use std::collections::BTreeMap;

use adwright_model::Binding;
use expect_test::{Expect, expect};
use serde_json::Value;

use super::*;
use crate::dialect::{Authentication, SessionLogin};

/// A dialect for every authentication, with all bindings set, so that every member of a dialect occurs.
fn every_form() -> Vec<Dialect> {
    let logins = [
        Authentication::None,
        Authentication::Basic,
        Authentication::Bearer,
        Authentication::Headers(vec!["X-User".to_owned(), "X-Key".to_owned()]),
        Authentication::Session(SessionLogin::default()),
    ];
    let bound = Binding::ALL.map(|binding| (binding, "at.some.place".parse().unwrap()));
    let form = |authentication| {
        let mut dialect = Dialect {
            authentication,
            ..Dialect::practice()
        };
        dialect.bindings.0.extend(bound.clone());
        dialect
    };
    logins.map(form).into()
}

/// Returns the members of a stored dialect that have a value, by their keys. An authentication is itself a value, and
/// so is a sort order of two members.
fn leaves(dialect: &Dialect) -> BTreeMap<String, Value> {
    fn gather(key: &str, value: &Value, into: &mut BTreeMap<String, Value>) {
        match value {
            Value::Object(members) if key != "listSort" => {
                if key == "authentication" {
                    let form = members.keys().next().unwrap().clone();
                    into.insert(key.to_owned(), form.into());
                }
                for (name, value) in members {
                    let dot = if key.is_empty() { "" } else { "." };
                    gather(&format!("{key}{dot}{name}"), value, into);
                }
            }
            other => drop(into.insert(key.to_owned(), other.clone())),
        }
    }
    let mut found = BTreeMap::new();
    gather("", &serde_json::to_value(dialect).unwrap(), &mut found);
    found
}

#[test]
fn every_member_of_every_dialect_has_exactly_one_row() {
    for dialect in every_form() {
        let mut rows: Vec<_> = Setting::all()
            .filter(|setting| setting.get(&dialect).is_some())
            .map(|setting| setting.key)
            .collect();
        rows.sort_unstable();
        let members: Vec<_> = leaves(&dialect).into_keys().collect();
        assert_eq!(rows, members, "{:?}", dialect.authentication);
    }
}

#[test]
fn no_binding_is_left_out() {
    let error = serde_json::from_str::<Binding>("\"\"")
        .unwrap_err()
        .to_string();
    let names = error.matches('`').count() / 2 - 1;
    assert_eq!(names, Binding::ALL.len(), "{error}");
}

#[test]
fn each_row_changes_its_member_and_no_other_and_comes_back() {
    for dialect in every_form() {
        for setting in Setting::all() {
            let Some(before) = setting.get(&dialect) else {
                continue;
            };
            let other = another(setting, &before);
            let mut changed = dialect.clone();
            setting.set(&mut changed, &other).unwrap();
            assert_eq!(setting.get(&changed).unwrap(), other, "{}", setting.key);
            let was = leaves(&dialect);
            let is = leaves(&changed);
            let differs = was
                .iter()
                .filter(|(key, value)| is.get(*key) != Some(value));
            let differs: Vec<_> = differs.map(|(key, _)| key.as_str()).collect();
            // The settings of an authentication change together with it.
            let allowed = |key: &&str| {
                *key == setting.key
                    || setting.key == "authentication" && key.starts_with(setting.key)
            };
            assert!(
                !differs.is_empty() && differs.iter().all(allowed),
                "{}: {differs:?}",
                setting.key
            );
            if setting.key != "authentication" {
                setting.set(&mut changed, &before).unwrap();
                assert_eq!(changed, dialect, "{}", setting.key);
            }
        }
    }
}

/// Returns a valid value that differs from the current one.
fn another(setting: &Setting, before: &str) -> String {
    let tried = match setting.value_type() {
        SettingType::YesNo => vec!["true", "false"],
        SettingType::OneOf(choices) => choices.iter().map(|choice| choice.value).collect(),
        SettingType::Number { .. } => vec!["7", "8"],
        SettingType::Place { .. } => vec!["some.other[0].place"],
        SettingType::Text { .. } => vec!["/other", "other", "other DESC", "7", "X-Other: 7"],
    };
    let fits = |value: &&str| {
        let mut dialect = every_form()
            .into_iter()
            .find(|one| setting.get(one).is_some())
            .unwrap();
        let taken = setting.set(&mut dialect, value).is_ok();
        taken && setting.get(&dialect).as_deref() == Some(value) && **value != *before
    };
    tried.into_iter().find(fits).unwrap().to_owned()
}

#[test]
fn words_are_there_and_sentences_end() {
    for setting in Setting::all() {
        assert!(
            !setting.title.is_empty() && !setting.title.ends_with('.'),
            "{}",
            setting.key
        );
        assert!(
            setting.help.ends_with('.') && setting.help.len() < 160,
            "{}",
            setting.key
        );
    }
}

fn check_refused(key: &str, texts: &[&str], expected: &Expect) {
    let mut dialect = every_form().pop().unwrap();
    let before = dialect.clone();
    let said = texts.iter().map(|text| {
        let refused = Setting::from_key(key).and_then(|setting| setting.set(&mut dialect, text));
        refused.unwrap_err().to_string()
    });
    let mut said: Vec<_> = said.collect();
    said.dedup();
    expected.assert_eq(&said.join("\n"));
    assert_eq!(dialect, before);
}

#[test]
fn what_does_not_fit_is_told_and_changes_nothing() {
    check_refused(
        "pageSize",
        &[
            "",
            "0",
            "-1",
            "many",
            "10001",
            "1.5",
            "99999999999999999999",
        ],
        &expect!["Enter a whole number from 1 to 10000."],
    );
    check_refused(
        "trailingSlash",
        &["", "maybe", "1"],
        &expect!["Enter one of no, lists, entities, all."],
    );
    check_refused(
        "restPrefix",
        &["", "maybe", "1"],
        &expect!["Enter true or false."],
    );
    check_refused(
        "connectTimeoutMs",
        &["0", "10 s"],
        &expect!["Enter a whole number of milliseconds from 1 to 600000."],
    );
    check_refused(
        "clientRefId.Campaign",
        &["", "number"],
        &expect!["Enter one of off, text, integer."],
    );
    check_refused(
        "listSort",
        &["id up"],
        &expect!["Enter a field and ASC or DESC, such as id ASC; or leave it empty."],
    );
    check_refused(
        "pagingWindow",
        &["0", "far"],
        &expect!["Enter a whole number from 1 to 1000000000."],
    );
    check_refused(
        "adsPath",
        &["https://elsewhere.example/ads", "/ads?all", "a b"],
        &expect!["Enter a path below the address, such as /ads."],
    );
}

#[test]
fn the_end_of_paths_is_also_taken_as_yes_or_no_as_it_was_before() {
    let setting = Setting::from_key("trailingSlash").unwrap();
    for (text, value) in [
        ("true", "all"),
        ("Yes", "all"),
        ("false", "no"),
        ("lists", "lists"),
        ("entities", "entities"),
    ] {
        let mut dialect = Dialect::default();
        setting.set(&mut dialect, text).unwrap();
        assert_eq!(setting.get(&dialect).as_deref(), Some(value), "{text}");
    }
}

#[test]
fn what_does_not_fit_a_login_or_a_binding_is_told() {
    check_refused(
        "authentication.session.token",
        &["", "a..b", "a[x]"],
        &expect!["Enter a place in the document, such as settings.mode."],
    );
    check_refused(
        "authentication.session.headers",
        &["X-Key: opensesame"],
        &expect!["Enter names of headers, such as X-Api-Key, with commas between them."],
    );
    check_refused(
        "authentication.session.path",
        &["", "  "],
        &expect!["This cannot be empty."],
    );
    check_refused(
        "authentication.session.path",
        &[
            "https://other.example/login",
            "login?x=1",
            "?x=1",
            "login#a",
            "log in",
        ],
        &expect!["Enter a path below the address, such as login/login."],
    );
    check_refused(
        "authentication.headers",
        &["X-Key"],
        &expect![
            "“Headers with secret values” belongs to another way to log in. Choose that first."
        ],
    );
    check_refused(
        "bindings.name",
        &["a..b"],
        &expect!["Enter a place in the document, such as settings.mode."],
    );
    let unknown = Setting::from_key("pageSze").unwrap_err().to_string();
    let said = "there is no setting pageSze; there are trailingSlash, ";
    assert!(unknown.starts_with(said), "{unknown}");
}

#[test]
fn a_header_of_the_token_has_a_name_that_http_allows() {
    check_refused(
        "authentication.session.header",
        &["", "X Session", "X-Session:", "Sitzung-Ü"],
        &expect!["Enter the name of a header, such as X-Session."],
    );
}

#[test]
fn a_header_that_is_written_with_each_request_carries_no_secret() {
    check_refused(
        "authentication.session.header",
        &["Host"],
        &expect![
            "Adwright writes “Host” itself with each request. Enter the name of another header, such as X-Session."
        ],
    );
    check_refused(
        "authentication.session.header",
        &["content-length"],
        &expect![
            "Adwright writes “content-length” itself with each request. Enter the name of another header, such as X-Session."
        ],
    );
    check_refused(
        "authentication.session.headers",
        &["X-Key, Host", "Host"],
        &expect!["Adwright writes “Host” itself with each request. Leave it out."],
    );
}

#[test]
fn a_dialect_from_elsewhere_is_held_against_every_bound() {
    for dialect in every_form() {
        assert_eq!(dialect.validation_error(), None);
    }
    let misfit = |text: &str| {
        let dialect: Dialect = serde_json::from_str(text).unwrap();
        dialect.validation_error().unwrap_or_default()
    };
    let said = [
        r#"{"replyLimitBytes":18446744073709551615}"#,
        r#"{"connectTimeoutMs":0}"#,
        r#"{"pageSize":0}"#,
        r#"{"authentication":{"headers":["X-Key","X Session"]}}"#,
        r#"{"authentication":{"session":{"header":" X"}}}"#,
        r#"{"authentication":{"headers":["X-Key","Host"]}}"#,
        r#"{"plainHeaders":[{"name":"X-A","value":"1; X-B: 2"}]}"#,
        r#"{"plainHeaders":[{"name":"Host","value":"elsewhere.example"}]}"#,
    ]
    .map(misfit);
    expect![[r#"
        “Largest reply” cannot be “18446744073709551615”. Enter a whole number of bytes from 1 to 1073741824.
        “Longest time to connect” cannot be “0”. Enter a whole number of milliseconds from 1 to 600000.
        “Page size” cannot be “0”. Enter a whole number from 1 to 10000.
        “Headers with secret values” cannot be “X-Key, X Session”. Enter the name of a header, such as X-Session.
        “Header of the token” cannot be “ X”. Enter the name of a header, such as X-Session.
        “Headers with secret values” cannot be “X-Key, Host”. Adwright writes “Host” itself with each request. Leave it out.
        “Plain headers” cannot be “X-A: 1; X-B: 2”. Enter name and value of each header, such as X-Account-Id: 1021, one a line or with semicolons between them.
        “Plain headers” cannot be “Host: elsewhere.example”. Adwright writes “Host” itself with each request. Leave it out."#]].assert_eq(&said.join("\n"));
}

#[test]
fn what_may_be_left_open_can_be_emptied() {
    let mut dialect = every_form().pop().unwrap();
    for key in [
        "adsPath",
        "listSort",
        "pagingWindow",
        "listAt",
        "totalAt",
        "singleAt",
        "errors.codeAt",
        "errors.messageAt",
        "bindings.name",
        "authentication.session.headers",
    ] {
        let setting = Setting::from_key(key).unwrap();
        for nothing in ["", " ", "null", "none"] {
            if key.ends_with("headers") && !nothing.trim().is_empty() {
                continue;
            }
            setting.set(&mut dialect, nothing).unwrap();
            assert_eq!(setting.get(&dialect).unwrap(), "", "{key}");
        }
    }
    assert_eq!((dialect.ads_path, dialect.list_sort), (None, None));
    assert_eq!(dialect.bindings.0.len(), Binding::ALL.len() - 1);
}

#[test]
fn values_are_spoken() {
    let spoken = Setting::all().map(|setting| {
        let value = setting.get(&Dialect::practice()).unwrap_or_default();
        format!("{}: {}\n", setting.key, setting.display_value(&value))
    });
    expect![[r#"
        trailingSlash: No
        restPrefix: No
        adsPath: /ads
        adsMaySend: Yes
        authentication: A login for each session
        authentication.headers: none
        authentication.session.path: login/login
        authentication.session.usernameMember: username
        authentication.session.passwordMember: password
        authentication.session.token: result.sessionId
        authentication.session.header: Authorization
        authentication.session.scheme: As it is
        authentication.session.headers: none
        plainHeaders: none
        pageSize: 250
        listSort: id ASC
        pagingWindow: found out
        partition: In parts, by advertiser
        listAt: looked for
        totalAt: looked for
        singleAt: looked for
        notFound: An empty answer, or a 404 that is no web page
        errors.codeAt: looked for
        errors.messageAt: looked for
        clientRefId.Campaign: Sent as text
        clientRefId.RetargetingDataValue: Sent as text
        clientRefId.InStreamInteractiveAd: Sent as text
        clientRefId.ExpandableBannerAd: Sent as text
        clientRefId.HTML5ExpandableBannerAd: Sent as text
        batchCap: 500
        quietPeriodMs: 5 seconds
        connectTimeoutMs: 10 seconds
        readTimeoutMs: 30 seconds
        answerTimeoutMs: 120 seconds
        replyLimitBytes: 32 MB
        concurrency: 4
        requestsPerSecond: 0
        bindings.traffickingMode: looked for
        bindings.verification: looked for
        bindings.disableCookies: looked for
        bindings.advertiserId: looked for
        bindings.advertiserName: looked for
        bindings.brandId: looked for
        bindings.brandName: looked for
        bindings.accountId: looked for
        bindings.accountName: looked for
        bindings.name: looked for
        bindings.updatedOn: looked for
        bindings.version: looked for
        bindings.retargetingActivity: looked for
        bindings.retargetingData: looked for
    "#]]
    .assert_eq(&spoken.collect::<String>());
}
