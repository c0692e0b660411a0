use adwright_client::{ProbeHeaders, ProbeResponse};
use adwright_wire::RequestFailure;
use expect_test::{Expect, expect};

use super::*;

const CAMPAIGN: &str =
    r#"{"type":"Campaign","id":7,"traffickingMode":"simple","clientRefId":null}"#;

fn response(status: u16, path: &str, body: &str) -> ProbeResponse {
    ProbeResponse {
        status,
        head: ProbeHeaders {
            path: path.to_owned(),
            ..ProbeHeaders::default()
        },
        body: body.to_owned(),
        places: adwright_wire::ReplyPaths::default(),
        reply: None,
        failure: (status >= 400).then(|| RequestFailure::Unauthorized { message: None }.into()),
    }
}

fn probe(step: DoctorStepId, url: &str, result: ProbeResult) -> Probe {
    let url = url.to_owned();
    let request = match result {
        ProbeResult::Session => ProbeRequest::Post { url },
        _ => ProbeRequest::Get { url },
    };
    Probe::new(step, Vec::new(), request, 1, result)
}

/// Returns the probe of a campaign list with this total. The page size is 250, and the reply comes from this path.
fn list(path: &str, row: &str, total: u32) -> Probe {
    list_of(ProbedList::Campaigns, path, row, total)
}

fn list_of(list: ProbedList, path: &str, rows: &str, total: u32) -> Probe {
    let body = format!(r#"{{"result":[{rows}],"total":{total}}}"#);
    let result = ProbeResult::from_list(response(200, path, &body), 250, &Dialect::default());
    probe(list.step(), "https://a.example/campaigns?from=0", result)
}

fn refused(scheme: Option<&str>) -> Vec<Probe> {
    let mut unnamed = response(401, "/campaigns", "");
    unnamed.head.schemes = scheme.map(str::to_owned).into_iter().collect();
    let failure = ProbeResult::Failure(RequestFailure::Unauthorized { message: None }.into());
    vec![
        probe(
            DoctorStepId::Address,
            "https://a.example/",
            ProbeResult::Answer(Box::new(unnamed)),
        ),
        probe(DoctorStepId::Login, "https://a.example/", failure),
    ]
}

fn check(dialect: &Dialect, probes: &[Probe], expected: &Expect) {
    let suggested = suggest(dialect, probes).into_iter().map(|suggestion| {
        let changes = suggestion.changes.iter().map(|change| {
            let sample = change.sample.as_ref().map(|sample| format!(" {sample:?}"));
            format!(
                "  {}: {} -> {}{}\n",
                change.setting.key,
                change.before,
                change.value,
                sample.unwrap_or_default()
            )
        });
        let changes: String = changes.collect();
        format!("{:?}\n{changes}", suggestion.reason)
    });
    expected.assert_eq(&suggested.collect::<String>());
}

#[test]
fn where_all_is_well_nothing_is_suggested() {
    check(&Dialect::default(), &[], &expect![]);
    check(
        &Dialect::default(),
        &[list("/campaigns", CAMPAIGN, 1)],
        &expect![],
    );
    let session = probe(
        DoctorStepId::Login,
        "https://a.example/login",
        ProbeResult::Session,
    );
    check(&Dialect::practice(), &[session], &expect![]);
}

#[test]
fn the_login_that_the_service_asks_for() {
    check(
        &Dialect::practice(),
        &refused(Some("basic")),
        &expect![[r#"
            BasicRequested
              authentication: session -> basic
        "#]],
    );
    check(
        &Dialect::practice(),
        &refused(Some("bearer")),
        &expect![[r#"
            BearerRequested
              authentication: session -> bearer
        "#]],
    );
    check(&Dialect::practice(), &refused(None), &expect![]);
    check(
        &Dialect::default(),
        &refused(None),
        &expect![[r#"
            LoginRequested
              authentication: none -> session
        "#]],
    );
    // A login that worked at another path uses the right method.
    let mut probes = refused(Some("basic"));
    let mut moved = probe(
        DoctorStepId::Login,
        "https://a.example/login",
        ProbeResult::Session,
    );
    moved.changes = vec![(ProbedSetting::LoginPath, "login".to_owned())];
    probes.push(moved);
    check(
        &Dialect::practice(),
        &probes,
        &expect![[r#"
            RequestWorked { setting: LoginPath, request: Post { url: "https://a.example/login" } }
              authentication.session.path: login/login -> login
        "#]],
    );
    // A login whose session is not accepted has failed.
    let refusal = ProbeResult::Failure(RequestFailure::Unauthorized { message: None }.into());
    probes.push(probe(DoctorStepId::Login, "https://a.example/", refusal));
    check(
        &Dialect::practice(),
        &probes,
        &expect![[r#"
            BasicRequested
              authentication: session -> basic
        "#]],
    );
    // A missing password says nothing about the login method.
    let mut probes = refused(Some("basic"));
    let missing = RequestFailure::NoSecret(adwright_wire::SecretName::Password);
    probes[1].result = ProbeResult::Failure(missing.into());
    check(&Dialect::practice(), &probes, &expect![]);
}

#[test]
fn login_refusing_the_credentials_has_right_path() {
    let login = |status| {
        ProbeResult::Failure(
            RequestFailure::LoginRefused {
                status,
                message: None,
            }
            .into(),
        )
    };
    for status in [401, 403] {
        let mut probes = refused(Some("basic"));
        probes[1].result = login(status);
        check(&Dialect::practice(), &probes, &expect![]);
    }
    // If the path has no login, another method is right.
    let mut probes = refused(Some("basic"));
    probes[1].result = login(404);
    check(
        &Dialect::practice(),
        &probes,
        &expect![[r#"
            BasicRequested
              authentication: session -> basic
        "#]],
    );
}

#[test]
fn working_alternative_is_suggested_once_per_setting() {
    let mut tried = list("/campaigns/", CAMPAIGN, 1);
    tried.changes = vec![(ProbedSetting::TrailingSlash, "true".to_owned())];
    let sent_on = list("/campaigns/", CAMPAIGN, 1);
    check(
        &Dialect::default(),
        &[tried, sent_on.clone()],
        &expect![[r#"
            RequestWorked { setting: TrailingSlash, request: Get { url: "https://a.example/campaigns?from=0" } }
              trailingSlash: false -> true
        "#]],
    );
    let closed = Dialect {
        trailing_slash: true,
        ..Dialect::default()
    };
    check(&closed, &[sent_on], &expect![]);
}

/// Returns the probe of a single campaign, requested without a trailing slash and answered at this path.
fn one(path: &str) -> Probe {
    let body = format!(r#"{{"result":{CAMPAIGN}}}"#);
    let result = ProbeResult::Answer(Box::new(response(200, path, &body)));
    probe(
        DoctorStepId::Campaign,
        "https://a.example/campaigns/7",
        result,
    )
}

#[test]
fn redirects_suggest_a_slash_if_all_agree() {
    let redirected = || list("/campaigns/", CAMPAIGN, 1);
    let direct = || list("/campaigns", CAMPAIGN, 1);
    let values = |path| list_of(ProbedList::Values, path, "", 0);
    let cases: [(&[Probe], Option<&str>); 6] = [
        (&[redirected()], Some("true")),
        (&[redirected(), one("/campaigns/7/")], Some("true")),
        (&[redirected(), one("/campaigns/7")], None),
        (&[redirected(), values("/campaigns")], None),
        (&[direct(), one("/campaigns/7/")], None),
        (&[direct(), one("/campaigns/7")], None),
    ];
    let suggested = |dialect: &Dialect, probes: &[Probe]| {
        let suggestion = trailing_slash::suggest_trailing_slash(dialect, probes)?;
        Some(suggestion.changes[0].value.clone())
    };
    for (probes, expected) in cases {
        let slash = suggested(&Dialect::default(), probes);
        assert_eq!(slash.as_deref(), expected, "{probes:?}");
    }
    let closed = Dialect {
        trailing_slash: true,
        ..Dialect::default()
    };
    let mut single = one("/campaigns/7");
    single.request = ProbeRequest::Get {
        url: "https://a.example/campaigns/7/".to_owned(),
    };
    let slash = suggested(&closed, &[single]);
    assert_eq!(slash.as_deref(), Some("false"));
}

/// Returns the probe for the rest of a truncated page of campaigns.
fn rest(first: &Probe, rows: &str) -> Probe {
    let first = first.result.rows().unwrap();
    let rest = list("/campaigns", rows, 0).result;
    let result = first.with_remainder(rest, first.truncated_after().unwrap());
    probe(DoctorStepId::Campaigns, "https://a.example/", result)
}

#[test]
fn page_size_follows_a_proven_service_limit() {
    let cut = list("/campaigns", CAMPAIGN, 434);
    check(&Dialect::default(), std::slice::from_ref(&cut), &expect![]);
    for rows in ["", CAMPAIGN] {
        let nothing_new = [cut.clone(), rest(&cut, rows)];
        check(&Dialect::default(), &nothing_new, &expect![]);
    }
    let more = CAMPAIGN.replace('7', "8");
    let proven = [cut.clone(), rest(&cut, &more)];
    check(&Dialect::default(), &proven, &expect![""]);
    let whole = list("/campaigns", CAMPAIGN, 1);
    assert_eq!(whole.result.rows().unwrap().truncated_after(), None);
}

#[test]
fn references_and_places() {
    let row = r#"{"id":7,"clientRefId":"ours","a":{"b":{"c":{"verification":"None"}}},"x":{"brandId":1},"y":{"brandId":2}}"#;
    let probes = [list("/campaigns", row, 1)];
    check(
        &Dialect::default(),
        &probes,
        &expect![[r#"
            BindingObserved { binding: Verification, place: Path([Member("a"), Member("b"), Member("c"), Member("verification")]) }
              bindings.verification:  -> a.b.c.verification Json("\"None\"")
            BindingObserved { binding: BrandId, place: Path([Member("x"), Member("brandId")]) }
              bindings.brandId:  -> x.brandId Json("1")
        "#]],
    );
    let mut set = Dialect::practice();
    set.page_size = 1;
    let far = "a.b.c.verification".parse().unwrap();
    set.bindings.0.insert(Binding::Verification, far);
    check(
        &set,
        &probes,
        &expect![[r#"
            BindingObserved { binding: BrandId, place: Path([Member("x"), Member("brandId")]) }
              bindings.brandId:  -> x.brandId Json("1")
        "#]],
    );
}

#[test]
fn references_are_suggested_for_kinds_showing_one() {
    let values = r#"{"id":1,"clientRefId":null,"retargetingActivityId":2},{"id":3,"clientRefId":81,"retargetingActivityId":2}"#;
    let ads = r#"{"id":4,"type":"Ad","clientRefId":"a"},{"id":5,"type":"ExpandableBannerAd","clientRefId":"b"},
        {"id":6,"type":"InStreamInteractiveAd","clientRefId":""}"#;
    let probes = [
        list("/campaigns", CAMPAIGN, 1),
        list_of(ProbedList::Values, "/values", values, 2),
        list_of(ProbedList::Ads, "/ads", ads, 3),
    ];
    let off = Dialect {
        client_ref_id: ClientRefFormats::uniform(ClientRefFormat::Off),
        ..Dialect::default()
    };
    check(
        &off,
        &probes,
        &expect![[r#"
            ReferenceObserved(ObservedReference { kind: RetargetingDataValue, form: "integer", shown: "81" })
              clientRefId.RetargetingDataValue: off -> integer
            ReferenceObserved(ObservedReference { kind: ExpandableBannerAd, form: "text", shown: "b" })
              clientRefId.ExpandableBannerAd: off -> text
        "#]],
    );
    check(
        &Dialect::default(),
        &probes,
        &expect![[r#"
            ReferenceObserved(ObservedReference { kind: RetargetingDataValue, form: "integer", shown: "81" })
              clientRefId.RetargetingDataValue: text -> integer
        "#]],
    );
    let numbers = Dialect {
        client_ref_id: ClientRefFormats::uniform(ClientRefFormat::Integer),
        ..Dialect::default()
    };
    check(&numbers, &probes, &expect![""]);
}

#[test]
fn an_empty_list_suggests_nothing() {
    let probes = [
        list("/campaigns", "", 0),
        list_of(ProbedList::Values, "/values", "", 0),
        list_of(ProbedList::Ads, "/ads", "", 0),
    ];
    check(&Dialect::default(), &probes, &expect![[r#""#]]);
}
