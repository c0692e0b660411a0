//! The exit codes of the program: one table for the code, `--help` and the manual.

use std::fmt::Write as _;
use std::process::ExitCode;

/// The exit code of the program. Scripts see the number of each variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    Success = 0,
    Findings = 1,
    /// The command-line parser also exits with this code.
    Unusable = 2,
    Refused = 3,
    Incomplete = 4,
    Unreachable = 5,
    Unauthorized = 6,
    SendLocked = 7,
}

impl Exit {
    const ALL: [Self; 8] = [
        Self::Success,
        Self::Findings,
        Self::Unusable,
        Self::Refused,
        Self::Incomplete,
        Self::Unreachable,
        Self::Unauthorized,
        Self::SendLocked,
    ];

    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the worse code. An outcome that a person has to examine is worse than a refusal.
    pub(crate) fn worse(self, other: Self) -> Self {
        if other.severity() > self.severity() {
            other
        } else {
            self
        }
    }

    /// Returns the other code, unless it is success.
    pub(crate) const fn or_failure(self, other: Self) -> Self {
        match other {
            Self::Success => self,
            other => other,
        }
    }

    const fn severity(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Findings => 1,
            Self::Refused => 2,
            Self::Unreachable => 3,
            Self::Unauthorized => 4,
            Self::SendLocked => 5,
            Self::Incomplete => 6,
            Self::Unusable => 7,
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Self::Success => "Success without findings. The service has everything that was sent.",
            Self::Findings => {
                "A check found at least one error or warning in a file, in a planned send or in the receipts."
            }
            Self::Unusable => "The command line or a file cannot be used.",
            Self::Refused => "The service refused, or has no object with this id.",
            Self::Incomplete => {
                "The result is incomplete or unreliable, or an item waits for you or was not sent. Standard error has the reason."
            }
            Self::Unreachable => {
                "The service cannot be reached, lost the connection, or is busy. Try again later."
            }
            Self::Unauthorized => "The login failed, or a secret is missing or cannot be stored.",
            Self::SendLocked => "Another window or program is sending from this workspace.",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

/// Returns the codes with their meanings.
pub fn exit_codes() -> impl Iterator<Item = (u8, &'static str)> {
    let codes = Exit::ALL.into_iter();
    codes.map(|exit| (exit.code(), exit.meaning()))
}

/// Returns the table of the codes for the end of `--help`.
pub(crate) fn exit_code_table() -> String {
    let mut table = "Exit codes:".to_owned();
    for (code, meaning) in exit_codes() {
        let _ = write!(table, "\n  {code}  {meaning}");
    }
    table
}
