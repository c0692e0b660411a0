//! The suggestions, in sentences.

use adwright_views::{DoctorSuggestion, SettingDifference};

use super::{noun, request_text, sample_text};

use crate::doctor::probe::ProbedSetting;
use crate::doctor::suggest::{
    ObservedReference, SuggestedChange, Suggestion, SuggestionReason, binding_setting,
};

/// Returns a suggestion for display, with secrets.
pub(in crate::doctor) fn suggestion(suggestion: &Suggestion) -> DoctorSuggestion {
    DoctorSuggestion {
        title: suggestion_title(&suggestion.reason),
        why: suggestion_why(&suggestion.reason),
        changes: suggestion.changes.iter().map(setting_difference).collect(),
    }
}

fn setting_difference(change: &SuggestedChange) -> SettingDifference {
    SettingDifference {
        key: change.setting.key.to_owned(),
        title: change.setting.title.to_owned(),
        before: change.setting.display_value(&change.before),
        after: change.setting.display_value(&change.value),
        value: change.value.clone(),
        sample: change.sample.as_ref().map(sample_text),
    }
}

fn suggestion_title(reason: &SuggestionReason) -> String {
    let fixed = match reason {
        SuggestionReason::ReadableWithoutLogin => "Use no login",
        SuggestionReason::BasicRequested => "Send name and password",
        SuggestionReason::BearerRequested => "Send a token",
        SuggestionReason::LoginRequested => "Log in for a session",
        SuggestionReason::RequestWorked { setting, .. } => setting_title(*setting),
        SuggestionReason::SlashRedirected { .. } => setting_title(ProbedSetting::TrailingSlash),
        SuggestionReason::TotalObserved { .. } => "Set the place of the total",
        SuggestionReason::ErrorCodeObserved { .. } => "Set the place of error codes",
        SuggestionReason::PageTruncated { .. } => setting_title(ProbedSetting::PageSize),
        SuggestionReason::ReferenceObserved(ObservedReference { kind, .. }) => {
            return format!("Find lost {}s by Adwright’s reference", noun(*kind));
        }
        SuggestionReason::BindingObserved { binding, .. } => {
            return format!("Set the place of “{}”", binding_setting(*binding).title);
        }
    };
    fixed.to_owned()
}

const fn setting_title(setting: ProbedSetting) -> &'static str {
    match setting {
        ProbedSetting::TrailingSlash => "Change the slash at the end of paths",
        ProbedSetting::RestPrefix => "Change the path of retargeting values",
        ProbedSetting::AdsPath => "Set the path of ads",
        ProbedSetting::ListSort => "Fetch lists without an order",
        ProbedSetting::PageSize => "Fetch smaller pages",
        ProbedSetting::LoginPath => "Change the path of the login",
        ProbedSetting::TokenScheme => "Change the form of the session token",
        ProbedSetting::TokenPlace => "Set the place of the session token",
        ProbedSetting::ListPlace => "Set the place of list rows",
        ProbedSetting::SinglePlace => "Set the place of a single object",
    }
}

fn suggestion_why(reason: &SuggestionReason) -> String {
    let fixed = match reason {
        SuggestionReason::ReadableWithoutLogin => {
            "The service returned its campaigns without a login."
        }
        SuggestionReason::BasicRequested => {
            "The service asks for name and password with every request (Basic)."
        }
        SuggestionReason::BearerRequested => {
            "The service asks for a token with every request (Bearer)."
        }
        SuggestionReason::LoginRequested => {
            "The service asks for a login, but does not say which. Most services of this interface open a session."
        }
        SuggestionReason::RequestWorked { request, .. } => {
            return format!(
                "With this change, the service answered {}.",
                request_text(request)
            );
        }
        SuggestionReason::SlashRedirected { path } => {
            return format!("The service redirects to {path}. Writes do not follow redirects.");
        }
        SuggestionReason::TotalObserved { place } => {
            return format!(
                "By its name, {place} is the number of rows. With it, Adwright can tell whether a list is complete."
            );
        }
        SuggestionReason::ErrorCodeObserved { place, request } => {
            return format!(
                "The reply to {} has a code of the interface at {place}. Without this setting, Adwright may be unable to tell whether something was sent.",
                request_text(request)
            );
        }
        SuggestionReason::PageTruncated { requested, count } => {
            return format!(
                "The service returned {count} of {requested} requested rows, and more rows in reply to the next request."
            );
        }
        SuggestionReason::ReferenceObserved(reference) => return reference.why(),
        SuggestionReason::BindingObserved { place, .. } => {
            return format!(
                "Adwright does not find this field at its place, but {place} has its name."
            );
        }
    };
    fixed.to_owned()
}

impl ObservedReference {
    /// Describes the observation as a sentence.
    pub(crate) fn why(&self) -> String {
        let (noun, shown) = (noun(self.kind), &self.shown);
        format!("The service lists {noun}s with a reference in clientRefId, such as “{shown}”.")
    }
}
