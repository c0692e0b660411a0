//! The steps: the requests of each, and the meaning of their replies.

use adwright_client::{ClientError, ProbeHeaders};
use adwright_model::{Id, Kind};
use adwright_views::DoctorStepId;

use super::probe::{Probe, ProbedPage, SettingOverride};
use super::probe_session::{ProbeSession, not_given_message};
use super::suggest::{
    NOT_FOUND, binding_location, binding_setting, bindings_of, documents, fetched_campaign,
};
use super::{NextStep, StepOutcome, login};

use crate::document::id_of;
use crate::reply::capitalize;

/// The most field names to report.
const NAMES: usize = 12;

/// The page sizes that services commonly accept.
const USUAL_PAGES: [u32; 3] = [250, 100, 25];

/// The message if something other than the settings works.
const OTHERWISE: &str = "It does not work as it is set, but in another way.";

/// Runs a step, and returns whether the others can run.
pub(super) async fn run_step(
    asking: &mut ProbeSession<'_>,
    step: DoctorStepId,
) -> (StepOutcome, NextStep) {
    match step {
        DoctorStepId::Address => check_address(asking).await,
        DoctorStepId::Encryption => check_encryption(asking),
        DoctorStepId::Login => login::check_login(asking).await,
        DoctorStepId::Campaigns => (check_campaign_list(asking).await, NextStep::Continue),
        DoctorStepId::Campaign => (check_campaign(asking).await, NextStep::Continue),
        DoctorStepId::Values => (check_value_list(asking).await, NextStep::Continue),
        DoctorStepId::Ads => (check_ad_list(asking).await, NextStep::Continue),
    }
}

async fn check_address(asking: &mut ProbeSession<'_>) -> (StepOutcome, NextStep) {
    let probe = asking.probe_without_login().await;
    match &probe.came.failure() {
        Some(ClientError::CertificateRejected { .. }) => (
            StepOutcome::fine("Something answers at this address."),
            NextStep::Continue,
        ),
        Some(error) if error.is_unreachable() => {
            let told = StepOutcome::failed(format!("{}.", failure_sentence(error)));
            let told = told.with_advice(
                "Look at the address, at your network and, where you need one, at your VPN.",
            );
            (told, NextStep::SkipRest("Nothing answers at this address."))
        }
        _ => (address_outcome(probe), NextStep::Continue),
    }
}

fn address_outcome(probe: &Probe) -> StepOutcome {
    let Some(look) = probe.came.look() else {
        return StepOutcome::notable(
            "Something answers, but not as a service of this interface does.",
        );
    };
    if let ProbeHeaders {
        location: Some(place),
        ..
    } = &look.head
    {
        let told = format!("The service answers, but sends elsewhere: {place}.");
        return StepOutcome::notable(told).with_advice(
            "Adwright does not follow to another server. If you trust that address, enter it in the workspace’s form.",
        );
    }
    if look.wants_login() {
        return StepOutcome::fine("The service answers, and wants to know who asks.");
    }
    StepOutcome::fine(format!("The service answers (status {}).", look.status))
}

fn check_encryption(asking: &ProbeSession<'_>) -> (StepOutcome, NextStep) {
    let address = asking.client.full_url("", &[]);
    if let Some(ClientError::CertificateRejected { why }) = asking.last_probe().came.failure() {
        let told =
            StepOutcome::failed(format!("The service’s certificate is not accepted: {why}."));
        let told = told.with_advice("Ask whoever runs the service. Your password was not sent.");
        return (
            told,
            NextStep::SkipRest("The certificate is not accepted, so nothing more was sent."),
        );
    }
    let told = if address.starts_with("https:") {
        StepOutcome::fine("What is sent is encrypted, and the certificate is accepted.")
    } else if asking.is_on_this_computer() {
        StepOutcome::fine("The service is on this computer, so that nothing has to be encrypted.")
    } else {
        StepOutcome::notable("Nothing is encrypted: whoever is on the way can read your password.")
            .with_advice("Use an https:// address where the service has one.")
    };
    (told, NextStep::Continue)
}

async fn check_campaign_list(asking: &mut ProbeSession<'_>) -> StepOutcome {
    let step = DoctorStepId::Campaigns;
    let outcome = check_list(asking, step, Kind::Campaign, "campaigns").await;
    with_binding_facts(asking, step, outcome)
}

/// Adds the binding locations in the documents of a list or of single replies.
fn with_binding_facts(
    asking: &ProbeSession<'_>,
    step: DoctorStepId,
    mut outcome: StepOutcome,
) -> StepOutcome {
    let documents = documents(&asking.working, &asking.probes, step);
    if documents.is_empty() {
        return outcome;
    }
    for binding in bindings_of(step) {
        let mut places = documents.iter().rev();
        let place =
            places.find_map(|document| binding_location(&asking.working, binding, document));
        let place = place.unwrap_or_else(|| NOT_FOUND.to_owned());
        outcome = outcome.with_fact(binding_setting(binding).title, place);
    }
    outcome
}

async fn check_campaign(asking: &mut ProbeSession<'_>) -> StepOutcome {
    let rows = documents(&asking.working, &asking.probes, DoctorStepId::Campaigns);
    let Some(id) = rows.iter().find_map(id_of) else {
        return StepOutcome::new(
            adwright_views::DoctorStepState::NotTried,
            "No campaign with an id came with the list.",
        );
    };
    let (changes, failure) = try_campaign(asking, id).await;
    if let Some(failure) = failure {
        return StepOutcome::failed(format!("{}.", failure_sentence(&failure)));
    }
    asking.adopt_changes(&changes);
    let Some(document) = fetched_campaign(&asking.working, &asking.probes) else {
        return StepOutcome::failed(format!("{}.", capitalize(&not_given_message(id))));
    };
    let fields = document.root().members().count();
    let listed = rows.first().map_or(0, |row| row.root().members().count());
    let mut told = format!("The service gives campaign {id}, with {fields} fields.");
    if fields > listed {
        told = format!("{told} The list has only {listed} of them.");
    }
    let outcome = if changes.iter().any(|(key, _)| *key == "trailingSlash") {
        StepOutcome::notable(format!("{OTHERWISE} {told}"))
    } else {
        StepOutcome::fine(told)
    };
    with_binding_facts(asking, DoctorStepId::Campaigns, outcome)
}

/// Requests a campaign, if necessary with another trailing slash or another place in the reply. Returns the changes
/// that worked, or why it failed.
async fn try_campaign(
    asking: &mut ProbeSession<'_>,
    id: Id,
) -> (Vec<SettingOverride>, Option<ClientError>) {
    let other_slash = other_trailing_slash(asking);
    let mut first = None;
    for mut changes in [vec![], vec![other_slash]] {
        if !changes.is_empty()
            && !asking
                .can_list_campaigns(DoctorStepId::Campaign, &changes)
                .await
        {
            break;
        }
        let probe = asking.probe_campaign(id, &changes).await;
        let (failure, place) = (probe.came.failure().cloned(), probe.elsewhere.clone());
        if let Some(place) = place {
            changes.push(("singleAt", place.to_string()));
            asking.probe_campaign(id, &changes).await;
            return (changes, None);
        }
        let Some(failure) = failure else {
            return (changes, None);
        };
        let is_final = is_independent_of_form(&failure);
        first.get_or_insert(failure);
        if is_final {
            break;
        }
    }
    (Vec::new(), first)
}

async fn check_value_list(asking: &mut ProbeSession<'_>) -> StepOutcome {
    let (step, kind) = (DoctorStepId::Values, Kind::RetargetingDataValue);
    let outcome = check_list(asking, step, kind, "retargeting values").await;
    with_binding_facts(asking, step, outcome)
}

async fn check_ad_list(asking: &mut ProbeSession<'_>) -> StepOutcome {
    let (step, kind) = (DoctorStepId::Ads, Kind::ExpandableBannerAd);
    if asking.working.ads_path.is_some() {
        return check_list(asking, step, kind, "ads").await;
    }
    let change = vec![("adsPath", "/ads".to_owned())];
    let probe = asking.probe_list(step, kind, &change).await;
    match probe.came.rows() {
        Some(rows) => {
            let outcome = rows_outcome(rows, "ads");
            asking.adopt_changes(&change);
            StepOutcome {
                message: format!(
                    "No path of ads is set, but there are ads at /ads. {}",
                    outcome.message
                ),
                ..outcome
            }
        }
        None => StepOutcome::notable("No path of ads is set, and there are none at /ads either.")
            .with_advice(
                "Where the service has ads elsewhere, set “Path of ads”. All else works without.",
            ),
    }
}

/// Requests a list. If that fails, tries alternatives one at a time.
async fn check_list(
    asking: &mut ProbeSession<'_>,
    step: DoctorStepId,
    kind: Kind,
    noun: &str,
) -> StepOutcome {
    let probe = asking.probe_list(step, kind, &[]).await;
    let Some(failure) = probe.came.failure().cloned() else {
        return probe
            .came
            .rows()
            .map_or_else(|| StepOutcome::fine(""), |rows| rows_outcome(rows, noun));
    };
    if is_independent_of_form(&failure) {
        return StepOutcome::failed(format!("{}.", failure_sentence(&failure)));
    }
    for changes in alternatives(asking, kind) {
        if !is_harmless(asking, step, kind, &changes).await {
            continue;
        }
        let probe = asking.probe_list(step, kind, &changes).await;
        if let Some(rows) = probe.came.rows() {
            let outcome = rows_outcome(rows, noun);
            asking.adopt_changes(&changes);
            return StepOutcome {
                state: adwright_views::DoctorStepState::Notable,
                message: format!("{OTHERWISE} {}", outcome.message),
                ..outcome
            };
        }
    }
    StepOutcome::failed(format!("{}.", failure_sentence(&failure)))
        .with_advice("Look at the reply. Whoever runs the service knows its paths.")
}

/// Returns whether campaigns can still be listed with these changes. Most settings apply to all paths, so a change that
/// helps only one list is no help.
async fn is_harmless(
    asking: &mut ProbeSession<'_>,
    step: DoctorStepId,
    kind: Kind,
    changes: &[SettingOverride],
) -> bool {
    kind == Kind::Campaign
        || changes.iter().all(|(key, _)| *key == "restPrefix")
        || asking.can_list_campaigns(step, changes).await
}

/// Returns whether the failure is the same for every form of the request.
fn is_independent_of_form(failure: &ClientError) -> bool {
    failure.is_unauthorized()
        || failure.is_unreachable()
        || matches!(failure, ClientError::Busy { .. })
}

fn other_trailing_slash(asking: &ProbeSession<'_>) -> SettingOverride {
    let other = !asking.working.trailing_slash;
    ("trailingSlash", other.to_string())
}

/// Returns other ways to request a list.
fn alternatives(asking: &ProbeSession<'_>, kind: Kind) -> Vec<Vec<SettingOverride>> {
    let dialect = &asking.working;
    let slash = other_trailing_slash(asking);
    let elsewhere = asking.last_probe().elsewhere.iter();
    let mut ways: Vec<_> = elsewhere
        .map(|place| vec![("listAt", place.to_string())])
        .collect();
    ways.push(vec![slash.clone()]);
    if kind == Kind::RetargetingDataValue {
        let prefix = ("restPrefix", (!dialect.rest_prefix).to_string());
        ways.push(vec![prefix.clone()]);
        ways.push(vec![prefix, slash]);
    }
    if kind == Kind::Campaign && dialect.list_sort.is_some() {
        ways.push(vec![("listSort", String::new())]);
    }
    let smaller = USUAL_PAGES
        .into_iter()
        .filter(|size| *size < dialect.page_size);
    ways.extend(smaller.map(|size| vec![("pageSize", size.to_string())]));
    ways
}

fn rows_outcome(rows: &ProbedPage, noun: &str) -> StepOutcome {
    let outcome = match rows.count {
        0 => StepOutcome::notable(format!(
            "The list works; there are no {noun} in it, or none that you may see."
        )),
        count => {
            let counted = count_text(count, rows.total, noun);
            StepOutcome::fine(format!("The list works: {counted} came."))
        }
    };
    let total = match rows.total {
        Some(total) if total < rows.count as u64 => format!("{total}, although more came"),
        Some(total) => total.to_string(),
        None => "not said; the list is read until nothing new comes".to_owned(),
    };
    let outcome = outcome
        .with_fact("Envelope", envelope_text(&rows.members))
        .with_fact("Total", total);
    match rows.samples.first() {
        None => outcome,
        Some(first) => {
            let names: Vec<_> = first
                .root()
                .members()
                .map(|(name, _)| name.into_owned())
                .collect();
            let more = names.len().saturating_sub(NAMES);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let first = names[..names.len().min(NAMES)].join(", ");
            outcome.with_fact("Fields of a row", format!("{first}{more}"))
        }
    }
}

fn count_text(count: usize, total: Option<u64>, noun: &str) -> String {
    match (count, total) {
        (_, Some(total)) if total >= count as u64 => format!("{count} of {total} {noun}"),
        (1, _) => format!("1 {}", noun.trim_end_matches('s')),
        _ => format!("{count} {noun}"),
    }
}

fn envelope_text(members: &[String]) -> String {
    if members.is_empty() {
        return "none: the rows stand by themselves".to_owned();
    }
    members.join(", ")
}

pub(super) fn failure_sentence(failure: &ClientError) -> String {
    capitalize(&failure.to_string())
}
