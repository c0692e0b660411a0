//! Sends the rows of a batch.

use adwright_model::Kind;
use adwright_sheet::BatchRowId;
use adwright_store::{ItemSource, ItemVerb, NewItem, SendLock, content_hash};
use adwright_views::{
    BatchSendPlan, BatchSendRequest, SendProgress, SendSummary, SentRow, saturating_u32,
};

use super::wording;

use crate::batch::BatchVersion;
use crate::error::{BatchError, Error};
use crate::outbox::Outbox;
use crate::settings::current_dialect;
use crate::sheet::RowToSend;

const KIND: Kind = Kind::RetargetingDataValue;

impl Outbox {
    /// Returns what a send of a batch would do. Waits for the check of all rows.
    pub fn plan_batch(&self, batch: &str) -> Result<BatchSendPlan, Error> {
        let at = self.sheets.version(batch)?;
        let rows = self.sheets.sendable_rows(&at)?;
        let cap = current_dialect(&self.context)?.batch_cap.max(1);
        let holder = SendLock::holder(self.context.paths.home(), &self.context.workspace.id)?;
        let count = saturating_u32(rows.len());
        Ok(BatchSendPlan {
            revision: at.revision,
            rows: count,
            requests: count.div_ceil(cap),
            cap,
            with_errors: rows.with_errors,
            confirmed: rows.confirmed,
            open: rows.open,
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
        let rows = self.sheets.sendable_rows(&at)?;
        self.check_send_allowed(rows.len(), &request.typed_name)?;
        if rows.len() == 0 {
            return Err(BatchError::NothingToSend.into());
        }
        let rows = self.sheets.rows_to_send(&rows)?;
        rows.into_iter()
            .map(|row| self.prepare_row(&at, row))
            .collect()
    }

    fn prepare_row(&self, at: &BatchVersion, row: RowToSend) -> Result<NewItem, Error> {
        let RowToSend {
            row: BatchRowId(id),
            document,
            title,
        } = row;
        let source = ItemSource::Row {
            batch: at.batch.clone(),
            row: id,
        };
        let (body, fingerprint) = self.with_reference(&source, KIND, &document)?;
        Ok(NewItem {
            source,
            revision: at.revision,
            kind: KIND,
            verb: ItemVerb::Create,
            target: None,
            title,
            body,
            base_text: None,
            fingerprint,
            content: content_hash(document.text()),
            overrides: "[]".to_owned(),
        })
    }
}
