//! How the program ends: one table for the code, `--help` and the manual.

use std::fmt::Write as _;
use std::process::ExitCode;

/// How the program ends. The number of each is what a script sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    Fine = 0,
    Found = 1,
    /// A mistake on the command line ends with the same: the parser chose it.
    Unusable = 2,
    Refused = 3,
    Incomplete = 4,
    Unreachable = 5,
    Unauthorized = 6,
    Held = 7,
}

impl Exit {
    const ALL: [Self; 8] = [
        Self::Fine,
        Self::Found,
        Self::Unusable,
        Self::Refused,
        Self::Incomplete,
        Self::Unreachable,
        Self::Unauthorized,
        Self::Held,
    ];

    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    /// The worse of two: what a person has to look into comes before what the service refused.
    pub(crate) fn worse(self, other: Self) -> Self {
        if other.weight() > self.weight() {
            other
        } else {
            self
        }
    }

    /// The other, unless there is nothing wrong with it.
    pub(crate) const fn instead(self, other: Self) -> Self {
        match other {
            Self::Fine => self,
            other => other,
        }
    }

    const fn weight(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Found => 1,
            Self::Refused => 2,
            Self::Unreachable => 3,
            Self::Unauthorized => 4,
            Self::Held => 5,
            Self::Incomplete => 6,
            Self::Unusable => 7,
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Self::Fine => {
                "All went well, and there is nothing to object to. What was sent, the service has."
            }
            Self::Found => {
                "A check found at least one error or warning, in a file or in what would be sent."
            }
            Self::Unusable => "The command line or a file cannot be used.",
            Self::Refused => "The service refused, or has nothing under this id.",
            Self::Incomplete => {
                "What came is not all, or is not to be relied on; or something that was sent waits for you, or was left as a draft: standard error says why."
            }
            Self::Unreachable => {
                "The service cannot be reached, broke off, or has no time: try later."
            }
            Self::Unauthorized => "The login failed, or a secret is missing or cannot be kept.",
            Self::Held => "Another window or program is sending from this workspace.",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

/// The codes with what they mean, one on a line.
pub fn exit_codes() -> impl Iterator<Item = (u8, &'static str)> {
    let codes = Exit::ALL.into_iter();
    codes.map(|exit| (exit.code(), exit.meaning()))
}

/// The same for the end of `--help`.
pub(crate) fn table() -> String {
    let mut table = "Exit codes:".to_owned();
    for (code, meaning) in exit_codes() {
        let _ = write!(table, "\n  {code}  {meaning}");
    }
    table
}
