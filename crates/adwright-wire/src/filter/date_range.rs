use std::fmt;

/// A range of dates, both ends included, in epoch milliseconds. On the wire it is one text, such as
/// `1500000000000-1510000000000`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateRange {
    /// The first moment.
    pub from: i64,
    /// The last moment. If it is before the first one, the range is empty.
    pub to: i64,
}

impl DateRange {
    /// Parses the text on the wire; `None` for any other text, such as a phone number with a leading zero.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        // The first character may be the minus of a moment before 1970.
        let dash = text.get(1..)?.find('-')? + 1;
        let range = Self {
            from: text[..dash].parse().ok()?,
            to: text[dash + 1..].parse().ok()?,
        };
        (range.to_string() == text).then_some(range)
    }

    /// Returns whether a moment lies in the range.
    #[must_use]
    pub fn contains(&self, moment: i64) -> bool {
        (self.from..=self.to).contains(&moment)
    }
}

impl fmt::Display for DateRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::DateRange;

    #[test]
    fn only_two_whole_numbers_are_a_range() {
        for text in ["5-9", "-5-9", "-9--5", "0-0"] {
            assert_eq!(DateRange::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "", "-", "5", "-5", "5-", "05-9", "5-+9", "5 - 9", "a-b", "é-1",
        ] {
            assert_eq!(DateRange::parse(text), None, "{text}");
        }
    }
}
