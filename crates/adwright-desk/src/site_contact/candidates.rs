//! Suggests ids for a site contact. The interface does not define the id, so each suggestion has a reason.

use adwright_model::{EditableDocument, Node, Path};
use adwright_views::ContactCandidate;

use crate::wording::{ContactIdReason, contact_id_reason_message};

/// Suggested ids with their reasons. Each id occurs once, in the order of first mention.
#[derive(Debug, Default)]
pub(super) struct ContactCandidates(Vec<ContactCandidate>);

impl ContactCandidates {
    /// Adds an id with its reason. If the id exists, only the reason is added.
    pub(super) fn add(&mut self, id: i64, reason: &ContactIdReason) {
        let id = id.to_string();
        let why = contact_id_reason_message(reason);
        match self.0.iter_mut().find(|known| known.id == id) {
            Some(known) => known.why = format!("{} {why}", known.why),
            None => self.0.push(ContactCandidate { id, why }),
        }
    }

    /// Adds every number in a campaign whose member name mentions a site or a contact.
    pub(super) fn add_members(&mut self, campaign: &EditableDocument) {
        self.collect_ids(campaign.root(), &Path::root(), MemberMeaning::Unrelated);
    }

    /// Adds the sites of a campaign's placements, given as (site, placement's name).
    pub(super) fn add_sites(&mut self, placements: &[(i64, String)]) {
        let mut done = Vec::new();
        for (site, name) in placements {
            if done.contains(site) {
                continue;
            }
            done.push(*site);
            let others = placements.iter().filter(|(other, _)| other == site).count() - 1;
            let reason = ContactIdReason::SiteOfPlacement {
                placement: name.clone(),
                others,
            };
            self.add(*site, &reason);
        }
    }

    pub(super) fn into_vec(self) -> Vec<ContactCandidate> {
        self.0
    }

    fn collect_ids(&mut self, node: Node<'_>, path: &Path, meaning: MemberMeaning) {
        let is_related = meaning == MemberMeaning::SiteOrContact;
        if let Some(id) = node.as_id().filter(|id| is_related && *id > 0) {
            self.add(id, &ContactIdReason::InCampaign(path.clone()));
        }
        for (nth, item) in node.items().enumerate() {
            self.collect_ids(item, &path.item(nth), meaning);
        }
        for (name, member) in node.members() {
            // Inside a contact or a site, only the `id` member refers to it.
            let meaning = match name.as_ref() {
                "id" => meaning,
                name if mentions_site_or_contact(name) => MemberMeaning::SiteOrContact,
                _ => MemberMeaning::Unrelated,
            };
            self.collect_ids(member, &path.child(name), meaning);
        }
    }
}

/// Whether a member's value may refer to a site or a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MemberMeaning {
    SiteOrContact,
    Unrelated,
}

/// Names such as "website" match too, but their values are addresses, not numbers.
fn mentions_site_or_contact(name: &str) -> bool {
    let name = name.to_lowercase();
    name.contains("site") || name.contains("contact")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(candidates: ContactCandidates, expected: &Expect) {
        let shown = candidates.into_vec().into_iter();
        let lines: Vec<_> = shown
            .map(|known| format!("{}: {}", known.id, known.why))
            .collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn candidates_are_numbers_named_like_sites_or_contacts() {
        let text = r#"{"id":5,"name":"7","siteId":71,"websiteUrl":"x","adminSettings":
            {"defaultContacts":{"id":9,"SiteContact":"72"},"sites":[71,{"id":8},0,-1,1.5]}}"#;
        let mut candidates = ContactCandidates::default();
        candidates.add_members(&EditableDocument::parse(text).unwrap());
        check(
            candidates,
            &expect![[r#"
                71: The campaign has it as siteId. The campaign has it as adminSettings.sites[0].
                9: The campaign has it as adminSettings.defaultContacts.id.
                72: The campaign has it as adminSettings.defaultContacts.SiteContact.
                8: The campaign has it as adminSettings.sites[1].id."#]],
        );
    }

    #[test]
    fn id_is_listed_once_with_all_reasons() {
        let mut candidates = ContactCandidates::default();
        let placements = [
            (71, "a"),
            (72, "b"),
            (71, "c"),
            (73, "d"),
            (73, "e"),
            (73, "f"),
        ];
        candidates.add_sites(&placements.map(|(site, name)| (site, name.to_owned())));
        candidates.add(72, &ContactIdReason::WorkedFor("Spring".to_owned()));
        check(
            candidates,
            &expect![[r#"
                71: In the practice admin, the site of “a” and 1 more placement.
                72: In the practice admin, the site of the placement “b”. Worked for “Spring”.
                73: In the practice admin, the site of “d” and 2 more placements."#]],
        );
    }
}
