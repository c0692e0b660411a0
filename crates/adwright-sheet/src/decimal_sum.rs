use std::cmp::Ordering;

use crate::plain_number::PlainNumber;

/// The exact sum of decimal numbers of any length.
#[derive(Debug, Clone, Default)]
pub struct DecimalSum {
    positive: Digits,
    /// The sum of the negative numbers, without their sign.
    negative: Digits,
    has_numbers: bool,
}

impl DecimalSum {
    /// Adds the number in a cell. Returns false if the cell is not a number: then the sum stays as it is.
    pub fn add(&mut self, cell: &str) -> bool {
        let number = PlainNumber::parse(cell.trim());
        // Numbers with huge exponents keep them, and have too many digits to be added.
        let Some(number) = number.filter(|number| !number.text.contains('E')) else {
            return false;
        };
        match number.text.strip_prefix('-') {
            Some(unsigned) => self.negative.add(unsigned),
            None => self.positive.add(&number.text),
        }
        self.has_numbers = true;
        true
    }

    /// Returns the sum as decimal digits; `None` if no number was added.
    #[must_use]
    pub fn total(&self) -> Option<String> {
        self.has_numbers
            .then(|| difference(&self.positive, &self.negative))
    }
}

/// An unsigned decimal number.
#[derive(Debug, Clone, Default)]
struct Digits {
    /// The digits before the point, the last one first.
    whole: Vec<u8>,
    /// The digits after the point, the first one first.
    fraction: Vec<u8>,
}

impl Digits {
    fn add(&mut self, number: &str) {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = |text: &str| text.bytes().map(|byte| byte - b'0').collect::<Vec<_>>();
        let (whole, fraction) = (digits(whole), digits(fraction));
        if self.fraction.len() < fraction.len() {
            self.fraction.resize(fraction.len(), 0);
        }
        if self.whole.len() < whole.len() {
            self.whole.resize(whole.len(), 0);
        }
        let mut carry = 0;
        for (at, digit) in self.fraction.iter_mut().enumerate().rev() {
            let added = fraction.get(at).copied().unwrap_or(0);
            carry = add_digit(digit, added + carry);
        }
        for (at, digit) in self.whole.iter_mut().enumerate() {
            let added = whole.iter().rev().nth(at).copied().unwrap_or(0);
            carry = add_digit(digit, added + carry);
        }
        if carry > 0 {
            self.whole.push(carry);
        }
    }

    /// Returns the digits from left to right, with this many before and after the point.
    fn padded(&self, whole: usize, fraction: usize) -> Vec<u8> {
        let before = (0..whole).rev().map(|at| self.whole.get(at));
        let after = (0..fraction).map(|at| self.fraction.get(at));
        let digits = before.chain(after);
        digits.map(|digit| digit.copied().unwrap_or(0)).collect()
    }
}

/// Adds to a digit, and returns the carry.
const fn add_digit(digit: &mut u8, added: u8) -> u8 {
    let sum = *digit + added;
    *digit = sum % 10;
    sum / 10
}

fn difference(positive: &Digits, negative: &Digits) -> String {
    let whole = positive.whole.len().max(negative.whole.len());
    let fraction = positive.fraction.len().max(negative.fraction.len());
    let (positive, negative) = (
        positive.padded(whole, fraction),
        negative.padded(whole, fraction),
    );
    let (sign, larger, smaller) = match positive.cmp(&negative) {
        Ordering::Less => ("-", negative, positive),
        _ => ("", positive, negative),
    };
    let mut digits = larger;
    let mut borrow = 0;
    for (digit, subtracted) in digits.iter_mut().zip(&smaller).rev() {
        let subtracted = subtracted + borrow;
        borrow = u8::from(*digit < subtracted);
        *digit = *digit + 10 * borrow - subtracted;
    }
    let text = |digits: &[u8]| -> String {
        digits
            .iter()
            .map(|digit| char::from(digit + b'0'))
            .collect()
    };
    let (before, after) = (text(&digits[..whole]), text(&digits[whole..]));
    let before = match before.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    match after.trim_end_matches('0') {
        "" if before == "0" => before.to_owned(),
        "" => format!("{sign}{before}"),
        after => format!("{sign}{before}.{after}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn sum(cells: &[&str]) -> Option<String> {
        let mut sum = DecimalSum::default();
        for cell in cells {
            sum.add(cell);
        }
        sum.total()
    }

    #[test]
    fn sums_are_exact() {
        for (cells, expected) in [
            (&["0.1", "0.2"][..], Some("0.3")),
            (
                &["12345678901234567890.5", "0.5"],
                Some("12345678901234567891"),
            ),
            (&["9007199254740993", "1", "name"], Some("9007199254740994")),
            (&["1.5", "-2"], Some("-0.5")),
            (&["2", "-2.0"], Some("0")),
            (&["99", " 1 "], Some("100")),
            (&["0.999", "0.001"], Some("1")),
            (&["1E3", "-1e-3"], Some("999.999")),
            (&["1e99", "x", ""], None),
        ] {
            assert_eq!(sum(cells).as_deref(), expected, "{cells:?}");
        }
    }

    proptest! {
        #[test]
        fn whole_numbers_add_up(numbers in vec(any::<i64>(), 1..20)) {
            let cells: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            let expected: i128 = numbers.iter().map(|number| i128::from(*number)).sum();
            prop_assert_eq!(sum(&cells), Some(expected.to_string()));
        }
    }
}
