//! Sets of variants: their names, and which variants exclude each other.

use std::fmt;
use std::str::FromStr;

use super::Variant;

/// The reason why a set of variants is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// No variant has this name.
    #[error("no variant is called {0}; there are {names}", names = names())]
    Unknown(String),
    /// Two variants concern the same point.
    #[error("{0} and {1} concern the same point ({2}), so choose only one of them")]
    Clash(Variant, Variant, &'static str),
}

fn names() -> String {
    let names: Vec<_> = Variant::all().map(Variant::as_str).collect();
    names.join(", ")
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(name: &str) -> Result<Self, VariantError> {
        let named = Self::all().find(|variant| variant.as_str() == name);
        named.ok_or_else(|| VariantError::Unknown(name.to_owned()))
    }
}

impl TryFrom<String> for Variant {
    type Error = VariantError;

    fn try_from(name: String) -> Result<Self, VariantError> {
        name.parse()
    }
}

/// A set of variants, at most one for each point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct VariantSet(u64);

impl VariantSet {
    pub(crate) fn from_variants(variants: &[Variant]) -> Result<Self, VariantError> {
        let mut set = Self::default();
        for &variant in variants {
            let mut others = Variant::all().filter(|other| *other != variant && set.has(*other));
            if let Some(other) = others.find(|other| other.point() == variant.point()) {
                return Err(VariantError::Clash(other, variant, variant.point()));
            }
            set.0 |= 1 << variant as u64;
        }
        Ok(set)
    }

    pub(crate) fn has(self, variant: Variant) -> bool {
        self.0 & (1 << variant as u64) != 0
    }

    pub(crate) fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(crate) fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
