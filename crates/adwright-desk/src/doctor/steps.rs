//! The steps: the requests of each, and the meaning of their replies.

use adwright_client::ProbeHeaders;
use adwright_model::Id;
use adwright_views::DoctorStepId;
use adwright_wire::RequestFailure;

use super::login::check_login;
use super::observation::{Observation, ObservedFact, SkipReason, StepOutcome, WorkingSettings};
use super::probe::{Probe, ProbedList, ProbedPage, ProbedSetting, SettingOverride, member_names};
use super::probe_session::ProbeSession;
use super::suggest::{bindings_of, documents, fetched_campaign, locate_binding};

use crate::document::id_of;

/// The page sizes that services commonly accept.
const USUAL_PAGES: [u32; 3] = [250, 100, 25];

/// The path where services commonly have their ads.
const USUAL_ADS_PATH: &str = "/ads";

/// Runs a step.
pub(super) async fn run_step(session: &mut ProbeSession<'_>, step: DoctorStepId) -> StepOutcome {
    match step {
        DoctorStepId::Address => StepOutcome::new(check_address(session).await),
        DoctorStepId::Encryption => StepOutcome::new(check_encryption(session)),
        DoctorStepId::Login => StepOutcome::new(check_login(session).await),
        DoctorStepId::Campaigns => check_list(session, ProbedList::Campaigns).await,
        DoctorStepId::Campaign => check_campaign(session).await,
        DoctorStepId::Values => check_list(session, ProbedList::Values).await,
        DoctorStepId::Ads if session.working.ads_path.is_none() => find_ad_list(session).await,
        DoctorStepId::Ads => check_list(session, ProbedList::Ads).await,
    }
}

async fn check_address(session: &mut ProbeSession<'_>) -> Observation {
    let probe = session.probe_without_login().await;
    match probe.result.failure() {
        Some(RequestFailure::CertificateRejected(_)) => Observation::ServerFound,
        Some(failure) if failure.is_unreachable() => Observation::Unreachable {
            failure: failure.clone(),
        },
        _ => observe_anonymous_reply(probe),
    }
}

fn observe_anonymous_reply(probe: &Probe) -> Observation {
    let Some(response) = probe.result.response() else {
        return Observation::UnusableReply;
    };
    if let ProbeHeaders {
        location: Some(location),
        ..
    } = &response.head
    {
        return Observation::Redirected {
            location: location.clone(),
        };
    }
    if response.requires_login() {
        return Observation::LoginRequested;
    }
    Observation::Answered {
        status: response.status,
    }
}

fn check_encryption(session: &ProbeSession<'_>) -> Observation {
    if let Some(RequestFailure::CertificateRejected(problem)) =
        session.last_probe().result.failure()
    {
        return Observation::CertificateRejected {
            problem: problem.clone(),
        };
    }
    if session.client.full_url("", &[]).starts_with("https:") {
        Observation::Encrypted
    } else if session.is_loopback() {
        Observation::OnThisComputer
    } else {
        Observation::NotEncrypted
    }
}

/// Returns the binding locations in the documents of a list or of single replies.
fn binding_facts(session: &ProbeSession<'_>, list: ProbedList) -> Vec<ObservedFact> {
    let documents = documents(&session.working, &session.probes, list);
    if documents.is_empty() {
        return Vec::new();
    }
    let facts = bindings_of(list).map(|binding| {
        let mut places = documents.iter().rev();
        ObservedFact::Binding {
            binding,
            place: places.find_map(|document| locate_binding(&session.working, binding, document)),
        }
    });
    facts.collect()
}

async fn check_campaign(session: &mut ProbeSession<'_>) -> StepOutcome {
    let list = ProbedList::Campaigns;
    let rows = documents(&session.working, &session.probes, list);
    let Some(id) = rows.iter().find_map(id_of) else {
        return StepOutcome::skipped(SkipReason::NoCampaign);
    };
    let changes = match try_campaign(session, id).await {
        Ok(changes) => changes,
        Err(observation) => return StepOutcome::new(observation),
    };
    session.adopt_changes(&changes);
    let Some(document) = fetched_campaign(&session.working, &session.probes) else {
        return StepOutcome::new(Observation::CampaignMissing { id });
    };
    let has_other_slash = changes
        .iter()
        .any(|(setting, _)| *setting == ProbedSetting::TrailingSlash);
    let observation = Observation::CampaignRead {
        id,
        fields: document.root().members().count(),
        listed_fields: rows.first().map_or(0, |row| row.root().members().count()),
        settings: if has_other_slash {
            WorkingSettings::Other
        } else {
            WorkingSettings::Current
        },
    };
    StepOutcome {
        observation,
        facts: binding_facts(session, list),
    }
}

/// Requests a campaign, if necessary with another trailing slash or another place in the reply. Returns the changes
/// that worked, or why it failed.
async fn try_campaign(
    session: &mut ProbeSession<'_>,
    id: Id,
) -> Result<Vec<SettingOverride>, Observation> {
    let other_slash = other_trailing_slash(session);
    let mut first = None;
    for mut changes in [vec![], vec![other_slash]] {
        if !changes.is_empty()
            && !session
                .can_list_campaigns(DoctorStepId::Campaign, &changes)
                .await
        {
            break;
        }
        let probe = session.probe_campaign(id, &changes).await;
        if let Some(place) = probe.elsewhere.clone() {
            changes.push((ProbedSetting::SinglePlace, place.to_string()));
            session.probe_campaign(id, &changes).await;
            return Ok(changes);
        }
        if probe.is_success() {
            return Ok(changes);
        }
        let failure = probe.result.failure().cloned();
        let is_final = failure.as_ref().is_some_and(is_independent_of_form);
        first.get_or_insert(failure);
        if is_final {
            break;
        }
    }
    Err(match first.flatten() {
        Some(failure) => Observation::ReadFailed { failure },
        None => Observation::CampaignMissing { id },
    })
}

/// Looks for ads at the usual path, because no path is set.
async fn find_ad_list(session: &mut ProbeSession<'_>) -> StepOutcome {
    let list = ProbedList::Ads;
    let change = vec![(ProbedSetting::AdsPath, USUAL_ADS_PATH.to_owned())];
    let probe = session.probe_list(list, &change).await;
    let Some(rows) = probe.result.rows() else {
        return StepOutcome::new(Observation::AdsPathUnknown);
    };
    let outcome = page_outcome(rows, list, WorkingSettings::UsualAdsPath);
    session.adopt_changes(&change);
    outcome
}

async fn check_list(session: &mut ProbeSession<'_>, list: ProbedList) -> StepOutcome {
    let mut outcome = read_list(session, list).await;
    outcome.facts.extend(binding_facts(session, list));
    outcome
}

/// Requests a list. If that fails, tries alternatives one at a time.
async fn read_list(session: &mut ProbeSession<'_>, list: ProbedList) -> StepOutcome {
    let probe = session.probe_list(list, &[]).await;
    if let Some(rows) = probe.result.rows() {
        return page_outcome(rows, list, WorkingSettings::Current);
    }
    let failure = probe.result.failure().cloned();
    let failure = failure.expect("a list reply without rows is a failure");
    if is_independent_of_form(&failure) {
        return StepOutcome::new(Observation::ReadFailed { failure });
    }
    for changes in alternatives(session, list) {
        if !is_harmless(session, list, &changes).await {
            continue;
        }
        let probe = session.probe_list(list, &changes).await;
        if let Some(rows) = probe.result.rows() {
            let outcome = page_outcome(rows, list, WorkingSettings::Other);
            session.adopt_changes(&changes);
            return outcome;
        }
    }
    StepOutcome::new(Observation::ListRefused { failure })
}

/// Returns whether campaigns can still be listed with these changes. Most settings apply to all paths, so a change that
/// helps only one list is no help.
async fn is_harmless(
    session: &mut ProbeSession<'_>,
    list: ProbedList,
    changes: &[SettingOverride],
) -> bool {
    list == ProbedList::Campaigns
        || changes
            .iter()
            .all(|(setting, _)| *setting == ProbedSetting::RestPrefix)
        || session.can_list_campaigns(list.step(), changes).await
}

/// Returns whether the failure is the same for every form of the request.
fn is_independent_of_form(failure: &RequestFailure) -> bool {
    failure.is_unauthorized()
        || failure.is_unreachable()
        || matches!(failure, RequestFailure::Busy { .. })
}

fn other_trailing_slash(session: &ProbeSession<'_>) -> SettingOverride {
    let other = !session.working.trailing_slash;
    (ProbedSetting::TrailingSlash, other.to_string())
}

/// Returns other ways to request a list.
fn alternatives(session: &ProbeSession<'_>, list: ProbedList) -> Vec<Vec<SettingOverride>> {
    let dialect = &session.working;
    let slash = other_trailing_slash(session);
    let elsewhere = session.last_probe().elsewhere.iter();
    let mut ways: Vec<_> = elsewhere
        .map(|place| vec![(ProbedSetting::ListPlace, place.to_string())])
        .collect();
    ways.push(vec![slash.clone()]);
    if list == ProbedList::Values {
        let prefix = (
            ProbedSetting::RestPrefix,
            (!dialect.rest_prefix).to_string(),
        );
        ways.push(vec![prefix.clone()]);
        ways.push(vec![prefix, slash]);
    }
    if list == ProbedList::Campaigns && dialect.list_sort.is_some() {
        ways.push(vec![(ProbedSetting::ListSort, String::new())]);
    }
    let smaller = USUAL_PAGES
        .into_iter()
        .filter(|size| *size < dialect.page_size);
    ways.extend(smaller.map(|size| vec![(ProbedSetting::PageSize, size.to_string())]));
    ways
}

fn page_outcome(rows: &ProbedPage, list: ProbedList, settings: WorkingSettings) -> StepOutcome {
    let (count, total) = (rows.count, rows.total);
    let row_fields = rows.samples.first().map(|first| ObservedFact::RowFields {
        names: member_names(first),
    });
    let facts = [
        ObservedFact::Envelope {
            members: rows.members.clone(),
        },
        ObservedFact::Total { total, count },
    ];
    StepOutcome {
        observation: Observation::ListRead {
            kind: list.kind(),
            count,
            total,
            settings,
        },
        facts: facts.into_iter().chain(row_fields).collect(),
    }
}
