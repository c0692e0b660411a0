//! The service behind a workspace.

use adwright_model::Catalog;
use adwright_service::RunningService;

/// The base URL of the practice service, whose port is new at every start.
pub(crate) const PRACTICE: &str = "practice:";

/// The service behind the open workspace.
pub(crate) enum Backend {
    /// The practice service, which runs in this program and ends with the desk.
    Practice(RunningService),
    /// A remote service, known only by its replies.
    Remote,
}

impl Backend {
    /// Returns the practice service; none for a real workspace, so that Practice data is never used for a real service.
    pub(crate) const fn practice(&self) -> Option<&RunningService> {
        match self {
            Self::Practice(running) => Some(running),
            Self::Remote => None,
        }
    }

    /// Returns the catalog before any sample. Practice's own fields are no facts about other services.
    pub(crate) fn catalog(&self) -> &'static Catalog {
        match self {
            Self::Practice(_) => Catalog::bundled(),
            Self::Remote => Catalog::without_practice(),
        }
    }
}
