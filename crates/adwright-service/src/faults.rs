//! Faults on demand, so that tests can prove safe sending.

use serde::Deserialize;
use tokio::sync::watch;

/// A fault in the next write or the next read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// Cuts the connection. Nothing is saved.
    DropBeforeCommit,
    /// Saves the work, then cuts the connection before the first byte of a reply.
    DropAfterCommit,
    /// Cuts the connection at once. The work is done and saved when faults are set again.
    LateCommit,
    /// 503 with `Retry-After`. Nothing is saved.
    #[serde(rename = "status-503")]
    Status503,
    /// 429 with `Retry-After`. Nothing is saved.
    #[serde(rename = "status-429")]
    Status429,
    /// Saves the work, then sends no reply until faults are set again.
    HoldAfterCommit,
    /// Saves the work, then cuts the connection in the middle of the reply's body.
    HalfReply,
    /// Saves the work, then replies with 200 and an empty body.
    EmptyReply,
    /// Saves the first half of several new documents. The 207 reply reports each document.
    PartialCreate,
    /// Saves several new documents, and returns them in reverse order.
    ReorderedReply,
    /// Sends the reply of a write or a read a few bytes at a time.
    SlowDrip,
    /// Sends no reply to a read until faults are set again.
    HoldRead,
    /// 429 with `Retry-After` for a read.
    BusyRead,
}

/// The error for a text that names no fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a fault: {0}; the form is NAME or NAME:TIMES")]
pub struct FaultError(String);

impl Fault {
    /// Parses `NAME`, for one time, or `NAME:TIMES`.
    pub fn parse_with_times(text: &str) -> Result<(Self, u32), FaultError> {
        let unknown = || FaultError(text.to_owned());
        let (name, times) = text.split_once(':').unwrap_or((text, "1"));
        let named = Self::deserialize(serde_json::Value::from(name));
        let fault = named.map_err(|_| unknown())?;
        Ok((fault, times.parse().map_err(|_| unknown())?))
    }

    /// Returns whether this fault can affect this call.
    fn applies_to(self, call: CallKind) -> bool {
        match self {
            Self::HoldRead | Self::BusyRead => call == CallKind::Read,
            Self::SlowDrip => true,
            Self::PartialCreate | Self::ReorderedReply => call == CallKind::CreateMany,
            _ => call != CallKind::Read,
        }
    }
}

/// A type of interface call that faults distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallKind {
    Read,
    Write,
    CreateMany,
}

/// The armed faults, each with its remaining calls, and the held replies.
#[derive(Debug, Default)]
pub(crate) struct FaultQueue {
    armed: Vec<(Fault, u32)>,
    /// The number of calls that faults affected since faults were set.
    affected_calls: u32,
    /// Changes when the held replies are released.
    release: watch::Sender<()>,
}

impl FaultQueue {
    pub(crate) fn new(armed: Vec<(Fault, u32)>) -> Self {
        Self {
            armed,
            affected_calls: 0,
            release: watch::Sender::default(),
        }
    }

    /// Replaces the armed faults, and releases held replies. 0 times switches faults off.
    pub(crate) fn arm(&mut self, fault: Fault, times: u32) {
        self.armed = vec![(fault, times)];
        self.affected_calls = 0;
        self.release.send_replace(());
    }

    /// Returns the fault for the call that starts now.
    pub(crate) fn next(&mut self, call: CallKind) -> Option<Fault> {
        self.armed.retain(|(_, times)| *times > 0);
        let mut armed = self.armed.iter_mut();
        let (fault, times) = armed.find(|(fault, _)| fault.applies_to(call))?;
        *times -= 1;
        self.affected_calls += 1;
        Some(*fault)
    }

    /// Returns a receiver that changes when faults are set again. A reply counts as held while its receiver lives.
    pub(crate) fn subscribe(&self) -> watch::Receiver<()> {
        self.release.subscribe()
    }

    /// Returns the number of calls that faults affected since faults were set.
    pub(crate) fn affected_count(&self) -> u32 {
        self.affected_calls
    }

    /// Returns the number of held replies. Replies whose clients have gone do not count.
    pub(crate) fn held_count(&self) -> usize {
        self.release.receiver_count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_wait_for_matching_calls_in_order() {
        let mut faults = FaultQueue::new(vec![
            (Fault::PartialCreate, 1),
            (Fault::Status503, 2),
            (Fault::HoldRead, 0),
        ]);
        let calls = [
            CallKind::Read,
            CallKind::Write,
            CallKind::CreateMany,
            CallKind::CreateMany,
            CallKind::Write,
            CallKind::Read,
        ];
        let affected_calls = calls.map(|call| faults.next(call));
        assert_eq!(
            affected_calls,
            [
                None,
                Some(Fault::Status503),
                Some(Fault::PartialCreate),
                Some(Fault::Status503),
                None,
                None
            ]
        );
        assert_eq!(faults.affected_count(), 3);
        faults.arm(Fault::BusyRead, 1);
        assert_eq!(faults.affected_count(), 0);
    }

    #[test]
    fn fault_count_is_optional() {
        assert_eq!(
            Fault::parse_with_times("half-reply"),
            Ok((Fault::HalfReply, 1))
        );
        assert_eq!(
            Fault::parse_with_times("status-429:3"),
            Ok((Fault::Status429, 3))
        );
        for wrong in ["fire", "half-reply:x", "half-reply:", ""] {
            assert!(Fault::parse_with_times(wrong).is_err(), "{wrong}");
        }
    }
}
