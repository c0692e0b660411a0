//! What the values in the cache say about new values.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::{Binding, parse_json_id};
use adwright_views::ListId;

use super::known_values::KnownValues;

use crate::error::Error;
use crate::list::ListSnapshot;
use crate::sheet::Sheets;

/// The values of the service, and the advertisers of each activity as they have them.
#[derive(Debug, Default)]
pub(super) struct KnownActivities {
    advertisers: HashMap<i64, HashSet<i64>>,
    pub(super) values: KnownValues,
}

/// The known activities of the last snapshot of the values.
#[derive(Debug, Default)]
pub(super) struct ActivityCache(Mutex<Option<(Arc<ListSnapshot>, Arc<KnownActivities>)>>);

impl KnownActivities {
    /// Returns whether an activity belongs to an advertiser; none if no value shows it.
    pub(super) fn belongs_to(&self, activity: i64, advertiser: i64) -> Option<bool> {
        Some(self.advertisers.get(&activity)?.contains(&advertiser))
    }

    fn from_snapshot(values: &ListSnapshot) -> Self {
        let bindings = [Binding::RetargetingActivity, Binding::AdvertiserId];
        let mut known = HashMap::<_, HashSet<_>>::new();
        for seen in values.index.value_combinations(&bindings) {
            let ids = parse_json_id(seen[0]).zip(parse_json_id(seen[1]));
            if let Some((activity, advertiser)) = ids {
                known.entry(activity).or_default().insert(advertiser);
            }
        }
        Self {
            advertisers: known,
            values: KnownValues::from_snapshot(values),
        }
    }
}

impl Sheets {
    /// Returns the known activities. They are collected once per snapshot.
    pub(super) fn known_activities(&self) -> Result<Arc<KnownActivities>, Error> {
        let values = self.lists.list_snapshot(ListId::Values)?;
        let cached = self.activities.0.lock();
        let mut cached = cached.unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = cached.as_ref().filter(|(of, _)| Arc::ptr_eq(of, &values)) {
            return Ok(Arc::clone(known));
        }
        let known = Arc::new(KnownActivities::from_snapshot(&values));
        *cached = Some((values, Arc::clone(&known)));
        Ok(known)
    }
}
