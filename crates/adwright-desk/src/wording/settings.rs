//! The wording of a workspace's settings and their origins.

use adwright_model::Kind;
use adwright_views::SettingOriginKind;
use adwright_wire::DefaultSource;

/// Whether a change of settings replaces the login.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LoginChange {
    SameLogin,
    OtherLogin,
}

/// Returns which settings are changed, by their titles.
pub(crate) fn changed_settings_message(titles: &[&str], login: LoginChange) -> String {
    let message = match titles {
        [title] => format!("“{title}” was changed."),
        titles => format!("{} settings were changed.", titles.len()),
    };
    match login {
        LoginChange::SameLogin => message,
        LoginChange::OtherLogin => format!(
            "{message} The settings of the previous login were deleted. Enter the new login in the workspace’s \
             form."
        ),
    }
}

/// Returns where a value of a setting comes from.
pub(crate) const fn setting_source_label(source: SettingOriginKind) -> &'static str {
    match source {
        SettingOriginKind::Person => "Changed here",
        SettingOriginKind::Doctor => "Suggested by the connection doctor",
        SettingOriginKind::Learned => "Learned from the service",
        SettingOriginKind::Elsewhere => "From the workspace’s form or an import",
    }
}

/// Returns where a default comes from, to continue its value.
pub(crate) const fn default_source_label(source: DefaultSource) -> &'static str {
    match source {
        DefaultSource::Interface => "as in the interface",
        DefaultSource::Public => "as in public services",
        DefaultSource::Ours => "our choice",
    }
}

/// Returns what to fetch, so that the place of a binding can be shown.
pub(crate) const fn no_samples_note(kind: Kind) -> &'static str {
    match kind {
        Kind::Campaign => "fetch campaigns to find its place",
        _ => "fetch retargeting values to find its place",
    }
}
