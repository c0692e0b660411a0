//! Remembers which fields a person chose for the columns of a table.

use adwright_model::Path;
use adwright_views::ListId;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::sheet::Sheets;

/// The most sets of columns that are remembered.
const MOST: usize = 50;

/// The chosen fields of one set of columns.
#[derive(Debug, Serialize, Deserialize)]
struct RememberedMapping {
    /// The list of the objects that the rows are or become.
    list: ListId,
    columns: Vec<String>,
    fields: Vec<Option<String>>,
}

impl RememberedMapping {
    fn is_for(&self, list: ListId, columns: &[String]) -> bool {
        self.list == list && self.columns == columns
    }
}

impl Sheets {
    /// Returns the fields that were chosen for these columns.
    pub(super) fn remembered_mapping(
        &self,
        list: ListId,
        columns: &[String],
    ) -> Result<Option<Vec<Option<Path>>>, Error> {
        let all = self.remembered_mappings()?.into_iter();
        let mapping = all.rev().find(|mapping| mapping.is_for(list, columns));
        let parse = |field: Option<String>| field.and_then(|field| field.parse().ok());
        Ok(mapping.map(|mapping| mapping.fields.into_iter().map(parse).collect()))
    }

    /// Remembers the fields of columns, and forgets the oldest ones.
    pub(super) fn remember_mapping(
        &self,
        list: ListId,
        columns: &[String],
        fields: Vec<Option<String>>,
    ) -> Result<(), Error> {
        let mut all = self.remembered_mappings()?;
        all.retain(|mapping| !mapping.is_for(list, columns));
        all.push(RememberedMapping {
            list,
            columns: columns.to_vec(),
            fields,
        });
        let old = all.len().saturating_sub(MOST);
        all.drain(..old);
        let json = serde_json::to_string(&all).expect("it is plain data");
        Ok(self
            .context
            .store
            .preference_set(&self.mappings_key(), &json)?)
    }

    /// Returns what is remembered. An unreadable value was written by another version, so it is not an error.
    fn remembered_mappings(&self) -> Result<Vec<RememberedMapping>, Error> {
        let stored = self.context.store.preference_get(&self.mappings_key())?;
        let mappings = stored.and_then(|stored| serde_json::from_str(&stored).ok());
        Ok(mappings.unwrap_or_default())
    }

    fn mappings_key(&self) -> String {
        format!("import.columns.{}", self.context.workspace.id)
    }
}
