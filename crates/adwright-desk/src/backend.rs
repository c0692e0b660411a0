//! What stands behind a workspace.

use adwright_model::Catalog;
use adwright_service::RunningService;

/// The base URL of the practice service, which gets a new port with every start.
pub(crate) const PRACTICE: &str = "practice:";

/// The service behind the open workspace.
pub(crate) enum Backend {
    /// The practice service, which runs in this program and ends with the desk.
    Practice(RunningService),
    /// A service somewhere else, of which only what it answers is known.
    Remote,
}

impl Backend {
    /// The practice service; none behind a real workspace, so that nothing of Practice's is taken for the service's.
    pub(crate) const fn practice(&self) -> Option<&RunningService> {
        match self {
            Self::Practice(running) => Some(running),
            Self::Remote => None,
        }
    }

    /// What is known of fields before any sample: Practice's own choices are no facts about other services.
    pub(crate) fn catalog(&self) -> &'static Catalog {
        match self {
            Self::Practice(_) => Catalog::bundled(),
            Self::Remote => Catalog::without_practice(),
        }
    }
}
