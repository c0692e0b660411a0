//! The doctor's suggestions: a pure function of the probes.

mod trailing_slash;

use adwright_model::{Binding, BindingLocation, Bindings, EditableDocument, Kind, Path};
use adwright_views::DoctorStepId;
use adwright_wire::{
    Authentication, ClientRefFormat, ClientRefFormats, Dialect, RequestFailure, Setting,
};

use super::login::is_not_there;
use super::observation::{BindingPlace, ValueSample};
use super::probe::{Probe, ProbeRequest, ProbeResult, ProbedList, ProbedSetting};

/// A suggested change of settings.
pub(super) struct Suggestion {
    pub(super) reason: SuggestionReason,
    pub(super) changes: Vec<SuggestedChange>,
}

/// The observation behind a suggestion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SuggestionReason {
    /// The service listed its campaigns without a login.
    ReadableWithoutLogin,
    /// The service asks for Basic authentication.
    BasicRequested,
    /// The service asks for a token with every request.
    BearerRequested,
    /// The service asks for a login, and names none.
    LoginRequested,
    /// The service accepted this request with another value of the setting.
    RequestWorked {
        setting: ProbedSetting,
        request: ProbeRequest,
    },
    /// The service redirects reads to this path, which differs in the trailing slash.
    SlashRedirected { path: String },
    /// A list reply seems to have its total at this place.
    TotalObserved { place: Path },
    /// The reply to a refused request has a code of the interface at this place.
    ErrorCodeObserved { place: Path, request: ProbeRequest },
    /// The service truncated a page.
    PageTruncated { requested: u32, count: u32 },
    /// A list row has a reference.
    ReferenceObserved(ObservedReference),
    /// A field with the name of the binding is at this place.
    BindingObserved { binding: Binding, place: Path },
}

/// The current and the suggested value of a setting.
pub(super) struct SuggestedChange {
    pub(super) setting: &'static Setting,
    pub(super) before: String,
    pub(super) value: String,
    /// A value of the service under the suggested one.
    pub(super) sample: Option<ValueSample>,
}

/// A reference that list rows show for a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ObservedReference {
    pub(crate) kind: Kind,
    /// Its format, as the setting spells it.
    pub(crate) form: &'static str,
    pub(super) shown: String,
}

/// Returns the suggestions, the most basic first; each setting occurs once.
pub(super) fn suggest(dialect: &Dialect, probes: &[Probe]) -> Vec<Suggestion> {
    let mut all: Vec<_> = suggest_login(dialect, probes).into_iter().collect();
    all.extend(suggest_from_tries(dialect, probes));
    all.extend(trailing_slash::suggest_trailing_slash(dialect, probes));
    all.extend(suggest_total(dialect, probes));
    all.extend(suggest_page_size(dialect, probes));
    all.extend(suggest_errors(dialect, probes));
    for list in ProbedList::ALL {
        all.extend(suggest_references(dialect, list, probes));
    }
    for list in ProbedList::ALL {
        let documents = documents(dialect, probes, list);
        let bindings = bindings_of(list);
        all.extend(bindings.filter_map(|binding| suggest_binding(dialect, binding, &documents)));
    }
    let mut keys = Vec::new();
    all.retain(|suggestion| {
        let changed = suggestion.changes.iter().map(|change| change.setting.key);
        let is_known = changed.clone().any(|key| keys.contains(&key));
        keys.extend(changed);
        !is_known
    });
    all
}

/// Returns the bindings that the documents of a list can show.
pub(super) fn bindings_of(list: ProbedList) -> impl Iterator<Item = Binding> {
    let all = Binding::ALL.into_iter();
    all.filter(move |binding| binding.kind() == list.kind())
}

fn sample_rows(probes: &[Probe], list: ProbedList) -> Vec<EditableDocument> {
    let of_list = probes.iter().filter(|probe| probe.step == list.step());
    let rows = of_list.filter_map(|probe| probe.result.rows()).next_back();
    rows.map(|rows| rows.samples.clone()).unwrap_or_default()
}

/// Returns the documents from a list, and the campaign that was fetched alone.
pub(super) fn documents(
    dialect: &Dialect,
    probes: &[Probe],
    list: ProbedList,
) -> Vec<EditableDocument> {
    let mut documents = sample_rows(probes, list);
    if list == ProbedList::Campaigns {
        documents.extend(fetched_campaign(dialect, probes));
    }
    documents
}

/// Returns the campaign that was fetched alone.
pub(super) fn fetched_campaign(dialect: &Dialect, probes: &[Probe]) -> Option<EditableDocument> {
    let mut of_step = probes
        .iter()
        .filter(|probe| probe.step == DoctorStepId::Campaign);
    let response =
        of_step.find_map(|probe| probe.result.response().filter(|_| probe.is_success()))?;
    let text = adwright_wire::parse_single_with(&response.body, dialect).ok()??;
    EditableDocument::parse(&text).ok()
}

/// Suggests another login method if the dialect's login fails.
fn suggest_login(dialect: &Dialect, probes: &[Probe]) -> Option<Suggestion> {
    // If one of the tries worked, the login method is right.
    let refused = last_login(probes).filter(|probe| !probe.is_success())?;
    if matches!(refused.result.failure(), Some(RequestFailure::NoSecret(_))) {
        return None;
    }
    let unnamed = probes
        .iter()
        .find(|probe| probe.step == DoctorStepId::Address)?;
    let response = unnamed.result.response()?;
    let asks = |scheme: &str| response.head.schemes.iter().any(|asked| asked == scheme);
    // An empty list may be what an anonymous client sees.
    let (reason, login) = if unnamed.result.rows().is_some_and(|rows| rows.count > 0) {
        (SuggestionReason::ReadableWithoutLogin, "none")
    } else if !response.requires_login() || probes.iter().any(is_login_refused) {
        // A login that rejects a name or password exists. With another method, the right ones would be rejected too.
        return None;
    } else if asks("basic") {
        (SuggestionReason::BasicRequested, "basic")
    } else if asks("bearer") {
        (SuggestionReason::BearerRequested, "bearer")
    } else if dialect.authentication == Authentication::None {
        (SuggestionReason::LoginRequested, "session")
    } else {
        return None;
    };
    suggestion(dialect, reason, &[("authentication", login)])
}

/// Returns whether the session login was found at its path and rejected the credentials.
fn is_login_refused(probe: &Probe) -> bool {
    let failure = probe.result.failure();
    failure.is_some_and(|failure| {
        matches!(failure, RequestFailure::LoginRefused { .. }) && !is_not_there(failure)
    })
}

/// Returns the last login probe. An opened session is not yet an accepted one.
fn last_login(probes: &[Probe]) -> Option<&Probe> {
    let mut logins = probes
        .iter()
        .filter(|probe| probe.step == DoctorStepId::Login);
    logins.next_back()
}

/// Suggests the changes of probes that worked.
fn suggest_from_tries(dialect: &Dialect, probes: &[Probe]) -> Vec<Suggestion> {
    let logs_in = last_login(probes).is_none_or(Probe::is_success);
    let worked = probes
        .iter()
        .filter(|probe| probe.is_success())
        .filter(|probe| logs_in || probe.step != DoctorStepId::Login);
    let suggested = worked.filter_map(|probe| {
        let reason = SuggestionReason::RequestWorked {
            setting: probe.changes.first()?.0,
            request: probe.request.clone(),
        };
        let changes = probe.changes.iter();
        let changes: Vec<_> = changes
            .map(|(setting, value)| (setting.key(), value.as_str()))
            .collect();
        suggestion(dialect, reason, &changes)
    });
    suggested.collect()
}

/// Suggests a place for the total, if the known places hold none.
fn suggest_total(dialect: &Dialect, probes: &[Probe]) -> Option<Suggestion> {
    let mut rows = probes.iter().filter_map(|probe| probe.result.rows());
    let place = rows.find_map(|rows| rows.total_elsewhere.clone())?;
    let value = place.to_string();
    let reason = SuggestionReason::TotalObserved { place };
    suggestion(dialect, reason, &[("totalAt", &value)])
}

/// Suggests a place for error codes, if a refusal holds an interface code elsewhere.
fn suggest_errors(dialect: &Dialect, probes: &[Probe]) -> Option<Suggestion> {
    let mut failed = probes.iter().filter(|probe| !probe.is_success());
    let (probe, (code, message)) =
        failed.find_map(|probe| Some((probe, probe.error_elsewhere.clone()?)))?;
    let (code_at, message_at) = (code.to_string(), message.map(|place| place.to_string()));
    let reason = SuggestionReason::ErrorCodeObserved {
        place: code,
        request: probe.request.clone(),
    };
    let mut changes = vec![("errors.codeAt", code_at.as_str())];
    changes.extend(message_at.as_deref().map(|at| ("errors.messageAt", at)));
    suggestion(dialect, reason, &changes)
}

/// Suggests a smaller page size if the service truncated a page: the rest of that page had new rows.
fn suggest_page_size(dialect: &Dialect, probes: &[Probe]) -> Option<Suggestion> {
    let mut cut = probes.iter().filter_map(|probe| match &probe.result {
        // A page of one row shows nothing about the maximum.
        ProbeResult::Rest(rest) if rest.has_new_rows && rest.received > 1 => {
            Some((rest.requested, rest.received))
        }
        _ => None,
    });
    let (requested, count) = cut.next()?;
    let reason = SuggestionReason::PageTruncated { requested, count };
    let size = count.to_string();
    suggestion(dialect, reason, &[(ProbedSetting::PageSize.key(), &size)])
}

/// Suggests references for a kind if a list row has one. A lost create is searched in lists, at the top level of each
/// row.
fn suggest_references(dialect: &Dialect, list: ProbedList, probes: &[Probe]) -> Vec<Suggestion> {
    let observed = observed_references(list.kind(), &sample_rows(probes, list)).into_iter();
    let is_open = |observed: &ObservedReference| match dialect.client_ref_id.get(observed.kind) {
        ClientRefFormat::Off => true,
        ClientRefFormat::Text => observed.form == "integer",
        ClientRefFormat::Integer => false,
    };
    let suggested = observed.filter(is_open).filter_map(|observed| {
        let change = (reference_setting(observed.kind).key, observed.form);
        let reason = SuggestionReason::ReferenceObserved(observed);
        suggestion(dialect, reason, &[change])
    });
    suggested.collect()
}

/// Returns the first reference of each kind in these rows. An ad without a specific type is skipped.
pub(crate) fn observed_references(
    list_kind: Kind,
    rows: &[EditableDocument],
) -> Vec<ObservedReference> {
    let of_kind = |kind: Kind| {
        let mut rows = rows.iter().filter(|row| list_kind.specific(row) == kind);
        let (form, shown) = rows.find_map(form_of_reference)?;
        Some(ObservedReference { kind, form, shown })
    };
    ClientRefFormats::KINDS
        .into_iter()
        .filter_map(of_kind)
        .collect()
}

fn form_of_reference(row: &EditableDocument) -> Option<(&'static str, String)> {
    let reference = row.root().member("clientRefId")?;
    let text = reference.as_str().filter(|text| !text.is_empty());
    let number = || {
        Some((
            "integer",
            reference.as_i64().map(|_| reference.raw().to_owned())?,
        ))
    };
    text.map(|text| ("text", text.into_owned())).or_else(number)
}

/// Returns the setting for references of a kind.
pub(crate) fn reference_setting(kind: Kind) -> &'static Setting {
    let key = format!("clientRefId.{kind}");
    Setting::from_key(&key).expect("every kind that can be new has a setting")
}

/// Suggests a place for a binding that rules need and that is missing or ambiguous.
fn suggest_binding(
    dialect: &Dialect,
    binding: Binding,
    documents: &[EditableDocument],
) -> Option<Suggestion> {
    let is_found = documents.iter().any(|document| {
        matches!(
            dialect.bindings.locate(binding, document),
            BindingLocation::Found { .. }
        )
    });
    if is_found {
        return None;
    }
    let (place, sample) = documents.iter().find_map(|document| {
        let place = guess_binding_path(binding, document)?;
        let sample = value_sample(document, &place);
        Some((place, sample))
    })?;
    let value = place.to_string();
    let reason = SuggestionReason::BindingObserved { binding, place };
    let change = (binding_setting(binding).key, value.as_str());
    let mut suggestion = suggestion(dialect, reason, &[change])?;
    for change in &mut suggestion.changes {
        change.sample = Some(sample.clone());
    }
    Some(suggestion)
}

/// Finds a binding's field by its default names, because the configured place may be wrong. The first of several places
/// wins.
fn guess_binding_path(binding: Binding, document: &EditableDocument) -> Option<Path> {
    match Bindings::default().locate(binding, document) {
        BindingLocation::Found { path, .. } => Some(path),
        BindingLocation::Ambiguous(paths) => paths.into_iter().next(),
        BindingLocation::Missing => binding.suggest_path(document),
    }
}

/// Returns the setting for a binding's place.
pub(crate) fn binding_setting(binding: Binding) -> &'static Setting {
    let word = serde_json::to_value(binding).expect("a binding is a word");
    let key = format!("bindings.{}", word.as_str().unwrap_or_default());
    Setting::from_key(&key).expect("every binding has a setting")
}

fn value_sample(document: &EditableDocument, place: &Path) -> ValueSample {
    match document.get(place) {
        None => ValueSample::Json(String::new()),
        Some(node) if node.members().next().is_some() || node.items().next().is_some() => {
            ValueSample::Shape(node.json_type())
        }
        Some(node) => ValueSample::Json(node.raw().to_owned()),
    }
}

/// Locates a binding in a document; `None` if it is missing.
pub(super) fn locate_binding(
    dialect: &Dialect,
    binding: Binding,
    document: &EditableDocument,
) -> Option<BindingPlace> {
    match dialect.bindings.locate(binding, document) {
        BindingLocation::Found { path, how } => Some(BindingPlace::At {
            sample: value_sample(document, &path),
            path,
            source: how,
        }),
        BindingLocation::Missing => None,
        BindingLocation::Ambiguous(paths) => Some(BindingPlace::Ambiguous(paths)),
    }
}

/// Returns a suggestion of these changes; none if they change nothing.
fn suggestion(
    dialect: &Dialect,
    reason: SuggestionReason,
    changes: &[(&'static str, &str)],
) -> Option<Suggestion> {
    let changes: Vec<_> = changes
        .iter()
        .filter_map(|(key, value)| change(dialect, key, value))
        .collect();
    (!changes.is_empty()).then_some(Suggestion { reason, changes })
}

/// Returns a setting's current and suggested value; none if they are equal.
fn change(dialect: &Dialect, key: &str, value: &str) -> Option<SuggestedChange> {
    let setting = Setting::from_key(key).ok()?;
    let before = setting.get(dialect).unwrap_or_default();
    (before != value).then(|| SuggestedChange {
        setting,
        before,
        value: value.to_owned(),
        sample: None,
    })
}

#[cfg(test)]
mod tests;
