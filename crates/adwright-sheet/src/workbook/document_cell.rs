//! One cell of an ODS file: its attributes and its paragraphs.

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::WorkbookError;
use super::cell_value::CellValue;
use crate::CellLoss;
use crate::plain_number::PlainNumber;

/// A cell that is being read.
#[derive(Debug)]
pub(super) struct OpenCell {
    pub(super) repeats: u32,
    pub(super) spanned_columns: u32,
    pub(super) spanned_rows: u32,
    is_covered: bool,
    has_formula: bool,
    stored: StoredContent,
    paragraphs: ParagraphText,
}

/// What the attributes of a cell say about its value.
#[derive(Debug)]
enum StoredContent {
    Nothing,
    Number(PlainNumber),
    Text(CellValue),
    /// The paragraphs are the text.
    Paragraphs,
    /// The paragraphs show the error.
    Error,
}

impl OpenCell {
    pub(super) fn start(element: &BytesStart<'_>, is_covered: bool) -> Result<Self, WorkbookError> {
        Ok(Self {
            repeats: count_attribute(element, "table:number-columns-repeated")?,
            spanned_columns: count_attribute(element, "table:number-columns-spanned")?,
            spanned_rows: count_attribute(element, "table:number-rows-spanned")?,
            is_covered,
            has_formula: text_attribute(element, "table:formula")?.is_some(),
            stored: StoredContent::from_attributes(element)?,
            paragraphs: ParagraphText::default(),
        })
    }

    pub(super) fn read(&mut self, event: &Event<'_>) -> Result<(), WorkbookError> {
        self.paragraphs.read(event)
    }

    /// Cells that another one covers keep a hidden value, which nobody sees.
    pub(super) fn finish(self) -> CellValue {
        if self.is_covered {
            return CellValue::EMPTY;
        }
        match self.stored {
            StoredContent::Nothing if self.has_formula => CellValue::NoResult,
            StoredContent::Nothing => CellValue::EMPTY,
            StoredContent::Number(number) => CellValue::from_number(number),
            StoredContent::Text(value) => value,
            StoredContent::Paragraphs => CellValue::Text(self.paragraphs.text),
            StoredContent::Error => CellValue::Error(self.paragraphs.text),
        }
    }
}

impl StoredContent {
    fn from_attributes(element: &BytesStart<'_>) -> Result<Self, WorkbookError> {
        if text_attribute(element, "calcext:value-type")?.as_deref() == Some("error") {
            return Ok(Self::Error);
        }
        let Some(kind) = text_attribute(element, "office:value-type")? else {
            return Ok(Self::Nothing);
        };
        let value = |name| text_attribute(element, name)?.ok_or(WorkbookError::Damaged);
        Ok(match &*kind {
            "float" | "percentage" | "currency" => {
                let number = PlainNumber::parse(&value("office:value")?);
                Self::Number(number.ok_or(WorkbookError::Damaged)?)
            }
            "date" => Self::Text(CellValue::from_iso_date(&value("office:date-value")?)),
            "time" => {
                let time = value("office:time-value")?;
                Self::Text(CellValue::Lossy(time, CellLoss::Date))
            }
            "boolean" => Self::Text(CellValue::Text(value("office:boolean-value")?)),
            _ => match text_attribute(element, "office:string-value")? {
                Some(text) => Self::Text(CellValue::Text(text)),
                None => Self::Paragraphs,
            },
        })
    }
}

/// The paragraphs of a cell. Runs of white space count as one space, except for elements that stand for them.
#[derive(Debug, Default)]
struct ParagraphText {
    text: String,
    paragraph_count: usize,
    is_in_paragraph: bool,
    has_pending_space: bool,
    is_line_start: bool,
    /// The number of open elements from a comment or a drawing on.
    ignored_depth: usize,
}

impl ParagraphText {
    fn read(&mut self, event: &Event<'_>) -> Result<(), WorkbookError> {
        match event {
            Event::Start(element) => self.start(element)?,
            Event::End(_) if self.ignored_depth > 0 => self.ignored_depth -= 1,
            Event::End(element) if element.name().as_ref() == "text:p" => {
                self.is_in_paragraph = false;
            }
            Event::Text(text) => self.push_text(text),
            Event::CData(text) => self.push_text(text),
            Event::GeneralRef(entity) => self.push_entity(entity)?,
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), WorkbookError> {
        let name = element.name();
        let name = name.as_ref();
        if self.ignored_depth > 0 || name == "office:annotation" || name.starts_with("draw:") {
            self.ignored_depth += 1;
            return Ok(());
        }
        match name {
            "text:p" => {
                if self.paragraph_count > 0 {
                    self.text.push('\n');
                }
                self.paragraph_count += 1;
                (self.is_in_paragraph, self.is_line_start) = (true, true);
                self.has_pending_space = false;
            }
            "text:s" => {
                let count = count_attribute(element, "text:c")?.min(MAX_SPACES);
                (0..count).for_each(|_| self.push(' '));
            }
            "text:tab" => self.push('\t'),
            "text:line-break" => {
                self.push('\n');
                self.is_line_start = true;
            }
            _ => {}
        }
        Ok(())
    }

    fn push_text(&mut self, text: &str) {
        for character in text.chars() {
            if matches!(character, ' ' | '\t' | '\n' | '\r') {
                self.has_pending_space = true;
            } else {
                self.push(character);
            }
        }
    }

    fn push_entity(&mut self, entity: &BytesRef<'_>) -> Result<(), WorkbookError> {
        let character = entity.resolve_char_ref();
        if let Some(character) = character.map_err(|_| WorkbookError::Damaged)? {
            self.push(character);
            return Ok(());
        }
        let text = resolve_predefined_entity(entity).ok_or(WorkbookError::Damaged)?;
        self.push_text(text);
        Ok(())
    }

    fn push(&mut self, character: char) {
        if !self.is_in_paragraph || self.ignored_depth > 0 {
            return;
        }
        if self.has_pending_space && !self.is_line_start {
            self.text.push(' ');
        }
        (self.has_pending_space, self.is_line_start) = (false, false);
        self.text.push(character);
    }
}

/// A cell of Excel has at most this many characters.
const MAX_SPACES: u32 = 32_767;

/// Returns a positive number, 1 if the attribute is missing.
pub(super) fn count_attribute(element: &BytesStart<'_>, name: &str) -> Result<u32, WorkbookError> {
    match text_attribute(element, name)? {
        None => Ok(1),
        Some(text) => match text.parse() {
            Ok(0) | Err(_) => Err(WorkbookError::Damaged),
            Ok(count) => Ok(count),
        },
    }
}

pub(super) fn text_attribute(
    element: &BytesStart<'_>,
    name: &str,
) -> Result<Option<String>, WorkbookError> {
    let attribute = element.try_get_attribute(name);
    let attribute = attribute.map_err(|_| WorkbookError::Damaged)?;
    let value = attribute.map(|attribute| attribute.normalized_value(XmlVersion::Implicit1_0));
    let value = value.transpose().map_err(|_| WorkbookError::Damaged)?;
    Ok(value.map(std::borrow::Cow::into_owned))
}
