//! Trouble on demand, so that safe sending can be proven against it.

use serde::Deserialize;

/// What happens to the next write.
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
    /// The work was kept, and then no answer ever comes.
    HoldAfterCommit,
    /// The work was kept; the connection is cut in the middle of the reply's body.
    HalfReply,
}

/// The fault that waits for writes, and for how many of them.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    waiting: Option<(Fault, u32)>,
}

impl Faults {
    /// Replaces whatever waited; 0 times switches faults off.
    pub(crate) fn arm(&mut self, fault: Fault, times: u32) {
        self.waiting = (times > 0).then_some((fault, times));
    }

    /// The fault for the write that starts now.
    pub(crate) fn next(&mut self) -> Option<Fault> {
        let (fault, times) = self.waiting?;
        self.arm(fault, times - 1);
        Some(fault)
    }
}
