//! What the list and the cache need of a campaign's text.

use adwright_model::{Binding, Bindings, Document, Editable, Id, Path};
use adwright_store::{Columns, Fullness, PageEntry};

use crate::pickers::{number, text};

/// What the list draws of a campaign.
fn columns_of(campaign: &Editable, bindings: &Bindings) -> Columns {
    let named = |name, id| {
        text(campaign, bindings, name).or_else(|| Some(number(campaign, bindings, id)?.to_string()))
    };
    Columns {
        name: text(campaign, bindings, Binding::Name),
        account: named(Binding::AccountName, Binding::AccountId),
        advertiser: named(Binding::AdvertiserName, Binding::AdvertiserId),
        brand: named(Binding::BrandName, Binding::BrandId),
        updated_on: number(campaign, bindings, Binding::UpdatedOn),
    }
}

/// The cache's entry for one object of a reply; none where the text names no id.
pub(crate) fn entry_of(raw: Vec<u8>, fullness: Fullness, bindings: &Bindings) -> Option<PageEntry> {
    let Document::Editable(campaign) = Document::read(raw) else {
        return None;
    };
    let id = campaign.get(&Path::root().child("id"))?.as_i64()?;
    let columns = columns_of(&campaign, bindings);
    Some(PageEntry {
        id: Id(id),
        text: campaign.text().to_owned(),
        fullness,
        columns,
    })
}
