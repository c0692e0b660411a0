use adwright_client::{ProbeHeaders, ProbeResponse};
use adwright_wire::TrailingSlash;
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
fn a_login_that_refuses_the_name_or_the_password_is_the_right_one() {
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
fn what_worked_in_another_way_and_each_setting_once() {
    let mut tried = list("/campaigns/", CAMPAIGN, 1);
    tried.changes = vec![("trailingSlash", "lists".to_owned())];
    let sent_on = list("/campaigns/", CAMPAIGN, 1);
    check(
        &Dialect::default(),
        &[tried, sent_on.clone()],
        &expect![[r#"
            Another end of paths. With this the service answered to GET https://a.example/campaigns?from=0.
              trailingSlash: No -> Those of lists
        "#]],
    );
    check(
        &Dialect::default(),
        std::slice::from_ref(&sent_on),
        &expect![[r#"
            Lists with a slash at their end. The service sends lists on to /campaigns/. What is written would not follow.
              trailingSlash: No -> Those of lists
        "#]],
    );
    let closed = Dialect {
        trailing_slash: TrailingSlash::Lists,
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
fn lists_and_single_entities_are_told_apart() {
    let plain = Dialect::default();
    let sent_on = || list("/campaigns/", CAMPAIGN, 1);
    check(
        &plain,
        &[sent_on(), one("/campaigns/7")],
        &expect![[r#"
        Lists with a slash at their end. The service sends lists on to /campaigns/. What is written would not follow.
          trailingSlash: No -> Those of lists
    "#]],
    );
    check(
        &plain,
        &[sent_on(), one("/campaigns/7/")],
        &expect![[r#"
        Paths with a slash at their end. The service sends every request on to /campaigns/. What is written would not follow.
          trailingSlash: No -> Yes, all
    "#]],
    );
    let direct = || list("/campaigns", CAMPAIGN, 1);
    check(
        &plain,
        &[direct(), one("/campaigns/7/")],
        &expect![[r#"
        Single entities with a slash at their end. The service sends single entities on to /campaigns/7/. What is written would not follow.
          trailingSlash: No -> Those of single entities
    "#]],
    );
    // The list of values is answered at the requested path.
    let values = list_of(DoctorStepId::Values, "/campaigns", "", 0);
    check(&plain, &[sent_on(), values], &expect![]);
    // If lists were found by a changed setting, a redirect of a single campaign counts too.
    let mut tried = list("/campaigns/", CAMPAIGN, 1);
    tried.changes = vec![("trailingSlash", "lists".to_owned())];
    tried.request = "GET https://a.example/campaigns/?from=0".to_owned();
    check(
        &plain,
        &[tried, one("/campaigns/7/")],
        &expect![[r#"
        Another end of paths. With this the service answered to GET https://a.example/campaigns/?from=0.
          trailingSlash: No -> Yes, all
    "#]],
    );
    let all = Dialect {
        trailing_slash: TrailingSlash::All,
        ..Dialect::default()
    };
    let mut single = one("/campaigns/7");
    single.request.push('/');
    check(
        &all,
        &[single],
        &expect![[r#"
        Lists with a slash at their end. The service sends single entities on to /campaigns/7. What is written would not follow.
          trailingSlash: Yes, all -> Those of lists
    "#]],
    );
}

/// Returns the probe for the rest of a truncated page of campaigns.
fn rest(first: &Probe, rows: &str) -> Probe {
    let first = first.came.rows().unwrap();
    let rest = list("/campaigns", rows, 0).came;
    let came = first.remainder_of(rest, first.truncated_after().unwrap());
    probe(DoctorStepId::Campaigns, "GET", came)
}

#[test]
fn pages_are_asked_for_as_the_service_cuts_them_where_that_is_proven() {
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
fn references_are_suggested_for_the_kinds_that_show_one() {
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
