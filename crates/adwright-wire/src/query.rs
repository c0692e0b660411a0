//! The query of a list request.

use serde::{Deserialize, Serialize};

use adwright_model::Kind;

use crate::dialect::Partition;
use crate::filter::{Filter, FilterCondition, FilterGroup, FilterValue};

/// The query of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListQuery {
    /// The index of the first entity, from 0.
    pub from: u64,
    /// The greatest number of entities to return.
    pub max: u32,
    /// Which entities match.
    pub filters: ListFilters,
    /// The order; without one the service chooses.
    pub sort: Option<Sort>,
}

/// The filters of a list. All given filters must match. How names match is up to the service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ListFilters {
    /// The account's id.
    pub account_id: Option<i64>,
    /// The account's name.
    pub account_name: Option<String>,
    /// The id of a site of the campaign.
    pub site_id: Option<i64>,
    /// The advertiser's id.
    pub advertiser_id: Option<i64>,
    /// The advertiser's name.
    pub advertiser_name: Option<String>,
    /// The brand's id.
    pub brand_id: Option<i64>,
    /// The trafficking mode.
    pub trafficking_mode: Option<String>,
    /// The filter `q`. An empty filter matches everything and is not sent.
    pub q: Filter,
}

/// A field to sort by, and its direction. The interface never has one without the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sort {
    /// The field's name in a reply.
    pub field: String,
    /// The direction.
    pub order: SortDirection,
}

/// The direction of sorting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum SortDirection {
    /// Ascending.
    Asc,
    /// Descending.
    Desc,
}

impl SortDirection {
    /// Returns the word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Asc => "ASC",
            Self::Desc => "DESC",
        }
    }
}

impl ListFilters {
    /// Returns whether the filters match everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns these filters for one part of a list: the entities of one advertiser or brand. `None` if the filters
    /// already choose one, or if partitions are off.
    #[must_use]
    pub fn for_partition(&self, kind: Kind, by: Partition, id: i64) -> Option<Self> {
        let mut part = self.clone();
        let parameter = match by {
            Partition::Off => return None,
            Partition::Advertiser => &mut part.advertiser_id,
            Partition::Brand => &mut part.brand_id,
        };
        if parameter.replace(id).is_some() {
            return None;
        }
        Some(part.for_kind(kind))
    }

    /// Returns the same filters as the list of a kind accepts them. Only the list of campaigns has parameters for
    /// filters; the filters of other lists all go into `q`.
    #[must_use]
    pub fn for_kind(self, kind: Kind) -> Self {
        if kind == Kind::Campaign {
            return self;
        }
        let id = |id: Option<i64>| id.map(|id| id.to_string());
        let parameters = [
            ("ACCOUNTID", id(self.account_id)),
            ("ACCOUNTNAME", self.account_name),
            ("SITEID", id(self.site_id)),
            ("ADVERTISERID", id(self.advertiser_id)),
            ("ADVERTISERNAME", self.advertiser_name),
            ("BRANDID", id(self.brand_id)),
            ("TRAFFICKINGMODE", self.trafficking_mode),
        ];
        let mut q = self.q;
        let given = parameters
            .into_iter()
            .filter_map(|(field, value)| Some((field, value?)));
        q.groups
            .extend(given.map(|(field, value)| single_value_group(field, &value)));
        Self {
            q,
            ..Self::default()
        }
    }

    fn to_query_pairs(&self) -> impl Iterator<Item = (&'static str, String)> {
        let id = |id: Option<i64>| id.map(|id| id.to_string());
        let pairs = [
            ("accountId", id(self.account_id)),
            ("accountName", self.account_name.clone()),
            ("siteId", id(self.site_id)),
            ("advertiserId", id(self.advertiser_id)),
            ("advertiserName", self.advertiser_name.clone()),
            ("brandId", id(self.brand_id)),
            ("traffickingMode", self.trafficking_mode.clone()),
            ("q", (!self.q.is_empty()).then(|| self.q.to_wire())),
        ];
        pairs
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
    }
}

fn single_value_group(field: &str, value: &str) -> FilterGroup {
    FilterGroup {
        conditions: vec![FilterCondition {
            field: field.to_owned(),
            values: vec![FilterValue::text(value)],
        }],
    }
}

impl ListQuery {
    /// Returns the query of a page without filters.
    #[must_use]
    pub fn page(from: u64, max: u32) -> Self {
        Self {
            from,
            max,
            ..Self::default()
        }
    }

    /// Returns the query's names and values, not yet encoded.
    #[must_use]
    pub fn to_query_pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![
            ("from", self.from.to_string()),
            ("max", self.max.to_string()),
        ];
        pairs.extend(self.filters.to_query_pairs());
        if let Some(sort) = &self.sort {
            pairs.push(("sort", sort.field.clone()));
            pairs.push(("order", sort.order.as_str().to_owned()));
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;

    use super::{ListFilters, ListQuery, Sort, SortDirection};
    use crate::dialect::Partition::{Advertiser, Brand, Off};

    #[test]
    fn partial_query_keeps_filters_and_adds_its_own() {
        let filters = ListFilters {
            brand_id: Some(4),
            q: r#"{"1":{"NAME":["x"]}}"#.parse().unwrap(),
            ..ListFilters::default()
        };
        let part = |kind, by| filters.for_partition(kind, by, 7);
        let of_advertiser = part(Kind::Campaign, Advertiser).unwrap();
        assert_eq!(
            (of_advertiser.advertiser_id, of_advertiser.brand_id),
            (Some(7), Some(4))
        );
        assert_eq!(part(Kind::Campaign, Brand), None);
        assert_eq!(part(Kind::Campaign, Off), None);
        let values = part(Kind::RetargetingDataValue, Advertiser).unwrap();
        let expected = r#"{"1":{"NAME":["x"]},"2":{"ADVERTISERID":["7"]},"3":{"BRANDID":["4"]}}"#;
        assert_eq!(values.q.to_string(), expected);
    }

    #[test]
    fn sort_always_has_an_order() {
        let pairs = |sort| {
            ListQuery {
                sort,
                ..ListQuery::page(250, 250)
            }
            .to_query_pairs()
        };
        let plain = [("from", "250".to_owned()), ("max", "250".to_owned())];
        assert_eq!(pairs(None), plain);
        let by_name = Sort {
            field: "name".to_owned(),
            order: SortDirection::Desc,
        };
        assert_eq!(
            pairs(Some(by_name))[2..],
            [("sort", "name".to_owned()), ("order", "DESC".to_owned())]
        );
    }

    #[test]
    fn every_list_parameter_is_sent() {
        let query = ListQuery {
            from: 0,
            max: 10,
            filters: ListFilters {
                account_id: Some(1),
                account_name: Some("a".to_owned()),
                site_id: Some(2),
                advertiser_id: Some(3),
                advertiser_name: Some("b".to_owned()),
                brand_id: Some(4),
                trafficking_mode: Some("simple".to_owned()),
                q: r#"{"1":{"NAME":["x"]}}"#.parse().unwrap(),
            },
            sort: Some(Sort {
                field: "name".to_owned(),
                order: SortDirection::Asc,
            }),
        };
        let pairs: Vec<_> = query
            .to_query_pairs()
            .into_iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        assert_eq!(
            pairs.join("&"),
            "from=0&max=10&accountId=1&accountName=a&siteId=2&advertiserId=3&advertiserName=b&brandId=4\
             &traffickingMode=simple&q={\"1\":{\"NAME\":[\"x\"]}}&sort=name&order=ASC"
        );
    }

    #[test]
    fn filters_round_trip_as_data() {
        let text = r#"{"brandId":7,"q":"{\"1\":{\"ID\":[5]}}"}"#;
        let filters: ListFilters = serde_json::from_str(text).unwrap();
        assert_eq!(filters.brand_id, Some(7));
        let kept = serde_json::to_string(&filters).unwrap();
        assert_eq!(serde_json::from_str::<ListFilters>(&kept).unwrap(), filters);
        assert!(!filters.is_empty() && ListFilters::default().is_empty());
    }
}
