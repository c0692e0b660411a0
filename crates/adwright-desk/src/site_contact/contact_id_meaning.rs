//! Learns the meaning of the requested id from replies.

use adwright_model::{Catalog, EditableDocument, Kind, Node, Path};
use adwright_store::ContactAnswer;

use crate::wording::{contact_lesson_message, contact_lessons_message};

/// Returns the path of the contact's member that equals the requested id. The member nearest to the top wins; within
/// a level, the first one wins.
pub(super) fn find_member_with_id(contact: &EditableDocument, requested_id: i64) -> Option<Path> {
    let mut level = vec![(Path::root(), contact.root())];
    while !level.is_empty() {
        if let Some((path, _)) = level
            .iter()
            .find(|(_, node)| node.as_id() == Some(requested_id))
        {
            return Some(path.clone());
        }
        level = level.iter().flat_map(child_nodes).collect();
    }
    None
}

fn child_nodes<'a>((path, node): &(Path, Node<'a>)) -> Vec<(Path, Node<'a>)> {
    let members = node
        .members()
        .map(|(name, member)| (path.child(name), member));
    let items = node.items().enumerate();
    let items = items.map(|(nth, item)| (path.item(nth), item));
    members.chain(items).collect()
}

/// Describes in a sentence what one reply shows about the id.
pub(super) fn explain_answer(answer: &ContactAnswer, catalog: &Catalog) -> Option<String> {
    answer.contact?;
    let field = answer.member.as_deref();
    let field = field.map(|member| labelled_member(member, catalog));
    Some(contact_lesson_message(field.as_deref()))
}

/// Summarizes in a sentence what all replies show about the id; none until a contact contains its requested id.
pub(super) fn summarize_answers(answers: &[ContactAnswer], catalog: &Catalog) -> Option<String> {
    let found: Vec<_> = answers
        .iter()
        .filter(|answer| answer.contact.is_some())
        .collect();
    let member = found.iter().find_map(|answer| answer.member.as_deref())?;
    let agree = |answer: &&&ContactAnswer| answer.member.as_deref() == Some(member);
    let (agreeing, all) = (found.iter().filter(agree).count(), found.len());
    let member = labelled_member(member, catalog);
    Some(contact_lessons_message(&member, agreeing, all))
}

/// Returns a field's label, if it has one, and its path.
fn labelled_member(member: &str, catalog: &Catalog) -> String {
    let path = member.parse::<Path>().ok();
    let field = path.and_then(|path| catalog.field(Kind::SiteContact, &path));
    field.map_or_else(
        || member.to_owned(),
        |field| format!("{} ({member})", field.title),
    )
}

#[cfg(test)]
mod tests {
    use adwright_model::Id;
    use adwright_store::ContactQuestion;
    use expect_test::expect;

    use super::*;

    #[test]
    fn nearest_member_with_the_id_is_found() {
        let contact =
            EditableDocument::parse(r#"{"a":{"site":7},"id":"7","list":[7],"siteId":7.0,"x":7}"#)
                .unwrap();
        assert_eq!(find_member_with_id(&contact, 7).unwrap().to_string(), "id");
        let deeper = EditableDocument::parse(r#"{"id":1,"a":{"b":[{"site":7}]}}"#).unwrap();
        assert_eq!(
            find_member_with_id(&deeper, 7).unwrap().to_string(),
            "a.b[0].site"
        );
        assert_eq!(find_member_with_id(&deeper, 8), None);
    }

    fn answers(members: &[Option<&str>]) -> Vec<ContactAnswer> {
        let answer = |member: Option<&str>| ContactAnswer {
            question: ContactQuestion {
                campaign: Id(1),
                second_id: Id(7),
                from_advertiser: true,
            },
            contact: Some(Id(60)),
            member: member.map(str::to_owned),
            at: 0,
        };
        members.iter().copied().map(answer).collect()
    }

    #[test]
    fn answers_are_summarized_together() {
        let told = |members: &[Option<&str>]| {
            summarize_answers(&answers(members), Catalog::bundled())
                .unwrap_or_else(|| "nothing".to_owned())
        };
        let lines = [
            told(&[]),
            told(&[None]),
            told(&[Some("siteId")]),
            told(&[Some("siteId"), Some("siteId")]),
            told(&[Some("contact.key"), None, Some("siteId")]),
        ];
        expect![[r#"
            nothing
            nothing
            Learned from one answer of this service: the id was the contact’s Site ID (siteId).
            Learned from 2 answers of this service: the id was the contact’s Site ID (siteId) each time.
            Learned from 3 answers of this service: the id was the contact’s contact.key in 1 of them."#]].assert_eq(&lines.join("\n"));
    }

    #[test]
    fn answer_without_contact_explains_nothing() {
        let mut answer = answers(&[None]).remove(0);
        answer.contact = None;
        assert_eq!(explain_answer(&answer, Catalog::bundled()), None);
        assert_eq!(summarize_answers(&[answer], Catalog::bundled()), None);
    }
}
