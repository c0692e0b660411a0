//! Tokens that insert the row's number, other cells of the row, and the names of ids: `{row} {advertiserName}`.

use std::collections::HashMap;

use adwright_model::{Catalog, Kind, Path};
use adwright_views::{FieldChoice, FieldKind, SheetColumn};

use crate::error::{BulkInputError, SkipReason};

/// The name of the token for the row's number.
const ROW: &str = "row";

/// A parsed token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellToken {
    /// The row's number, with at least so many digits.
    RowNumber { digits: usize },
    /// The cell in a column.
    Cell(u32),
    /// The name of the id in a column.
    Name(u32),
}

/// The columns that tokens refer to.
pub(super) struct TokenColumns(Vec<TokenColumn>);

struct TokenColumn {
    path: String,
    label: String,
    /// The token for the name of an id, without braces.
    name_token: Option<String>,
    /// The names by id.
    names: HashMap<String, String>,
}

/// One row, from which tokens take their texts.
pub(super) struct TokenRow<'a> {
    /// The row's number, counted from 1.
    pub(super) number: u32,
    /// The cells up to the last one with text.
    pub(super) cells: Vec<&'a str>,
}

impl TokenRow<'_> {
    pub(super) fn cell(&self, column: u32) -> &str {
        self.cells.get(column as usize).copied().unwrap_or_default()
    }
}

impl TokenColumns {
    pub(super) fn new(columns: Vec<SheetColumn>) -> Self {
        let column = |column: SheetColumn| TokenColumn {
            name_token: name_token(&column),
            path: column.path,
            label: column.label,
            names: names_of(column.choices),
        };
        Self(columns.into_iter().map(column).collect())
    }

    /// Parses the text in braces. A column may be named by its path or its label.
    pub(super) fn parse(&self, token: &str) -> Result<CellToken, BulkInputError> {
        let (name, format) = match token.split_once(':') {
            Some((name, format)) => (name.trim(), Some(format)),
            None => (token.trim(), None),
        };
        if name == ROW {
            let digits = format.map_or(Ok(1), parse_row_format)?;
            return Ok(CellToken::RowNumber { digits });
        }
        let place = |is_named: &dyn Fn(&TokenColumn) -> bool| {
            let place = self.0.iter().position(is_named);
            place.and_then(|at| u32::try_from(at).ok())
        };
        let label = name.to_lowercase();
        let found = place(&|column| column.path == name)
            .map(CellToken::Cell)
            .or_else(|| {
                place(&|column| column.name_token.as_deref() == Some(name)).map(CellToken::Name)
            })
            .or_else(|| place(&|column| column.label.to_lowercase() == label).map(CellToken::Cell));
        let found = found.ok_or_else(|| BulkInputError::UnknownToken(name.to_owned()))?;
        match format {
            None => Ok(found),
            Some(format) => Err(BulkInputError::NotFormatted {
                title: name.to_owned(),
                format: format.to_owned(),
            }),
        }
    }

    /// Returns the text of a token in a row.
    pub(super) fn text(&self, token: CellToken, row: &TokenRow<'_>) -> Result<String, SkipReason> {
        let (at, is_name) = match token {
            CellToken::RowNumber { digits } => return Ok(format!("{:0digits$}", row.number)),
            CellToken::Cell(at) => (at, false),
            CellToken::Name(at) => (at, true),
        };
        let (column, cell) = (&self.0[at as usize], row.cell(at));
        if cell.is_empty() {
            return Err(SkipReason::NotSet(column.label.clone()));
        }
        if !is_name {
            return Ok(cell.to_owned());
        }
        let name = column.names.get(cell.trim()).cloned();
        name.ok_or_else(|| SkipReason::UnknownName(column.label.clone()))
    }
}

/// Returns the tokens for the columns of a sheet, to choose from.
pub(super) fn token_choices(
    columns: &[SheetColumn],
    catalog: &Catalog,
    kind: Kind,
) -> Vec<FieldChoice> {
    let choice = |name: &str, label: &str| FieldChoice {
        value: format!("{{{name}}}"),
        label: label.to_owned(),
    };
    let row = choice(ROW, "Row number");
    let names = columns.iter().filter_map(|column| {
        let token = name_token(column)?;
        let field = catalog.field(kind, &Path::root().child(&token));
        let label = field.map_or(&*column.label, |field| &*field.title);
        Some(choice(&token, label))
    });
    let cells = columns.iter();
    let cells = cells.map(|column| choice(&column.path, &column.label));
    [row].into_iter().chain(names).chain(cells).collect()
}

/// Returns the name of the token for the name of an id: `advertiserName` for `advertiserId`.
fn name_token(column: &SheetColumn) -> Option<String> {
    let is_id = matches!(column.kind, FieldKind::Id | FieldKind::Choice);
    let stem = column.path.strip_suffix("Id").filter(|_| is_id)?;
    Some(format!("{stem}Name"))
}

/// Returns the known names by id.
fn names_of(choices: Vec<FieldChoice>) -> HashMap<String, String> {
    let named = choices
        .into_iter()
        .filter(|choice| choice.label != choice.value);
    named.map(|choice| (choice.value, choice.label)).collect()
}

fn parse_row_format(format: &str) -> Result<usize, BulkInputError> {
    let is_zeros =
        !format.is_empty() && format.len() < 20 && format.bytes().all(|byte| byte == b'0');
    is_zeros
        .then_some(format.len())
        .ok_or_else(|| BulkInputError::InvalidRowFormat(format.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(path: &str, label: &str, kind: FieldKind) -> SheetColumn {
        let choices = [("4401", "Northwind"), ("7", "7")].map(|(value, label)| FieldChoice {
            value: value.to_owned(),
            label: label.to_owned(),
        });
        SheetColumn {
            path: path.to_owned(),
            label: label.to_owned(),
            kind,
            required: false,
            read_only: false,
            choices: choices.into(),
            help: String::new(),
        }
    }

    fn columns() -> Vec<SheetColumn> {
        vec![
            column("name", "Name", FieldKind::Text),
            column("advertiserId", "Advertiser ID", FieldKind::Choice),
            column("clientRefId", "Your reference", FieldKind::Text),
        ]
    }

    #[test]
    fn tokens_name_rows_columns_and_ids() {
        let columns = TokenColumns::new(columns());
        for (token, expected) in [
            ("row", Some(CellToken::RowNumber { digits: 1 })),
            ("row:000", Some(CellToken::RowNumber { digits: 3 })),
            ("row:", None),
            ("row:5", None),
            ("name", Some(CellToken::Cell(0))),
            (" your Reference ", Some(CellToken::Cell(2))),
            ("advertiserName", Some(CellToken::Name(1))),
            ("clientRefName", None),
            ("name:000", None),
            ("nothing", None),
            ("", None),
        ] {
            assert_eq!(columns.parse(token).ok(), expected, "{token}");
        }
    }

    #[test]
    fn tokens_take_their_text_from_the_row() {
        let columns = TokenColumns::new(columns());
        let row = |advertiser| TokenRow {
            number: 42,
            cells: vec!["Cart", advertiser],
        };
        let advertiser = || "Advertiser ID".to_owned();
        for (token, id, expected) in [
            (
                CellToken::RowNumber { digits: 4 },
                "",
                Ok("0042".to_owned()),
            ),
            (CellToken::Cell(0), "", Ok("Cart".to_owned())),
            (
                CellToken::Cell(2),
                "",
                Err(SkipReason::NotSet("Your reference".to_owned())),
            ),
            (CellToken::Name(1), " 4401", Ok("Northwind".to_owned())),
            (
                CellToken::Name(1),
                "7",
                Err(SkipReason::UnknownName(advertiser())),
            ),
            (
                CellToken::Name(1),
                "",
                Err(SkipReason::NotSet(advertiser())),
            ),
        ] {
            assert_eq!(columns.text(token, &row(id)), expected, "{token:?} {id}");
        }
    }

    #[test]
    fn choices_have_one_token_for_each_name() {
        let choices = token_choices(&columns(), Catalog::bundled(), Kind::RetargetingDataValue);
        let tokens: Vec<_> = choices.iter().map(|choice| &*choice.value).collect();
        let expected = [
            "{row}",
            "{advertiserName}",
            "{name}",
            "{advertiserId}",
            "{clientRefId}",
        ];
        assert_eq!(tokens, expected);
    }
}
