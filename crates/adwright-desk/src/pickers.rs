//! Values seen in the cache, offered where an id has to be typed.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_model::{Binding, Bindings, Editable, Kind};

use crate::desk::Desk;
use crate::error::Error;
use crate::views::Choice;

/// Accounts, advertisers and brands by id, as seen in the campaigns of this workspace.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pickers {
    accounts: BTreeMap<i64, String>,
    advertisers: BTreeMap<i64, String>,
    /// Brand, its name, and the advertiser that it was seen with.
    brands: BTreeMap<i64, (String, Option<i64>)>,
}

impl Desk {
    /// What the cache has seen; gathered once, until the cache changes.
    pub(crate) fn pickers(&self) -> Result<Arc<Pickers>, Error> {
        let cached = self.shelf();
        if let Some(gathered) = cached.pickers.get() {
            return Ok(Arc::clone(gathered));
        }
        let mut pickers = Pickers::default();
        for id in cached.index.ids() {
            let known = self
                .store
                .cache_get(&self.workspace.id, Kind::Campaign, id)?;
            if let Some(campaign) = known.and_then(|known| Editable::parse(&known.entry.text).ok())
            {
                pickers.learn(&campaign, &self.dialect.bindings);
            }
        }
        Ok(Arc::clone(cached.pickers.get_or_init(|| Arc::new(pickers))))
    }
}

impl Pickers {
    /// Learns from one campaign.
    pub(crate) fn learn(&mut self, campaign: &Editable, bindings: &Bindings) {
        let id = |binding| number(campaign, bindings, binding);
        let name = |binding| text(campaign, bindings, binding);
        if let (Some(id), Some(name)) = (id(Binding::AccountId), name(Binding::AccountName)) {
            self.accounts.insert(id, name);
        }
        if let (Some(id), Some(name)) = (id(Binding::AdvertiserId), name(Binding::AdvertiserName)) {
            self.advertisers.insert(id, name);
        }
        if let (Some(brand), Some(name)) = (id(Binding::BrandId), name(Binding::BrandName)) {
            self.brands.insert(brand, (name, id(Binding::AdvertiserId)));
        }
    }

    /// What may be chosen for a member; brands only of the advertiser that the document names.
    pub(crate) fn of(&self, member: &str, document: &Editable, bindings: &Bindings) -> Vec<Choice> {
        match member {
            "accountId" => by_name(&self.accounts),
            "advertiserId" => by_name(&self.advertisers),
            "brandId" => self.brands_of(number(document, bindings, Binding::AdvertiserId)),
            _ => Vec::new(),
        }
    }

    fn brands_of(&self, advertiser: Option<i64>) -> Vec<Choice> {
        let fitting = self
            .brands
            .iter()
            .filter(|(_, (_, owner))| {
                advertiser.is_none() || owner.is_none() || *owner == advertiser
            })
            .map(|(id, (name, _))| (*id, name.clone()))
            .collect();
        by_name(&fitting)
    }
}

fn by_name(named: &BTreeMap<i64, String>) -> Vec<Choice> {
    let mut choices: Vec<Choice> = named
        .iter()
        .map(|(id, name)| Choice {
            value: id.to_string(),
            label: name.clone(),
        })
        .collect();
    choices.sort_by(|one, other| one.label.cmp(&other.label));
    choices
}

/// The number that a binding leads to.
pub(crate) fn number(document: &Editable, bindings: &Bindings, binding: Binding) -> Option<i64> {
    bindings.find(binding, document)?.1.as_i64()
}

/// The text that a binding leads to.
pub(crate) fn text(document: &Editable, bindings: &Bindings, binding: Binding) -> Option<String> {
    Some(bindings.find(binding, document)?.1.as_str()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brands_follow_the_advertiser() {
        let mut pickers = Pickers::default();
        for campaign in [
            r#"{"advertiserId":1,"advertiserName":"A","brandId":10,"brandName":"Tea"}"#,
            r#"{"advertiserId":2,"advertiserName":"B","brandId":20,"brandName":"Coffee"}"#,
        ] {
            pickers.learn(&Editable::parse(campaign).unwrap(), &Bindings::default());
        }
        let draft = Editable::parse(r#"{"advertiserId":2}"#).unwrap();
        let labels = |draft: &Editable| -> Vec<String> {
            pickers
                .of("brandId", draft, &Bindings::default())
                .into_iter()
                .map(|choice| choice.label)
                .collect()
        };
        assert_eq!(labels(&draft), ["Coffee"]);
        assert_eq!(labels(&Editable::parse("{}").unwrap()), ["Coffee", "Tea"]);
    }
}
