//! Builds the index in one pass over the document.

use adwright_model::{Facet, Field, FieldRef, FieldType, JsonType, Node, ObjectType, pair_items};

use super::uncatalogued::is_uncatalogued;
use super::{DocumentIndex, FieldEntry, InstanceEntry, MOST_FIELDS, TypeInstances, ValueLocation};

/// A value of the document, and the value at its place in the base.
#[derive(Clone, Copy)]
pub(super) struct NodePair<'a> {
    pub(super) node: Node<'a>,
    pub(super) base: Option<Node<'a>>,
}

impl<'a> DocumentIndex<'a> {
    /// Adds an object of a type and all its parts.
    pub(super) fn add_object(
        &mut self,
        type_index: usize,
        NodePair { node, base }: NodePair<'a>,
        location: Option<ValueLocation>,
    ) {
        // Only objects have fields. The rule `type` reports any other value.
        if node.json_type() != JsonType::Object {
            return;
        }
        let first_field = self.fields.len();
        let instance = self.instances.len();
        self.instances.push(InstanceEntry {
            type_index,
            node,
            base,
            location,
            first_field,
        });
        self.types[type_index].instances.push(instance);
        let object_type = self.types[type_index].object_type;
        self.add_fields(object_type, instance);
        self.set_members(object_type, node, instance);
        self.set_base(object_type, base, instance);
        let first_container = self.containers.len();
        self.register_values(object_type, first_field);
        for at in first_container..self.containers.len() {
            self.add_parts(self.containers[at] as usize);
        }
        self.containers.truncate(first_container);
    }

    /// Registers an object type and returns its index.
    pub(super) fn register_type(&mut self, object_type: &'a ObjectType) -> usize {
        let mut known = self.types.iter();
        let type_index = known.position(|known| std::ptr::eq(known.object_type, object_type));
        type_index.unwrap_or_else(|| {
            let instances = Vec::new();
            self.types.push(TypeInstances {
                object_type,
                instances,
                member_order: object_type.member_order(),
            });
            self.types.len() - 1
        })
    }

    fn add_fields(&mut self, object_type: &'a ObjectType, instance: usize) {
        let instance = u32::try_from(instance).expect("a document has fewer objects than bytes");
        let absent = |field| FieldEntry {
            field,
            instance,
            node: None,
        };
        self.fields.extend(object_type.fields.iter().map(absent));
        if self.input.base.is_some() {
            self.bases.resize(self.fields.len(), None);
        }
    }

    fn set_members(&mut self, object_type: &'a ObjectType, node: Node<'a>, instance: usize) {
        let InstanceEntry {
            first_field,
            type_index,
            ..
        } = self.instances[instance];
        self.in_both_spellings.clear();
        let order = &mut self.types[type_index].member_order;
        let fields = &mut self.fields[first_field..];
        object_type.visit_members(&node, order, |field_ref, member| {
            let Some(FieldRef { field, by_alias }) = field_ref else {
                self.unknown.push((instance, member));
                return;
            };
            let entry = &mut fields[field];
            if entry.node.is_some() {
                self.in_both_spellings.push(to_u32(first_field + field));
            }
            if entry.node.is_none() || !by_alias {
                entry.node = member.index();
            }
        });
    }

    fn set_base(&mut self, object_type: &'a ObjectType, base: Option<Node<'a>>, instance: usize) {
        let InstanceEntry {
            first_field,
            type_index,
            ..
        } = self.instances[instance];
        let Some(base) = base else { return };
        let order = &mut self.types[type_index].member_order;
        let bases = &mut self.bases[first_field..];
        object_type.visit_members(&base, order, |field_ref, member| {
            let Some(FieldRef { field, by_alias }) = field_ref else {
                return;
            };
            let value = &mut bases[field];
            if value.is_none() || !by_alias {
                *value = Some(member);
            }
        });
    }

    /// Registers the fields of an object for the rules that can check them, and those with objects and lists.
    fn register_values(&mut self, object_type: &ObjectType, first_field: usize) {
        let root = self.input.document.root();
        let fields = self.fields[first_field..].iter().zip(object_type.facets());
        for (at, (entry, facets)) in (to_u32(first_field)..).zip(fields) {
            let node = entry.node.map(|number| root.at_index(number));
            let json_type = node.map_or(JsonType::Null, |node| node.json_type());
            for facet in facets.for_value(json_type).facets() {
                let is_checkable = match facet {
                    Facet::Alias => self.in_both_spellings.contains(&at),
                    Facet::ReadOnly if json_type != JsonType::Null => true,
                    Facet::ReadOnly | Facet::SetOnce => {
                        self.bases.get(at as usize).is_some_and(Option::is_some)
                    }
                    Facet::Values => !node.is_some_and(|node| is_listed_value(entry.field, &node)),
                    Facet::Type => node.is_some_and(|node| !is_integer(entry.field, &node)),
                    _ => true,
                };
                if is_checkable {
                    self.fields_by_facet[facet as usize].push(at);
                }
            }
            if matches!(json_type, JsonType::Array | JsonType::Object) {
                self.containers.push(at);
            }
        }
    }

    fn add_parts(&mut self, at: usize) {
        let Some(node) = self.node_at(at) else { return };
        let value = NodePair {
            node,
            base: self.base_at(at),
        };
        let ty = self.fields[at].field.type_for(node.json_type());
        if is_uncatalogued(ty) {
            self.uncatalogued.push(at);
        }
        match ty {
            FieldType::List(item) => self.add_items(at, item, value),
            FieldType::Object(name) => {
                let location = ValueLocation {
                    field: at,
                    item: None,
                };
                if let Some(type_index) = self.type_index(name) {
                    self.add_value(type_index, value, location);
                }
            }
            _ => {}
        }
    }

    fn add_items(&mut self, at: usize, item: &'a FieldType, list: NodePair<'a>) {
        let NodePair { node, base } = list;
        let FieldType::Object(name) = item else {
            return;
        };
        let type_index = (!node.is_empty()).then(|| self.type_index(name));
        let Some(type_index) = type_index.flatten() else {
            return;
        };
        let key = self.fields[at].field.key.as_deref();
        let pairs = base.map(|base| pair_items(&base, &node, key));
        let base_items: Vec<_> = base.iter().flat_map(Node::items).collect();
        for (item_at, node) in node.items().enumerate() {
            let base_at = pairs.as_ref().and_then(|pairs| pairs[item_at]);
            let base = base_at.map(|base_at| base_items[base_at]);
            let location = ValueLocation {
                field: at,
                item: Some(item_at),
            };
            self.add_value(type_index, NodePair { node, base }, location);
        }
    }

    /// Adds a value of a type, or of the variant that the value selects.
    fn add_value(&mut self, type_index: usize, value: NodePair<'a>, location: ValueLocation) {
        if self.fields.len() > MOST_FIELDS {
            self.first_beyond_limit.get_or_insert(location);
            return;
        }
        let variant = self.types[type_index].object_type.variant_name(&value.node);
        let variant = variant.and_then(|variant| self.type_index(variant));
        self.add_object(variant.unwrap_or(type_index), value, Some(location));
    }

    /// Returns the index of an object type. Asks the catalog once for each field, because all objects of a list share
    /// the name.
    fn type_index(&mut self, name: &'a str) -> Option<usize> {
        if let Some(type_index) = self.types_by_name.get(&std::ptr::from_ref(name)) {
            return Some(*type_index);
        }
        let type_index = self.register_type(self.input.catalog.object(name)?);
        self.types_by_name.insert(name, type_index);
        Some(type_index)
    }
}

/// Returns true if the field is for whole numbers, and the value is one.
fn is_integer(field: &Field, node: &Node<'_>) -> bool {
    field.ty == FieldType::Integer && node.as_i64().is_some()
}

/// Returns true if the value is a text that the catalog lists.
fn is_listed_value(field: &Field, node: &Node<'_>) -> bool {
    let text = node.as_str();
    text.is_some_and(|text| field.values.iter().any(|known| *known == text))
}

fn to_u32(at: usize) -> u32 {
    u32::try_from(at).expect("the number of fields is limited")
}
