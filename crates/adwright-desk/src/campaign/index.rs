//! All rows of the campaign list in memory, so that searching and sorting never wait for the disk.

use std::cmp::Ordering;
use std::collections::HashMap;

use adwright_model::Id;
use adwright_store::Row as ObjectRow;

use crate::palette::Listed;
use crate::views::{CampaignQuery, CampaignRow, CampaignWindow, SortColumn};
use crate::zone::rfc3339;

/// The campaign list of one workspace.
#[derive(Debug, Default)]
pub(crate) struct Index {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    object: ObjectRow,
    /// Everything that is searched, in lower case.
    haystack: String,
    name_key: String,
    advertiser_key: String,
}

/// What a draft shows in its campaign's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftMark {
    pub(crate) name: String,
    pub(crate) errors: u32,
    pub(crate) warnings: u32,
}

impl Index {
    pub(crate) fn new(objects: Vec<ObjectRow>) -> Self {
        Self {
            rows: objects.into_iter().map(Row::new).collect(),
        }
    }

    /// The window that the query asks for. `drafts` is by campaign id; a row with a draft is found and sorted by
    /// what the service holds, and shows the draft's name.
    pub(crate) fn window(
        &self,
        query: &CampaignQuery,
        drafts: &HashMap<Id, DraftMark>,
    ) -> CampaignWindow {
        let mut found = self.matching(&query.search);
        found.sort_by(|one, other| compare(one, other, query));
        let matched = count(found.len());
        let place = query.locate.as_deref().and_then(|id| place_of(&found, id));
        let rows = found
            .into_iter()
            .skip(query.offset as usize)
            .take(query.limit as usize);
        CampaignWindow {
            total: count(self.rows.len()),
            matched,
            offset: query.offset,
            place,
            rows: rows.map(|row| row.view(drafts)).collect(),
        }
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = Id> {
        self.rows.iter().map(|row| row.object.id)
    }

    /// Every campaign, as the palette looks at it.
    pub(crate) fn listed(&self) -> impl Iterator<Item = Listed<'_>> {
        self.rows.iter().map(|row| Listed {
            id: row.object.id,
            name: row.object.columns.name.as_deref().unwrap_or_default(),
            advertiser: row.object.columns.advertiser.as_deref().unwrap_or_default(),
        })
    }

    fn matching(&self, search: &str) -> Vec<&Row> {
        let search = search.to_lowercase();
        let words: Vec<&str> = search.split_whitespace().collect();
        self.rows
            .iter()
            .filter(|row| words.iter().all(|word| row.haystack.contains(word)))
            .collect()
    }
}

impl Row {
    fn new(object: ObjectRow) -> Self {
        let columns = &object.columns;
        let haystack = [
            columns.name.as_deref(),
            columns.advertiser.as_deref(),
            columns.brand.as_deref(),
            columns.account.as_deref(),
        ]
        .into_iter()
        .flatten()
        .chain([object.id.to_string().as_str()])
        .fold(String::new(), |haystack, part| haystack + part + "\n")
        .to_lowercase();
        let key = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
        Self {
            name_key: key(&columns.name),
            advertiser_key: key(&columns.advertiser),
            haystack,
            object,
        }
    }

    fn view(&self, drafts: &HashMap<Id, DraftMark>) -> CampaignRow {
        let ObjectRow { id, columns } = &self.object;
        let draft = drafts.get(id);
        let own_name = || columns.name.clone().unwrap_or_default();
        CampaignRow {
            id: id.to_string(),
            name: draft.map_or_else(own_name, |draft| draft.name.clone()),
            advertiser: columns.advertiser.clone().unwrap_or_default(),
            brand: columns.brand.clone().unwrap_or_default(),
            updated: columns.updated_on.map(rfc3339),
            draft: draft.is_some(),
            errors: draft.map_or(0, |draft| draft.errors),
            warnings: draft.map_or(0, |draft| draft.warnings),
        }
    }
}

fn place_of(found: &[&Row], id: &str) -> Option<u32> {
    let id: Id = id.parse().ok()?;
    found.iter().position(|row| row.object.id == id).map(count)
}

/// By the wanted column; equal rows keep an order of their own, so that a window never shows one twice.
fn compare(one: &Row, other: &Row, query: &CampaignQuery) -> Ordering {
    let by_name = || one.name_key.cmp(&other.name_key);
    let by_column = match query.sort {
        SortColumn::Name => by_name(),
        SortColumn::Advertiser => one
            .advertiser_key
            .cmp(&other.advertiser_key)
            .then_with(by_name),
        SortColumn::Id => one.object.id.cmp(&other.object.id),
        SortColumn::Updated => one
            .object
            .columns
            .updated_on
            .cmp(&other.object.columns.updated_on),
    };
    let by_column = if query.descending {
        by_column.reverse()
    } else {
        by_column
    };
    by_column.then(one.object.id.cmp(&other.object.id))
}

/// A count as the views carry it; no list here comes near the limit.
pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use adwright_store::Columns;

    use super::*;

    fn object(id: i64, name: &str, advertiser: &str) -> ObjectRow {
        ObjectRow {
            id: Id(id),
            columns: Columns {
                name: Some(name.to_owned()),
                account: Some("Nordic".to_owned()),
                advertiser: Some(advertiser.to_owned()),
                brand: None,
                updated_on: Some(1_000 * id),
            },
        }
    }

    #[track_caller]
    fn check(search: &str, sort: SortColumn, descending: bool, expected: &Expect) {
        let index = Index::new(vec![
            object(9, "Alpha", "Zoo"),
            object(10, "beta", "Acme"),
            object(2, "Ärger", "Acme"),
        ]);
        let query = CampaignQuery {
            search: search.to_owned(),
            sort,
            descending,
            offset: 0,
            limit: 10,
            locate: None,
        };
        let window = index.window(&query, &HashMap::new());
        let names: Vec<&str> = window.rows.iter().map(|row| row.name.as_str()).collect();
        expected.assert_eq(&format!(
            "{} of {}: {}",
            window.matched,
            window.total,
            names.join(", ")
        ));
    }

    #[test]
    fn sorts_by_each_column() {
        check(
            "",
            SortColumn::Name,
            false,
            &expect!["3 of 3: Alpha, beta, Ärger"],
        );
        check(
            "",
            SortColumn::Name,
            true,
            &expect!["3 of 3: Ärger, beta, Alpha"],
        );
        check(
            "",
            SortColumn::Advertiser,
            false,
            &expect!["3 of 3: beta, Ärger, Alpha"],
        );
        check(
            "",
            SortColumn::Id,
            false,
            &expect!["3 of 3: Ärger, Alpha, beta"],
        );
        check(
            "",
            SortColumn::Updated,
            true,
            &expect!["3 of 3: beta, Alpha, Ärger"],
        );
    }

    #[test]
    fn searches_every_word_anywhere_without_case() {
        check(
            "ACME",
            SortColumn::Name,
            false,
            &expect!["2 of 3: beta, Ärger"],
        );
        check(
            "acme ärg",
            SortColumn::Name,
            false,
            &expect!["1 of 3: Ärger"],
        );
        check("10", SortColumn::Name, false, &expect!["1 of 3: beta"]);
        check("nothing", SortColumn::Name, false, &expect!["0 of 3: "]);
    }

    #[test]
    fn a_window_is_a_part_of_the_matches_and_shows_drafts() {
        let index = Index::new(
            (0..50)
                .map(|id| object(id, &format!("C{id:02}"), "A"))
                .collect(),
        );
        let query = CampaignQuery {
            search: String::new(),
            sort: SortColumn::Name,
            descending: false,
            offset: 20,
            limit: 2,
            locate: Some("7".to_owned()),
        };
        let mark = DraftMark {
            name: "Changed".to_owned(),
            errors: 1,
            warnings: 0,
        };
        let window = index.window(&query, &HashMap::from([(Id(21), mark)]));
        assert_eq!((window.matched, window.offset), (50, 20));
        assert_eq!(window.place, Some(7));
        assert_eq!(window.rows[0].name, "C20");
        assert_eq!(
            (window.rows[1].name.as_str(), window.rows[1].draft),
            ("Changed", true)
        );
    }
}
