//! The interface's paths, relative to the base URL.

use adwright_model::{Id, Kind};

use crate::dialect::Dialect;

/// The path of all entities of a kind, to list and to create; none where the interface has no such call.
#[must_use]
pub fn collection_path(dialect: &Dialect, kind: Kind) -> Option<String> {
    Some(closed(collection(kind)?.to_owned(), dialect))
}

/// The path of one entity, to get and to update; none where the interface has no such call.
#[must_use]
pub fn entity_path(dialect: &Dialect, kind: Kind, id: Id) -> Option<String> {
    Some(closed(format!("{}/{id}", collection(kind)?), dialect))
}

/// The path of a site contact of a campaign. What `id` identifies, the interface does not say.
#[must_use]
pub fn site_contact_path(dialect: &Dialect, campaign: Id, id: Id) -> String {
    closed(format!("/campaigns/{campaign}/siteContacts/{id}"), dialect)
}

const fn collection(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Campaign => Some("/campaigns"),
        _ => None,
    }
}

fn closed(mut path: String, dialect: &Dialect) -> String {
    if dialect.trailing_slash {
        path.push('/');
    }
    path
}

#[cfg(test)]
mod tests {
    use adwright_model::{Id, Kind};

    use super::{collection_path, entity_path, site_contact_path};
    use crate::Dialect;

    #[test]
    fn campaigns_with_and_without_the_trailing_slash() {
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
}
