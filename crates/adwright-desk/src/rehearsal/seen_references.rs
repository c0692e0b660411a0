use std::collections::{HashMap, HashSet};

use adwright_list::ListIndex;
use adwright_model::{Binding, parse_json_id};

/// The pairs of ids that cached objects show together.
#[derive(Debug, Default)]
pub(super) struct SeenReferences {
    brands: HashSet<(i64, i64)>,
    accounts: HashSet<(i64, i64)>,
    /// The advertisers of each activity.
    activities: HashMap<i64, HashSet<i64>>,
}

impl SeenReferences {
    /// Collects the pairs of the cached campaigns and values.
    pub(super) fn of(campaigns: &ListIndex, values: &ListIndex) -> Self {
        let mut seen = Self::default();
        let pairs = |index: &ListIndex, first, second| -> Vec<(i64, i64)> {
            let seen = index.value_combinations(&[first, second]);
            let ids = seen
                .iter()
                .filter_map(|pair| parse_json_id(pair[0]).zip(parse_json_id(pair[1])));
            ids.collect()
        };
        let (advertiser, account) = (Binding::AdvertiserId, Binding::AccountId);
        seen.brands
            .extend(pairs(campaigns, Binding::BrandId, advertiser));
        for index in [campaigns, values] {
            seen.accounts.extend(pairs(index, advertiser, account));
        }
        for (activity, advertiser) in pairs(values, Binding::RetargetingActivity, advertiser) {
            let advertisers = seen.activities.entry(activity).or_default();
            advertisers.insert(advertiser);
        }
        seen
    }

    /// Returns whether an object shows the brand with the advertiser.
    pub(super) fn has_brand(&self, brand: i64, advertiser: i64) -> bool {
        self.brands.contains(&(brand, advertiser))
    }

    /// Returns whether an object shows the advertiser with the account.
    pub(super) fn has_account(&self, advertiser: i64, account: i64) -> bool {
        self.accounts.contains(&(advertiser, account))
    }

    /// Returns the only account that objects show with the advertiser.
    pub(super) fn account_of(&self, advertiser: i64) -> Option<i64> {
        let mut accounts = self.accounts.iter().filter(|(of, _)| *of == advertiser);
        let (_, account) = accounts.next()?;
        accounts.next().is_none().then_some(*account)
    }

    /// Returns whether the activity belongs to the advertiser; none if no value shows the activity.
    pub(super) fn activity_belongs(&self, activity: i64, advertiser: i64) -> Option<bool> {
        Some(self.activities.get(&activity)?.contains(&advertiser))
    }
}
