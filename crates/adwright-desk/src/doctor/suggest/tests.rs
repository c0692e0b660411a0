use adwright_client::{ProbeHeaders, ProbeResponse};
use expect_test::{Expect, expect};

use super::*;

use crate::doctor::probe::ProbeResult;

const CAMPAIGN: &str =
    r#"{"type":"Campaign","id":7,"traffickingMode":"simple","clientRefId":null}"#;

fn look(status: u16, path: &str, body: &str) -> ProbeResponse {
    ProbeResponse {
        status,
        head: ProbeHeaders {
            path: path.to_owned(),
            ..ProbeHeaders::default()
        },
        body: body.to_owned(),
        places: adwright_wire::ReplyPaths::default(),
        came: None,
        failure: (status >= 400).then_some(ClientError::Unauthorized {
            message: None,
            came: None,
        }),
    }
}

fn probe(step: DoctorStepId, request: &str, came: ProbeResult) -> Probe {
    Probe::new((step, Vec::new()), request.to_owned(), 1, came)
}

/// Returns the probe of a campaign list with this total. The page size is 250, and the reply comes from this path.
fn list(path: &str, row: &str, total: u32) -> Probe {
    list_of(DoctorStepId::Campaigns, path, row, total)
}

fn list_of(step: DoctorStepId, path: &str, rows: &str, total: u32) -> Probe {
    let body = format!(r#"{{"result":[{rows}],"total":{total}}}"#);
    let came = ProbeResult::from_list(look(200, path, &body), 250, &Dialect::default());
    probe(step, "GET https://a.example/campaigns?from=0", came)
}

fn refused(scheme: Option<&str>) -> Vec<Probe> {
    let mut unnamed = look(401, "/campaigns", "");
    unnamed.head.schemes = scheme.map(str::to_owned).into_iter().collect();
    let failure = ProbeResult::Failure(ClientError::Unauthorized {
        message: None,
        came: None,
    });
    vec![
        probe(
            DoctorStepId::Address,
            "GET",
            ProbeResult::Answer(Box::new(unnamed)),
        ),
        probe(DoctorStepId::Login, "GET", failure),
    ]
}

fn check(dialect: &Dialect, probes: &[Probe], expected: &Expect) {
    let told = suggest(dialect, probes).into_iter().map(|suggestion| {
        let changes = suggestion.changes.iter().map(|change| {
            format!(
                "{}: {} -> {} {}",
                change.key,
                change.before,
                change.after,
                change.sample.clone().unwrap_or_default()
            )
        });
        format!(
            "{}. {}\n  {}\n",
            suggestion.title,
            suggestion.why,
            changes.collect::<Vec<_>>().join("\n  ").trim_end()
        )
    });
    expected.assert_eq(&told.collect::<String>());
}

#[test]
fn where_all_is_well_nothing_is_suggested() {
    check(&Dialect::default(), &[], &expect![]);
    check(
        &Dialect::default(),
        &[list("/campaigns", CAMPAIGN, 1)],
        &expect![],
    );
    let session = probe(DoctorStepId::Login, "POST", ProbeResult::Session);
    check(&Dialect::practice(), &[session], &expect![]);
}

#[test]
fn the_login_that_the_service_asks_for() {
    check(
        &Dialect::practice(),
        &refused(Some("basic")),
        &expect![[r#"
        Send name and password. The service asks for name and password with every request (Basic).
          authentication: A login for each session -> Name and password with every request
    "#]],
    );
    check(
        &Dialect::practice(),
        &refused(Some("bearer")),
        &expect![[r#"
        Send a token. The service asks for a token with every request (Bearer).
          authentication: A login for each session -> A token with every request
    "#]],
    );
    check(&Dialect::practice(), &refused(None), &expect![]);
    check(
        &Dialect::default(),
        &refused(None),
        &expect![[r#"
        Log in for a session. The service wants a login and does not say which. Most services of this interface open a session.
          authentication: It does not ask -> A login for each session
    "#]],
    );
    // A login that worked at another path uses the right method.
    let mut probes = refused(Some("basic"));
    let mut moved = probe(DoctorStepId::Login, "POST", ProbeResult::Session);
    moved.changes = vec![("authentication.session.path", "login".to_owned())];
    probes.push(moved);
    check(
        &Dialect::practice(),
        &probes,
        &expect![[r#"
        Another path of the login. With this the service answered to POST.
          authentication.session.path: login/login -> login
    "#]],
    );
    // A login whose session is not accepted has failed.
    let refusal = ProbeResult::Failure(ClientError::Unauthorized {
        message: None,
        came: None,
    });
    probes.push(probe(DoctorStepId::Login, "GET", refusal));
    check(
        &Dialect::practice(),
        &probes,
        &expect![[r#"
        Send name and password. The service asks for name and password with every request (Basic).
          authentication: A login for each session -> Name and password with every request
    "#]],
    );
    // A missing password says nothing about the login method.
    let mut probes = refused(Some("basic"));
    let missing = ClientError::NoSecret(adwright_wire::SecretName::Password);
    probes[1].came = ProbeResult::Failure(missing);
    check(&Dialect::practice(), &probes, &expect![]);
}

#[test]
fn login_refusing_the_credentials_has_right_path() {
    let login = |status| {
        ProbeResult::Failure(ClientError::LoginRefused {
            status,
            message: None,
            came: None,
        })
    };
    for status in [401, 403] {
        let mut probes = refused(Some("basic"));
        probes[1].came = login(status);
        check(&Dialect::practice(), &probes, &expect![]);
    }
    // If the path has no login, another method is right.
    let mut probes = refused(Some("basic"));
    probes[1].came = login(404);
    check(
        &Dialect::practice(),
        &probes,
        &expect![[r#"
        Send name and password. The service asks for name and password with every request (Basic).
          authentication: A login for each session -> Name and password with every request
    "#]],
    );
}

#[test]
fn working_alternative_is_suggested_once_per_setting() {
    let mut tried = list("/campaigns/", CAMPAIGN, 1);
    tried.changes = vec![("trailingSlash", "true".to_owned())];
    let sent_on = list("/campaigns/", CAMPAIGN, 1);
    check(
        &Dialect::default(),
        &[tried, sent_on.clone()],
        &expect![[r#"
            Another end of paths. With this the service answered to GET https://a.example/campaigns?from=0.
              trailingSlash: No -> Yes
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
    let came = ProbeResult::Answer(Box::new(look(200, path, &body)));
    probe(
        DoctorStepId::Campaign,
        "GET https://a.example/campaigns/7",
        came,
    )
}

#[test]
fn redirects_suggest_a_slash_if_all_agree() {
    let redirected = || list("/campaigns/", CAMPAIGN, 1);
    let direct = || list("/campaigns", CAMPAIGN, 1);
    let values = |path| list_of(DoctorStepId::Values, path, "", 0);
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
    single.request.push('/');
    let slash = suggested(&closed, &[single]);
    assert_eq!(slash.as_deref(), Some("false"));
}

/// Returns the probe for the rest of a truncated page of campaigns.
fn rest(first: &Probe, rows: &str) -> Probe {
    let first = first.came.rows().unwrap();
    let rest = list("/campaigns", rows, 0).came;
    let came = first.remainder_of(rest, first.truncated_after().unwrap());
    probe(DoctorStepId::Campaigns, "GET", came)
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
    assert_eq!(whole.came.rows().unwrap().truncated_after(), None);
}

#[test]
fn references_and_places() {
    let row = r#"{"id":7,"clientRefId":"ours","a":{"b":{"c":{"verification":"None"}}},"x":{"brandId":1},"y":{"brandId":2}}"#;
    let probes = [list("/campaigns", row, 1)];
    check(
        &Dialect::default(),
        &probes,
        &expect![[r#"
            Where “Verification” is. It is not where Adwright looks for it, and a field of that name is here.
              bindings.verification: looked for -> a.b.c.verification "None"
            Where “Brand’s id” is. It is not where Adwright looks for it, and a field of that name is here.
              bindings.brandId: looked for -> x.brandId 1
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
        Where “Brand’s id” is. It is not where Adwright looks for it, and a field of that name is here.
          bindings.brandId: looked for -> x.brandId 1
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
        list_of(DoctorStepId::Values, "/values", values, 2),
        list_of(DoctorStepId::Ads, "/ads", ads, 3),
    ];
    let off = Dialect {
        client_ref_id: ClientRefFormats::uniform(ClientRefFormat::Off),
        ..Dialect::default()
    };
    check(
        &off,
        &probes,
        &expect![[r#"
        Find lost retargeting values by our reference. The service lists retargeting values with a reference in clientRefId, such as “81”.
          clientRefId.RetargetingDataValue: Not sent -> Sent as a number
        Find lost expandable banner ads by our reference. The service lists expandable banner ads with a reference in clientRefId, such as “b”.
          clientRefId.ExpandableBannerAd: Not sent -> Sent as text
    "#]],
    );
    check(
        &Dialect::default(),
        &probes,
        &expect![[r#"
        Find lost retargeting values by our reference. The service lists retargeting values with a reference in clientRefId, such as “81”.
          clientRefId.RetargetingDataValue: Sent as text -> Sent as a number
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
        list_of(DoctorStepId::Values, "/values", "", 0),
        list_of(DoctorStepId::Ads, "/ads", "", 0),
    ];
    check(&Dialect::default(), &probes, &expect![[r#""#]]);
}
