//! One cell of an HTML table, with what programs add to it.

use html5ever::Attribute;

use super::exact_number::shows_number;
use crate::CellLoss;
use crate::plain_number::PlainNumber;

/// A cell of an HTML table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct HtmlCell {
    /// The text that it shows.
    pub(super) text: String,
    /// What the program stored for it, if its attributes tell. Most cells have none.
    pub(super) stored: Option<Box<StoredValue>>,
}

/// The value that a program stored for a cell, as its attributes tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct StoredValue {
    /// The number as digits. Of a date it is the day number.
    number: Option<PlainNumber>,
    is_date: bool,
}

impl HtmlCell {
    /// Returns the cell with the exact spaces of the plain text. Texts that differ otherwise stay: quotes are
    /// ambiguous in the plain text.
    pub(super) fn with_text(self, text: String) -> Self {
        let is_same = words(&self.text).eq(words(&text));
        let text = if is_same { text } else { self.text };
        Self {
            text,
            stored: self.stored,
        }
    }

    /// Returns the stored number if the text shows it, otherwise the text.
    pub(super) fn into_text(self) -> (String, Option<CellLoss>) {
        let Some(stored) = self.stored else {
            return (self.text, None);
        };
        if stored.is_date {
            return (self.text, Some(CellLoss::Date));
        }
        match stored.number {
            Some(number) if shows_number(&self.text, &number.text) => {
                let loss = number.is_rounded.then_some(CellLoss::Rounded);
                (number.text, loss)
            }
            _ => (self.text, None),
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace());
    words.filter(|word| !word.is_empty())
}

impl StoredValue {
    /// Reads `x:num` of Excel, `sdval` and `sdnum` of LibreOffice, `data-sheets-value` and
    /// `data-sheets-numberformat` of Google Sheets.
    pub(super) fn from_attributes(attributes: &[Attribute]) -> Option<Box<Self>> {
        let value = |name: &str| {
            let attribute = attributes.iter().find(|it| &*it.name.local == name)?;
            Some(&*attribute.value)
        };
        let number = value("x:num").or_else(|| value("sdval"));
        let number = number.map(str::to_owned);
        let number = number.or_else(|| value("data-sheets-value").and_then(sheets_number));
        let is_date = value("sdnum").is_some_and(is_date_format)
            || value("data-sheets-numberformat").is_some_and(is_sheets_date);
        let number = number.and_then(|number| PlainNumber::parse(&number));
        let is_known = number.is_some() || is_date;
        is_known.then(|| Box::new(Self { number, is_date }))
    }
}

/// Returns the number of `{"1":3,"3":1.23E18}`. Type 3 is a number.
fn sheets_number(json: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(json).ok()?;
    let is_number = value.get("1")?.as_u64() == Some(3);
    let number = value.get("3").filter(|number| number.is_number());
    number.filter(|_| is_number).map(ToString::to_string)
}

/// Returns true for `{"1":5}` (date), 6 (time) and 7 (both).
fn is_sheets_date(json: &str) -> bool {
    let format = serde_json::from_str::<serde_json::Value>(json).ok();
    let kind = format.and_then(|format| format.get("1")?.as_u64());
    matches!(kind, Some(5..=7))
}

/// Returns true for the `sdnum` of a date or time such as `1033;0;MM/DD/YY`. The last part is the number format.
fn is_date_format(sdnum: &str) -> bool {
    let Some(format) = sdnum.splitn(3, ';').nth(2) else {
        return false;
    };
    // Colours and currencies are in brackets, texts in quotes.
    let mut closing = None;
    for character in format.chars() {
        match (closing, character) {
            (Some(end), _) if character == end => closing = None,
            (None, '"') => closing = Some('"'),
            (None, '[') => closing = Some(']'),
            (None, 'D' | 'M' | 'Y' | 'H' | 'S' | 'd' | 'm' | 'y' | 'h' | 's') => {
                return !format.eq_ignore_ascii_case("standard");
            }
            _ => {}
        }
    }
    false
}
