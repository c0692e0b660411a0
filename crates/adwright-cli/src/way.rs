//! How a setting of the service in use is changed from the terminal.

use std::borrow::Cow;

use adwright_desk::{Desk, Which};

use crate::arguments::Place;
use crate::connect;
use crate::printable::shell_word;

/// How a setting is changed where something went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Way {
    /// By an option of the same command: no workspace describes the service.
    Option,
    /// In the workspace of this name.
    Workspace(String),
    /// Not at all: Practice's settings fit it, or nobody knows which workspace is meant.
    Closed,
}

impl Way {
    /// The way for the service of this place.
    pub(crate) fn of(place: &Place) -> Self {
        if place.base_url.is_some() {
            return Self::Option;
        }
        let which = place.workspace.clone().map_or(Which::Usual, Which::Named);
        let name = connect::paths()
            .ok()
            .and_then(|paths| Desk::name_of_real(&paths, &which).ok());
        name.flatten().map_or(Self::Closed, Self::Workspace)
    }

    /// What to type for these settings, each such as `dialect.pageSize=100`; none where there is no way.
    pub(crate) fn line(&self, settings: &[String]) -> Option<String> {
        let words = settings.iter().map(|setting| shell_word(setting));
        let words: Vec<_> = words.map(Cow::into_owned).collect();
        match self {
            Self::Option => {
                let options: Vec<_> = words.iter().map(|word| format!("--set {word}")).collect();
                Some(options.join(" "))
            }
            Self::Workspace(name) => Some(format!(
                "adwright workspace set {} {}",
                shell_word(name),
                words.join(" ")
            )),
            Self::Closed => None,
        }
    }
}
