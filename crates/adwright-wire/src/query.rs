//! What a list is asked for.

use serde::{Deserialize, Serialize};

/// The query of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery {
    /// The index of the first entity, from 0.
    pub from: u64,
    /// How many entities at most.
    pub max: u32,
    /// In which order; as the service likes where none is given.
    pub sort: Option<Sort>,
}

/// A field to sort by, and its direction: the interface never has one without the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sort {
    /// The field's name in a reply.
    pub field: String,
    /// The direction.
    pub order: Order,
}

/// A direction of sorting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Order {
    /// Ascending.
    Asc,
    /// Descending.
    Desc,
}

impl Order {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Asc => "ASC",
            Self::Desc => "DESC",
        }
    }
}

impl ListQuery {
    /// The query's names and values, not yet encoded.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![
            ("from", self.from.to_string()),
            ("max", self.max.to_string()),
        ];
        if let Some(sort) = &self.sort {
            pairs.push(("sort", sort.field.clone()));
            pairs.push(("order", sort.order.as_str().to_owned()));
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::{ListQuery, Order, Sort};

    #[test]
    fn the_order_always_goes_with_the_sort() {
        let pairs = |sort| {
            ListQuery {
                from: 250,
                max: 250,
                sort,
            }
            .pairs()
        };
        let plain = [("from", "250".to_owned()), ("max", "250".to_owned())];
        assert_eq!(pairs(None), plain);
        let by_name = Sort {
            field: "name".to_owned(),
            order: Order::Desc,
        };
        assert_eq!(
            pairs(Some(by_name))[2..],
            [("sort", "name".to_owned()), ("order", "DESC".to_owned())]
        );
    }
}
