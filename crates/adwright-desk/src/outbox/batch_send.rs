//! Sends the rows of a batch.

use adwright_model::{EditableDocument, Kind};
use adwright_sheet::BatchRowId;
use adwright_store::{ItemSource, ItemVerb, NewItem, ResendPolicy, SendLock, document_hash};
use adwright_views::{
    BatchSendPlan, BatchSendRequest, SendProgress, SendSummary, SentRow, saturating_u32,
};
use adwright_wire::Dialect;

use super::plan_items::{EarlierSend, overrides_json, with_reference};
use super::{SENT_BEFORE, sent_before, wording};

use crate::batch::BatchVersion;
use crate::error::{BatchError, Error};
use crate::host::map_on_all_cores;
use crate::outbox::Outbox;
use crate::settings::current_dialect;
use crate::sheet::{PlannedRow, RowOverrides, RowToSend, SendableRows};

const KIND: Kind = Kind::RetargetingDataValue;

/// A batch as it would be sent, with its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchReview {
    /// What a send would do.
    pub plan: BatchSendPlan,
    /// The rows that it would send, and those that stay because of their errors.
    pub rows: Vec<PlannedRow>,
}

impl Outbox {
    /// Returns what a send of a batch would do. Waits for the check of all rows.
    pub fn plan_batch(&self, batch: &str) -> Result<BatchSendPlan, Error> {
        let at = self.sheets.version(batch)?;
        let rows = self.sheets.sendable_rows(&at, row_overrides(&[]))?;
        self.batch_plan(&at, &rows)
    }

    /// Returns what a send of a batch that overrides these rules would do, with the rows.
    pub fn review_batch(&self, batch: &str, overrides: &[String]) -> Result<BatchReview, Error> {
        let at = self.sheets.version(batch)?;
        let rows = self.sheets.sendable_rows(&at, row_overrides(overrides))?;
        Ok(BatchReview {
            plan: self.batch_plan(&at, &rows)?,
            rows: self.sheets.planned_rows(&rows)?,
        })
    }

    fn batch_plan(&self, at: &BatchVersion, rows: &SendableRows) -> Result<BatchSendPlan, Error> {
        let cap = current_dialect(&self.context)?.batch_cap.max(1);
        let holder = SendLock::holder(self.context.paths.home(), &self.context.workspace.id)?;
        let (count, staying) = (saturating_u32(rows.len()), rows.staying());
        Ok(BatchSendPlan {
            revision: at.revision,
            rows: count,
            requests: count.div_ceil(cap),
            cap,
            with_errors: saturating_u32(rows.with_errors()),
            confirmed: staying.confirmed,
            open: staying.open,
            sent_before: staying.sent_before,
            guard: self.send_guard()?,
            sending: holder.map(|holder| wording::other_sender(&holder.person)),
        })
    }

    /// Sends the rows of a batch that have no errors and that the service does not have, many in one call. A person may
    /// stop it at any time: calls on their way are finished, the other rows stay as they are.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`](adwright_store::StoreError::BatchConflict) if the batch is not as planned, and
    /// [`BatchError::NothingToSend`].
    pub async fn send_batch(
        &self,
        request: &BatchSendRequest,
        progress: impl Fn(SendProgress) + Send + Sync,
    ) -> Result<SendSummary, Error> {
        let prepare = || self.prepare_rows(request);
        self.release(&request.operation, prepare, progress).await
    }

    /// Returns the rows of a batch that a send with these overridden rules would send.
    pub(crate) fn rows_of_batch(
        &self,
        batch: &str,
        overrides: &[String],
    ) -> Result<Vec<RowWithSends>, Error> {
        let at = self.sheets.version(batch)?;
        let rows = self.sheets.sendable_rows(&at, row_overrides(overrides))?;
        let rows = self.sheets.rows_to_send(rows)?.into_iter();
        let with_sends = rows.map(|row| {
            let source = row_source(&at, row.row);
            let earlier = if row.was_released {
                self.earlier_send(&source)?
            } else {
                EarlierSend::default()
            };
            Ok(RowWithSends {
                source,
                document: row.document,
                earlier,
            })
        });
        with_sends.collect()
    }

    /// Returns the last item that sent a row; none if it was never released.
    pub fn row_outcome(&self, batch: &str, row: u32) -> Result<Option<SentRow>, Error> {
        let item = self.context.store.item_find_last_of_row(batch, row)?;
        Ok(item.map(|item| self.item_row(item)))
    }

    fn prepare_rows(&self, request: &BatchSendRequest) -> Result<Vec<NewItem>, Error> {
        let at = BatchVersion {
            batch: request.batch.clone(),
            revision: request.revision,
        };
        let overrides = row_overrides(&request.overrides);
        let rows = self.sheets.sendable_rows(&at, overrides)?;
        self.check_send_allowed(rows.len(), &request.typed_name)?;
        if rows.len() == 0 {
            return Err(BatchError::NothingToSend.into());
        }
        let rows = self.sheets.rows_to_send(rows)?;
        let dialect = current_dialect(&self.context)?;
        map_on_all_cores(&rows, |part| {
            let items = part.iter().map(|row| self.prepare_row(&at, row, &dialect));
            items.collect()
        })
    }

    fn prepare_row(
        &self,
        at: &BatchVersion,
        row: &RowToSend,
        dialect: &Dialect,
    ) -> Result<NewItem, Error> {
        let RowToSend {
            row: id,
            document,
            title,
            overridden,
            was_sent,
            was_released,
        } = row;
        let source = row_source(at, *id);
        // Most rows are new. A query for each of them would take long.
        let earlier = if *was_released {
            self.earlier_reference(&source)?
        } else {
            None
        };
        let (body, fingerprint) = with_reference(earlier, KIND, document, dialect)?;
        let sent_before = was_sent.then(sent_before::key);
        let overridden = overridden.iter().chain(&sent_before);
        Ok(NewItem {
            source,
            revision: at.revision,
            kind: KIND,
            verb: ItemVerb::Create,
            target: None,
            title: title.clone(),
            body: body.text().to_owned(),
            base_text: None,
            fingerprint,
            content: Some(document_hash(document)),
            overrides: overrides_json(overridden.map(|key| [&*key.rule, &*key.path])),
            fields: Vec::new(),
        })
    }
}

/// A row to send, with its earlier sends.
pub(crate) struct RowWithSends {
    pub(crate) source: ItemSource,
    /// The value without our reference.
    pub(crate) document: EditableDocument,
    pub(crate) earlier: EarlierSend,
}

fn row_source(at: &BatchVersion, BatchRowId(row): BatchRowId) -> ItemSource {
    ItemSource::Row {
        batch: at.batch.clone(),
        row,
    }
}

fn row_overrides(rules: &[String]) -> RowOverrides<'_> {
    RowOverrides {
        rules,
        if_sent: if rules.iter().any(|rule| rule == SENT_BEFORE) {
            ResendPolicy::CreateAgain
        } else {
            ResendPolicy::Skip
        },
    }
}
