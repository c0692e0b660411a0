//! Opens objects and drafts as a sheet.

use std::collections::HashSet;
use std::sync::Arc;

use adwright_checks::Phase;
use adwright_model::{Id, Path};
use adwright_store::Fullness;
use adwright_views::{BulkProgress, DocumentRef, ObjectSheetRequest, SheetView};

use super::ObjectRows;

use crate::bulk::{is_gone, skip_reason};
use crate::error::{Error, ObjectSheetError};
use crate::list::usual_fields;
use crate::sheet::Sheets;

/// The most objects in a sheet.
const MAX_ROWS: usize = 10_000;

/// The objects of a new sheet.
struct SheetTargets {
    targets: Vec<DocumentRef>,
    /// Those that are known only as summaries.
    summaries: Vec<Id>,
}

impl Sheets {
    /// Opens objects and drafts of a list as a sheet. Objects that are known only as summaries are fetched in full
    /// first, if the service answers. Objects that are gone or of another list are skipped.
    ///
    /// # Errors
    /// [`ObjectSheetError::TooManyObjects`], [`ObjectSheetError::NoObjects`], or [`Error::Stopped`] if the person
    /// stopped it.
    pub async fn open_objects(
        self: &Arc<Self>,
        request: &ObjectSheetRequest,
        progress: impl Fn(BulkProgress) + Send + Sync,
    ) -> Result<SheetView, Error> {
        let running = self.context.operations.start(&request.operation);
        let SheetTargets { targets, summaries } = self.sheet_targets(request)?;
        if targets.is_empty() {
            return Err(ObjectSheetError::NoObjects.into());
        }
        let kind = request.list.kind().list_kind();
        self.bulk
            .fetch_full(kind, &summaries, &running.stop, &progress)
            .await?;
        let columns = self.object_columns(request);
        let rows = ObjectRows::new(targets, columns);
        let sheet = self.open_objects.insert(request.list, rows);
        self.view(&self.object_state(&sheet)?)
    }

    fn sheet_targets(&self, request: &ObjectSheetRequest) -> Result<SheetTargets, Error> {
        let selected = request.targets.len();
        if selected > MAX_ROWS {
            let most = MAX_ROWS;
            return Err(ObjectSheetError::TooManyObjects { most, selected }.into());
        }
        let kind = request.list.kind().list_kind();
        let mut seen = HashSet::new();
        let (mut targets, mut summaries) = (Vec::new(), Vec::new());
        for target in &request.targets {
            let object = match self.objects.find(target) {
                Ok(object) => object,
                Err(error) if is_gone(&error) => continue,
                Err(error) => return Err(error),
            };
            let target = object.target();
            if object.stored_kind != kind || !seen.insert(format!("{target:?}")) {
                continue;
            }
            let is_summary = object.draft.is_none() && object.fullness == Fullness::Summary;
            summaries.extend(object.id.filter(|_| is_summary));
            targets.push(target);
        }
        Ok(SheetTargets { targets, summaries })
    }

    /// Returns the columns: the requested fields that can be edited, then those that people usually edit, and then the
    /// other requested fields.
    fn object_columns(&self, request: &ObjectSheetRequest) -> Vec<Path> {
        let (catalog, kind) = (self.context.catalog(), request.list.kind());
        let paths = request.columns.iter();
        let paths = paths.filter_map(|path| path.parse::<Path>().ok());
        let known = paths.filter(|path| catalog.field(kind, path).is_some());
        let is_editable = |path: &Path| {
            let field = catalog.field(kind, path);
            field.is_some_and(|field| skip_reason(field, Phase::Update).is_none())
        };
        let (editable, fixed): (Vec<_>, Vec<_>) = known.partition(is_editable);
        let usual = usual_fields(request.list).iter();
        let usual = usual.filter_map(|path| path.parse().ok());
        let mut columns = Vec::new();
        for path in editable.into_iter().chain(usual).chain(fixed) {
            if !columns.contains(&path) {
                columns.push(path);
            }
        }
        columns
    }
}
