//! The open workspace: what every use case reads, and nothing that only one of them owns.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use adwright_checks::{OwnRules, OwnRulesError};
use adwright_client::Client;
use adwright_list::{AdMetricCalculator, ListFields};
use adwright_model::{Bindings, Catalog, CustomField, FieldRole, InferredType, Kind};
use adwright_store::{Store, Workspace, WorkspaceSettings};
use adwright_views::{Collection, ListId, Theme};
use adwright_wire::Dialect;

use crate::error::{Error, UnsendableReason};
use crate::form_layout::with_stored_layout;
use crate::host::{Backend, Clock, Operations, Paths, Zone};
use crate::wording::learned_field_description;

/// The preference with the name for receipts.
pub(crate) const PERSON: &str = "person";
/// The preference with the colours of the window.
pub(crate) const THEME: &str = "theme";

/// The catalog, list fields and computed columns of a workspace, which change together.
pub(crate) struct Schema {
    catalog: Arc<Catalog>,
    pub(crate) campaign_fields: Arc<ListFields>,
    pub(crate) value_fields: Arc<ListFields>,
    pub(crate) ad_fields: Arc<ListFields>,
    rules: Arc<OwnRules>,
}

impl Schema {
    /// Builds the schema of a catalog. The ad metrics use `rules`: the parsed rules and their text.
    pub(crate) fn of(catalog: Catalog, bindings: &Bindings, rules: (&Arc<OwnRules>, &str)) -> Self {
        let catalog = Arc::new(catalog);
        let figures = AdMetricCalculator::new(&catalog, bindings, rules.0, rules.1);
        let fields_of = |kind| Arc::new(ListFields::for_kind(&catalog, kind, bindings));
        Self {
            campaign_fields: fields_of(Kind::Campaign),
            value_fields: fields_of(Kind::RetargetingDataValue),
            ad_fields: Arc::new(ListFields::for_ads(&catalog, bindings, figures)),
            catalog,
            rules: Arc::clone(rules.0),
        }
    }
}

/// The open workspace, which every use case is given.
pub(crate) struct Context {
    pub(crate) store: Arc<Store>,
    pub(crate) client: Client,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) zone: Zone,
    pub(crate) paths: Paths,
    /// The workspace as it was opened; its name and guards may have changed since.
    pub(crate) workspace: Workspace,
    pub(crate) dialect: Dialect,
    pub(crate) backend: Backend,
    /// The login name of the workspace; empty if it logs in without a name.
    pub(crate) login: String,
    pub(crate) operations: Operations,
    pub(crate) schema: RwLock<Schema>,
    /// The number of changes to the catalog and to the workspace's own rules.
    pub(crate) schema_version: AtomicU64,
}

impl Context {
    /// Returns the current time, in epoch milliseconds.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now().as_millisecond()
    }

    /// Returns the workspace's current settings.
    pub(crate) fn settings(&self) -> Result<WorkspaceSettings, Error> {
        Ok(self.store.workspace_get(&self.workspace.id)?.settings)
    }

    pub(crate) fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.schema().catalog)
    }

    /// Returns the current fields of the campaign list. A snapshot keeps the fields that it was read with.
    pub(crate) fn fields(&self) -> Arc<ListFields> {
        Arc::clone(&self.schema().campaign_fields)
    }

    /// Replaces the list fields of ads, whose metrics follow the rules, and the rules.
    pub(crate) fn set_rules(&self, rules: Arc<OwnRules>, ad_fields: Arc<ListFields>) {
        let mut schema = self.schema.write().unwrap_or_else(PoisonError::into_inner);
        (schema.rules, schema.ad_fields) = (rules, ad_fields);
        self.schema_version.fetch_add(1, Ordering::AcqRel);
    }

    /// Replaces the catalog, and the fields and rules that follow from it.
    pub(crate) fn set_schema(&self, schema: Schema) {
        *self.schema.write().unwrap_or_else(PoisonError::into_inner) = schema;
        self.schema_version.fetch_add(1, Ordering::AcqRel);
    }

    /// Returns the number of changes to the catalog and to the rules.
    pub(crate) fn schema_version(&self) -> u64 {
        self.schema_version.load(Ordering::Acquire)
    }

    fn schema(&self) -> RwLockReadGuard<'_, Schema> {
        self.schema.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the rules for checking drafts.
    pub(crate) fn rules(&self) -> Arc<OwnRules> {
        Arc::clone(&self.schema().rules)
    }

    /// Returns the current fields of a list.
    pub(crate) fn fields_of(&self, list: ListId) -> Arc<ListFields> {
        match list {
            ListId::Campaigns => self.fields(),
            ListId::Values => Arc::clone(&self.schema().value_fields),
            _ => Arc::clone(&self.schema().ad_fields),
        }
    }

    /// Returns the current list fields of a kind. A kind without a list uses the fields of campaigns.
    pub(crate) fn fields_of_kind(&self, kind: Kind) -> Arc<ListFields> {
        match kind {
            Kind::Ad => self.fields_of(ListId::OtherAds),
            Kind::RetargetingDataValue => self.fields_of(ListId::Values),
            _ => self.fields(),
        }
    }

    /// Returns the name for receipts: the person's own entry, otherwise the system's user name.
    pub(crate) fn person(&self) -> Result<String, Error> {
        let given = self
            .store
            .preference_get(PERSON)?
            .filter(|name| !name.is_empty());
        Ok(given.unwrap_or_else(system_user))
    }

    pub(crate) fn theme(&self) -> Result<Theme, Error> {
        Ok(self
            .store
            .preference_get(THEME)?
            .as_deref()
            .map_or(Theme::System, Theme::parse))
    }

    /// Returns why this workspace does not send drafts of a collection; none if it does.
    pub(crate) fn unsendable_reason(&self, collection: Collection) -> Option<UnsendableReason> {
        match (collection, &self.dialect.ads_path) {
            (Collection::Ads, None) => Some(UnsendableReason::NoAdsPath),
            (Collection::Ads, Some(_)) if !self.dialect.ads_may_send => {
                Some(UnsendableReason::AdsMayNotBeSent)
            }
            _ => None,
        }
    }
}

fn system_user() -> String {
    whoami::realname()
        .ok()
        .filter(|name| !name.trim().is_empty())
        .or_else(|| whoami::username().ok())
        .unwrap_or_else(|| "you".to_owned())
}

/// Returns `base` with a workspace's own fields and with its arrangement of the form.
pub(crate) fn workspace_catalog(
    base: &Catalog,
    store: &Store,
    workspace: &str,
    zone: &Zone,
) -> Result<Catalog, Error> {
    let catalog = catalog_with_custom_fields(base, store, workspace, zone)?;
    with_stored_layout(catalog, store, workspace)
}

/// Returns `base` with a workspace's own fields. Unreadable entries are skipped.
pub(crate) fn catalog_with_custom_fields(
    base: &Catalog,
    store: &Store,
    workspace: &str,
    zone: &Zone,
) -> Result<Catalog, Error> {
    let kept = store.custom_field_list(workspace, Kind::Campaign)?;
    let local = kept.into_iter().filter_map(|field| {
        Some(CustomField {
            path: field.path.parse().ok()?,
            guess: InferredType::parse(&field.guess)?,
            role: field.role.as_deref().and_then(FieldRole::parse),
            choices: field.choices,
            about: learned_field_description(&format_day(zone, field.learned_at)),
        })
    });
    let local: Vec<_> = local.collect();
    Ok(base.with_custom_fields(Kind::Campaign, &local))
}

fn format_day(zone: &Zone, at: i64) -> String {
    let shown = zone.format_short(at).unwrap_or_default();
    shown.split(' ').next().unwrap_or_default().to_owned()
}

/// Loads the rules of a workspace. Rules that this version cannot read are not applied, and findings say so; their text
/// stays.
pub(crate) fn load_rules(store: &Store, workspace: &str) -> Result<Arc<OwnRules>, Error> {
    let (_, read) = load_stored_rules(store, workspace)?;
    let rules = read.unwrap_or_else(|why| OwnRules::not_loaded(&why));
    Ok(Arc::new(rules))
}

/// Returns the stored text of a workspace's rules.
pub(crate) fn load_rules_text(store: &Store, workspace: &str) -> Result<String, Error> {
    Ok(load_stored_rules(store, workspace)?.0)
}

type StoredRules = (String, Result<OwnRules, OwnRulesError>);

pub(crate) fn load_stored_rules(store: &Store, workspace: &str) -> Result<StoredRules, Error> {
    let text = store.preference_get(&own_rules_key(workspace))?;
    let text = text.unwrap_or_else(|| EMPTY_RULES.to_owned());
    let read = OwnRules::parse(&text);
    Ok((text, read))
}

pub(crate) fn own_rules_key(workspace: &str) -> String {
    format!("own-rules.{workspace}")
}

/// The text that a person starts from.
pub(crate) const EMPTY_RULES: &str = "{\n  \"severities\": {},\n  \"rules\": []\n}\n";
