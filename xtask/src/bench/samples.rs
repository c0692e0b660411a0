use std::fmt;

use anyhow::Result;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Repeated measurements in one unit.
#[derive(Debug, Clone, Default)]
pub(super) struct Samples(Vec<f64>);

impl Samples {
    pub(super) fn add(&mut self, sample: f64) {
        self.0.push(sample);
        self.0.sort_by(f64::total_cmp);
    }

    pub(super) fn add_all(&mut self, other: Self) {
        other.0.into_iter().for_each(|sample| self.add(sample));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = f64> {
        self.0.iter().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn median(&self) -> f64 {
        self.percentile(0.5)
    }

    /// Returns the sample that this share of all samples does not exceed.
    pub(super) fn percentile(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "a place in a short list"
        )]
        let place = (share * last as f64).round() as usize;
        self.0.get(place).copied().unwrap_or(f64::NAN)
    }

    pub(super) fn as_json(&self) -> Value {
        Value::from(self.0.clone())
    }
}

/// Runs both, every other time in reverse order, so that neither always runs after the other.
pub(super) fn alternate<A, B>(
    turn: u32,
    first: impl FnOnce() -> Result<A>,
    second: impl FnOnce() -> Result<B>,
) -> Result<(A, B)> {
    if turn.is_multiple_of(2) {
        let first = first()?;
        Ok((first, second()?))
    } else {
        let second = second()?;
        Ok((first()?, second))
    }
}

impl<'de> Deserialize<'de> for Samples {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

impl FromIterator<f64> for Samples {
    fn from_iter<I: IntoIterator<Item = f64>>(samples: I) -> Self {
        let mut all = Self::default();
        samples.into_iter().for_each(|sample| all.add(sample));
        all
    }
}

/// Writes the median, then the range.
impl fmt::Display for Samples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (median, least, most) = (self.median(), self.percentile(0.0), self.percentile(1.0));
        write!(
            f,
            "{median:>8.1}   ({least:.1} to {most:.1}, n={})",
            self.0.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_turn_begins_with_the_second() {
        let order = std::cell::RefCell::new(String::new());
        let note = |letter| {
            order.borrow_mut().push(letter);
            Ok(())
        };
        for turn in 0..3 {
            alternate(turn, || note('a'), || note('b')).unwrap();
        }
        assert_eq!(order.into_inner(), "abbaab");
    }

    #[test]
    fn median_is_independent_of_order() {
        let samples: Samples = [9.0, 1.0, 5.0].into_iter().collect();
        assert_eq!(samples.to_string(), "     5.0   (1.0 to 9.0, n=3)");
    }

    #[test]
    fn the_95th_percentile_is_near_the_top() {
        let samples: Samples = (0..=100).map(f64::from).collect();
        assert!((samples.percentile(0.95) - 95.0).abs() < f64::EPSILON);
    }
}
