use adwright_model::{Binding, Id, JsonType};
use adwright_views::DoctorStepState;
use adwright_wire::{CertificateProblem, ConnectionFailure, RequestFailure};
use expect_test::{Expect, expect};

use super::*;

use crate::doctor::probe::ProbedSetting;
use crate::doctor::suggest::{ObservedReference, SuggestedChange, Suggestion, SuggestionReason};

/// Checks the sentences of observations, each with its state before it and its advice after it.
fn check(observations: impl IntoIterator<Item = Observation>, expected: &Expect) {
    let lines = observations.into_iter().map(|observation| {
        let state = match observation.state() {
            DoctorStepState::Fine => "fine",
            DoctorStepState::Notable => "note",
            DoctorStepState::Failed => "FAILED",
            _ => "not tried",
        };
        let advice = advice(&observation).map(|advice| format!(" => {advice}"));
        let advice = advice.unwrap_or_default();
        format!("{state}: {}{advice}\n", message(&observation))
    });
    expected.assert_eq(&lines.collect::<String>());
}

fn unauthorized(message: Option<&str>) -> RequestFailure {
    RequestFailure::Unauthorized {
        message: message.map(str::to_owned),
    }
}

fn login_refused(status: u16) -> RequestFailure {
    RequestFailure::LoginRefused {
        status,
        message: None,
    }
}

#[test]
fn address_and_encryption_are_worded() {
    check(
        [
            Observation::ServerFound,
            Observation::Answered { status: 404 },
            Observation::LoginRequested,
            Observation::Redirected {
                location: "https://other.example/".to_owned(),
            },
            Observation::UnusableReply,
            Observation::Unreachable {
                failure: RequestFailure::Unreachable(ConnectionFailure::Other(
                    "connection refused".to_owned(),
                )),
            },
            Observation::Encrypted,
            Observation::OnThisComputer,
            Observation::NotEncrypted,
            Observation::CertificateRejected {
                problem: CertificateProblem::Expired,
            },
        ],
        &expect![[r#"
            fine: A server answers at this address.
            fine: The service answers (status 404).
            fine: The service answers, and asks for a login.
            note: The service redirects to https://other.example/. => Adwright does not follow redirects to another server. If you trust this address, enter it in the workspace’s form.
            note: A server answers, but not like a service of this interface.
            FAILED: The service cannot be reached: connection refused. => Check the address, your network and, if you need one, your VPN.
            fine: The connection is encrypted, and the certificate is accepted.
            fine: The service is on this computer, so the connection needs no encryption.
            note: The connection is not encrypted. Others on the network can read your password. => Use an https:// address if the service has one.
            FAILED: The service’s certificate is not accepted: it has expired. => Ask the operator of the service. Your password was not sent.
        "#]],
    );
}

#[test]
fn logins_are_worded() {
    check(
        [
            Observation::Login(LoginObservation::NotRequired),
            Observation::Login(LoginObservation::SessionAccepted),
            Observation::Login(LoginObservation::CredentialsAccepted),
            Observation::Login(LoginObservation::CredentialsUnclear { status: 404 }),
            Observation::Login(LoginObservation::AtOtherPath),
            Observation::Login(LoginObservation::TokenAtOtherPlace),
            Observation::Login(LoginObservation::TokenInOtherScheme),
            Observation::Login(LoginObservation::SessionUnclear {
                failure: unauthorized(Some("Ask Ann.")),
            }),
        ],
        &expect![[r#"
            fine: No login is set, and the service does not ask for one.
            fine: The service accepted the login and opened a session.
            fine: The service accepts the credentials.
            note: The service neither accepts nor refuses the credentials (status 404).
            note: The login works, but at another path than the one in the settings.
            note: The login works, but the token is at another place of the reply than the settings say.
            note: The login works, but the service expects the token in another form than the settings say.
            note: The service opened a session, but does not return its campaigns: the service does not accept the login: Ask Ann.
        "#]],
    );
}

#[test]
fn failed_logins_are_worded_with_fitting_advice() {
    let failures = [
        RequestFailure::NoSecret(SecretName::Password),
        RequestFailure::NoSecret(SecretName::Token),
        RequestFailure::NoSecret(SecretName::Header("X-Key".to_owned())),
        unauthorized(Some("The header X-Api-Key is missing.")),
        unauthorized(None),
        login_refused(404),
        login_refused(401),
        RequestFailure::LoginRedirected {
            status: 302,
            to: "https://a.example/home".to_owned(),
            path: None,
        },
        RequestFailure::NoToken {
            place: "result.sessionId".parse().unwrap(),
            elsewhere: None,
        },
        RequestFailure::UnusableSecret,
    ];
    check(
        failures.map(|failure| Observation::LoginFailed { failure }),
        &expect![[r#"
            FAILED: The service requires a password, and none is set. => Enter the password in the workspace’s form.
            FAILED: The service requires a token, and none is set. => Enter the token in the workspace’s form.
            FAILED: The service requires a value for the header X-Key, and none is set. => Enter the header’s value in the workspace’s form.
            FAILED: The service does not accept the login: The header X-Api-Key is missing. => Set the header X-Api-Key under “Plain headers”, or as a header with a secret value.
            FAILED: The service does not accept the login. => Check the name, the password and the way to log in. Adwright tried them only once, so that the account is not locked.
            FAILED: The service refused the login (status 404). => The service has no login at this path. Ask its operator for the path, and set “Path of the login”.
            FAILED: The service refused the login (status 401). => Check the name, the password and the way to log in. Adwright tried them only once, so that the account is not locked.
            FAILED: The service redirects the login to https://a.example/home (status 302), and the password is not sent there. => Adwright sends your password to no other address by itself. Ask the operator of the service for the path, and set “Path of the login”.
            FAILED: The login's reply has no usable token at result.sessionId. => The service accepted name and password. Set “Place of the token” to its place in the login’s reply.
            FAILED: The password, token or header value has a character that HTTP cannot carry. => Enter it again in the workspace’s form.
        "#]],
    );
}

fn list(count: usize, total: Option<u64>, settings: WorkingSettings) -> Observation {
    Observation::ListRead {
        kind: Kind::Campaign,
        count,
        total,
        settings,
    }
}

fn campaign(listed_fields: usize, settings: WorkingSettings) -> Observation {
    Observation::CampaignRead {
        id: Id(7),
        fields: 36,
        listed_fields,
        settings,
    }
}

#[test]
fn reads_are_worded() {
    let failure = || login_refused(500);
    check(
        [
            list(250, Some(434), WorkingSettings::Current),
            list(7, Some(2), WorkingSettings::Current),
            list(1, None, WorkingSettings::Other),
            list(2, None, WorkingSettings::UsualAdsPath),
            list(0, Some(0), WorkingSettings::Current),
            list(0, None, WorkingSettings::Other),
            Observation::ListRefused { failure: failure() },
            Observation::ReadFailed { failure: failure() },
            Observation::AdsPathUnknown,
            campaign(36, WorkingSettings::Current),
            campaign(5, WorkingSettings::Other),
            Observation::CampaignMissing { id: Id(7) },
        ],
        &expect![[r#"
            fine: The list works: the service returned 250 of 434 campaigns.
            fine: The list works: the service returned 7 campaigns.
            note: The current settings do not work, but others do. The list works: the service returned 1 campaign.
            fine: No path of ads is set, but the usual path /ads works. The list works: the service returned 2 campaigns.
            note: The list works, but shows you no campaigns.
            note: The current settings do not work, but others do. The list works, but shows you no campaigns.
            FAILED: The service refused the login (status 500). => Look at the reply. The operator of the service knows its paths.
            FAILED: The service refused the login (status 500).
            note: No path of ads is set, and the usual path /ads does not work. => If the service has ads at another path, set “Path of ads”. Everything else works without it.
            fine: The service returned campaign 7 with 36 fields.
            note: The current settings do not work, but others do. The service returned campaign 7 with 36 fields. The list has only 5 of them.
            FAILED: The service lists campaign 7, but does not return it alone.
        "#]],
    );
}

#[test]
fn skipped_steps_and_results_are_worded() {
    let reasons = [
        SkipReason::Unreachable,
        SkipReason::CertificateRejected,
        SkipReason::LoginFailed,
        SkipReason::NoCampaign,
        SkipReason::StoppedHere,
        SkipReason::StoppedBefore,
    ];
    check(
        reasons.map(Observation::Skipped),
        &expect![[r#"
        not tried: Nothing answers at this address.
        not tried: The certificate is not accepted, so nothing more was sent.
        not tried: The service must accept the login first.
        not tried: The list has no campaign with an id.
        not tried: You stopped the doctor during this step.
        not tried: You stopped the doctor before this step.
    "#]],
    );
    let results = [
        (ExaminationResult::Works, 0),
        (ExaminationResult::Works, 1),
        (ExaminationResult::Failed(DoctorStepId::Login), 2),
        (ExaminationResult::Stopped, 1),
    ];
    let lines = results.map(|(result, count)| result_message(result, count) + "\n");
    expect![[r#"
        The connection works.
        The connection works. There is a suggestion below.
        “Login” does not work yet. There are suggestions below.
        You stopped the doctor. Nothing was changed.
    "#]]
    .assert_eq(&lines.concat());
}

#[test]
fn facts_are_worded() {
    let names = |count: u32| (1..=count).map(|at| format!("f{at}")).collect();
    let at = |sample| BindingPlace::At {
        path: "a.b".parse().unwrap(),
        source: BindingSource::Searched,
        sample,
    };
    let binding = |place| ObservedFact::Binding {
        binding: Binding::Verification,
        place,
    };
    let total = |total, count| ObservedFact::Total { total, count };
    let facts = [
        ObservedFact::Envelope { members: names(0) },
        ObservedFact::Envelope { members: names(2) },
        total(Some(7), 7),
        total(Some(7), 8),
        total(None, 8),
        ObservedFact::RowFields { names: names(3) },
        ObservedFact::RowFields { names: names(14) },
        binding(None),
        binding(Some(at(ValueSample::Json("\"x\"".repeat(30))))),
        binding(Some(at(ValueSample::Shape(JsonType::Object)))),
        binding(Some(BindingPlace::Ambiguous(vec![
            "a".parse().unwrap(),
            "b".parse().unwrap(),
        ]))),
    ];
    let lines = facts.map(|one| {
        let DoctorFact { label, value } = fact(&one);
        format!("{label}: {value}\n")
    });
    expect![[r#"
        Envelope: none: the reply is a plain list
        Envelope: f1, f2
        Total: 7
        Total: 7, although the page has more rows
        Total: unknown: the list is fetched until no new rows arrive
        Fields of a row: f1, f2, f3
        Fields of a row: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12 and 2 more
        Verification: not found: rules that need it cannot be applied
        Verification: found at a.b: "x""x""x""x""x""x""x""x""x""x""x""x""x""x""x""x""x""x""x""x"…
        Verification: found at a.b: an object
        Verification: at several places: a, b
    "#]]
    .assert_eq(&lines.concat());
}

#[test]
fn probes_are_worded() {
    let url = || "https://a.example/campaigns".to_owned();
    let probes = [
        (ProbeRequest::Post { url: url() }, ProbeResult::Session),
        (
            ProbeRequest::Get { url: url() },
            ProbeResult::Failure(RequestFailure::UnusableSecret.into()),
        ),
        (
            ProbeRequest::Credentials,
            ProbeResult::Failure(RequestFailure::NoSecret(SecretName::Token).into()),
        ),
        (
            ProbeRequest::Unsent,
            ProbeResult::Failure(RequestFailure::BadHeader("ü".to_owned()).into()),
        ),
    ];
    let lines = probes.map(|(request, result)| {
        let probe = Probe::new(DoctorStepId::Login, Vec::new(), request, 12, result);
        let shown = exchange(&probe);
        format!("{} {}: {}\n", shown.works, shown.request, shown.answer)
    });
    expect![[r#"
        true POST https://a.example/campaigns: a session was opened, 12 ms
        false GET https://a.example/campaigns: the password, token or header value has a character that HTTP cannot carry, 12 ms
        false Credentials of every request: the service requires a token, and none is set, 12 ms
        false No request: "ü" is not a valid name of an HTTP header, 12 ms
    "#]].assert_eq(&lines.concat());
    assert_eq!([0, 1025].map(body_size_text), ["empty", "2 KB"]);
}

fn example_request() -> ProbeRequest {
    ProbeRequest::Get {
        url: "https://a.example/ads".to_owned(),
    }
}

/// Returns every reason for a suggestion, except those of requests that worked.
fn suggestion_reasons() -> Vec<SuggestionReason> {
    let place = || "a.total".parse().unwrap();
    let reference = |kind| {
        SuggestionReason::ReferenceObserved(ObservedReference {
            kind,
            form: "text",
            shown: "ours-7".to_owned(),
        })
    };
    vec![
        SuggestionReason::ReadableWithoutLogin,
        SuggestionReason::BasicRequested,
        SuggestionReason::BearerRequested,
        SuggestionReason::LoginRequested,
        SuggestionReason::SlashRedirected {
            path: "/campaigns/".to_owned(),
        },
        SuggestionReason::TotalObserved { place: place() },
        SuggestionReason::ErrorCodeObserved {
            place: place(),
            request: example_request(),
        },
        SuggestionReason::PageTruncated {
            requested: 250,
            count: 100,
        },
        reference(Kind::Campaign),
        reference(Kind::Html5ExpandableBannerAd),
        SuggestionReason::BindingObserved {
            binding: Binding::Verification,
            place: place(),
        },
    ]
}

#[test]
fn suggestions_are_worded() {
    let settings = [
        ProbedSetting::TrailingSlash,
        ProbedSetting::RestPrefix,
        ProbedSetting::AdsPath,
        ProbedSetting::ListSort,
        ProbedSetting::PageSize,
        ProbedSetting::LoginPath,
        ProbedSetting::TokenScheme,
        ProbedSetting::TokenPlace,
        ProbedSetting::ListPlace,
        ProbedSetting::SinglePlace,
    ];
    let worked = settings.map(|setting| SuggestionReason::RequestWorked {
        setting,
        request: example_request(),
    });
    let lines = suggestion_reasons()
        .into_iter()
        .chain(worked)
        .map(|reason| {
            let shown = suggestion(&Suggestion {
                reason,
                changes: Vec::new(),
            });
            format!("{}. {}\n", shown.title, shown.why)
        });
    expect![[r#"
        Use no login. The service returned its campaigns without a login.
        Send name and password. The service asks for name and password with every request (Basic).
        Send a token. The service asks for a token with every request (Bearer).
        Log in for a session. The service asks for a login, but does not say which. Most services of this interface open a session.
        Change the slash at the end of paths. The service redirects to /campaigns/. Writes do not follow redirects.
        Set the place of the total. By its name, a.total is the number of rows. With it, Adwright can tell whether a list is complete.
        Set the place of error codes. The reply to GET https://a.example/ads has a code of the interface at a.total. Without this setting, Adwright may be unable to tell whether something was sent.
        Fetch smaller pages. The service returned 100 of 250 requested rows, and more rows in reply to the next request.
        Find lost campaigns by Adwright’s reference. The service lists campaigns with a reference in clientRefId, such as “ours-7”.
        Find lost HTML5 expandable banner ads by Adwright’s reference. The service lists HTML5 expandable banner ads with a reference in clientRefId, such as “ours-7”.
        Set the place of “Verification”. Adwright does not find this field at its place, but a.total has its name.
        Change the slash at the end of paths. With this change, the service answered GET https://a.example/ads.
        Change the path of retargeting values. With this change, the service answered GET https://a.example/ads.
        Set the path of ads. With this change, the service answered GET https://a.example/ads.
        Fetch lists without an order. With this change, the service answered GET https://a.example/ads.
        Fetch smaller pages. With this change, the service answered GET https://a.example/ads.
        Change the path of the login. With this change, the service answered GET https://a.example/ads.
        Change the form of the session token. With this change, the service answered GET https://a.example/ads.
        Set the place of the session token. With this change, the service answered GET https://a.example/ads.
        Set the place of list rows. With this change, the service answered GET https://a.example/ads.
        Set the place of a single object. With this change, the service answered GET https://a.example/ads.
    "#]].assert_eq(&lines.collect::<String>());
}

#[test]
fn changes_show_values_as_a_person_reads_them() {
    let change = SuggestedChange {
        setting: binding_setting(Binding::Verification),
        before: String::new(),
        value: "a.b".to_owned(),
        sample: Some(ValueSample::Json("\"None\"".to_owned())),
    };
    let shown = suggestion(&Suggestion {
        reason: SuggestionReason::BasicRequested,
        changes: vec![change],
    });
    let [change] = &shown.changes[..] else {
        panic!("{shown:?}");
    };
    let shown = [&change.key, &change.before, &change.after, &change.value];
    assert_eq!(shown, ["bindings.verification", "automatic", "a.b", "a.b"]);
    assert_eq!(change.sample.as_deref(), Some("\"None\""));
}
