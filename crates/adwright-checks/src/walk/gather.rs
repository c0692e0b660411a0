//! Going through a document.

use std::borrow::Cow;

use adwright_model::{Field, Node, Object, Shape, Type, Unit, pair_items};

use super::{Entry, Facet, Held, Walk};

/// The names of what is counted or measured, other than sizes in kilobytes and instants.
const QUANTITIES: [&str; 14] = [
    "width",
    "height",
    "duration",
    "bitRate",
    "fileDuration",
    "skipDelay",
    "sequence",
    "numberOfPlacementAds",
    "overallNumberOfPlacementAds",
    "panelFrequencyTimes",
    "expandedPanelWidth",
    "expandedPanelHeight",
    "componentCollapsedSizeX",
    "componentCollapsedSizeY",
];

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
        let (holder, first) = (self.holders.len(), self.fields.len());
        self.holders.push(Held {
            object,
            node,
            base,
            within,
            first,
        });
        self.fields.extend(object.fields.iter().map(|field| Entry {
            field,
            holder,
            by_twin: false,
            node: None,
            base: None,
        }));
        self.put_members(object, node, holder);
        self.put_base(object, base, first);
        for at in first..first + object.fields.len() {
            self.note_facets(at);
            self.enter_field(at);
        }
    }

    fn put_members(&mut self, object: &Object, node: Node<'a>, holder: usize) {
        let first = self.holders[holder].first;
        for (name, place, member) in places(object, node) {
            let Some(place) = place else {
                self.unknown.push((holder, name, member));
                continue;
            };
            let entry = &mut self.fields[first + place];
            let by_twin = entry.field.name != name;
            if entry.node.is_none() || !by_twin {
                entry.node = Some(member);
                entry.by_twin = by_twin;
            }
        }
    }

    fn put_base(&mut self, object: &Object, base: Option<Node<'a>>, first: usize) {
        for (name, place, member) in base.into_iter().flat_map(|base| places(object, base)) {
            let Some(place) = place else { continue };
            let entry = &mut self.fields[first + place];
            if entry.base.is_none() || entry.field.name == name {
                entry.base = Some(member);
            }
        }
    }

    fn note_facets(&mut self, at: usize) {
        let Entry { field, node, .. } = &self.fields[at];
        let present = node.is_some_and(|node| !node.is_null());
        let limited =
            field.minimum.is_some() || field.maximum.is_some() || field.max_length.is_some();
        let counts_time = matches!(
            field.unit,
            Some(Unit::EpochMilliseconds | Unit::EpochSeconds)
        );
        let facets = [
            (Facet::Required, field.may_be_required()),
            (Facet::ReadOnly, field.read_only),
            (Facet::SetOnce, field.set_once),
            (Facet::Values, present && !field.values.is_empty()),
            (Facet::Limits, present && limited),
            (Facet::Instant, present && counts_time),
            (Facet::Url, present && field.ty == Type::Url),
            (Facet::Keyed, present && field.key.is_some()),
            (Facet::Quantity, present && is_quantity(field)),
            (Facet::Id, present && is_id(field)),
            (Facet::Twin, node.is_some() && field.same_as.is_some()),
        ];
        for (facet, has) in facets {
            if has {
                self.facets[facet as usize].push(at);
            }
        }
    }

    fn enter_field(&mut self, at: usize) {
        let Entry {
            field, node, base, ..
        } = self.fields[at];
        let Some(node) = node else { return };
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
            && let Some(object) = self.subject.catalog.object_of(name, &pair.0)
        {
            self.enter(object, pair, Some(within));
        }
    }
}

/// Whether a number counts or measures something.
fn is_quantity(field: &Field) -> bool {
    let is_number = matches!(field.ty, Type::Integer | Type::Decimal);
    is_number && (field.unit == Some(Unit::Kilobytes) || QUANTITIES.contains(&&*field.name))
}

/// Whether a number is what a service knows an object by. Folders have numbers of another kind.
fn is_id(field: &Field) -> bool {
    let is_named = field.name == "id" || field.name.ends_with("Id");
    field.ty == Type::Integer && is_named && field.name != "folderId"
}

/// The members of an object, each with the place of the field that it is.
fn places<'a>(
    object: &Object,
    node: Node<'a>,
) -> impl Iterator<Item = (Cow<'a, str>, Option<usize>, Node<'a>)> {
    let mut next = 0;
    node.members().map(move |(name, member)| {
        let place = object.place(&name, next);
        next = place.map_or(next, |place| place + 1);
        (name, place, member)
    })
}
