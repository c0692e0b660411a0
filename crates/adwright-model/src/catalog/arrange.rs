//! Arranges the form of a kind: labels, sections, order and hidden fields of a workspace.

use super::field_index::LazyFieldIndex;
use super::{Catalog, Field};
use crate::kind::Kind;

/// A section of an arranged form, with its fields in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrangedSection {
    /// The heading.
    pub title: String,
    /// The fields, in order.
    pub fields: Vec<ArrangedField>,
}

/// A field of an arranged form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrangedField {
    /// The name of the top-level member.
    pub name: String,
    /// The label; `None` for the usual one.
    pub label: Option<String>,
    /// True if the form leaves it out.
    pub hidden: bool,
}

impl Catalog {
    /// Returns this catalog with an arranged form. Fields that the arrangement does not name stay in their sections,
    /// after the named ones. Unknown names are ignored.
    #[must_use]
    pub fn with_arrangement(&self, kind: Kind, sections: &[ArrangedSection]) -> Self {
        let mut catalog = self.clone();
        let Some(root) = catalog.custom_object_mut(kind.as_str()) else {
            return catalog;
        };
        let mut groups = Vec::new();
        let titles = sections.iter().map(|section| &section.title);
        for title in titles.chain(&root.groups) {
            // Sections of one title are one section.
            if !groups.contains(title) {
                groups.push(title.clone());
            }
        }
        root.groups = groups;
        let fields = sections.iter().flat_map(|section| {
            let fields = section.fields.iter();
            fields.map(|field| (&section.title, field))
        });
        for (rank, (section, arranged)) in fields.enumerate() {
            let field = root.fields.iter_mut().find(|one| one.name == arranged.name);
            if let Some(field) = field {
                arrange(field, section, arranged, rank);
            }
        }
        root.lookup = LazyFieldIndex::default();
        catalog
    }

    /// Returns the form of a kind as it is arranged now, without the fields of nested objects.
    #[must_use]
    pub fn arrangement(&self, kind: Kind) -> Vec<ArrangedSection> {
        let root = self.root(kind);
        let sections = root.groups.iter().map(|title| {
            let mut fields: Vec<_> = root
                .fields
                .iter()
                .filter(|one| one.group == *title)
                .collect();
            fields.sort_by_key(|field| field.rank.unwrap_or(usize::MAX));
            ArrangedSection {
                title: title.clone(),
                fields: fields.into_iter().map(arranged_field).collect(),
            }
        });
        sections
            .filter(|section| !section.fields.is_empty())
            .collect()
    }
}

fn arranged_field(field: &Field) -> ArrangedField {
    ArrangedField {
        name: field.name.clone(),
        label: Some(field.title.clone()),
        hidden: field.hidden,
    }
}

fn arrange(field: &mut Field, section: &str, arranged: &ArrangedField, rank: usize) {
    section.clone_into(&mut field.group);
    if let Some(label) = &arranged.label {
        field.title.clone_from(label);
    }
    field.hidden = arranged.hidden;
    field.rank = Some(rank);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(name: &str, label: Option<&str>, hidden: bool) -> ArrangedField {
        ArrangedField {
            name: name.to_owned(),
            label: label.map(str::to_owned),
            hidden,
        }
    }

    #[test]
    fn arranged_fields_come_first_in_their_section() {
        let section = |title: &str, fields| ArrangedSection {
            title: title.to_owned(),
            fields,
        };
        let sections = [
            section(
                "Planning",
                vec![
                    arranged("notes", Some("Briefing"), false),
                    arranged("budget", None, false),
                ],
            ),
            section(
                "Delivery",
                vec![
                    arranged("traffickingMode", None, true),
                    arranged("gone", None, false),
                ],
            ),
            section("Planning", Vec::new()),
        ];
        let catalog = Catalog::bundled().with_arrangement(Kind::Campaign, &sections);
        let form = catalog.arrangement(Kind::Campaign);
        let titles: Vec<_> = form.iter().map(|section| section.title.as_str()).collect();
        assert_eq!(titles[..3], ["Planning", "Delivery", "Identity"]);
        let labels = form[0].fields.iter().map(|field| field.label.as_deref());
        assert_eq!(
            labels.collect::<Vec<_>>(),
            [Some("Briefing"), Some("Budget")]
        );
        let delivery: Vec<_> = form[1]
            .fields
            .iter()
            .map(|field| (&*field.name, field.hidden))
            .collect();
        assert_eq!(
            delivery[..2],
            [("traffickingMode", true), ("status", false)]
        );
        let again = Catalog::bundled().with_arrangement(Kind::Campaign, &form);
        assert_eq!(again.arrangement(Kind::Campaign), form);
        assert_eq!(
            Catalog::bundled()
                .root(Kind::Campaign)
                .field("notes")
                .unwrap()
                .group,
            "Delivery"
        );
    }
}
