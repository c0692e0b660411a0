//! The columns of a list for people.

use std::borrow::Cow;

use adwright_model::{Binding, Bindings, Editable, Kind, Node, Shape};
use adwright_wire::whole_number;

use crate::aligned::Aligned;
use crate::printable::one_line;

/// A column's title, and where its text is.
struct Column(&'static str, Place);

/// Where a text is in an object.
#[derive(Clone, Copy)]
enum Place {
    Member(&'static str),
    Bound(Binding),
    /// A name; the id where there is no name.
    Named(Binding, Binding),
    Activity,
}

/// Columns that grow with what comes: a list is printed before its end is known.
pub(super) struct Columns {
    all: &'static [Column],
    bindings: Bindings,
    aligned: Aligned,
    is_titled: bool,
}

impl Columns {
    pub(super) fn new(kind: Kind, bindings: Bindings) -> Self {
        let columns = of(kind);
        Self {
            all: columns,
            bindings,
            aligned: Aligned::default(),
            is_titled: false,
        }
    }

    /// The lines of a page, the titles before the first.
    pub(super) fn lines(&mut self, objects: &[&str]) -> Vec<String> {
        let mut page: Vec<Vec<String>> = Vec::new();
        if !std::mem::replace(&mut self.is_titled, true) {
            let titles = self.all.iter().map(|column| column.0.to_owned());
            page.push(titles.collect());
        }
        page.extend(objects.iter().map(|object| self.cells(object)));
        self.aligned.lines(&page)
    }

    fn cells(&self, object: &str) -> Vec<String> {
        match Editable::parse(object) {
            Ok(document) => {
                let cell = |column: &Column| self.cell(&document, column.1);
                self.all.iter().map(cell).collect()
            }
            // It is JSON, but of a sort that cannot be edited.
            Err(why) => {
                let id = whole_number(object.as_bytes(), "id");
                let id = id.map_or_else(|| "?".to_owned(), |id| id.to_string());
                vec![id, one_line(&why.to_string()).into_owned()]
            }
        }
    }

    fn cell(&self, document: &Editable, place: Place) -> String {
        let bound = |binding| self.bindings.find(binding, document).map(|(_, node)| node);
        let node = match place {
            Place::Member(name) => document.root().member(name),
            Place::Bound(binding) => bound(binding),
            Place::Named(name, id) => bound(name).filter(is_there).or_else(|| bound(id)),
            Place::Activity => {
                let name = document.root().member("retargetingActivityName");
                name.filter(is_there)
                    .or_else(|| bound(Binding::RetargetingActivity))
            }
        };
        node.filter(|node| !node.is_null())
            .map_or_else(String::new, |node| shown(&node).into_owned())
    }
}

fn is_there(node: &Node<'_>) -> bool {
    !node.is_null()
}

/// A value on one line: a text without its quotes, everything else as it came.
pub(super) fn shown<'a>(node: &Node<'a>) -> Cow<'a, str> {
    let text = match node.shape() {
        Shape::String => node.as_str(),
        _ => None,
    };
    match text {
        Some(Cow::Owned(text)) => one_line(&text).into_owned().into(),
        Some(Cow::Borrowed(text)) => one_line(text),
        None => one_line(node.raw()),
    }
}

fn of(kind: Kind) -> &'static [Column] {
    use Place::{Activity, Bound, Member, Named};
    const ADVERTISER: Column = Column(
        "ADVERTISER",
        Named(Binding::AdvertiserName, Binding::AdvertiserId),
    );
    match kind {
        Kind::Campaign => &[
            Column("ID", Member("id")),
            Column("NAME", Bound(Binding::Name)),
            Column("STATUS", Member("status")),
            Column("MODE", Bound(Binding::TraffickingMode)),
            ADVERTISER,
            Column("BRAND", Named(Binding::BrandName, Binding::BrandId)),
        ],
        Kind::RetargetingDataValue => &[
            Column("ID", Member("id")),
            Column("NAME", Bound(Binding::Name)),
            Column("VALUE", Member("value")),
            ADVERTISER,
            Column("ACTIVITY", Activity),
        ],
        _ => &[
            Column("ID", Member("id")),
            Column("NAME", Bound(Binding::Name)),
            Column("STATUS", Member("adStatus")),
            Column("TYPE", Member("type")),
            Column("SIZE", Member("dimensions")),
            ADVERTISER,
        ],
    }
}
