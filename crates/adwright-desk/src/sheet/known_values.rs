//! The content of the values in the cache, to recognize a row that the service has already.

use std::collections::HashMap;

use adwright_checks::{FactSource, FactValue};
use adwright_list::plain_text;
use adwright_model::{Binding, EditableDocument, Id, parse_json_id};

use crate::list::ListSnapshot;

/// The member with the content of a value.
const VALUE: &str = "value";

/// The ids of the values on the service by their content.
#[derive(Debug, Default)]
pub(super) struct KnownValues(HashMap<ValueContent, Id>);

/// What makes two values duplicates of each other, as the rule `same-value` compares them.
#[derive(Debug, PartialEq, Eq, Hash)]
struct ValueContent {
    activity: i64,
    advertiser: i64,
    value: String,
}

impl KnownValues {
    pub(super) fn from_snapshot(values: &ListSnapshot) -> Self {
        let index = &values.index;
        let columns = index
            .bound_column(Binding::RetargetingActivity)
            .zip(index.bound_column(Binding::AdvertiserId))
            .zip(index.fields().position_of_path(VALUE));
        let Some(((activities, advertisers), value)) = columns else {
            return Self::default();
        };
        let rows = 0..u32::try_from(index.row_count()).unwrap_or(u32::MAX);
        let known = rows.filter_map(|row| {
            let id = index.row_id(row).service_id()?;
            let content = ValueContent {
                activity: parse_json_id(activities.raw(row as usize))?,
                advertiser: parse_json_id(advertisers.raw(row as usize))?,
                value: comparable(&plain_text(index.raw_value(row, value)))?,
            };
            Some((content, id))
        });
        Self(known.collect())
    }

    /// Returns the fact about a new value of an activity and advertiser; none if the service has no such value.
    pub(super) fn fact_of(
        &self,
        document: &EditableDocument,
        activity: i64,
        advertiser: i64,
    ) -> Option<FactValue> {
        let text = document.root().member(VALUE)?;
        let content = ValueContent {
            activity,
            advertiser,
            value: comparable(text.as_str()?.as_ref())?,
        };
        let id = self.0.get(&content)?;
        Some(FactValue {
            value: true,
            source: FactSource::Document,
            detail: Some(id.to_string()),
        })
    }
}

/// Returns a text as it is compared; none if it is blank.
fn comparable(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
