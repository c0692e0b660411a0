//! The sessions of logged-in users. They live in memory only: a restart ends them all.

use std::collections::VecDeque;

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// The lifetime of a session, idle or not.
const LIFETIME: SignedDuration = SignedDuration::from_hours(3);
/// The number of sessions that one user may have. One more ends the oldest.
const CAP: usize = 10;

/// The open sessions, oldest first.
#[derive(Default)]
pub(crate) struct Sessions {
    open: VecDeque<UserSession>,
}

struct UserSession {
    token: String,
    user: i64,
    opened: Timestamp,
}

impl Sessions {
    /// Opens a session for the user, and returns its token.
    pub(crate) fn open(&mut self, user: i64, now: Timestamp) -> String {
        self.end_expired(now);
        let theirs = self.open.iter().filter(|session| session.user == user);
        if theirs.count() >= CAP {
            self.end_oldest(user);
        }
        let token = Uuid::new_v4().simple().to_string();
        self.open.push_back(UserSession {
            token: token.clone(),
            user,
            opened: now,
        });
        token
    }

    /// Returns the user whose session has this token.
    pub(crate) fn user(&mut self, token: &str, now: Timestamp) -> Option<i64> {
        self.end_expired(now);
        let session = self.open.iter().find(|session| session.token == token)?;
        Some(session.user)
    }

    fn end_expired(&mut self, now: Timestamp) {
        self.open
            .retain(|session| now.duration_since(session.opened) < LIFETIME);
    }

    fn end_oldest(&mut self, user: i64) {
        if let Some(oldest) = self.open.iter().position(|session| session.user == user) {
            self.open.remove(oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes)
    }

    #[test]
    fn session_ends_after_three_hours_despite_use() {
        let mut sessions = Sessions::default();
        let token = sessions.open(7, at(0));
        assert_eq!(sessions.user(&token, at(179)), Some(7));
        assert_eq!(sessions.user(&token, at(180)), None);
    }

    #[test]
    fn eleventh_session_ends_only_the_users_oldest() {
        let mut sessions = Sessions::default();
        let other = sessions.open(8, at(0));
        let tokens: Vec<String> = (1..=11)
            .map(|minute| sessions.open(7, at(minute)))
            .collect();
        assert_eq!(sessions.user(&tokens[0], at(12)), None);
        assert!(
            tokens[1..]
                .iter()
                .all(|token| sessions.user(token, at(12)) == Some(7))
        );
        assert_eq!(sessions.user(&other, at(12)), Some(8));
    }
}
