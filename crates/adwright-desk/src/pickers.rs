//! Values seen in the cache, offered where an id has to be typed.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_model::{Binding, Bindings, Editable, id_in_json};

use crate::desk::Desk;
use crate::error::Error;
use crate::list::{Index, spoken};
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
        let held = self.shelf()?;
        let gathered = held
            .pickers
            .get_or_init(|| Arc::new(Pickers::gather(&held.index)));
        Ok(Arc::clone(gathered))
    }
}

impl Pickers {
    fn gather(index: &Index) -> Self {
        let named = |id, name| index.together(&[id, name]).into_iter();
        let plain = |id, name| {
            named(id, name).filter_map(|seen| Some((id_in_json(seen[0])?, name_in(seen[1])?)))
        };
        let brands = index.together(&[Binding::BrandId, Binding::BrandName, Binding::AdvertiserId]);
        let brand = |seen: Vec<&str>| {
            let of_advertiser = (name_in(seen[1])?, id_in_json(seen[2]));
            Some((id_in_json(seen[0])?, of_advertiser))
        };
        Self {
            accounts: plain(Binding::AccountId, Binding::AccountName).collect(),
            advertisers: plain(Binding::AdvertiserId, Binding::AdvertiserName).collect(),
            brands: brands.into_iter().filter_map(brand).collect(),
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

fn name_in(raw: &str) -> Option<String> {
    (!raw.is_empty()).then(|| spoken(raw).into_owned())
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

/// The whole number that a binding leads to, also where it is a text of one.
pub(crate) fn number(document: &Editable, bindings: &Bindings, binding: Binding) -> Option<i64> {
    bindings.find(binding, document)?.1.as_id()
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
        let index = Index::of_texts(&[
            r#"{"id":1,"advertiserId":1,"advertiserName":"A","brandId":10,"brandName":"Tea"}"#,
            r#"{"id":2,"advertiserId":2,"advertiserName":"B","brandId":20,"brandName":"Coffee"}"#,
        ]);
        let pickers = Pickers::gather(&index);
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
