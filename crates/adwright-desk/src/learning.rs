//! Fields learned from a sample: found, previewed, kept in the workspace, forgotten again.

use adwright_model::{Catalog, Editable, Found, Guess, Kind, Local, Node, Path, Place, Shape};
use adwright_store::{LocalField, Store};

use crate::desk::Desk;
use crate::document::spoken_shape;
use crate::error::Error;
use crate::list::count;
use crate::views::{self, Learning, TakenField};
use crate::zone::{Zone, rfc3339};

const KIND: Kind = Kind::Campaign;

/// How many of the fetched objects are looked at: enough to see every field, and still at once.
const LOOKED_AT: usize = 1_000;

impl Desk {
    /// The fields that a sample has and the catalog does not know. The sample is a campaign, a list of them, or a whole
    /// reply of the service; without one, the campaigns that were fetched are looked at.
    pub fn learn_fields(&self, sample: Option<&str>) -> Result<Learning, Error> {
        let samples = match sample {
            Some(text) => samples_in(text)?,
            None => self.fetched_samples()?,
        };
        let found = self.catalog().learn(KIND, &samples);
        Ok(Learning {
            looked_at: count(samples.len()),
            found: found.iter().map(view_of_found).collect(),
            kept: self.local_fields()?,
        })
    }

    /// Keeps fields in the workspace: from now on form, columns and checks know them.
    pub fn keep_fields(&self, taken: &[TakenField]) -> Result<Vec<views::LocalField>, Error> {
        let learned_at = self.now();
        let fields = taken.iter().map(|field| LocalField {
            path: field.path.clone(),
            guess: field.guess.clone(),
            learned_at,
        });
        let fields: Vec<_> = fields.collect();
        self.store
            .local_field_put(&self.workspace.id, KIND, &fields)?;
        self.relearn()?;
        self.local_fields()
    }

    /// Forgets a field that was learned, with all that is in it. No document changes.
    pub fn forget_field(&self, path: &str) -> Result<Vec<views::LocalField>, Error> {
        let forgotten = parsed(path)?;
        let all = self.store.local_field_list(&self.workspace.id, KIND)?;
        let inside = all.into_iter().map(|field| field.path);
        let inside = inside.filter(|path| {
            path.parse::<Path>()
                .is_ok_and(|path| path.starts_with(&forgotten))
        });
        let paths: Vec<_> = inside.collect();
        self.store
            .local_field_remove(&self.workspace.id, KIND, &paths)?;
        self.relearn()?;
        self.local_fields()
    }

    fn local_fields(&self) -> Result<Vec<views::LocalField>, Error> {
        let kept = self.store.local_field_list(&self.workspace.id, KIND)?;
        let view = |field: LocalField| views::LocalField {
            what: words(Guess::of_word(&field.guess).unwrap_or(Guess::Anything)).to_owned(),
            learned: rfc3339(field.learned_at),
            path: field.path,
        };
        Ok(kept.into_iter().map(view).collect())
    }

    fn fetched_samples(&self) -> Result<Vec<Editable>, Error> {
        let held = self.shelf()?;
        let mut samples = Vec::new();
        for id in held.index.ids().take(LOOKED_AT) {
            let cached = self.store.cache_get(&self.workspace.id, KIND, id)?;
            samples.extend(cached.and_then(|cached| Editable::parse(&cached.entry.text).ok()));
        }
        Ok(samples)
    }
}

/// `base` with a workspace's own fields. What a newer version wrote and this one cannot read is left out.
pub(crate) fn learned_catalog(
    base: &Catalog,
    store: &Store,
    workspace: &str,
    zone: &Zone,
) -> Result<Catalog, Error> {
    let kept = store.local_field_list(workspace, KIND)?;
    let local = kept.into_iter().filter_map(|field| {
        Some(Local {
            path: field.path.parse().ok()?,
            guess: Guess::of_word(&field.guess)?,
            about: format!("Learned from a sample on {}.", day(zone, field.learned_at)),
        })
    });
    let local: Vec<_> = local.collect();
    Ok(base.with_local(KIND, &local))
}

fn day(zone: &Zone, at: i64) -> String {
    let shown = zone.show(at).unwrap_or_default();
    shown.split(' ').next().unwrap_or_default().to_owned()
}

/// The objects of a pasted text: itself, the items of a list, or what a reply carries.
fn samples_in(text: &str) -> Result<Vec<Editable>, Error> {
    let sample =
        Editable::parse(text).map_err(|unreadable| Error::NotJson(unreadable.to_string()))?;
    let root = sample.root();
    let carried = ["result", "entities"]
        .iter()
        .find_map(|name| root.member(name));
    let of = carried.unwrap_or(root);
    let nodes: Vec<_> = if of.shape() == Shape::Array {
        of.items().collect()
    } else {
        vec![of]
    };
    if nodes.is_empty() {
        return Err(no_campaign(&sample, of, "an empty list"));
    }
    if let Some(other) = nodes.iter().find(|node| node.shape() != Shape::Object) {
        return Err(no_campaign(&sample, *other, spoken_shape(other.shape())));
    }
    let objects = nodes.into_iter();
    Ok(objects
        .filter_map(|node| Editable::parse(node.raw()).ok())
        .collect())
}

fn no_campaign(sample: &Editable, node: Node<'_>, found: &str) -> Error {
    let Place { line, column } = sample.place(node.span().start);
    Error::Unfit(format!(
        "Line {line}, column {column}: here is {found}, not a campaign. A campaign is an object, in braces: {{…}}."
    ))
}

fn parsed(path: &str) -> Result<Path, Error> {
    path.parse()
        .map_err(|_| Error::Edit(format!("no path: {path}")))
}

fn view_of_found(found: &Found) -> views::FoundField {
    views::FoundField {
        path: found.path.to_string(),
        guess: found.guess.as_str().to_owned(),
        what: words(found.guess).to_owned(),
        seen: count(found.seen),
        example: found.example.clone(),
        within: found
            .path
            .parent()
            .filter(|holder| !holder.is_root())
            .map(|holder| holder.to_string()),
    }
}

fn words(guess: Guess) -> &'static str {
    match guess {
        Guess::Text => "text",
        Guess::Url => "web address",
        Guess::Integer => "whole number",
        Guess::Decimal => "number",
        Guess::Instant => "date and time",
        Guess::YesNo => "yes or no",
        Guess::Group => "group of fields",
        Guess::Groups => "list of groups",
        Guess::Texts => "list of texts",
        Guess::Integers => "list of whole numbers",
        Guess::Decimals => "list of numbers",
        Guess::Anything => "anything, as JSON",
    }
}
