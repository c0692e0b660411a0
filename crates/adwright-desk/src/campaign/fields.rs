//! The fields that the campaign list can show, filter and sort by: every single value that the catalog knows.

use std::hash::{DefaultHasher, Hash, Hasher};

use adwright_model::{
    Binding, Bindings, Catalog, Editable, Field, Id, Kind, Object, Origin, Path, Type, Unit, quoted,
};
use adwright_store::Cells;
use adwright_wire::{FilterField, FilterFields};

use super::value::place;
use crate::detail::kind_of;
use crate::views::{ColumnInfo, FieldKind};

/// What stands between the values of one campaign; JSON has it inside no value but as white space.
const BETWEEN: char = '\n';

/// All fields of the list, in the catalog's order.
#[derive(Debug)]
pub(crate) struct ListFields {
    all: Vec<ListField>,
    filters: FilterFields,
    bindings: Bindings,
    /// Tells the layout from others, at the head of each campaign's cells.
    seal: String,
}

/// One field of the list.
#[derive(Debug)]
pub(crate) struct ListField {
    pub(crate) info: ColumnInfo,
    pub(crate) unit: Option<Unit>,
    paths: Vec<Path>,
    binding: Option<Binding>,
}

impl ListFields {
    pub(crate) fn new(catalog: &Catalog, bindings: &Bindings) -> Self {
        let mut fields = Self {
            all: Vec::new(),
            filters: FilterFields::of(catalog, Kind::Campaign, bindings),
            bindings: bindings.clone(),
            seal: String::new(),
        };
        fields.add_object(catalog, catalog.root(Kind::Campaign), &Path::root());
        fields.seal = seal(&fields.layout());
        fields
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &ListField> {
        self.all.iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn get(&self, at: usize) -> &ListField {
        &self.all[at]
    }

    /// The place of the field at a path; none where the list has no such field.
    pub(crate) fn at_path(&self, path: &str) -> Option<usize> {
        self.all.iter().position(|field| field.info.path == path)
    }

    /// The place of the field that stands for a binding.
    pub(crate) fn bound(&self, binding: Binding) -> Option<usize> {
        self.all
            .iter()
            .position(|field| field.binding == Some(binding))
    }

    /// The place of the field that a filter names.
    pub(crate) fn named(&self, name: &str) -> Option<(usize, &FilterField)> {
        let field = self.filters.get(name)?;
        let of_field = |listed: &ListField| listed.paths.iter().any(|at| field.paths.contains(at));
        Some((self.all.iter().position(of_field)?, field))
    }

    /// Where this workspace's campaigns keep what they have.
    pub(crate) fn bindings(&self) -> &Bindings {
        &self.bindings
    }

    /// The fields that a filter can name.
    pub(crate) fn filters(&self) -> &FilterFields {
        &self.filters
    }

    /// Which fields there are and where they are looked for: what was read by another layout is read anew.
    pub(crate) fn layout(&self) -> String {
        let paths = self.all.iter().map(|field| field.info.path.as_str());
        let bindings = serde_json::to_string(&self.bindings).expect("bindings are plain data");
        let paths: Vec<&str> = paths.collect();
        format!("2 {} {bindings}", paths.join(" "))
    }

    /// Values as they are kept: with what says by which layout they were read.
    pub(crate) fn sealed(&self, values: &str) -> String {
        format!("{}{BETWEEN}{values}", self.seal)
    }

    /// The same with their place in the list where nobody chose another order: by name.
    pub(crate) fn cells(&self, values: &str) -> Cells {
        let name = self
            .bound(Binding::Name)
            .map_or("", |name| each_value(values).nth(name).unwrap_or_default());
        Cells {
            values: self.sealed(values),
            place: place(name),
        }
    }

    /// The values out of what was kept; none where they were read by another layout.
    pub(crate) fn unsealed<'a>(&self, kept: &'a str) -> Option<&'a str> {
        let (seal, values) = kept.split_once(BETWEEN)?;
        (seal == self.seal).then_some(values)
    }

    /// The values of a campaign of which only id and name could be read.
    pub(crate) fn bare_values(&self, id: Id, name: Option<&str>) -> String {
        let value = |field: &ListField| match (field.info.path.as_str(), name) {
            ("id", _) => id.to_string(),
            ("name", Some(name)) => quoted(name),
            _ => String::new(),
        };
        let values: Vec<String> = self.all.iter().map(value).collect();
        values.join(&BETWEEN.to_string())
    }

    /// The values of a campaign as raw JSON, one line for each field; an empty line where there is none.
    pub(crate) fn values(&self, campaign: &Editable) -> String {
        let mut values = String::new();
        for (at, field) in self.all.iter().enumerate() {
            if at > 0 {
                values.push(BETWEEN);
            }
            if let Some(raw) = field.raw(campaign, &self.bindings) {
                values.extend(raw.chars().map(|c| if c == BETWEEN { ' ' } else { c }));
            }
        }
        values
    }

    fn add_object(&mut self, catalog: &Catalog, object: &Object, at: &Path) {
        for field in &object.fields {
            match &field.ty {
                Type::Object(name) => {
                    if let Some(inside) = catalog.object(name) {
                        self.add_object(catalog, inside, &at.child(&field.name));
                    }
                }
                _ if is_listed(field, at) => {
                    let field = self.field(field, at);
                    self.all.push(field);
                }
                _ => {}
            }
        }
    }

    fn field(&self, field: &Field, at: &Path) -> ListField {
        let names = [Some(&field.name), field.same_as.as_ref()];
        let paths: Vec<Path> = names
            .into_iter()
            .flatten()
            .map(|name| at.child(name))
            .collect();
        let mut filters = self.filters.iter();
        let filter = filters.find(|filter| filter.paths.iter().any(|path| paths.contains(path)));
        let kind = match kind_of(field) {
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
                learned: field.origin == Origin::Local,
            },
            unit: field.unit,
            paths,
            binding: binding_of(&field.name),
        }
    }
}

impl ListField {
    /// Its value in a campaign as raw JSON; none where it has none.
    fn raw<'a>(&self, campaign: &'a Editable, bindings: &Bindings) -> Option<&'a str> {
        let bound = || bindings.find(self.binding?, campaign).map(|(_, node)| node);
        let mut places = self.paths.iter();
        let node = places.find_map(|path| campaign.get(path)).or_else(bound)?;
        (!node.is_null()).then(|| node.raw())
    }
}

/// A few letters that stand for a layout. Should they come out otherwise some day, the cells are read anew.
fn seal(layout: &str) -> String {
    let mut hasher = DefaultHasher::new();
    layout.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// One field's value out of what [`ListFields::values`] gave.
pub(crate) fn each_value(values: &str) -> impl Iterator<Item = &str> {
    values.split(BETWEEN)
}

const fn is_number(kind: FieldKind) -> bool {
    matches!(
        kind,
        FieldKind::Id | FieldKind::Integer | FieldKind::Decimal
    )
}

/// Whether a field has one value at a time. The type of a nested object says nothing that differs.
fn is_listed(field: &Field, at: &Path) -> bool {
    match field.ty {
        Type::List(_) | Type::Object(_) => false,
        Type::Any => binding_of(&field.name).is_some(),
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
        "clientRefId" => Binding::ClientRefId,
        _ => return None,
    })
}
