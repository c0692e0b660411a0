//! The columns of a list for people.

use std::borrow::Cow;

use adwright_model::{Binding, Bindings, EditableDocument, JsonType, Kind, Node};
use adwright_wire::integer_member;

use crate::column_aligner::ColumnAligner;
use crate::printable::escape_line;

/// The title of a column, and the source of its text.
struct Column(&'static str, CellSource);

/// The place of a text in an object.
#[derive(Clone, Copy)]
enum CellSource {
    Member(&'static str),
    FromBinding(Binding),
    /// A name, or the id if there is no name.
    NameOrId(Binding, Binding),
    Activity,
}

/// Columns that grow with each page, because a list is printed before its end is known.
pub(super) struct TextColumns {
    all: &'static [Column],
    bindings: Bindings,
    aligned: ColumnAligner,
    is_titled: bool,
}

impl TextColumns {
    pub(super) fn new(kind: Kind, bindings: Bindings) -> Self {
        let columns = columns_for(kind);
        Self {
            all: columns,
            bindings,
            aligned: ColumnAligner::default(),
            is_titled: false,
        }
    }

    /// Returns the lines of a page. The titles precede the first page.
    pub(super) fn format_page(&mut self, objects: &[&str]) -> Vec<String> {
        let mut page: Vec<Vec<String>> = Vec::new();
        if !std::mem::replace(&mut self.is_titled, true) {
            let titles = self.all.iter().map(|column| column.0.to_owned());
            page.push(titles.collect());
        }
        page.extend(objects.iter().map(|object| self.cells(object)));
        self.aligned.align(&page)
    }

    fn cells(&self, object: &str) -> Vec<String> {
        match EditableDocument::parse(object) {
            Ok(document) => {
                let cell = |column: &Column| self.cell(&document, column.1);
                self.all.iter().map(cell).collect()
            }
            // The object is JSON, but cannot be edited.
            Err(why) => {
                let id = integer_member(object.as_bytes(), "id");
                let id = id.map_or_else(|| "?".to_owned(), |id| id.to_string());
                vec![id, escape_line(&why.to_string()).into_owned()]
            }
        }
    }

    fn cell(&self, document: &EditableDocument, place: CellSource) -> String {
        let bound = |binding| self.bindings.find(binding, document).map(|(_, node)| node);
        let node = match place {
            CellSource::Member(name) => document.root().member(name),
            CellSource::FromBinding(binding) => bound(binding),
            CellSource::NameOrId(name, id) => bound(name).filter(is_not_null).or_else(|| bound(id)),
            CellSource::Activity => {
                let name = document.root().member("retargetingActivityName");
                name.filter(is_not_null)
                    .or_else(|| bound(Binding::RetargetingActivity))
            }
        };
        node.filter(|node| !node.is_null())
            .map_or_else(String::new, |node| display_value(&node).into_owned())
    }
}

fn is_not_null(node: &Node<'_>) -> bool {
    !node.is_null()
}

/// Returns a value on one line: a text without its quotes, everything else as it is.
pub(super) fn display_value<'a>(node: &Node<'a>) -> Cow<'a, str> {
    let text = match node.json_type() {
        JsonType::String => node.as_str(),
        _ => None,
    };
    match text {
        Some(Cow::Owned(text)) => escape_line(&text).into_owned().into(),
        Some(Cow::Borrowed(text)) => escape_line(text),
        None => escape_line(node.raw()),
    }
}

fn columns_for(kind: Kind) -> &'static [Column] {
    use CellSource::{Activity, FromBinding, Member, NameOrId};
    const ADVERTISER: Column = Column(
        "ADVERTISER",
        NameOrId(Binding::AdvertiserName, Binding::AdvertiserId),
    );
    match kind {
        Kind::Campaign => &[
            Column("ID", Member("id")),
            Column("NAME", FromBinding(Binding::Name)),
            Column("STATUS", Member("status")),
            Column("MODE", FromBinding(Binding::TraffickingMode)),
            ADVERTISER,
            Column("BRAND", NameOrId(Binding::BrandName, Binding::BrandId)),
        ],
        Kind::RetargetingDataValue => &[
            Column("ID", Member("id")),
            Column("NAME", FromBinding(Binding::Name)),
            Column("VALUE", Member("value")),
            ADVERTISER,
            Column("ACTIVITY", Activity),
        ],
        _ => &[
            Column("ID", Member("id")),
            Column("NAME", FromBinding(Binding::Name)),
            Column("STATUS", Member("adStatus")),
            Column("TYPE", Member("type")),
            Column("SIZE", Member("dimensions")),
            ADVERTISER,
        ],
    }
}
