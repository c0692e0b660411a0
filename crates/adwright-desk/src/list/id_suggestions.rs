//! Suggestions for ids, from values in the cache.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_list::{ListIndex, plain_text};
use adwright_model::{Binding, Bindings, EditableDocument, parse_json_id};
use adwright_views::FieldChoice;

use crate::document::bound_id;
use crate::error::Error;
use crate::list::Lists;

/// Accounts, advertisers and brands by id, as seen in the campaigns of this workspace.
#[derive(Debug, Clone, Default)]
pub(crate) struct IdSuggestions {
    accounts: BTreeMap<i64, String>,
    advertisers: BTreeMap<i64, String>,
    /// Brands by id: the name, and the advertiser that the brand was seen with.
    brands: BTreeMap<i64, (String, Option<i64>)>,
}

impl Lists {
    /// Returns the ids in the cache, collected once per snapshot.
    pub(crate) fn id_suggestions(&self) -> Result<Arc<IdSuggestions>, Error> {
        let snapshot = self.campaign_snapshot()?;
        let gathered = snapshot
            .pickers
            .get_or_init(|| Arc::new(IdSuggestions::from_index(&snapshot.index)));
        Ok(Arc::clone(gathered))
    }
}

impl IdSuggestions {
    fn from_index(index: &ListIndex) -> Self {
        let named = |id, name| index.value_combinations(&[id, name]).into_iter();
        let plain = |id, name| {
            named(id, name)
                .filter_map(|seen| Some((parse_json_id(seen[0])?, non_empty_text(seen[1])?)))
        };
        let brands = index.value_combinations(&[
            Binding::BrandId,
            Binding::BrandName,
            Binding::AdvertiserId,
        ]);
        let brand = |seen: Vec<&str>| {
            let of_advertiser = (non_empty_text(seen[1])?, parse_json_id(seen[2]));
            Some((parse_json_id(seen[0])?, of_advertiser))
        };
        Self {
            accounts: plain(Binding::AccountId, Binding::AccountName).collect(),
            advertisers: plain(Binding::AdvertiserId, Binding::AdvertiserName).collect(),
            brands: brands.into_iter().filter_map(brand).collect(),
        }
    }

    /// Returns the suggestions for a member by label. Brands are limited to the document's advertiser.
    pub(crate) fn suggestions_for(
        &self,
        member: &str,
        document: &EditableDocument,
        bindings: &Bindings,
    ) -> Vec<FieldChoice> {
        let ids = self.ids_for(member, document, bindings).into_iter();
        let mut choices: Vec<_> = ids.map(|(id, name)| id_choice(id, name)).collect();
        choices.sort_by(|one, other| one.label.cmp(&other.label));
        choices
    }

    /// Returns what [`IdSuggestions::suggestions_for`] suggests, as ids in ascending order with their names.
    pub(crate) fn ids_for(
        &self,
        member: &str,
        document: &EditableDocument,
        bindings: &Bindings,
    ) -> Vec<(i64, &str)> {
        match member {
            "accountId" => named_ids(&self.accounts),
            "advertiserId" => named_ids(&self.advertisers),
            "brandId" => self.brand_ids(bound_id(document, bindings, Binding::AdvertiserId)),
            _ => Vec::new(),
        }
    }

    fn brand_ids(&self, advertiser: Option<i64>) -> Vec<(i64, &str)> {
        let fitting = self.brands.iter().filter(|(_, (_, owner))| {
            advertiser.is_none() || owner.is_none() || *owner == advertiser
        });
        fitting.map(|(id, (name, _))| (*id, &**name)).collect()
    }
}

/// Returns an id and its name as a choice.
pub(crate) fn id_choice(id: i64, name: &str) -> FieldChoice {
    FieldChoice {
        value: id.to_string(),
        label: name.to_owned(),
    }
}

fn named_ids(named: &BTreeMap<i64, String>) -> Vec<(i64, &str)> {
    named.iter().map(|(id, name)| (*id, &**name)).collect()
}

fn non_empty_text(raw: &str) -> Option<String> {
    (!raw.is_empty()).then(|| plain_text(raw).into_owned())
}

#[cfg(test)]
mod tests {
    use adwright_list::{ListFields, ListIndexBuilder, RowId};
    use adwright_model::{Catalog, Kind};

    use super::*;

    #[test]
    fn brands_follow_the_advertiser() {
        let fields = Arc::new(ListFields::for_kind(
            Catalog::bundled(),
            Kind::Campaign,
            &Bindings::default(),
        ));
        let mut builder = ListIndexBuilder::new(&fields);
        for text in [
            r#"{"id":1,"advertiserId":1,"advertiserName":"A","brandId":10,"brandName":"Tea"}"#,
            r#"{"id":2,"advertiserId":2,"advertiserName":"B","brandId":20,"brandName":"Coffee"}"#,
        ] {
            let campaign = EditableDocument::parse(text).unwrap();
            builder.push(
                RowId::OnService(campaign.id().unwrap()),
                &fields.values(&campaign),
            );
        }
        let pickers = IdSuggestions::from_index(&builder.finish());
        let draft = EditableDocument::parse(r#"{"advertiserId":2}"#).unwrap();
        let labels = |draft: &EditableDocument| -> Vec<String> {
            pickers
                .suggestions_for("brandId", draft, &Bindings::default())
                .into_iter()
                .map(|choice| choice.label)
                .collect()
        };
        assert_eq!(labels(&draft), ["Coffee"]);
        assert_eq!(
            labels(&EditableDocument::parse("{}").unwrap()),
            ["Coffee", "Tea"]
        );
    }
}
