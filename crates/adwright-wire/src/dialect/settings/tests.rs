use std::collections::BTreeMap;

use adwright_model::Binding;
use expect_test::expect;
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
fn every_dialect_member_has_exactly_one_row() {
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
fn each_row_changes_only_its_member_and_roundtrips() {
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
fn every_setting_has_complete_texts() {
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

fn check_refused(key: &str, texts: &[&str], error: &SettingValueError) {
    let mut dialect = every_form().pop().unwrap();
    let before = dialect.clone();
    let setting = Setting::from_key(key).unwrap();
    for text in texts {
        let refused = setting.set(&mut dialect, text);
        let expected = Err(SettingError::InvalidValue(error.clone()));
        assert_eq!(refused, expected, "{key}={text}");
    }
    assert_eq!(dialect, before);
}

const fn out_of_range(least: u64, most: u64, unit: &'static str) -> SettingValueError {
    SettingValueError::OutOfRange { least, most, unit }
}

#[test]
fn invalid_values_are_refused_and_change_nothing() {
    let many = [
        "",
        "0",
        "-1",
        "many",
        "10001",
        "1.5",
        "99999999999999999999",
    ];
    check_refused("pageSize", &many, &out_of_range(1, 10_000, ""));
    let maybe = ["", "maybe", "1"];
    for key in ["restPrefix", "trailingSlash"] {
        check_refused(key, &maybe, &SettingValueError::NotYesNo);
    }
    let setting = Setting::from_key("clientRefId.Campaign").unwrap();
    let SettingType::OneOf(choices) = setting.value_type() else {
        panic!("{} has choices", setting.key)
    };
    check_refused(
        setting.key,
        &["", "number"],
        &SettingValueError::UnknownChoice(choices),
    );
    check_refused(
        "connectTimeoutMs",
        &["0", "10 s"],
        &out_of_range(1, 600_000, "milliseconds"),
    );
    check_refused("listSort", &["id up"], &SettingValueError::NotSort);
    check_refused(
        "pagingWindow",
        &["0", "far"],
        &out_of_range(1, 1_000_000_000, ""),
    );
    let elsewhere = ["https://elsewhere.example/ads", "/ads?all", "a b"];
    check_refused("adsPath", &elsewhere, &SettingValueError::NotUrlPath);
}

#[test]
fn invalid_login_settings_and_bindings_are_refused() {
    let no_place = SettingValueError::NotDocumentPath;
    check_refused(
        "authentication.session.token",
        &["", "a..b", "a[x]"],
        &no_place,
    );
    check_refused("bindings.name", &["a..b"], &no_place);
    let secret = ["X-Key: opensesame"];
    let names = SettingValueError::NotHeaderNames;
    check_refused("authentication.session.headers", &secret, &names);
    let path = "authentication.session.path";
    check_refused(path, &["", "  "], &SettingValueError::Empty);
    let elsewhere = [
        "https://other.example/login",
        "login?x=1",
        "?x=1",
        "login#a",
        "log in",
    ];
    check_refused(path, &elsewhere, &SettingValueError::NotLoginPath);
    let mut session = every_form().pop().unwrap();
    let headers = Setting::from_key("authentication.headers").unwrap();
    assert_eq!(
        headers.set(&mut session, "X-Key"),
        Err(SettingError::OtherLogin {
            title: headers.title
        })
    );
    let unknown = Setting::from_key("pageSze").unwrap_err();
    assert_eq!(unknown, SettingError::Unknown("pageSze".to_owned()));
}

#[test]
fn a_token_header_has_an_http_name() {
    check_refused(
        "authentication.session.header",
        &["", "X Session", "X-Session:", "Sitzung-Ü"],
        &SettingValueError::NotHeaderName,
    );
}

#[test]
fn headers_that_the_client_writes_carry_no_secret() {
    for name in ["Host", "content-length"] {
        check_refused(
            "authentication.session.header",
            &[name],
            &SettingValueError::ReservedTokenHeader(name.to_owned()),
        );
    }
    check_refused(
        "authentication.session.headers",
        &["X-Key, Host", "Host"],
        &HeaderError::Reserved("Host".to_owned()).into(),
    );
}

#[test]
fn imported_dialect_is_checked_against_every_bound() {
    for dialect in every_form() {
        assert_eq!(dialect.validation_error(), None);
    }
    let host = || HeaderError::Reserved("Host".to_owned()).into();
    for (text, title, expected) in [
        (
            r#"{"replyLimitBytes":18446744073709551615}"#,
            "Maximum reply size",
            out_of_range(1, 1_073_741_824, "bytes"),
        ),
        (
            r#"{"connectTimeoutMs":0}"#,
            "Connection timeout",
            out_of_range(1, 600_000, "milliseconds"),
        ),
        (
            r#"{"pageSize":0}"#,
            "Page size",
            out_of_range(1, 10_000, ""),
        ),
        (
            r#"{"authentication":{"headers":["X-Key","X Session"]}}"#,
            "Headers with secret values",
            SettingValueError::NotHeaderName,
        ),
        (
            r#"{"authentication":{"session":{"header":" X"}}}"#,
            "Header of the token",
            SettingValueError::NotHeaderName,
        ),
        (
            r#"{"authentication":{"headers":["X-Key","Host"]}}"#,
            "Headers with secret values",
            host(),
        ),
        (
            r#"{"plainHeaders":[{"name":"X-A","value":"1; X-B: 2"}]}"#,
            "Plain headers",
            HeaderError::Malformed.into(),
        ),
        (
            r#"{"plainHeaders":[{"name":"Host","value":"elsewhere.example"}]}"#,
            "Plain headers",
            host(),
        ),
    ] {
        let dialect: Dialect = serde_json::from_str(text).unwrap();
        let Some(DialectError::Setting {
            title: found,
            error,
            ..
        }) = dialect.validation_error()
        else {
            panic!("{text} is invalid")
        };
        assert_eq!((found, error), (title, expected), "{text}");
    }
}

#[test]
fn optional_settings_can_be_cleared() {
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
fn values_have_display_texts() {
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
        pagingWindow: automatic
        partition: In parts, by advertiser
        listAt: automatic
        totalAt: automatic
        singleAt: automatic
        notFound: An empty reply, or a 404 that is not a web page
        errors.codeAt: automatic
        errors.messageAt: automatic
        clientRefId.Campaign: Sent as text
        clientRefId.RetargetingDataValue: Sent as text
        clientRefId.InStreamInteractiveAd: Sent as text
        clientRefId.ExpandableBannerAd: Sent as text
        clientRefId.HTML5ExpandableBannerAd: Sent as text
        batchCap: 500
        foreignChanges: Send them together
        quietPeriodMs: 5 seconds
        connectTimeoutMs: 10 seconds
        readTimeoutMs: 30 seconds
        answerTimeoutMs: 120 seconds
        replyLimitBytes: 32 MB
        concurrency: 4
        requestsPerSecond: 0
        bindings.traffickingMode: automatic
        bindings.verification: automatic
        bindings.disableCookies: automatic
        bindings.advertiserId: automatic
        bindings.advertiserName: automatic
        bindings.brandId: automatic
        bindings.brandName: automatic
        bindings.accountId: automatic
        bindings.accountName: automatic
        bindings.name: automatic
        bindings.updatedOn: automatic
        bindings.version: automatic
        bindings.retargetingActivity: automatic
        bindings.retargetingData: automatic
    "#]]
    .assert_eq(&spoken.collect::<String>());
}
