//! The doctor's suggestions: a pure function of the probes.

mod trailing_slash;

use adwright_client::ClientError;
use adwright_model::{Binding, BindingLocation, BindingSource, Bindings, Editable, Kind, Path};
use adwright_views::{DoctorStepId, DoctorSuggestion, SettingDifference};
use adwright_wire::{ClientRefFormat, ClientRefFormats, Dialect, Setting};

use super::login::is_not_there;
use super::probe::{Probe, ProbeResult, SettingOverride};

use crate::document::shape_name;

/// The text for a binding that no document has.
pub(crate) const NOT_FOUND: &str = "not found: rules that need it cannot tell";

/// The longest displayed sample of a value, in characters.
const LONGEST_SAMPLE: usize = 60;

/// Returns the suggestions, the most basic first; each setting occurs once.
pub(super) fn suggest(dialect: &Dialect, probes: &[Probe]) -> Vec<DoctorSuggestion> {
    let mut all: Vec<_> = suggest_login(dialect, probes).into_iter().collect();
    all.extend(suggest_from_tries(dialect, probes));
    all.extend(trailing_slash::suggest_trailing_slash(dialect, probes));
    all.extend(suggest_total(dialect, probes));
    all.extend(suggest_page_size(dialect, probes));
    all.extend(suggest_errors(dialect, probes));
    for list in LISTS {
        all.extend(suggest_references(
            dialect,
            list,
            &sample_rows(probes, list),
        ));
    }
    for list in [DoctorStepId::Campaigns, DoctorStepId::Values] {
        let documents = documents(dialect, probes, list);
        let bindings = bindings_of(list);
        all.extend(bindings.filter_map(|binding| suggest_binding(dialect, binding, &documents)));
    }
    let mut keys = Vec::new();
    all.retain(|suggestion| {
        let known = suggestion
            .changes
            .iter()
            .any(|change| keys.contains(&change.key));
        keys.extend(suggestion.changes.iter().map(|change| change.key.clone()));
        !known && !suggestion.changes.is_empty()
    });
    all
}

/// The steps that request a list, in order.
const LISTS: [DoctorStepId; 3] = [
    DoctorStepId::Campaigns,
    DoctorStepId::Values,
    DoctorStepId::Ads,
];

/// Returns the kind of a step's list.
const fn list_kind(list: DoctorStepId) -> Kind {
    match list {
        DoctorStepId::Values => Kind::RetargetingDataValue,
        DoctorStepId::Ads => Kind::Ad,
        _ => Kind::Campaign,
    }
}

/// Returns the bindings that the documents of a list can show.
pub(super) fn bindings_of(list: DoctorStepId) -> impl Iterator<Item = Binding> {
    let kind = list_kind(list);
    let all = Binding::ALL.into_iter();
    all.filter(move |binding| binding.kind() == kind)
}

fn sample_rows(probes: &[Probe], list: DoctorStepId) -> Vec<Editable> {
    let of_list = probes.iter().filter(|probe| probe.step == list);
    let rows = of_list.filter_map(|probe| probe.came.rows()).next_back();
    rows.map(|rows| rows.samples.clone()).unwrap_or_default()
}

/// Returns the documents from a step's list, and the campaign that was fetched alone.
pub(super) fn documents(dialect: &Dialect, probes: &[Probe], list: DoctorStepId) -> Vec<Editable> {
    let mut documents = sample_rows(probes, list);
    if list == DoctorStepId::Campaigns {
        documents.extend(fetched_campaign(dialect, probes));
    }
    documents
}

/// Returns the campaign that was fetched alone.
pub(super) fn fetched_campaign(dialect: &Dialect, probes: &[Probe]) -> Option<Editable> {
    let mut of_step = probes
        .iter()
        .filter(|probe| probe.step == DoctorStepId::Campaign);
    let look = of_step.find_map(|probe| probe.came.look().filter(|_| probe.is_success()))?;
    let text = adwright_wire::parse_single_with(&look.body, dialect).ok()??;
    Editable::parse(&text).ok()
}

/// Suggests another login method if the dialect's login fails.
fn suggest_login(dialect: &Dialect, probes: &[Probe]) -> Option<DoctorSuggestion> {
    // If one of the tries worked, the login method is right.
    let refused = last_login(probes).filter(|probe| !probe.is_success())?;
    if matches!(refused.came.failure(), Some(ClientError::NoSecret(_))) {
        return None;
    }
    let unnamed = probes
        .iter()
        .find(|probe| probe.step == DoctorStepId::Address)?;
    let look = unnamed.came.look()?;
    // An empty list may be what an anonymous client sees.
    if unnamed.came.rows().is_some_and(|rows| rows.count > 0) {
        let why = "The service gave its campaigns without any login.";
        return suggestion(
            dialect,
            "Ask without a login",
            why,
            &[("authentication", "none")],
        );
    }
    // A login that rejects a name or password exists. With another method, the right ones would be rejected too.
    if !look.wants_login() || probes.iter().any(is_login_refused) {
        return None;
    }
    let asks = |scheme: &str| look.head.schemes.iter().any(|asked| asked == scheme);
    if asks("basic") {
        let why = "The service asks for name and password with every request (Basic).";
        return suggestion(
            dialect,
            "Send name and password",
            why,
            &[("authentication", "basic")],
        );
    }
    if asks("bearer") {
        let why = "The service asks for a token with every request (Bearer).";
        return suggestion(
            dialect,
            "Send a token",
            why,
            &[("authentication", "bearer")],
        );
    }
    if dialect.authentication == adwright_wire::Authentication::None {
        let why = "The service wants a login and does not say which. Most services of this interface open a session.";
        let change = [("authentication", "session")];
        return suggestion(dialect, "Log in for a session", why, &change);
    }
    None
}

/// Returns whether the session login was found at its path and rejected the credentials.
fn is_login_refused(probe: &Probe) -> bool {
    let failure = probe.came.failure();
    failure.is_some_and(|failure| {
        matches!(failure, ClientError::LoginRefused { .. }) && !is_not_there(failure)
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
fn suggest_from_tries(dialect: &Dialect, probes: &[Probe]) -> Vec<DoctorSuggestion> {
    let logs_in = last_login(probes).is_none_or(Probe::is_success);
    let worked = probes
        .iter()
        .filter(|probe| !probe.changes.is_empty() && probe.is_success())
        .filter(|probe| logs_in || probe.step != DoctorStepId::Login);
    let suggested = worked.filter_map(|probe| {
        let changes: Vec<_> = probe.changes.iter().map(as_str_pair).collect();
        let title = match probe.changes.first()?.0 {
            trailing_slash::KEY => "Another end of paths",
            "restPrefix" => "Another path of retargeting values",
            "adsPath" => "Where the ads are",
            "listSort" => "Ask for lists without an order",
            "pageSize" => "Ask for smaller pages",
            "authentication.session.path" => "Another path of the login",
            "authentication.session.scheme" => "How the token of the session is sent",
            "authentication.session.token" => "Where the login’s reply has the token",
            "listAt" => "Where replies have their rows",
            "singleAt" => "Where a reply has its entity",
            _ => "What worked",
        };
        let why = format!("With this the service answered to {}.", probe.request);
        suggestion(dialect, title, &why, &changes)
    });
    suggested.collect()
}

/// Suggests a place for the total, if the known places hold none.
fn suggest_total(dialect: &Dialect, probes: &[Probe]) -> Option<DoctorSuggestion> {
    let mut rows = probes.iter().filter_map(|probe| probe.came.rows());
    let place = rows.find_map(|rows| rows.total_elsewhere.as_ref())?;
    let why = format!(
        "By its name, {place} says how many rows there are. Then a list is known to be whole once that many came."
    );
    let change = [("totalAt", &*place.to_string())];
    suggestion(
        dialect,
        "Where replies say how many there are",
        &why,
        &change,
    )
}

/// Suggests a place for error codes, if a refusal holds an interface code elsewhere.
fn suggest_errors(dialect: &Dialect, probes: &[Probe]) -> Option<DoctorSuggestion> {
    let mut failed = probes.iter().filter_map(|probe| {
        let places = probe.error_elsewhere.as_ref()?;
        Some((probe, places))
    });
    let (probe, (code, words)) = failed.find(|(probe, _)| !probe.is_success())?;
    let mut changes = vec![("errors.codeAt", code.to_string())];
    changes.extend(
        words
            .as_ref()
            .map(|words| ("errors.messageAt", words.to_string())),
    );
    let changes: Vec<_> = changes.iter().map(as_str_pair).collect();
    let why = format!(
        "The answer to {} has a code of the interface at {code}. Until that is set, a refusal may look as if nobody could \
         tell whether something was sent.",
        probe.request
    );
    suggestion(
        dialect,
        "Where the service says what went wrong",
        &why,
        &changes,
    )
}

/// Suggests a smaller page size if the service truncated a page: the rest of that page had new rows.
fn suggest_page_size(dialect: &Dialect, probes: &[Probe]) -> Option<DoctorSuggestion> {
    let mut cut = probes.iter().filter_map(|probe| match &probe.came {
        // A page of one row shows nothing about the maximum.
        ProbeResult::Rest(rest) if rest.has_news && rest.page.1 > 1 => Some(rest.page),
        _ => None,
    });
    let (wanted, count) = cut.next()?;
    let why = format!(
        "The service gave {count} rows where {wanted} were asked for, and more of them when it was asked for the rest."
    );
    let change = [("pageSize", count.to_string())];
    let change: Vec<_> = change.iter().map(as_str_pair).collect();
    suggestion(
        dialect,
        "Pages as large as the service gives them",
        &why,
        &change,
    )
}

/// Suggests references for a kind if a list row has one. A lost create is searched in lists, at the top level of each
/// row.
fn suggest_references(
    dialect: &Dialect,
    list: DoctorStepId,
    rows: &[Editable],
) -> Vec<DoctorSuggestion> {
    let kept = observed_references(list_kind(list), rows).into_iter();
    let is_open = |kept: &ObservedReference| match dialect.client_ref_id.get(kept.kind) {
        ClientRefFormat::Off => true,
        ClientRefFormat::Text => kept.form == "integer",
        ClientRefFormat::Integer => false,
    };
    let open = kept.filter(is_open);
    let suggested = open.filter_map(|kept| {
        let title = format!("Find lost {} by our reference", kept.noun());
        let setting = reference_setting(kept.kind);
        suggestion(dialect, &title, &kept.why(), &[(setting.key, kept.form)])
    });
    suggested.collect()
}

/// A reference that list rows show for a kind.
pub(crate) struct ObservedReference {
    pub(crate) kind: Kind,
    /// Its format, as the setting spells it.
    pub(crate) form: &'static str,
    shown: String,
}

/// Returns the first reference of each kind in these rows. An ad without a specific type is skipped.
pub(crate) fn observed_references(collection: Kind, rows: &[Editable]) -> Vec<ObservedReference> {
    let of_kind = |kind: Kind| {
        let mut rows = rows.iter().filter(|row| collection.specific(row) == kind);
        let (form, shown) = rows.find_map(form_of_reference)?;
        Some(ObservedReference { kind, form, shown })
    };
    ClientRefFormats::KINDS
        .into_iter()
        .filter_map(of_kind)
        .collect()
}

fn form_of_reference(row: &Editable) -> Option<(&'static str, String)> {
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

impl ObservedReference {
    /// Describes the observation as a sentence.
    pub(crate) fn why(&self) -> String {
        let (noun, shown) = (self.noun(), &self.shown);
        format!("The service lists {noun} with a reference in clientRefId, such as “{shown}”.")
    }

    /// Returns the plural noun of its kind.
    const fn noun(&self) -> &'static str {
        match self.kind {
            Kind::Campaign => "campaigns",
            Kind::RetargetingDataValue => "retargeting values",
            Kind::InStreamInteractiveAd => "in-stream interactive ads",
            Kind::ExpandableBannerAd => "expandable banner ads",
            _ => "HTML5 expandable banner ads",
        }
    }
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
    documents: &[Editable],
) -> Option<DoctorSuggestion> {
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
        let sample = sample_text(document, &place);
        Some((place, sample))
    })?;
    let setting = binding_setting(binding);
    let why = "It is not where Adwright looks for it, and a field of that name is here.";
    let place = place.to_string();
    let title = format!("Where “{}” is", setting.title);
    let mut suggestion = suggestion(dialect, &title, why, &[(setting.key, &place)])?;
    for change in &mut suggestion.changes {
        change.sample = Some(sample.clone());
    }
    Some(suggestion)
}

/// Finds a binding's field by its default names, because the configured place may be wrong. The first of several places
/// wins.
fn guess_binding_path(binding: Binding, document: &Editable) -> Option<Path> {
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

/// Returns a value as displayed beside its place.
pub(super) fn sample_text(document: &Editable, place: &Path) -> String {
    let Some(node) = document.get(place) else {
        return String::new();
    };
    if node.members().next().is_some() || node.items().next().is_some() {
        return shape_name(node.json_type()).to_owned();
    }
    let raw = node.raw();
    match raw.char_indices().nth(LONGEST_SAMPLE) {
        Some((end, _)) => format!("{}…", &raw[..end]),
        None => raw.to_owned(),
    }
}

/// Describes where a binding is in a document; none if it is missing.
pub(crate) fn binding_location(
    dialect: &Dialect,
    binding: Binding,
    document: &Editable,
) -> Option<String> {
    match dialect.bindings.locate(binding, document) {
        BindingLocation::Found { path, how } => {
            let how = match how {
                BindingSource::Set => "set",
                BindingSource::Searched => "found",
            };
            Some(format!("{how} at {path}: {}", sample_text(document, &path)))
        }
        BindingLocation::Missing => None,
        BindingLocation::Ambiguous(paths) => {
            let paths: Vec<_> = paths.iter().map(Path::to_string).collect();
            Some(format!("at several places: {}", paths.join(", ")))
        }
    }
}

fn as_str_pair((key, value): &SettingOverride) -> (&'static str, &str) {
    (key, value)
}

/// Returns a suggestion of these changes; none if they change nothing.
fn suggestion(
    dialect: &Dialect,
    title: &str,
    why: &str,
    changes: &[(&'static str, &str)],
) -> Option<DoctorSuggestion> {
    let changes: Vec<_> = changes
        .iter()
        .filter_map(|(key, value)| difference(dialect, key, value))
        .collect();
    (!changes.is_empty()).then(|| DoctorSuggestion {
        title: title.to_owned(),
        why: why.to_owned(),
        changes,
    })
}

/// Returns a setting's current and suggested value; none if they are equal.
fn difference(dialect: &Dialect, key: &str, value: &str) -> Option<SettingDifference> {
    let setting = Setting::from_key(key).ok()?;
    let before = setting.get(dialect).unwrap_or_default();
    (before != value).then(|| SettingDifference {
        key: key.to_owned(),
        title: setting.title.to_owned(),
        before: setting.display_value(&before),
        after: setting.display_value(value),
        value: value.to_owned(),
        sample: None,
    })
}

#[cfg(test)]
mod tests;
