//! Describes filters in words, for chips and for the filter's side sheet.

use adwright_list::ListIndex;
use adwright_model::Binding;
use adwright_views::{
    FilterChip, FilterDescription, FilterGroupInput, ListId, QueryParameter, RowDraftFilter,
    RowFilters,
};
use adwright_wire::{FieldLabel, FilterKind, FilterWording, ListFilters, ListQuery};

use super::filter_parser::{FilterParser, ParsedFilters, text_filters};

use crate::wording::filter_problem;

/// The context for describing filters.
pub(crate) struct FilterDescriber<'a> {
    pub(crate) list: ListId,
    pub(crate) reading: FilterParser<'a>,
    pub(crate) index: &'a ListIndex,
    /// The number of campaigns in a page of the service.
    pub(crate) page_size: u32,
}

impl FilterDescriber<'_> {
    pub(crate) fn describe(&self, typed: &RowFilters) -> FilterDescription {
        let read = self.reading.parse(typed);
        let words = read.filters.q.describe(&self.reading);
        let sent = read.filters.clone().for_kind(self.list.collection().kind());
        let query = ListQuery {
            filters: sent.clone(),
            ..ListQuery::page(
                u64::from(read.from.unwrap_or(0)),
                read.max.unwrap_or(self.page_size).min(self.page_size),
            )
        };
        let json = Some(&sent.q).filter(|q| !q.is_empty());
        FilterDescription {
            chips: self.filter_chips(typed, &read),
            json: json.map(ToString::to_string).unwrap_or_default(),
            parameters: query.to_query_pairs().into_iter().map(parameter).collect(),
            words,
            caution: self.reading.custom_field_warning(typed, None),
            problems: read.invalid.iter().map(filter_problem).collect(),
        }
    }

    fn filter_chips(&self, typed: &RowFilters, read: &ParsedFilters) -> Vec<FilterChip> {
        let set = text_filters(typed)
            .into_iter()
            .filter(|(_, typed)| !typed.trim().is_empty());
        let drafts = typed.drafts.map(|drafts| match drafts {
            RowDraftFilter::Any => "Has a draft",
            RowDraftFilter::WithErrors => "Has errors",
        });
        let groups = (0..).zip(&typed.q).map(|(at, group)| FilterChip {
            group: Some(at),
            ..chip("q", self.group_label(group))
        });
        set.map(|(filter, typed)| {
            chip(filter, self.chip_label(filter, typed.trim(), &read.filters))
        })
        .chain(drafts.map(|label| chip("drafts", label.to_owned())))
        .chain(groups)
        .collect()
    }

    fn group_label(&self, group: &FilterGroupInput) -> String {
        let alone = RowFilters {
            q: vec![group.clone()],
            ..RowFilters::default()
        };
        let words = self.reading.parse(&alone).filters.q.describe(&self.reading);
        match group.conditions.as_slice() {
            _ if !words.is_empty() => words,
            [one] => {
                let label = self.reading.field_label(&one.field.to_uppercase());
                format!("{}: none yet", label.title)
            }
            _ => "Conditions: none yet".to_owned(),
        }
    }

    fn chip_label(&self, filter: &str, typed: &str, read: &ListFilters) -> String {
        match filter {
            "accountId" => self.id_label("Account", typed, read.account_id, ACCOUNT),
            "advertiserId" => self.id_label("Advertiser", typed, read.advertiser_id, ADVERTISER),
            "brandId" => self.id_label("Brand", typed, read.brand_id, BRAND),
            "siteId" => format!("Site ID: {typed}"),
            "accountName" => format!("Account contains “{typed}”"),
            "advertiserName" => format!("Advertiser contains “{typed}”"),
            "traffickingMode" => format!("Trafficking mode: {typed}"),
            "from" => format!("From row {typed}"),
            _ => format!("At most {typed} rows"),
        }
    }

    fn id_label(
        &self,
        title: &str,
        typed: &str,
        id: Option<i64>,
        (by, name): IdNameBindings,
    ) -> String {
        let name = id.and_then(|id| self.index.name_of(by, id, name));
        name.map_or_else(
            || format!("{title} ID: {typed}"),
            |name| format!("{title}: {name}"),
        )
    }
}

/// The bindings of an id and of its name.
type IdNameBindings = (Binding, Binding);

const ACCOUNT: IdNameBindings = (Binding::AccountId, Binding::AccountName);
const ADVERTISER: IdNameBindings = (Binding::AdvertiserId, Binding::AdvertiserName);
const BRAND: IdNameBindings = (Binding::BrandId, Binding::BrandName);

fn chip(filter: &str, label: String) -> FilterChip {
    FilterChip {
        filter: filter.to_owned(),
        group: None,
        label,
    }
}

impl FilterWording for FilterParser<'_> {
    fn field_label(&self, name: &str) -> FieldLabel {
        let field = self.fields.filters().get(name);
        FieldLabel {
            title: field.map_or_else(|| name.to_owned(), |field| field.title.clone()),
            kind: field.map_or(FilterKind::Text, |field| field.kind),
        }
    }

    fn format_instant(&self, moment: i64) -> String {
        self.dates
            .zone
            .format_short(moment)
            .unwrap_or_else(|| moment.to_string())
    }
}

fn parameter((name, value): (&'static str, String)) -> QueryParameter {
    QueryParameter {
        name: name.to_owned(),
        value,
    }
}
