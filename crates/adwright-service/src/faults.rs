//! Trouble on demand, so that safe sending can be proven against it.

use serde::Deserialize;
use tokio::sync::watch;

/// What happens to the next write, or to the next read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fault {
    /// The connection is cut and nothing was kept.
    DropBeforeCommit,
    /// The work was kept and then the connection is cut, without a byte of a reply.
    DropAfterCommit,
    /// 503 with `Retry-After`; nothing was kept.
    #[serde(rename = "status-503")]
    Status503,
    /// The work was kept, and then no answer comes until faults are set anew.
    HoldAfterCommit,
    /// The work was kept; the connection is cut in the middle of the reply's body.
    HalfReply,
    /// A read gets no answer until faults are set anew.
    HoldRead,
}

/// The fault that waits, and for how many requests; and the answers that are held.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    waiting: Option<(Fault, u32)>,
    held: watch::Sender<()>,
}

impl Faults {
    /// Replaces whatever waited, and lets go of what is held; 0 times switches faults off.
    pub(crate) fn arm(&mut self, fault: Fault, times: u32) {
        self.waiting = (times > 0).then_some((fault, times));
        self.held.send_replace(());
    }

    /// The fault for the write that starts now.
    pub(crate) fn next_write(&mut self) -> Option<Fault> {
        self.next(|fault| fault != Fault::HoldRead)
    }

    /// Whether the read that starts now is to be held.
    pub(crate) fn next_read(&mut self) -> bool {
        self.next(|fault| fault == Fault::HoldRead).is_some()
    }

    /// What changes once faults are set anew; held for as long as it lives.
    pub(crate) fn hold(&self) -> watch::Receiver<()> {
        self.held.subscribe()
    }

    /// How many answers are held, without those that nobody waits for any more.
    pub(crate) fn held(&self) -> usize {
        self.held.receiver_count()
    }

    fn next(&mut self, is_meant: impl Fn(Fault) -> bool) -> Option<Fault> {
        let (fault, times) = self.waiting.filter(|(fault, _)| is_meant(*fault))?;
        self.waiting = (times > 1).then_some((fault, times - 1));
        Some(fault)
    }
}
