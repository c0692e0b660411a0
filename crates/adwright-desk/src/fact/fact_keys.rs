use adwright_checks::FactSubject;
use adwright_model::{Binding, Bindings, EditableDocument, Id, Kind};

use crate::document::bound_id;

/// The ids of a document that facts are about.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct FactKeys {
    /// The id on the service, if the document is a campaign.
    pub(crate) campaign: Option<i64>,
    pub(crate) advertiser: Option<i64>,
    pub(crate) account: Option<i64>,
    /// The retargeting activity, if the document is a value.
    pub(crate) activity: Option<i64>,
}

impl FactKeys {
    /// Returns the keys of a document.
    pub(crate) fn of(
        stored_kind: Kind,
        id: Option<Id>,
        document: &EditableDocument,
        bindings: &Bindings,
    ) -> Self {
        let bound = |binding| bound_id(document, bindings, binding);
        let is_value = stored_kind == Kind::RetargetingDataValue;
        Self {
            advertiser: bound(Binding::AdvertiserId),
            account: bound(Binding::AccountId),
            activity: is_value
                .then(|| bound(Binding::RetargetingActivity))
                .flatten(),
            ..Self::of_campaign(stored_kind, id)
        }
    }

    /// Returns the keys of an object whose text is not a document.
    pub(crate) fn of_campaign(stored_kind: Kind, id: Option<Id>) -> Self {
        Self {
            campaign: id.map(|id| id.0).filter(|_| stored_kind == Kind::Campaign),
            ..Self::default()
        }
    }

    /// Returns the subjects of the facts that the rules use.
    pub(crate) fn subjects(&self, login: &str) -> Vec<FactSubject> {
        let login = |account| FactSubject::Login {
            account,
            name: login.to_owned(),
        };
        let activity = self.activity.zip(self.advertiser);
        let activity = activity.map(|(activity, advertiser)| FactSubject::Activity {
            activity,
            advertiser,
        });
        [
            self.campaign.map(FactSubject::Campaign),
            self.advertiser.map(FactSubject::Advertiser),
            self.account.map(login),
            activity,
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
