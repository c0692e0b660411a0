//! One field of all campaigns, kept compactly: each distinct value once, in its order, and a number for each row.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;

use adwright_model::{Editable, compare_numbers, exact_i64};

/// A field of all campaigns.
#[derive(Debug, Default)]
pub(crate) struct Column {
    /// For each row, the place of its value among the values.
    codes: Vec<u32>,
    /// The distinct values as raw JSON, the smallest first; an empty text stands for none.
    values: Texts,
}

/// Texts one after the other in one piece of memory.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    text: String,
    ends: Vec<u32>,
}

/// Gathers a column.
#[derive(Debug, Default)]
pub(crate) struct ColumnBuilder {
    codes: Vec<u32>,
    places: HashMap<Box<str>, u32>,
}

impl ColumnBuilder {
    pub(crate) fn push(&mut self, raw: &str) {
        let code = self.places.get(raw).copied().unwrap_or_else(|| {
            let code = narrow(self.places.len());
            self.places.insert(raw.into(), code);
            code
        });
        self.codes.push(code);
    }

    pub(crate) fn finish(self) -> Column {
        let mut sorted: Vec<(Key, Box<str>, u32)> = self
            .places
            .into_iter()
            .map(|(raw, code)| (Key::of(&raw), raw, code))
            .collect();
        sorted.sort_unstable_by(|one, other| one.0.compare(&other.0).then(one.1.cmp(&other.1)));
        let mut values = Texts::default();
        let mut places = vec![0; sorted.len()];
        for (place, (_, raw, code)) in sorted.into_iter().enumerate() {
            values.push(&raw);
            places[code as usize] = narrow(place);
        }
        let codes = self.codes.into_iter();
        Column {
            codes: codes.map(|code| places[code as usize]).collect(),
            values,
        }
    }
}

impl Column {
    /// The raw value of a row; empty where it has none.
    pub(crate) fn raw(&self, row: usize) -> &str {
        self.values.get(self.codes[row] as usize)
    }

    /// For each row, the place of its value among [`Column::values`].
    pub(crate) fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// The distinct values, the smallest first.
    pub(crate) fn values(&self) -> &Texts {
        &self.values
    }

    /// For each distinct value, whether `test` holds.
    pub(crate) fn which(&self, test: impl FnMut(&str) -> bool) -> Vec<bool> {
        self.values.iter().map(test).collect()
    }

    /// Rows in the order of this column; those of one value stay as they come.
    pub(crate) fn sorted(&self, rows: &[u32], descending: bool) -> Vec<u32> {
        let distinct = self.values.len();
        let place = |code: u32| {
            let code = code as usize;
            if descending {
                distinct - 1 - code
            } else {
                code
            }
        };
        let mut starts = vec![0_u32; distinct + 1];
        for &code in &self.codes {
            starts[place(code) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut sorted = vec![0; rows.len()];
        for &row in rows {
            let start = &mut starts[place(self.codes[row as usize])];
            sorted[*start as usize] = row;
            *start += 1;
        }
        sorted
    }
}

impl Texts {
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(narrow(self.text.len()));
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, at: usize) -> &str {
        let start = at
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        &self.text[start..self.ends[at] as usize]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|at| self.get(at))
    }
}

/// What a value is sorted by: none first, then numbers, then yes or no, then texts without regard to case.
enum Key {
    None,
    Whole(i64),
    Number(String),
    YesNo(bool),
    Text(String),
}

impl Key {
    fn of(raw: &str) -> Self {
        match raw.as_bytes().first() {
            None => Self::None,
            Some(b'"') => Self::Text(spoken(raw).to_lowercase()),
            Some(b't') => Self::YesNo(true),
            Some(b'f') => Self::YesNo(false),
            Some(b'[' | b'{') => Self::Text(raw.to_owned()),
            Some(_) => exact_i64(raw).map_or_else(|| Self::Number(raw.to_owned()), Self::Whole),
        }
    }

    fn class(&self) -> u8 {
        match self {
            Self::None => 0,
            Self::Whole(_) | Self::Number(_) => 1,
            Self::YesNo(_) => 2,
            Self::Text(_) => 3,
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => one.cmp(other),
            (Self::Number(one), Self::Number(other)) => compare_numbers(one, other),
            (Self::Whole(one), Self::Number(other)) => compare_numbers(&one.to_string(), other),
            (Self::Number(one), Self::Whole(other)) => compare_numbers(one, &other.to_string()),
            (Self::YesNo(one), Self::YesNo(other)) => one.cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            _ => self.class().cmp(&other.class()),
        }
    }
}

/// A raw value as plain text: a text without its quotes, anything else as it is spelled.
pub(crate) fn spoken(raw: &str) -> Cow<'_, str> {
    let text = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
    let Some(text) = text else {
        return Cow::Borrowed(raw);
    };
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let read = Editable::parse(raw).ok();
    let text = read.as_ref().and_then(|read| read.root().as_str());
    text.map_or(Cow::Borrowed(raw), |text| Cow::Owned(text.into_owned()))
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("the list is smaller than four gigabytes")
}
