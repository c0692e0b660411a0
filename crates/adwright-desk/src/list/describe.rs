//! Filters in words, for chips and for the filter's side sheet.

use adwright_model::Binding;
use adwright_wire::{FieldWords, FilterKind, ListFilters, ListQuery, Wording};

use super::filter::{ReadFilters, Reading, texts_of};
use super::index::Index;
use crate::views::{Chip, FilterDescription, Parameter, RowFilters};

/// What telling filters in words needs.
pub(crate) struct Words<'a> {
    pub(crate) reading: Reading<'a>,
    pub(crate) index: &'a Index,
    /// How many campaigns a page of the service has.
    pub(crate) page_size: u32,
}

impl Words<'_> {
    pub(crate) fn describe(&self, typed: &RowFilters) -> FilterDescription {
        let read = self.reading.read(typed);
        let words = read.filters.q.in_words(&self.reading);
        let query = ListQuery {
            filters: read.filters.clone(),
            ..ListQuery::page(
                u64::from(read.from.unwrap_or(0)),
                read.max.unwrap_or(self.page_size).min(self.page_size),
            )
        };
        let json = Some(&read.filters.q).filter(|q| !q.is_empty());
        FilterDescription {
            chips: self.chips(typed, &read, &words),
            json: json.map(ToString::to_string).unwrap_or_default(),
            parameters: query.pairs().into_iter().map(parameter).collect(),
            words,
            caution: self.reading.caution(typed, None),
            problems: read.problems,
        }
    }

    fn chips(&self, typed: &RowFilters, read: &ReadFilters, words: &str) -> Vec<Chip> {
        let set = texts_of(typed)
            .into_iter()
            .filter(|(_, typed)| !typed.trim().is_empty());
        let q = (!typed.q.is_empty()).then(|| chip("q", label_of_q(words)));
        set.map(|(filter, typed)| chip(filter, self.label(filter, typed.trim(), &read.filters)))
            .chain(q)
            .collect()
    }

    fn label(&self, filter: &str, typed: &str, read: &ListFilters) -> String {
        match filter {
            "accountId" => self.id("Account", typed, read.account_id, ACCOUNT),
            "advertiserId" => self.id("Advertiser", typed, read.advertiser_id, ADVERTISER),
            "brandId" => self.id("Brand", typed, read.brand_id, BRAND),
            "siteId" => format!("Site ID: {typed}"),
            "accountName" => format!("Account contains “{typed}”"),
            "advertiserName" => format!("Advertiser contains “{typed}”"),
            "traffickingMode" => format!("Trafficking mode: {typed}"),
            "from" => format!("From row {typed}"),
            _ => format!("At most {typed} rows"),
        }
    }

    fn id(&self, title: &str, typed: &str, id: Option<i64>, (by, name): Named) -> String {
        let name = id.and_then(|id| self.index.name_of(by, id, name));
        name.map_or_else(
            || format!("{title} ID: {typed}"),
            |name| format!("{title}: {name}"),
        )
    }
}

/// An id, and the name that goes with it.
type Named = (Binding, Binding);

const ACCOUNT: Named = (Binding::AccountId, Binding::AccountName);
const ADVERTISER: Named = (Binding::AdvertiserId, Binding::AdvertiserName);
const BRAND: Named = (Binding::BrandId, Binding::BrandName);

fn chip(filter: &str, label: String) -> Chip {
    let filter = filter.to_owned();
    Chip { filter, label }
}

fn label_of_q(words: &str) -> String {
    if words.is_empty() {
        return "Conditions: none yet".to_owned();
    }
    words.to_owned()
}

impl Wording for Reading<'_> {
    fn field(&self, name: &str) -> FieldWords {
        let field = self.fields.filters().get(name);
        FieldWords {
            title: field.map_or_else(|| name.to_owned(), |field| field.title.clone()),
            kind: field.map_or(FilterKind::Text, |field| field.kind),
        }
    }

    fn instant(&self, moment: i64) -> String {
        self.zone.show(moment).unwrap_or_else(|| moment.to_string())
    }
}

fn parameter((name, value): (&'static str, String)) -> Parameter {
    Parameter {
        name: name.to_owned(),
        value,
    }
}
