//! The interface's paths, relative to the base URL.

use adwright_model::{Id, Kind};

use crate::dialect::Dialect;

/// Returns the path for listing and creating entities of a kind; `None` if the interface has no such call.
#[must_use]
pub fn collection_path(dialect: &Dialect, kind: Kind) -> Option<String> {
    Some(append_slash_if(
        base_path(dialect, kind)?,
        dialect.trailing_slash,
    ))
}

/// Returns the path for reading one entity; `None` if the interface has no such call.
#[must_use]
pub fn entity_path(dialect: &Dialect, kind: Kind, id: Id) -> Option<String> {
    let collection = base_path(dialect, kind)?;
    Some(append_slash_if(
        format!("{collection}/{id}"),
        dialect.trailing_slash,
    ))
}

/// Returns the path for updating one entity; `None` if the interface has no such call, as for retargeting values.
#[must_use]
pub fn update_path(dialect: &Dialect, kind: Kind, id: Id) -> Option<String> {
    match kind {
        Kind::RetargetingDataValue => None,
        _ => entity_path(dialect, kind, id),
    }
}

/// Returns whether the list of a kind accepts a sort order. The list of retargeting values does not.
#[must_use]
pub const fn is_sortable(kind: Kind) -> bool {
    !matches!(kind, Kind::RetargetingDataValue)
}

/// Returns the path of a site contact of a campaign. The interface does not say what `id` identifies.
#[must_use]
pub fn site_contact_path(dialect: &Dialect, campaign: Id, id: Id) -> String {
    append_slash_if(
        format!("/campaigns/{campaign}/siteContacts/{id}"),
        dialect.trailing_slash,
    )
}

fn base_path(dialect: &Dialect, kind: Kind) -> Option<String> {
    match kind {
        Kind::Campaign => Some("/campaigns".to_owned()),
        Kind::RetargetingDataValue => {
            let before = if dialect.rest_prefix { "/rest" } else { "" };
            Some(format!("{before}/tagManagers/retargetingDataValue"))
        }
        _ if kind.list_kind() == Kind::Ad => dialect.ads_path.clone(),
        _ => None,
    }
}

fn append_slash_if(mut path: String, with_slash: bool) -> String {
    if with_slash {
        path.push('/');
    }
    path
}

#[cfg(test)]
mod tests {
    use adwright_model::{Id, Kind};

    use super::{collection_path, entity_path, site_contact_path, update_path};
    use crate::Dialect;

    #[test]
    fn campaign_paths_follow_the_slash_setting() {
        let plain = Dialect::default();
        let closed = Dialect {
            trailing_slash: true,
            ..Dialect::default()
        };
        let paths = |dialect| {
            [
                collection_path(dialect, Kind::Campaign),
                entity_path(dialect, Kind::Campaign, Id(7)),
            ]
        };
        assert_eq!(
            paths(&plain).map(Option::unwrap),
            ["/campaigns", "/campaigns/7"]
        );
        assert_eq!(
            paths(&closed).map(Option::unwrap),
            ["/campaigns/", "/campaigns/7/"]
        );
        let contact = |dialect| site_contact_path(dialect, Id(7), Id(9));
        assert_eq!(contact(&plain), "/campaigns/7/siteContacts/9");
        assert_eq!(contact(&closed), "/campaigns/7/siteContacts/9/");
        assert_eq!(collection_path(&plain, Kind::SiteContact), None);
    }

    #[test]
    fn value_paths_follow_the_prefix_setting() {
        let value = Kind::RetargetingDataValue;
        let plain = Dialect::default();
        let other = Dialect {
            rest_prefix: true,
            trailing_slash: true,
            ..Dialect::default()
        };
        let paths = |dialect| {
            [
                collection_path(dialect, value),
                entity_path(dialect, value, Id(7)),
            ]
        };
        assert_eq!(
            paths(&plain).map(Option::unwrap),
            [
                "/tagManagers/retargetingDataValue",
                "/tagManagers/retargetingDataValue/7"
            ]
        );
        assert_eq!(
            paths(&other).map(Option::unwrap),
            [
                "/rest/tagManagers/retargetingDataValue/",
                "/rest/tagManagers/retargetingDataValue/7/"
            ]
        );
        assert_eq!(update_path(&plain, value, Id(7)), None);
    }

    #[test]
    fn ads_path_comes_only_from_the_dialect() {
        let ad = Kind::ExpandableBannerAd;
        assert_eq!(collection_path(&Dialect::default(), ad), None);
        assert_eq!(update_path(&Dialect::default(), ad, Id(7)), None);
        let practice = Dialect::practice();
        assert_eq!(collection_path(&practice, ad).unwrap(), "/ads");
        assert_eq!(collection_path(&practice, Kind::Ad).unwrap(), "/ads");
        assert_eq!(update_path(&practice, ad, Id(7)).unwrap(), "/ads/7");
    }
}
