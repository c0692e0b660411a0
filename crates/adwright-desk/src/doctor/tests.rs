//! What the steps observe at services, as types.

use std::sync::Arc;

use adwright_client::{MemoryTokenStore, PlainHttp};
use adwright_model::{BindingSource, Id, Kind};
use adwright_service::{ServiceOptions, Variant};
use adwright_testkit::{CannedRequest, canned_service, http_response, start_untrusted_service};
use adwright_wire::Authentication;

use super::observation::{
    BindingPlace, LoginObservation, Observation, ObservedFact, ValueSample, WorkingSettings,
};
use super::*;

use crate::host::SystemClock;

const JSON: &str = "application/json";

fn subject(address: &str, authentication: Authentication, login: (&str, &str)) -> ExaminedService {
    ExaminedService {
        name: "Acme".to_owned(),
        base: BaseUrl::new(address.parse().unwrap(), PlainHttp::LoopbackOnly).unwrap(),
        dialect: Dialect {
            authentication,
            ..Dialect::default()
        },
        credentials: Credentials::with_password(login.0, login.1.into()),
        tokens: Arc::new(MemoryTokenStore::default()),
        clock: Arc::new(SystemClock),
    }
}

/// Runs all steps that can run.
async fn observations(subject: &ExaminedService) -> Vec<Observation> {
    let mut session = ProbeSession::of(subject).unwrap();
    let mut observations = Vec::new();
    for step in DoctorStepId::ALL {
        let observation = steps::run_step(&mut session, step).await.observation;
        let is_last = observation.skips_rest().is_some();
        observations.push(observation);
        if is_last {
            break;
        }
    }
    observations
}

async fn at_practice(variants: &[Variant]) -> Vec<Observation> {
    let options = ServiceOptions {
        variants: variants.to_vec(),
        ..ServiceOptions::default()
    };
    let service = adwright_service::start(options).await.unwrap();
    let (login, password) = service.practice_login();
    let session = Dialect::practice().authentication;
    observations(&subject(&service.base_url, session, (&login, &password))).await
}

/// Returns the observations at a service with these answers.
async fn at_canned(
    authentication: Authentication,
    answer: impl Fn(&CannedRequest) -> Vec<u8> + Send + 'static,
) -> Vec<Observation> {
    let address = canned_service(answer);
    observations(&subject(&address, authentication, ("me", "secret"))).await
}

fn list(kind: Kind, count: usize, total: Option<u64>, settings: WorkingSettings) -> Observation {
    Observation::ListRead {
        kind,
        count,
        total,
        settings,
    }
}

fn campaign(listed_fields: usize) -> Observation {
    Observation::CampaignRead {
        id: Id(1_072_226_018),
        fields: 36,
        listed_fields,
        settings: WorkingSettings::Current,
    }
}

#[tokio::test]
async fn lists_are_observed_with_counts_and_totals() {
    let before = [
        Observation::LoginRequested,
        Observation::OnThisComputer,
        Observation::Login(LoginObservation::SessionAccepted),
    ];
    let lists = |totals: [Option<u64>; 3], listed_fields| {
        let [campaigns, values, ads] = totals;
        [
            list(Kind::Campaign, 250, campaigns, WorkingSettings::Current),
            campaign(listed_fields),
            list(
                Kind::RetargetingDataValue,
                250,
                values,
                WorkingSettings::Current,
            ),
            list(Kind::Ad, 42, ads, WorkingSettings::UsualAdsPath),
        ]
    };
    let totals = [Some(434), Some(275), Some(42)];
    for (variants, after) in [
        (vec![], lists(totals, 36)),
        (vec![Variant::ShortLists], lists(totals, 5)),
        (vec![Variant::BareList], lists([None; 3], 36)),
    ] {
        let observed = at_practice(&variants).await;
        assert_eq!(observed, [&before[..], &after].concat(), "{variants:?}");
    }
}

#[tokio::test]
async fn login_differences_are_observed() {
    for (variant, expected) in [
        (
            Variant::LoginRedirects,
            Observation::Login(LoginObservation::AtOtherPath),
        ),
        (
            Variant::BearerSession,
            Observation::Login(LoginObservation::TokenInOtherScheme),
        ),
    ] {
        assert_eq!(at_practice(&[variant]).await[2], expected);
    }
}

#[tokio::test]
async fn read_with_other_settings_is_observed() {
    let observed = at_canned(Authentication::None, |asked: &CannedRequest| {
        if asked.line.contains("sort=") {
            return http_response(500, JSON, "");
        }
        let body = if asked.line.contains("/campaigns?") {
            r#"{"result":[{"id":7}],"total":1}"#
        } else {
            r#"{"result":[],"total":0}"#
        };
        http_response(200, JSON, body)
    });
    let observed = observed.await;
    assert_eq!(
        observed[2..],
        [
            Observation::Login(LoginObservation::NotRequired),
            list(Kind::Campaign, 1, Some(1), WorkingSettings::Other),
            Observation::CampaignMissing { id: Id(7) },
            list(
                Kind::RetargetingDataValue,
                0,
                Some(0),
                WorkingSettings::Current
            ),
            list(Kind::Ad, 0, Some(0), WorkingSettings::UsualAdsPath),
        ]
    );
}

#[tokio::test]
async fn refused_list_differs_from_a_busy_one() {
    for (status, is_tried_otherwise) in [(404, true), (429, false)] {
        let observed = at_canned(Authentication::None, move |asked: &CannedRequest| {
            let status = if asked.line.contains("/campaigns?") {
                200
            } else {
                status
            };
            http_response(status, JSON, r#"{"result":[],"total":0}"#)
        });
        let values = observed.await.swap_remove(5);
        let is_refused = matches!(values, Observation::ListRefused { .. });
        let is_failed = matches!(values, Observation::ReadFailed { .. });
        assert_eq!(
            (is_refused, is_failed),
            (is_tried_otherwise, !is_tried_otherwise)
        );
    }
}

#[tokio::test]
async fn unclear_logins_are_observed() {
    let nothing = |_: &CannedRequest| http_response(404, "text/html", "<h1>Nothing here</h1>");
    let observed = at_canned(Authentication::Basic, nothing).await;
    assert_eq!(
        observed[2],
        Observation::Login(LoginObservation::CredentialsUnclear { status: 404 })
    );
    let forbidden = |asked: &CannedRequest| {
        if asked.is_write() {
            http_response(200, JSON, r#"{"result":{"sessionId":"one"}}"#)
        } else {
            http_response(403, JSON, "")
        }
    };
    let session = Dialect::practice().authentication;
    let observed = at_canned(session.clone(), forbidden).await;
    let is_unclear = matches!(
        observed[2],
        Observation::Login(LoginObservation::SessionUnclear { .. })
    );
    assert!(is_unclear, "{observed:?}");
    let elsewhere = |asked: &CannedRequest| {
        if asked.is_write() {
            http_response(200, JSON, r#"{"result":{"data":{"token":"tok-81"}}}"#)
        } else {
            http_response(200, JSON, r#"{"result":[],"total":0}"#)
        }
    };
    let observed = at_canned(session, elsewhere).await;
    assert_eq!(
        observed[2],
        Observation::Login(LoginObservation::TokenAtOtherPlace)
    );
}

#[tokio::test]
async fn rejected_certificate_ends_the_steps() {
    let subject = subject(&start_untrusted_service(), Authentication::None, ("", ""));
    let observed = observations(&subject).await;
    let [
        Observation::ServerFound,
        Observation::CertificateRejected { .. },
    ] = observed[..]
    else {
        panic!("{observed:?}");
    };
}

#[tokio::test]
async fn place_of_a_binding_is_a_fact() {
    let address = canned_service(|asked: &CannedRequest| {
        let value =
            r#"{"id":1,"a":{"b":{"c":{"retargetingActivityId":7}}},"tag":{"RetargetingData":[]}}"#;
        let rows = if asked.line.contains("/tagManagers") {
            value
        } else {
            ""
        };
        let body = format!(r#"{{"result":[{rows}],"total":1}}"#);
        http_response(200, JSON, body)
    });
    let subject = subject(&address, Authentication::None, ("", ""));
    let mut session = ProbeSession::of(&subject).unwrap();
    let outcome = steps::run_step(&mut session, DoctorStepId::Values).await;
    let names = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect();
    let expected = [
        ObservedFact::Envelope {
            members: names(&["result", "total"]),
        },
        ObservedFact::Total {
            total: Some(1),
            count: 1,
        },
        ObservedFact::RowFields {
            names: names(&["id", "a", "tag"]),
        },
        ObservedFact::Binding {
            binding: Binding::RetargetingActivity,
            place: None,
        },
        ObservedFact::Binding {
            binding: Binding::RetargetingData,
            place: Some(BindingPlace::At {
                path: "tag.RetargetingData".parse().unwrap(),
                source: BindingSource::Searched,
                sample: ValueSample::Json("[]".to_owned()),
            }),
        },
    ];
    assert_eq!(outcome.facts, expected);
}
