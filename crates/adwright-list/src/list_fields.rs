//! The fields that a list can show, filter and sort by: every scalar field of the catalog, and the computed ad metrics.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use adwright_model::{
    Binding, Bindings, Catalog, EditableDocument, Field, FieldOrigin, FieldType, Id, JsonType,
    Kind, Node, ObjectType, Path, Unit, to_json_string,
};
use adwright_views::{ColumnInfo, FieldKind, ListId};
use adwright_wire::{FilterField, FilterFields};

use crate::ad_metrics::{AdMetric, AdMetricCalculator};
use crate::sort_key::sort_bytes;

/// The separator between the values of one row. In raw JSON, a line feed occurs only as whitespace.
const VALUE_SEPARATOR: char = '\n';

/// The ad kinds that have their own list.
pub(crate) const AD_KINDS: [Kind; 3] = [
    Kind::InStreamInteractiveAd,
    Kind::ExpandableBannerAd,
    Kind::Html5ExpandableBannerAd,
];

/// The objects inside an ad whose scalar fields the list can show.
const EXPANDED_OBJECTS: [&str; 4] = [
    "adAssignmentData",
    "mainClickthrough",
    "linearSettings",
    "panelsSettings",
];

/// The reference that every object may have.
const REFERENCE: &str = "clientRefId";

/// All fields of a list, in catalog order.
#[derive(Debug)]
pub struct ListFields {
    /// The kind that the objects are stored as.
    kind: Kind,
    all: Vec<ListField>,
    filters: FilterFields,
    bindings: Bindings,
    /// The calculator of ad metrics; none for other objects.
    metrics: Option<AdMetricCalculator>,
    /// The layout hash, stored before the cells of each row.
    layout_hash: String,
}

/// One field of a list.
#[derive(Debug)]
pub struct ListField {
    /// The column as the window shows it.
    pub info: ColumnInfo,
    /// The unit of its numbers, if any.
    pub unit: Option<Unit>,
    /// The ad kinds that have the field; empty if all objects of the list may have it.
    kinds: Vec<Kind>,
    source: ValueSource,
    paths: Vec<Path>,
    binding: Option<Binding>,
}

/// The source of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueSource {
    /// A member of the object.
    Member,
    /// The number of items in a list.
    ItemCount,
    /// A computed ad metric.
    Metric(AdMetric),
}

impl ListFields {
    /// Returns the fields of a kind.
    #[must_use]
    pub fn for_kind(catalog: &Catalog, kind: Kind, bindings: &Bindings) -> Self {
        let filters = FilterFields::for_kind(catalog, kind, bindings);
        let mut fields = Self::empty(kind, filters, bindings);
        fields.add_object(catalog, catalog.root(kind), &Path::root());
        fields.layout_hash = layout_hash(&fields.layout_text());
        fields
    }

    /// Returns the fields of all ad kinds.
    #[must_use]
    pub fn for_ads(catalog: &Catalog, bindings: &Bindings, metrics: AdMetricCalculator) -> Self {
        let mut filters = FilterFields::for_kinds(catalog, &AD_KINDS, bindings);
        for (metric, title) in AdMetric::ALL {
            filters.add_computed(title, metric.path(), metric.field_and_filter_kind().1);
        }
        let mut fields = Self::empty(Kind::Ad, filters, bindings);
        for kind in AD_KINDS {
            fields.add_ad_kind(catalog, kind);
        }
        for (metric, title) in AdMetric::ALL {
            let field = fields.metric_field(metric, title);
            fields.all.push(field);
        }
        fields.metrics = Some(metrics);
        fields.layout_hash = layout_hash(&fields.layout_text());
        fields
    }

    fn empty(kind: Kind, filters: FilterFields, bindings: &Bindings) -> Self {
        Self {
            kind,
            all: Vec::new(),
            filters,
            bindings: bindings.clone(),
            metrics: None,
            layout_hash: String::new(),
        }
    }

    /// Returns the kind that the objects are stored as.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns all fields, in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &ListField> {
        self.all.iter()
    }

    /// Returns the field at a position.
    #[must_use]
    pub fn get(&self, at: usize) -> &ListField {
        &self.all[at]
    }

    /// Returns the index of the field at a path; none if the list has no such field.
    #[must_use]
    pub fn position_of_path(&self, path: &str) -> Option<usize> {
        self.all.iter().position(|field| field.info.path == path)
    }

    /// Returns the index of a filter's field. An ad holds some of these fields in its assignment.
    #[must_use]
    pub fn position_of_filter(&self, name: &str) -> Option<usize> {
        let assigned = || self.position_of_path(&format!("adAssignmentData.{name}"));
        self.position_of_path(name).or_else(assigned)
    }

    /// Returns the index of the field for a binding.
    #[must_use]
    pub fn position_of_binding(&self, binding: Binding) -> Option<usize> {
        self.all
            .iter()
            .position(|field| field.binding == Some(binding))
    }

    /// Returns the index of the field that a filter names.
    #[must_use]
    pub fn find_filter_field(&self, name: &str) -> Option<(usize, &FilterField)> {
        let field = self.filters.get(name)?;
        let of_field = |listed: &ListField| listed.paths.iter().any(|at| field.paths.contains(at));
        Some((self.all.iter().position(of_field)?, field))
    }

    /// Returns where this workspace's objects hold their bound fields.
    #[must_use]
    pub fn bindings(&self) -> &Bindings {
        &self.bindings
    }

    /// Returns the fields that a filter can name.
    #[must_use]
    pub fn filters(&self) -> &FilterFields {
        &self.filters
    }

    /// Returns the layout as text: all fields and their sources. Cells of another layout are read again.
    ///
    /// # Panics
    /// Never: bindings are plain data.
    pub fn layout_text(&self) -> String {
        let paths = self.all.iter().map(|field| field.info.path.as_str());
        let bindings = serde_json::to_string(&self.bindings).expect("bindings are plain data");
        let paths: Vec<&str> = paths.collect();
        let metrics = self.metrics.as_ref().map_or("", AdMetricCalculator::stamp);
        format!("2 {} {bindings}{metrics}", paths.join(" "))
    }

    /// Adds the layout hash before the values, as they are cached.
    #[must_use]
    pub fn add_layout_hash(&self, values: &str) -> String {
        format!("{}{VALUE_SEPARATOR}{values}", self.layout_hash)
    }

    /// Returns the bytes that a row is sorted by in the default order, by name; none for a number.
    #[must_use]
    pub fn name_sort_bytes(&self, values: &str) -> Option<Vec<u8>> {
        let name = self.position_of_binding(Binding::Name);
        sort_bytes(name.map_or("", |name| {
            split_values(values).nth(name).unwrap_or_default()
        }))
    }

    /// Returns the values from cached cells; none if they have another layout.
    #[must_use]
    pub fn strip_layout_hash<'a>(&self, kept: &'a str) -> Option<&'a str> {
        let (layout_hash, values) = kept.split_once(VALUE_SEPARATOR)?;
        (layout_hash == self.layout_hash).then_some(values)
    }

    /// Returns the values of an object of which only id and name could be read.
    #[must_use]
    pub fn minimal_values(&self, id: Id, name: Option<&str>) -> String {
        let value = |field: &ListField| match (field.info.path.as_str(), name) {
            _ if field.source == ValueSource::Metric(AdMetric::IsFromFile) => false.to_string(),
            ("id", _) => id.to_string(),
            ("name", Some(name)) => to_json_string(name),
            _ => String::new(),
        };
        let values: Vec<String> = self.all.iter().map(value).collect();
        values.join(&VALUE_SEPARATOR.to_string())
    }

    /// Returns the values of an object as raw JSON, one line per field; a missing value is an empty line.
    #[must_use]
    pub fn values(&self, campaign: &EditableDocument) -> String {
        self.values_with_file(campaign, None)
    }

    /// Returns the values of an ad from a file with this name.
    pub fn values_with_file(&self, campaign: &EditableDocument, file: Option<&str>) -> String {
        let mut values = String::new();
        let metrics = self.metrics.as_ref();
        let metrics = metrics.map(|metrics| metrics.calculate(campaign, file));
        for (at, field) in self.all.iter().enumerate() {
            if at > 0 {
                values.push(VALUE_SEPARATOR);
            }
            let raw = match (field.source, &metrics) {
                (ValueSource::Metric(metric), Some(metrics)) => {
                    metrics.raw(metric).map(Cow::Borrowed)
                }
                _ => field.raw_value(campaign, &self.bindings),
            };
            for (line, part) in raw.iter().flat_map(|raw| split_values(raw)).enumerate() {
                if line > 0 {
                    values.push(' ');
                }
                values.push_str(part);
            }
        }
        values
    }

    /// Adds the fields of one ad kind: its own members, and one level of the objects in [`EXPANDED_OBJECTS`].
    fn add_ad_kind(&mut self, catalog: &Catalog, kind: Kind) {
        for field in &catalog.root(kind).fields {
            match &field.ty {
                FieldType::Object(name) if EXPANDED_OBJECTS.contains(&field.name.as_str()) => {
                    let at = Path::root().child(&field.name);
                    let inside = catalog.object(name).into_iter();
                    for within in inside.flat_map(|object| &object.fields) {
                        self.add_field_of_kind(&with_parent_title(within, field), &at, kind);
                    }
                }
                _ => self.add_field_of_kind(field, &Path::root(), kind),
            }
        }
    }

    fn add_field_of_kind(&mut self, field: &Field, at: &Path, kind: Kind) {
        let is_counted = matches!(field.ty, FieldType::List(_)) && at.is_root();
        if !is_counted && !has_own_column(field, at) {
            return;
        }
        let path = at.child(&field.name).to_string();
        if let Some(known) = self.all.iter_mut().find(|known| known.info.path == path) {
            known.kinds.push(kind);
            return;
        }
        let mut field = self.list_field(field, at);
        field.kinds.push(kind);
        if !at.is_root() {
            field.binding = None;
        }
        if is_counted {
            field.source = ValueSource::ItemCount;
            field.info.kind = FieldKind::Integer;
            field.info.align_end = true;
            // A filter with this name would search single items, not the number of items.
            field.info.filter_field = None;
        }
        self.all.push(field);
    }

    fn metric_field(&self, metric: AdMetric, title: &str) -> ListField {
        let path = metric.path();
        let named = |filter: &&FilterField| filter.paths.contains(&path);
        let (kind, _) = metric.field_and_filter_kind();
        ListField {
            info: ColumnInfo {
                path: path.to_string(),
                label: title.to_owned(),
                group: "Worked out".to_owned(),
                kind,
                align_end: is_number(kind),
                filter_field: self
                    .filters
                    .iter()
                    .find(named)
                    .map(|filter| filter.name.clone()),
                learned: false,
            },
            unit: None,
            kinds: Vec::new(),
            source: ValueSource::Metric(metric),
            paths: vec![path],
            binding: None,
        }
    }

    fn add_object(&mut self, catalog: &Catalog, object: &ObjectType, at: &Path) {
        for field in &object.fields {
            match &field.ty {
                FieldType::Object(name) => {
                    if let Some(inside) = catalog.object(name) {
                        self.add_object(catalog, inside, &at.child(&field.name));
                    }
                }
                _ if has_own_column(field, at) => {
                    let field = self.list_field(field, at);
                    self.all.push(field);
                }
                _ => {}
            }
        }
    }

    fn list_field(&self, field: &Field, at: &Path) -> ListField {
        let names = [Some(&field.name), field.alias.as_ref()];
        let paths: Vec<Path> = names
            .into_iter()
            .flatten()
            .map(|name| at.child(name))
            .collect();
        let mut filters = self.filters.iter();
        let filter = filters.find(|filter| filter.paths.iter().any(|path| paths.contains(path)));
        let kind = match FieldKind::of_field(field) {
            FieldKind::Json => FieldKind::Text,
            kind => kind,
        };
        ListField {
            info: ColumnInfo {
                path: paths[0].to_string(),
                label: field.title.clone(),
                group: field.group.clone(),
                kind,
                align_end: is_number(kind),
                filter_field: filter.map(|filter| filter.name.clone()),
                learned: field.origin == FieldOrigin::Local,
            },
            unit: field.unit,
            kinds: Vec::new(),
            source: ValueSource::Member,
            paths,
            binding: binding_of(&field.name),
        }
    }
}

impl ListField {
    /// Returns whether objects of a list may have the field.
    #[must_use]
    pub fn is_in_list(&self, list: ListId) -> bool {
        let is_of = |kind| self.kinds.contains(&kind);
        self.kinds.is_empty() || list.ad_kind().map_or(self.kinds.len() > 1, is_of)
    }

    /// Returns the field's value in an object as raw JSON; none if the object lacks it.
    fn raw_value<'a>(
        &self,
        object: &'a EditableDocument,
        bindings: &Bindings,
    ) -> Option<Cow<'a, str>> {
        let bound = || bindings.find(self.binding?, object).map(|(_, node)| node);
        let mut places = self.paths.iter();
        let node = places.find_map(|path| object.get(path)).or_else(bound)?;
        match self.source {
            _ if node.is_null() => None,
            ValueSource::ItemCount => Some(Cow::Owned(item_count(&node).to_string())),
            _ => Some(Cow::Borrowed(node.raw())),
        }
    }
}

/// Returns the number of items of a list. An object in place of a list is its only item.
fn item_count(list: &Node<'_>) -> usize {
    match list.json_type() {
        JsonType::Array => list.items().count(),
        _ => 1,
    }
}

/// Returns a short hash of a layout. If a later Rust version hashes differently, the cells are read again.
fn layout_hash(layout: &str) -> String {
    let mut hasher = DefaultHasher::new();
    layout.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Splits the output of [`ListFields::values`] into the values of the fields.
pub fn split_values(values: &str) -> impl Iterator<Item = &str> {
    values.split(VALUE_SEPARATOR)
}

const fn is_number(kind: FieldKind) -> bool {
    matches!(
        kind,
        FieldKind::Id | FieldKind::Integer | FieldKind::Decimal
    )
}

/// Returns a field within an object. A field named `url` gets the title of its parent.
fn with_parent_title<'a>(within: &'a Field, object: &Field) -> Cow<'a, Field> {
    if within.name != "url" {
        return Cow::Borrowed(within);
    }
    let mut address = within.clone();
    address.title.clone_from(&object.title);
    Cow::Owned(address)
}

fn has_own_column(field: &Field, at: &Path) -> bool {
    match field.ty {
        FieldType::List(_) | FieldType::Object(_) => false,
        // The interface gives the field no type. If present, it holds a single value.
        FieldType::Any => field.name == REFERENCE || binding_of(&field.name).is_some(),
        _ => at.is_root() || field.name != "type",
    }
}

fn binding_of(name: &str) -> Option<Binding> {
    Some(match name {
        "name" => Binding::Name,
        "accountId" => Binding::AccountId,
        "accountName" => Binding::AccountName,
        "advertiserId" => Binding::AdvertiserId,
        "advertiserName" => Binding::AdvertiserName,
        "brandId" => Binding::BrandId,
        "brandName" => Binding::BrandName,
        "traffickingMode" => Binding::TraffickingMode,
        "verification" => Binding::Verification,
        "disableCookies" => Binding::DisableCookies,
        "lastUpdateOn" => Binding::UpdatedOn,
        "version" => Binding::Version,
        "retargetingActivityId" => Binding::RetargetingActivity,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_with_line_feeds_stays_one_line() {
        let fields = ListFields::for_kind(Catalog::bundled(), Kind::Campaign, &Bindings::default());
        let row = EditableDocument::parse("{\"id\":7,\"name\":[1,\n\n2]}").unwrap();
        let values = fields.values(&row);
        let values: Vec<_> = split_values(&values).collect();
        assert_eq!(values.len(), fields.iter().len());
        assert_eq!(values[fields.position_of_path("name").unwrap()], "[1,  2]");
    }
}
