//! Going through a document.

use adwright_model::{FieldPlace, Node, Object, Shape, Type, pair_items};

use super::{Entry, Held, Known, MOST_FIELDS, Spelled, Walk};

type Pair<'a> = (Node<'a>, Option<Node<'a>>);

impl<'a> Walk<'a> {
    pub(super) fn enter(
        &mut self,
        object: &'a Object,
        (node, base): Pair<'a>,
        within: Option<(usize, Option<usize>)>,
    ) {
        // What is no object has no place for fields; the rule `type` says so.
        if node.shape() != Shape::Object {
            return;
        }
        let first = self.fields.len();
        let holder = self.holders.len();
        let held = Held {
            object: self.know(object, holder),
            node,
            base,
            within,
            first,
        };
        self.holders.push(held);
        self.put_fields(object, holder);
        self.put_members(object, node, (holder, first));
        self.put_base(object, base, first);
        for at in first..first + object.fields.len() {
            self.enter_field(at);
        }
    }

    /// Notes which object a holder is, and gives the place of that.
    fn know(&mut self, object: &'a Object, holder: usize) -> usize {
        let mut known = self.objects.iter();
        let place = known.position(|known| std::ptr::eq(known.object, object));
        let place = place.unwrap_or_else(|| {
            let holders = Vec::new();
            self.objects.push(Known { object, holders });
            self.objects.len() - 1
        });
        self.objects[place].holders.push(holder);
        place
    }

    fn put_fields(&mut self, object: &'a Object, holder: usize) {
        let holder = u32::try_from(holder).expect("a document has fewer objects than bytes");
        let absent = |field| Entry {
            field,
            holder,
            spelled: Spelled::ByName,
            node: None,
        };
        self.fields.extend(object.fields.iter().map(absent));
        if self.subject.base.is_some() {
            self.bases.resize(self.fields.len(), None);
        }
    }

    fn put_members(&mut self, object: &Object, node: Node<'a>, (holder, first): (usize, usize)) {
        for (place, member) in object.members(&node) {
            let Some(FieldPlace { field, by_twin }) = place else {
                self.unknown.push((holder, member));
                continue;
            };
            let entry = &mut self.fields[first + field];
            entry.spelled = match (entry.node, by_twin) {
                (Some(_), _) => Spelled::Both,
                (None, true) => Spelled::ByTwin,
                (None, false) => Spelled::ByName,
            };
            if entry.node.is_none() || !by_twin {
                entry.node = Some(member);
            }
        }
    }

    fn put_base(&mut self, object: &Object, base: Option<Node<'a>>, first: usize) {
        for (place, member) in base.iter().flat_map(|base| object.members(base)) {
            let Some(FieldPlace { field, by_twin }) = place else {
                continue;
            };
            let known = &mut self.bases[first + field];
            if known.is_none() || !by_twin {
                *known = Some(member);
            }
        }
    }

    fn enter_field(&mut self, at: usize) {
        let Entry { field, node, .. } = self.fields[at];
        let (Some(node), base) = (node, self.base(at)) else {
            return;
        };
        match field.type_of(node.shape()) {
            Type::List(item) => self.enter_items(at, item, (node, base)),
            ty => self.enter_value(ty, (node, base), (at, None)),
        }
    }

    fn enter_items(&mut self, at: usize, item: &'a Type, (node, base): Pair<'a>) {
        if !matches!(item, Type::Object(_)) {
            return;
        }
        let key = self.fields[at].field.key.as_deref();
        let pairs = base.map(|base| pair_items(&base, &node, key));
        let before: Vec<_> = base.iter().flat_map(Node::items).collect();
        for (place, node) in node.items().enumerate() {
            let pair = pairs.as_ref().and_then(|pairs| pairs[place]);
            let base = pair.map(|place| before[place]);
            self.enter_value(item, (node, base), (at, Some(place)));
        }
    }

    fn enter_value(&mut self, ty: &'a Type, pair: Pair<'a>, within: (usize, Option<usize>)) {
        if let Type::Object(name) = ty
            && let Some(object) = self.object_of(name, &pair.0)
        {
            if self.fields.len() > MOST_FIELDS {
                self.first_unchecked.get_or_insert(within);
                return;
            }
            self.enter(object, pair, Some(within));
        }
    }

    /// The catalog is asked once for each field: all objects of a list have the same.
    fn object_of(&mut self, name: &'a str, value: &Node<'_>) -> Option<&'a Object> {
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
