//! The people of the demo data that one can log in as.

use crate::demo::parties::{PLANNER, READER, SPECIALIST};

/// A person of the demo data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoUser {
    /// Sees and changes the campaigns of all accounts: the Practice workspace's own person.
    Planner,
    /// Sees the campaigns of all accounts and may change none (62004).
    Reader,
    /// Sees and changes the campaigns of one account.
    Specialist,
}

impl DemoUser {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Planner, Self::Reader, Self::Specialist];

    /// The name to log in with.
    #[must_use]
    pub fn username(self) -> &'static str {
        match self {
            Self::Planner => PLANNER.login,
            Self::Reader => READER.login,
            Self::Specialist => SPECIALIST.login,
        }
    }

    pub(crate) const fn id(self) -> i64 {
        match self {
            Self::Planner => PLANNER.id,
            Self::Reader => READER.id,
            Self::Specialist => SPECIALIST.id,
        }
    }
}
