//! Says how to change a setting of the service in use from the terminal.

use std::borrow::Cow;

use adwright_desk::{Desk, WorkspaceSelector};

use crate::arguments::ConnectionArgs;
use crate::connect;
use crate::printable::quote_shell_word;

/// The way to change a setting after a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SettingRemedy {
    /// By an option of the same command: no workspace describes the service.
    Option,
    /// In the workspace of this name.
    Workspace(String),
    /// No way: Practice's settings are right, or the workspace is unknown.
    Unavailable,
}

impl SettingRemedy {
    /// Returns the way for this service.
    pub(crate) fn for_connection(connection: &ConnectionArgs) -> Self {
        if connection.base_url.is_some() {
            return Self::Option;
        }
        let which = connection
            .workspace
            .clone()
            .map_or(WorkspaceSelector::Default, WorkspaceSelector::Named);
        let name = connect::paths()
            .ok()
            .and_then(|paths| Desk::real_workspace_name(&paths, &which).ok());
        name.flatten().map_or(Self::Unavailable, Self::Workspace)
    }

    /// Returns the command for these settings, such as `dialect.pageSize=100`; `None` if there is no way.
    pub(crate) fn command_line(&self, settings: &[String]) -> Option<String> {
        let words = settings.iter().map(|setting| quote_shell_word(setting));
        let words: Vec<_> = words.map(Cow::into_owned).collect();
        match self {
            Self::Option => {
                let options: Vec<_> = words.iter().map(|word| format!("--set {word}")).collect();
                Some(options.join(" "))
            }
            Self::Workspace(name) => Some(format!(
                "adwright workspace set {} {}",
                quote_shell_word(name),
                words.join(" ")
            )),
            Self::Unavailable => None,
        }
    }
}
