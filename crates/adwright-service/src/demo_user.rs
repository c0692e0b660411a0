//! The demo users that a client can log in as.

use crate::demo::parties::{PLANNER, READER, SPECIALIST};

/// A demo user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoUser {
    /// Sees and changes the campaigns of all accounts. The Practice workspace uses this person.
    Planner,
    /// Sees the campaigns of all accounts and may change none (62004).
    Reader,
    /// Sees and changes the campaigns of one account.
    Specialist,
}

impl DemoUser {
    /// Every demo user.
    pub const ALL: [Self; 3] = [Self::Planner, Self::Reader, Self::Specialist];

    /// Returns the name for the login.
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
