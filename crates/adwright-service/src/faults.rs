//! Trouble on demand, so that safe sending can be proven against it.

use serde::Deserialize;
use tokio::sync::watch;

/// What happens to the next write, or to the next read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The connection is cut and nothing was kept.
    DropBeforeCommit,
    /// The work was kept and then the connection is cut, without a byte of a reply.
    DropAfterCommit,
    /// The connection is cut at once; the work is done and kept when faults are set anew.
    LateCommit,
    /// 503 with `Retry-After`; nothing was kept.
    #[serde(rename = "status-503")]
    Status503,
    /// 429 with `Retry-After`; nothing was kept.
    #[serde(rename = "status-429")]
    Status429,
    /// The work was kept, and then no answer comes until faults are set anew.
    HoldAfterCommit,
    /// The work was kept; the connection is cut in the middle of the reply's body.
    HalfReply,
    /// The work was kept; the reply is 200 with an empty body.
    EmptyReply,
    /// Of several new documents the first half was kept; 207 says so, one by one.
    PartialCreate,
    /// Several new documents were kept, and come back in the reverse order.
    ReorderedReply,
    /// The reply of a write or a read comes a few bytes at a time.
    SlowDrip,
    /// A read gets no answer until faults are set anew.
    HoldRead,
    /// 429 with `Retry-After` for a read.
    BusyRead,
}

/// A text that names no fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no fault is called {0}, or it is not followed by a colon and how often")]
pub struct FaultError(String);

impl Fault {
    /// Reads `NAME`, for one time, or `NAME:TIMES`.
    pub fn parse_with_times(text: &str) -> Result<(Self, u32), FaultError> {
        let unknown = || FaultError(text.to_owned());
        let (name, times) = text.split_once(':').unwrap_or((text, "1"));
        let named = Self::deserialize(serde_json::Value::from(name));
        let fault = named.map_err(|_| unknown())?;
        Ok((fault, times.parse().map_err(|_| unknown())?))
    }

    /// Whether it can strike this call.
    fn applies_to(self, call: CallKind) -> bool {
        match self {
            Self::HoldRead | Self::BusyRead => call == CallKind::Read,
            Self::SlowDrip => true,
            Self::PartialCreate | Self::ReorderedReply => call == CallKind::CreateMany,
            _ => call != CallKind::Read,
        }
    }
}

/// A call of the interface, as far as faults tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallKind {
    Read,
    Write,
    CreateMany,
}

/// The faults that wait, each for how many requests; and the answers that are held.
#[derive(Debug, Default)]
pub(crate) struct FaultQueue {
    waiting: Vec<(Fault, u32)>,
    /// How many calls were struck since faults were set.
    struck: u32,
    held: watch::Sender<()>,
}

impl FaultQueue {
    pub(crate) fn new(waiting: Vec<(Fault, u32)>) -> Self {
        Self {
            waiting,
            struck: 0,
            held: watch::Sender::default(),
        }
    }

    /// Replaces whatever waited, and lets go of what is held; 0 times switches faults off.
    pub(crate) fn arm(&mut self, fault: Fault, times: u32) {
        self.waiting = vec![(fault, times)];
        self.struck = 0;
        self.held.send_replace(());
    }

    /// The fault for the call that starts now.
    pub(crate) fn next(&mut self, call: CallKind) -> Option<Fault> {
        self.waiting.retain(|(_, times)| *times > 0);
        let mut waiting = self.waiting.iter_mut();
        let (fault, times) = waiting.find(|(fault, _)| fault.applies_to(call))?;
        *times -= 1;
        self.struck += 1;
        Some(*fault)
    }

    /// What changes once faults are set anew; held for as long as it lives.
    pub(crate) fn subscribe(&self) -> watch::Receiver<()> {
        self.held.subscribe()
    }

    /// How many calls were struck since faults were set.
    pub(crate) fn struck_count(&self) -> u32 {
        self.struck
    }

    /// How many answers are held, without those that nobody waits for any more.
    pub(crate) fn held_count(&self) -> usize {
        self.held.receiver_count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_waits_for_the_calls_that_it_can_strike_in_their_order() {
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
        let struck = calls.map(|call| faults.next(call));
        assert_eq!(
            struck,
            [
                None,
                Some(Fault::Status503),
                Some(Fault::PartialCreate),
                Some(Fault::Status503),
                None,
                None
            ]
        );
        assert_eq!(faults.struck_count(), 3);
        faults.arm(Fault::BusyRead, 1);
        assert_eq!(faults.struck_count(), 0);
    }

    #[test]
    fn a_fault_is_named_with_or_without_how_often() {
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
