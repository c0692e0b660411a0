//! The steps: what is asked in each, and what its answer means.

use adwright_client::{ClientError, Head};
use adwright_model::{Id, Kind};
use adwright_wire::TrailingSlash;

use super::ask::{Asking, not_given};
use super::probe::{Change, Probe, Rows};
use super::suggest::{NOT_FOUND, bindings_of, documents, found_at, setting_of, single};
use super::{Onwards, Outcome, login};
use crate::document::id_of;
use crate::reply::capitalised;
use crate::views::DoctorStepId;

/// The most names of fields that are told.
const NAMES: usize = 12;

/// Page sizes that services are known to take.
const USUAL_PAGES: [u32; 3] = [250, 100, 25];

/// What is said where something else than what is set works.
const OTHERWISE: &str = "It does not work as it is set, but in another way.";

/// What is said of a list whose path ends otherwise than that of campaigns.
const OTHER_END: &str =
    "Its path ends otherwise than that of campaigns, which Adwright finds out by itself.";

/// Takes a step, and says whether the others can be taken.
pub(super) async fn take(asking: &mut Asking<'_>, step: DoctorStepId) -> (Outcome, Onwards) {
    match step {
        DoctorStepId::Address => address(asking).await,
        DoctorStepId::Encryption => encryption(asking),
        DoctorStepId::Login => login::login(asking).await,
        DoctorStepId::Campaigns => (campaigns(asking).await, Onwards::Go),
        DoctorStepId::Campaign => (campaign(asking).await, Onwards::Go),
        DoctorStepId::Values => (values(asking).await, Onwards::Go),
        DoctorStepId::Ads => (ads(asking).await, Onwards::Go),
    }
}

async fn address(asking: &mut Asking<'_>) -> (Outcome, Onwards) {
    let probe = asking.unnamed().await;
    match &probe.came.failure() {
        Some(ClientError::NotTrusted { .. }) => (
            Outcome::fine("Something answers at this address."),
            Onwards::Go,
        ),
        Some(error) if error.is_unreachable() => {
            let told = Outcome::failed(format!("{}.", sentence(error)));
            let told = told.advising(
                "Look at the address, at your network and, where you need one, at your VPN.",
            );
            (told, Onwards::End("Nothing answers at this address."))
        }
        _ => (answered(probe), Onwards::Go),
    }
}

fn answered(probe: &Probe) -> Outcome {
    let Some(look) = probe.came.look() else {
        return Outcome::notable("Something answers, but not as a service of this interface does.");
    };
    if let Head {
        location: Some(place),
        ..
    } = &look.head
    {
        let told = format!("The service answers, but sends elsewhere: {place}.");
        return Outcome::notable(told).advising(
            "Adwright does not follow to another server. If you trust that address, enter it in the workspace’s form.",
        );
    }
    if look.wants_login() {
        return Outcome::fine("The service answers, and wants to know who asks.");
    }
    Outcome::fine(format!("The service answers (status {}).", look.status))
}

fn encryption(asking: &Asking<'_>) -> (Outcome, Onwards) {
    let address = asking.client.address("", &[]);
    if let Some(ClientError::NotTrusted { why }) = asking.last().came.failure() {
        let told = Outcome::failed(format!("The service’s certificate is not accepted: {why}."));
        let told = told.advising("Ask whoever runs the service. Your password was not sent.");
        return (
            told,
            Onwards::End("The certificate is not accepted, so nothing more was sent."),
        );
    }
    let told = if address.starts_with("https:") {
        Outcome::fine("What is sent is encrypted, and the certificate is accepted.")
    } else if asking.is_here() {
        Outcome::fine("The service is on this computer, so that nothing has to be encrypted.")
    } else {
        Outcome::notable("Nothing is encrypted: whoever is on the way can read your password.")
            .advising("Use an https:// address where the service has one.")
    };
    (told, Onwards::Go)
}

async fn campaigns(asking: &mut Asking<'_>) -> Outcome {
    let step = DoctorStepId::Campaigns;
    let outcome = list(asking, step, Kind::Campaign, "campaigns").await;
    found(asking, step, outcome)
}

/// With where the bindings are in the documents that came with a list, or one by one.
fn found(asking: &Asking<'_>, step: DoctorStepId, mut outcome: Outcome) -> Outcome {
    let documents = documents(&asking.working, &asking.probes, step);
    if documents.is_empty() {
        return outcome;
    }
    for binding in bindings_of(step) {
        let mut places = documents.iter().rev();
        let place = places.find_map(|document| found_at(&asking.working, binding, document));
        let place = place.unwrap_or_else(|| NOT_FOUND.to_owned());
        outcome = outcome.with(setting_of(binding).title, place);
    }
    outcome
}

async fn campaign(asking: &mut Asking<'_>) -> Outcome {
    let rows = documents(&asking.working, &asking.probes, DoctorStepId::Campaigns);
    let Some(id) = rows.iter().find_map(id_of) else {
        return Outcome::new(
            crate::views::DoctorState::NotTried,
            "No campaign with an id came with the list.",
        );
    };
    let (changes, failure) = given(asking, id).await;
    if let Some(failure) = failure {
        return Outcome::failed(format!("{}.", sentence(&failure)));
    }
    asking.keep(&changes);
    let Some(document) = single(&asking.working, &asking.probes) else {
        return Outcome::failed(format!("{}.", capitalised(&not_given(id))));
    };
    let fields = document.root().members().count();
    let listed = rows.first().map_or(0, |row| row.root().members().count());
    let mut told = format!("The service gives campaign {id}, with {fields} fields.");
    if fields > listed {
        told = format!("{told} The list has only {listed} of them.");
    }
    let outcome = if changes.iter().any(|(key, _)| *key == "trailingSlash") {
        Outcome::notable(format!("{OTHERWISE} {told}"))
    } else {
        Outcome::fine(told)
    };
    found(asking, DoctorStepId::Campaigns, outcome)
}

/// Asks for a campaign, where need be at a path that ends otherwise, and with its place in a reply of its own form: with
/// what changes it is given, or why it is not.
async fn given(asking: &mut Asking<'_>, id: Id) -> (Vec<Change>, Option<ClientError>) {
    let slash = asking.working.trailing_slash;
    let other = ends(slash.with_entities(!slash.entities()));
    let mut first = None;
    for mut changes in [vec![], vec![other]] {
        let probe = asking.one(id, &changes).await;
        let (failure, place) = (probe.came.failure().cloned(), probe.elsewhere.clone());
        if let Some(place) = place {
            changes.push(("singleAt", place.to_string()));
            asking.one(id, &changes).await;
            return (changes, None);
        }
        let Some(failure) = failure else {
            return (changes, None);
        };
        let is_final = is_no_matter_of_form(&failure);
        first.get_or_insert(failure);
        if is_final {
            break;
        }
    }
    (Vec::new(), first)
}

async fn values(asking: &mut Asking<'_>) -> Outcome {
    let (step, kind) = (DoctorStepId::Values, Kind::RetargetingDataValue);
    let outcome = list(asking, step, kind, "retargeting values").await;
    found(asking, step, outcome)
}

async fn ads(asking: &mut Asking<'_>) -> Outcome {
    let (step, kind) = (DoctorStepId::Ads, Kind::ExpandableBannerAd);
    if asking.working.ads_path.is_some() {
        return list(asking, step, kind, "ads").await;
    }
    let change = vec![("adsPath", "/ads".to_owned())];
    let probe = asking.listed(step, kind, &change).await;
    match probe.came.rows() {
        Some(rows) => {
            let outcome = told_rows(rows, "ads");
            asking.keep(&change);
            Outcome {
                message: format!(
                    "No path of ads is set, but there are ads at /ads. {}",
                    outcome.message
                ),
                ..outcome
            }
        }
        None => Outcome::notable("No path of ads is set, and there are none at /ads either.")
            .advising(
                "Where the service has ads elsewhere, set “Path of ads”. All else works without.",
            ),
    }
}

/// Asks for a list, and where that does not work in other ways, one at a time.
async fn list(asking: &mut Asking<'_>, step: DoctorStepId, kind: Kind, noun: &str) -> Outcome {
    let probe = asking.listed(step, kind, &[]).await;
    let Some(failure) = probe.came.failure().cloned() else {
        return probe
            .came
            .rows()
            .map_or_else(|| Outcome::fine(""), |rows| told_rows(rows, noun));
    };
    if is_no_matter_of_form(&failure) {
        return Outcome::failed(format!("{}.", sentence(&failure)));
    }
    for changes in ways(asking, kind) {
        if !is_harmless(asking, step, kind, &changes).await {
            if is_end(&changes)
                && let Some(rows) = asking
                    .listed_by_itself(step, kind, &changes)
                    .await
                    .came
                    .rows()
            {
                return otherwise(OTHER_END, told_rows(rows, noun));
            }
            continue;
        }
        let probe = asking.listed(step, kind, &changes).await;
        if let Some(rows) = probe.came.rows() {
            let outcome = told_rows(rows, noun);
            asking.keep(&changes);
            return otherwise(OTHERWISE, outcome);
        }
    }
    Outcome::failed(format!("{}.", sentence(&failure)))
        .advising("Look at the reply. Whoever runs the service knows its paths.")
}

/// Whether campaigns are listed in another way too, where that way is one for all paths, as all are but the prefix of
/// values: what only helps another list is no help.
async fn is_harmless(
    asking: &mut Asking<'_>,
    step: DoctorStepId,
    kind: Kind,
    changes: &[Change],
) -> bool {
    kind == Kind::Campaign
        || changes.iter().all(|(key, _)| *key == "restPrefix")
        || asking.campaigns_with(step, changes).await
}

fn otherwise(how: &str, outcome: Outcome) -> Outcome {
    Outcome {
        state: crate::views::DoctorState::Notable,
        message: format!("{how} {}", outcome.message),
        ..outcome
    }
}

/// Whether nothing changes but the end of paths. What a list shows of that holds for it without any setting.
fn is_end(changes: &[Change]) -> bool {
    changes.iter().all(|(key, _)| *key == "trailingSlash")
}

/// Whether it would be the same however it is asked for.
fn is_no_matter_of_form(failure: &ClientError) -> bool {
    failure.is_unauthorized()
        || failure.is_unreachable()
        || matches!(failure, ClientError::Busy { .. })
}

fn ends(slash: TrailingSlash) -> Change {
    ("trailingSlash", slash.as_str().to_owned())
}

/// Other ways to ask for a list.
fn ways(asking: &Asking<'_>, kind: Kind) -> Vec<Vec<Change>> {
    let dialect = &asking.working;
    let slash = dialect.trailing_slash;
    let slash = ends(slash.with_lists(!slash.lists()));
    let elsewhere = asking.last().elsewhere.iter();
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

fn told_rows(rows: &Rows, noun: &str) -> Outcome {
    let outcome = match rows.count {
        0 => Outcome::notable(format!(
            "The list works; there are no {noun} in it, or none that you may see."
        )),
        count => {
            let counted = counted(count, rows.total, noun);
            Outcome::fine(format!("The list works: {counted} came."))
        }
    };
    let total = match rows.total {
        Some(total) if total < rows.count as u64 => format!("{total}, although more came"),
        Some(total) => total.to_string(),
        None => "not said; the list is read until nothing new comes".to_owned(),
    };
    let outcome = outcome
        .with("Envelope", envelope(&rows.members))
        .with("Total", total);
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
            outcome.with("Fields of a row", format!("{first}{more}"))
        }
    }
}

fn counted(count: usize, total: Option<u64>, noun: &str) -> String {
    match (count, total) {
        (_, Some(total)) if total >= count as u64 => format!("{count} of {total} {noun}"),
        (1, _) => format!("1 {}", noun.trim_end_matches('s')),
        _ => format!("{count} {noun}"),
    }
}

fn envelope(members: &[String]) -> String {
    if members.is_empty() {
        return "none: the rows stand by themselves".to_owned();
    }
    members.join(", ")
}

pub(super) fn sentence(failure: &ClientError) -> String {
    capitalised(&failure.to_string())
}
