//! Builds the index in one pass over the document.

use adwright_model::{FieldRef, FieldType, JsonType, Node, ObjectType, pair_items};

use super::{DocumentIndex, FieldEntry, InstanceEntry, MOST_FIELDS, NameSpelling, ObjectInstances};

type NodePair<'a> = (Node<'a>, Option<Node<'a>>);

impl<'a> DocumentIndex<'a> {
    pub(super) fn add_object(
        &mut self,
        object: &'a ObjectType,
        (node, base): NodePair<'a>,
        within: Option<(usize, Option<usize>)>,
    ) {
        // Only objects have fields. The rule `type` reports any other value.
        if node.json_type() != JsonType::Object {
            return;
        }
        let first = self.fields.len();
        let holder = self.holders.len();
        let held = InstanceEntry {
            object: self.register_object(object, holder),
            node,
            base,
            within,
            first,
        };
        self.holders.push(held);
        self.add_fields(object, holder);
        self.set_members(object, node, (holder, first));
        self.set_base(object, base, first);
        for at in first..first + object.fields.len() {
            self.add_field_value(at);
        }
    }

    /// Registers a holder under its object type and returns the index of that type.
    fn register_object(&mut self, object: &'a ObjectType, holder: usize) -> usize {
        let mut known = self.objects.iter();
        let place = known.position(|known| std::ptr::eq(known.object, object));
        let place = place.unwrap_or_else(|| {
            let holders = Vec::new();
            self.objects.push(ObjectInstances { object, holders });
            self.objects.len() - 1
        });
        self.objects[place].holders.push(holder);
        place
    }

    fn add_fields(&mut self, object: &'a ObjectType, holder: usize) {
        let holder = u32::try_from(holder).expect("a document has fewer objects than bytes");
        let absent = |field| FieldEntry {
            field,
            holder,
            spelled: NameSpelling::ByName,
            node: None,
        };
        self.fields.extend(object.fields.iter().map(absent));
        if self.subject.base.is_some() {
            self.bases.resize(self.fields.len(), None);
        }
    }

    fn set_members(
        &mut self,
        object: &ObjectType,
        node: Node<'a>,
        (holder, first): (usize, usize),
    ) {
        for (place, member) in object.members(&node) {
            let Some(FieldRef { field, by_alias }) = place else {
                self.unknown.push((holder, member));
                continue;
            };
            let entry = &mut self.fields[first + field];
            entry.spelled = match (entry.node, by_alias) {
                (Some(_), _) => NameSpelling::Both,
                (None, true) => NameSpelling::ByTwin,
                (None, false) => NameSpelling::ByName,
            };
            if entry.node.is_none() || !by_alias {
                entry.node = Some(member);
            }
        }
    }

    fn set_base(&mut self, object: &ObjectType, base: Option<Node<'a>>, first: usize) {
        for (place, member) in base.iter().flat_map(|base| object.members(base)) {
            let Some(FieldRef { field, by_alias }) = place else {
                continue;
            };
            let known = &mut self.bases[first + field];
            if known.is_none() || !by_alias {
                *known = Some(member);
            }
        }
    }

    fn add_field_value(&mut self, at: usize) {
        let FieldEntry { field, node, .. } = self.fields[at];
        let (Some(node), base) = (node, self.base_at(at)) else {
            return;
        };
        match field.type_for(node.json_type()) {
            FieldType::List(item) => self.add_items(at, item, (node, base)),
            ty => self.add_value(ty, (node, base), (at, None)),
        }
    }

    fn add_items(&mut self, at: usize, item: &'a FieldType, (node, base): NodePair<'a>) {
        if !matches!(item, FieldType::Object(_)) {
            return;
        }
        let key = self.fields[at].field.key.as_deref();
        let pairs = base.map(|base| pair_items(&base, &node, key));
        let before: Vec<_> = base.iter().flat_map(Node::items).collect();
        for (place, node) in node.items().enumerate() {
            let pair = pairs.as_ref().and_then(|pairs| pairs[place]);
            let base = pair.map(|place| before[place]);
            self.add_value(item, (node, base), (at, Some(place)));
        }
    }

    fn add_value(&mut self, ty: &'a FieldType, pair: NodePair<'a>, within: (usize, Option<usize>)) {
        if let FieldType::Object(name) = ty
            && let Some(object) = self.resolve_object(name, &pair.0)
        {
            if self.fields.len() > MOST_FIELDS {
                self.first_unchecked.get_or_insert(within);
                return;
            }
            self.add_object(object, pair, Some(within));
        }
    }

    /// Asks the catalog once for each field, because all objects of a list share the name.
    fn resolve_object(&mut self, name: &'a str, value: &Node<'_>) -> Option<&'a ObjectType> {
        let catalog = self.subject.catalog;
        let mut named = self.named.iter();
        if let Some((_, object)) = named.find(|(known, _)| std::ptr::eq(*known, name)) {
            return Some(catalog.variant_of(object, value));
        }
        let object = catalog.object(name)?;
        self.named.push((name, object));
        Some(catalog.variant_of(object, value))
    }
}
