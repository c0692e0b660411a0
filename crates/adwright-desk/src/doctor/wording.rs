//! All English of the doctor. The other modules say with types what they observed; this module turns that into
//! sentences where view models are built.

mod suggestions;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use adwright_model::{BindingSource, Id, Kind, Path};
use adwright_views::{DoctorExchange, DoctorFact, DoctorStepId};
use adwright_wire::{RequestFailure, SecretName};

pub(super) use suggestions::suggestion;

use super::ExaminationResult;
use super::login::is_not_there;
use super::observation::{
    BindingPlace, LoginObservation, Observation, ObservedFact, SkipReason, ValueSample,
    WorkingSettings,
};
use super::probe::{Probe, ProbeRequest, ProbeResult};
use super::suggest::binding_setting;

use crate::document::shape_name;
use crate::reply::{capitalize, reply_view};
use crate::wording::{plural, size_text};

/// The text for a binding that no document has.
pub(crate) const NOT_FOUND: &str = "not found: rules that need it cannot be applied";

/// The most field names of a row to show.
const NAMES: usize = 12;

/// The longest displayed sample of a value, in characters.
const LONGEST_SAMPLE: usize = 60;

/// Returns the title of a step.
pub(super) const fn step_title(step: DoctorStepId) -> &'static str {
    match step {
        DoctorStepId::Address => "Address",
        DoctorStepId::Encryption => "Encryption",
        DoctorStepId::Login => "Login",
        DoctorStepId::Campaigns => "List of campaigns",
        DoctorStepId::Campaign => "One campaign",
        DoctorStepId::Values => "List of retargeting values",
        DoctorStepId::Ads => "List of ads",
    }
}

/// Says how the examination ended, with this many suggestions.
pub(super) fn result_message(result: ExaminationResult, suggestions: usize) -> String {
    let hint = match suggestions {
        0 => "",
        1 => " There is a suggestion below.",
        _ => " There are suggestions below.",
    };
    match result {
        ExaminationResult::Stopped => "You stopped the doctor. Nothing was changed.".to_owned(),
        ExaminationResult::Failed(step) => {
            format!("“{}” does not work yet.{hint}", step_title(step))
        }
        ExaminationResult::Works => format!("The connection works.{hint}"),
    }
}

/// Says what a step observed.
pub(super) fn message(observation: &Observation) -> Cow<'static, str> {
    let fixed = match observation {
        Observation::ServerFound => "A server answers at this address.",
        Observation::Answered { status } => {
            return format!("The service answers (status {status}).").into();
        }
        Observation::LoginRequested => "The service answers, and asks for a login.",
        Observation::Redirected { location } => {
            return format!("The service redirects to {location}.").into();
        }
        Observation::UnusableReply => "A server answers, but not like a service of this interface.",
        Observation::Encrypted => "The connection is encrypted, and the certificate is accepted.",
        Observation::OnThisComputer => {
            "The service is on this computer, so the connection needs no encryption."
        }
        Observation::NotEncrypted => {
            "The connection is not encrypted. Others on the network can read your password."
        }
        Observation::CertificateRejected { problem } => {
            return format!("The service’s certificate is not accepted: {problem}.").into();
        }
        Observation::Login(login) => return login_message(login),
        Observation::ListRead {
            kind,
            count,
            total,
            settings,
        } => return list_message(*kind, *count, *total, *settings).into(),
        Observation::AdsPathUnknown => {
            "No path of ads is set, and the usual path /ads does not work."
        }
        Observation::CampaignRead {
            id,
            fields,
            listed_fields,
            settings,
        } => return campaign_message(*id, *fields, *listed_fields, *settings).into(),
        Observation::CampaignMissing { id } => {
            return format!("The service lists campaign {id}, but does not return it alone.")
                .into();
        }
        Observation::Unreachable { failure }
        | Observation::LoginFailed { failure }
        | Observation::ListRefused { failure }
        | Observation::ReadFailed { failure } => {
            return format!("{}.", capitalize(&failure.to_string())).into();
        }
        Observation::Skipped(reason) => skip_message(*reason),
    };
    fixed.into()
}

fn login_message(login: &LoginObservation) -> Cow<'static, str> {
    let fixed = match login {
        LoginObservation::NotRequired => "No login is set, and the service does not ask for one.",
        LoginObservation::SessionAccepted => "The service accepted the login and opened a session.",
        LoginObservation::CredentialsAccepted => "The service accepts the credentials.",
        LoginObservation::CredentialsUnclear { status } => {
            return format!(
                "The service neither accepts nor refuses the credentials (status {status})."
            )
            .into();
        }
        LoginObservation::AtOtherPath => {
            "The login works, but at another path than the one in the settings."
        }
        LoginObservation::TokenAtOtherPlace => {
            "The login works, but the token is at another place of the reply than the settings say."
        }
        LoginObservation::TokenInOtherScheme => {
            "The login works, but the service expects the token in another form than the settings say."
        }
        LoginObservation::SessionUnclear { failure } => {
            return format!(
                "The service opened a session, but does not return its campaigns: {failure}."
            )
            .into();
        }
    };
    fixed.into()
}

fn campaign_message(
    id: Id,
    fields: usize,
    listed_fields: usize,
    settings: WorkingSettings,
) -> String {
    let more = if fields > listed_fields {
        format!(" The list has only {listed_fields} of them.")
    } else {
        String::new()
    };
    let prefix = settings_prefix(settings);
    format!("{prefix}The service returned campaign {id} with {fields} fields.{more}")
}

/// Says what to do about an observation; `None` if nothing has to be done.
pub(super) fn advice(observation: &Observation) -> Option<String> {
    let fixed = match observation {
        Observation::Redirected { .. } => {
            "Adwright does not follow redirects to another server. If you trust this address, enter it in the workspace’s form."
        }
        Observation::Unreachable { .. } => {
            "Check the address, your network and, if you need one, your VPN."
        }
        Observation::NotEncrypted => "Use an https:// address if the service has one.",
        Observation::CertificateRejected { .. } => {
            "Ask the operator of the service. Your password was not sent."
        }
        Observation::LoginFailed { failure } => return Some(login_advice(failure)),
        Observation::ListRefused { .. } => {
            "Look at the reply. The operator of the service knows its paths."
        }
        Observation::AdsPathUnknown => {
            "If the service has ads at another path, set “Path of ads”. Everything else works without it."
        }
        Observation::ServerFound
        | Observation::Answered { .. }
        | Observation::LoginRequested
        | Observation::UnusableReply
        | Observation::Encrypted
        | Observation::OnThisComputer
        | Observation::Login(_)
        | Observation::ListRead { .. }
        | Observation::CampaignRead { .. }
        | Observation::CampaignMissing { .. }
        | Observation::ReadFailed { .. }
        | Observation::Skipped(_) => return None,
    };
    Some(fixed.to_owned())
}

fn login_advice(failure: &RequestFailure) -> String {
    if let Some(header) = failure.missing_header() {
        return format!(
            "Set the header {header} under “Plain headers”, or as a header with a secret value."
        );
    }
    if is_not_there(failure) {
        return "The service has no login at this path. Ask its operator for the path, and set “Path of the login”.".to_owned();
    }
    let fixed = match failure {
        RequestFailure::NoSecret(SecretName::Password) => {
            "Enter the password in the workspace’s form."
        }
        RequestFailure::NoSecret(SecretName::Token) => "Enter the token in the workspace’s form.",
        RequestFailure::NoSecret(SecretName::Header(_)) => {
            "Enter the header’s value in the workspace’s form."
        }
        RequestFailure::UnusableSecret => "Enter it again in the workspace’s form.",
        RequestFailure::LoginRedirected { .. } => {
            "Adwright sends your password to no other address by itself. Ask the operator of the service for the path, and set “Path of the login”."
        }
        RequestFailure::NoToken { .. } => {
            "The service accepted name and password. Set “Place of the token” to its place in the login’s reply."
        }
        RequestFailure::Unauthorized { .. }
        | RequestFailure::LoginRefused { .. }
        | RequestFailure::Refused { .. } => {
            "Check the name, the password and the way to log in. Adwright tried them only once, so that the account is not locked."
        }
        RequestFailure::PlainHttp { .. }
        | RequestFailure::NotHttp(_)
        | RequestFailure::LoginInUrl
        | RequestFailure::BaseHasQuery
        | RequestFailure::BadHeader(_)
        | RequestFailure::NoTransport(_)
        | RequestFailure::UnsupportedCall(_)
        | RequestFailure::Unreachable(_)
        | RequestFailure::CertificateRejected(_)
        | RequestFailure::IncompleteReply(_)
        | RequestFailure::TooLarge { .. }
        | RequestFailure::NoCredentials(_)
        | RequestFailure::ReplyLeaksSecret { .. }
        | RequestFailure::Busy { .. }
        | RequestFailure::Unclear(_)
        | RequestFailure::LoginRedirectedNowhere { .. }
        | RequestFailure::Unreadable(_) => {
            "Try again. If it fails again, ask the operator of the service."
        }
    };
    fixed.to_owned()
}

fn list_message(kind: Kind, count: usize, total: Option<u64>, settings: WorkingSettings) -> String {
    let (prefix, noun) = (settings_prefix(settings), noun(kind));
    let total = total.and_then(|total| usize::try_from(total).ok());
    let counted = match total.filter(|total| *total >= count) {
        _ if count == 0 => {
            return format!("{prefix}The list works, but shows you no {noun}s.");
        }
        Some(total) => format!("{count} of {}", plural(total, noun)),
        None => plural(count, noun),
    };
    format!("{prefix}The list works: the service returned {counted}.")
}

/// Says with which settings a read works, unless with the current ones.
const fn settings_prefix(settings: WorkingSettings) -> &'static str {
    match settings {
        WorkingSettings::Current => "",
        WorkingSettings::Other => "The current settings do not work, but others do. ",
        WorkingSettings::UsualAdsPath => "No path of ads is set, but the usual path /ads works. ",
    }
}

const fn skip_message(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::Unreachable => "Nothing answers at this address.",
        SkipReason::CertificateRejected => {
            "The certificate is not accepted, so nothing more was sent."
        }
        SkipReason::LoginFailed => "The service must accept the login first.",
        SkipReason::NoCampaign => "The list has no campaign with an id.",
        SkipReason::StoppedHere => "You stopped the doctor during this step.",
        SkipReason::StoppedBefore => "You stopped the doctor before this step.",
    }
}

/// Returns the singular noun of a kind.
const fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Campaign => "campaign",
        Kind::RetargetingDataValue => "retargeting value",
        Kind::InStreamInteractiveAd => "in-stream interactive ad",
        Kind::ExpandableBannerAd => "expandable banner ad",
        Kind::Html5ExpandableBannerAd => "HTML5 expandable banner ad",
        // More kinds may follow, and the doctor lists none of them.
        _ => "ad",
    }
}

/// Returns a fact for display, with secrets.
pub(super) fn fact(fact: &ObservedFact) -> DoctorFact {
    let (label, value) = match fact {
        ObservedFact::Envelope { members } if members.is_empty() => {
            ("Envelope", "none: the reply is a plain list".to_owned())
        }
        ObservedFact::Envelope { members } => ("Envelope", members.join(", ")),
        ObservedFact::Total { total, count } => {
            let total = match total {
                Some(total) if *total < *count as u64 => {
                    format!("{total}, although the page has more rows")
                }
                Some(total) => total.to_string(),
                None => "unknown: the list is fetched until no new rows arrive".to_owned(),
            };
            ("Total", total)
        }
        ObservedFact::RowFields { names } => {
            let shown = names[..names.len().min(NAMES)].join(", ");
            let more = match names.len().saturating_sub(NAMES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            ("Fields of a row", format!("{shown}{more}"))
        }
        ObservedFact::Binding { binding, place } => {
            let place = place.as_ref().map(binding_place);
            let place = place.unwrap_or_else(|| NOT_FOUND.to_owned());
            (binding_setting(*binding).title, place)
        }
    };
    DoctorFact {
        label: label.to_owned(),
        value,
    }
}

/// Describes where a document has a binding.
pub(super) fn binding_place(place: &BindingPlace) -> String {
    match place {
        BindingPlace::At {
            path,
            source,
            sample,
        } => {
            let how = match source {
                BindingSource::Set => "set",
                BindingSource::Searched => "found",
            };
            format!("{how} at {path}: {}", sample_text(sample))
        }
        BindingPlace::Ambiguous(paths) => {
            let paths: Vec<_> = paths.iter().map(Path::to_string).collect();
            format!("at several places: {}", paths.join(", "))
        }
    }
}

fn sample_text(sample: &ValueSample) -> String {
    match sample {
        ValueSample::Shape(shape) => shape_name(*shape).to_owned(),
        ValueSample::Json(json) => match json.char_indices().nth(LONGEST_SAMPLE) {
            Some((end, _)) => format!("{}…", &json[..end]),
            None => json.clone(),
        },
    }
}

/// Returns a request and its reply for display.
pub(super) fn exchange(probe: &Probe) -> DoctorExchange {
    let duration_ms = probe.duration_ms;
    let answer = match &probe.result {
        ProbeResult::Failure(error) => error.to_string(),
        ProbeResult::Session => "a session was opened".to_owned(),
        ProbeResult::Answer(_)
        | ProbeResult::WithoutCampaign(_)
        | ProbeResult::Rows(_)
        | ProbeResult::Rest(_) => {
            let status = probe
                .result
                .response()
                .map_or(0, |response| response.status);
            format!("{status}, {}", body_size_text(probe.bytes))
        }
    };
    DoctorExchange {
        request: request_text(&probe.request),
        answer: format!("{answer}, {duration_ms} ms"),
        works: probe.is_expected(),
        reply: probe.result.reply().map(reply_view),
    }
}

fn request_text(request: &ProbeRequest) -> String {
    match request {
        ProbeRequest::Get { url } => format!("GET {url}"),
        ProbeRequest::Post { url } => format!("POST {url}"),
        ProbeRequest::Credentials => "Credentials of every request".to_owned(),
        ProbeRequest::Unsent => "No request".to_owned(),
    }
}

/// Returns the size of a body.
fn body_size_text(bytes: usize) -> String {
    match bytes {
        0 => "empty".to_owned(),
        _ => size_text(bytes as u64),
    }
}
