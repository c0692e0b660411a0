//! Finds the field of each column of a table.

use std::collections::HashSet;

use adwright_model::Path;
use adwright_sheet::SheetRow;
use adwright_views::{ColumnMatch, FieldChoice, ListId};

use super::super::view::addable_fields;

use crate::error::Error;
use crate::field::FieldCatalog;
use crate::sheet::Sheets;
use crate::values::is_of_ids;

/// So many texts of a column decide about its field.
const SAMPLE: usize = 200;

/// Other usual names of fields.
const ALIASES: [(&str, &[&str]); 4] = [
    ("name", &["valuename"]),
    ("value", &["retargetingvalue"]),
    (
        "expiresOn",
        &[
            "expiry",
            "expirydate",
            "expiration",
            "expirationdate",
            "validuntil",
        ],
    ),
    ("clientRefId", &["reference", "ref", "clientref"]),
];

/// A field that a column can become.
pub(super) struct ImportField {
    pub(super) path: Path,
    pub(super) label: String,
    /// Its name and its title, normalized.
    names: [String; 2],
    /// Other usual names, normalized.
    aliases: Vec<String>,
    /// The ids that are known for it.
    known: HashSet<String>,
}

/// The field of a column, and the reason for it.
pub(super) type MatchedField = Option<(Path, ColumnMatch)>;

impl Sheets {
    /// Returns the fields of a batch with these columns.
    pub(super) fn import_fields(&self, columns: &[Path]) -> Result<Vec<ImportField>, Error> {
        let catalog = self.context.catalog();
        let existing = columns.iter().map(|path| {
            let column = self.column(&catalog, ListId::Values, path)?;
            let known = column.choices.into_iter().map(|choice| choice.value);
            Ok(ImportField::new(
                path.clone(),
                column.label,
                known.collect(),
            ))
        });
        let mut fields = existing.collect::<Result<Vec<_>, Error>>()?;
        for FieldChoice { value, label } in addable_fields(&catalog, columns) {
            fields.push(ImportField::new(
                Path::root().child(&value),
                label,
                HashSet::new(),
            ));
        }
        Ok(fields)
    }
}

impl Sheets {
    /// Returns the fields that an import can change in existing objects, after the id.
    pub(super) fn object_import_fields(&self, list: ListId) -> Vec<ImportField> {
        let fields = FieldCatalog::new(self.context.catalog(), list.kind()).importable_fields();
        let fields = fields.into_iter().map(|(path, label)| {
            let mut field = ImportField::new(path, label, HashSet::new());
            // Those of a value would match other columns.
            field.aliases.clear();
            field
        });
        fields.collect()
    }
}

/// Returns whether a text is a name of one of the fields.
pub(super) fn is_field_name(fields: &[ImportField], text: &str) -> bool {
    let text = normalized(text);
    fields
        .iter()
        .any(|field| field.names.contains(&text) || field.aliases.contains(&text))
}

/// Matches columns in these ways, the best first. No field has two columns.
pub(super) fn match_columns(
    fields: &[ImportField],
    names: &[String],
    rows: &[SheetRow],
    by: &[ColumnMatch],
) -> Vec<MatchedField> {
    let names: Vec<_> = names.iter().map(|name| normalized(name)).collect();
    let mut matched: Vec<MatchedField> = vec![None; names.len()];
    for by in by {
        for (column, name) in names.iter().enumerate() {
            if matched[column].is_some() {
                continue;
            }
            let is_free = |field: &&ImportField| {
                let mut taken = matched.iter().flatten();
                !taken.any(|(path, _)| *path == field.path)
            };
            let texts = || sample(rows, column);
            let fits = |field: &&ImportField| match by {
                ColumnMatch::Name => field.names.contains(name),
                ColumnMatch::Alias => field.aliases.contains(name) && field.may_hold(texts()),
                _ => field.knows_all(texts()),
            };
            let field = fields.iter().filter(is_free).find(fits);
            matched[column] = field.map(|field| (field.path.clone(), *by));
        }
    }
    matched
}

/// Returns the first texts of a column.
pub(super) fn sample(rows: &[SheetRow], column: usize) -> impl Iterator<Item = &str> {
    let cells = rows.iter().filter_map(move |row| row.cells.get(column));
    let texts = cells
        .map(|cell| cell.trim())
        .filter(|text| !text.is_empty());
    texts.take(SAMPLE)
}

impl ImportField {
    fn new(path: Path, label: String, known: HashSet<String>) -> Self {
        let name = path.to_string();
        let names = [normalized(&name), normalized(&label)];
        let usual = ALIASES.iter().filter(|(field, _)| *field == name);
        let usual = usual.flat_map(|(_, aliases)| *aliases);
        let mut aliases: Vec<_> = usual.map(ToString::to_string).collect();
        if is_of_ids(&path) {
            let without_id = names.iter().filter_map(|name| name.strip_suffix("id"));
            aliases.extend(without_id.map(str::to_owned));
        }
        Self {
            path,
            label,
            names,
            aliases,
            known,
        }
    }

    /// Returns whether the texts may be ids, if the field has ids: at least half of them begin with a digit. A column
    /// “Advertiser” may have names instead.
    fn may_hold<'a>(&self, texts: impl Iterator<Item = &'a str>) -> bool {
        let is_number = |text: &&str| text.starts_with(|first: char| first.is_ascii_digit());
        let (numbers, others): (Vec<_>, Vec<_>) = texts.partition(is_number);
        !is_of_ids(&self.path)
            || self.path.to_string() == "clientRefId"
            || numbers.len() >= others.len()
    }

    fn knows_all<'a>(&self, texts: impl Iterator<Item = &'a str>) -> bool {
        let mut texts = texts.peekable();
        texts.peek().is_some() && texts.all(|text| self.known.contains(text))
    }
}

/// Returns the letters and digits of a name in lower case.
fn normalized(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
