use std::fmt;
use std::str::FromStr;

use adwright_model::{Kind, parse_text_id};

/// The object, pair of objects or part of the service that a fact is about.
///
/// Its spelling names each part, such as `campaign/700120` or `activity/52024/advertiser/4401`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactSubject {
    /// A campaign.
    Campaign(i64),
    /// An advertiser.
    Advertiser(i64),
    /// A login in an account.
    Login {
        /// The account.
        account: i64,
        /// The name that logs in; empty if the service needs no name.
        name: String,
    },
    /// A retargeting activity with an advertiser.
    Activity {
        /// The activity.
        activity: i64,
        /// The advertiser.
        advertiser: i64,
    },
    /// A brand with an advertiser.
    Brand {
        /// The brand.
        brand: i64,
        /// The advertiser.
        advertiser: i64,
    },
    /// An advertiser with an account.
    AdvertiserInAccount {
        /// The advertiser.
        advertiser: i64,
        /// The account.
        account: i64,
    },
    /// A campaign with an account.
    CampaignInAccount {
        /// The campaign.
        campaign: i64,
        /// The account.
        account: i64,
    },
    /// The service, for objects of one kind.
    Service(Kind),
}

impl FactSubject {
    /// Returns the form of its spelling.
    #[must_use]
    pub const fn form(&self) -> &'static str {
        match self {
            Self::Campaign(_) => "campaign/ID",
            Self::Advertiser(_) => "advertiser/ID",
            Self::Login { .. } => "account/ID/login/NAME",
            Self::Activity { .. } => "activity/ID/advertiser/ID",
            Self::Brand { .. } => "brand/ID/advertiser/ID",
            Self::AdvertiserInAccount { .. } => "advertiser/ID/account/ID",
            Self::CampaignInAccount { .. } => "campaign/ID/account/ID",
            Self::Service(_) => "service/KIND",
        }
    }
}

impl fmt::Display for FactSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Campaign(campaign) => write!(f, "campaign/{campaign}"),
            Self::Advertiser(advertiser) => write!(f, "advertiser/{advertiser}"),
            Self::Login { account, name } => write!(f, "account/{account}/login/{name}"),
            Self::Activity {
                activity,
                advertiser,
            } => write!(f, "activity/{activity}/advertiser/{advertiser}"),
            Self::Brand { brand, advertiser } => {
                write!(f, "brand/{brand}/advertiser/{advertiser}")
            }
            Self::AdvertiserInAccount {
                advertiser,
                account,
            } => write!(f, "advertiser/{advertiser}/account/{account}"),
            Self::CampaignInAccount { campaign, account } => {
                write!(f, "campaign/{campaign}/account/{account}")
            }
            Self::Service(kind) => write!(f, "service/{}", kind.as_str()),
        }
    }
}

/// A text that is not the spelling of a [`FactSubject`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown subject {0}")]
pub struct UnknownFactSubject(pub String);

impl FromStr for FactSubject {
    type Err = UnknownFactSubject;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| UnknownFactSubject(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<FactSubject> {
    // A login name may contain slashes.
    let parts: Vec<&str> = text.splitn(4, '/').collect();
    let id = parse_text_id;
    Some(match parts[..] {
        ["campaign", campaign] => FactSubject::Campaign(id(campaign)?),
        ["advertiser", advertiser] => FactSubject::Advertiser(id(advertiser)?),
        ["account", account, "login", name] => FactSubject::Login {
            account: id(account)?,
            name: name.to_owned(),
        },
        ["activity", activity, "advertiser", advertiser] => FactSubject::Activity {
            activity: id(activity)?,
            advertiser: id(advertiser)?,
        },
        ["brand", brand, "advertiser", advertiser] => FactSubject::Brand {
            brand: id(brand)?,
            advertiser: id(advertiser)?,
        },
        ["advertiser", advertiser, "account", account] => FactSubject::AdvertiserInAccount {
            advertiser: id(advertiser)?,
            account: id(account)?,
        },
        ["campaign", campaign, "account", account] => FactSubject::CampaignInAccount {
            campaign: id(campaign)?,
            account: id(account)?,
        },
        ["service", kind] => FactSubject::Service(Kind::from_wire(kind)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subject_spelling_parses_back() {
        for text in [
            "campaign/700120",
            "advertiser/4401",
            "account/3310/login/mara/lindgaard",
            "account/3310/login/",
            "activity/52024/advertiser/4401",
            "brand/88120/advertiser/4401",
            "advertiser/4401/account/3310",
            "campaign/700120/account/3310",
            "service/Campaign",
        ] {
            let subject: FactSubject = text.parse().unwrap();
            assert_eq!(subject.to_string(), text);
        }
        for text in ["campaign", "campaign/x", "campaign/07", "service/Brand", ""] {
            assert_eq!(
                text.parse::<FactSubject>(),
                Err(UnknownFactSubject(text.to_owned()))
            );
        }
    }
}
