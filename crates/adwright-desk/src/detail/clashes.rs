use adwright_model::{EditableDocument, JsonType};
use adwright_views::{ClashState, ClashView, DraftClashes, saturating_u32};

use crate::detail::Details;
use crate::document::parse_editable;
use crate::error::Error;
use crate::field::describe_kind;
use crate::object::{Clash, LoadedObject, last_change};

impl Details {
    /// Returns the clashes of a draft; none if it never had any.
    pub(super) fn clashes(
        &self,
        object: &LoadedObject,
        document: &EditableDocument,
    ) -> Result<Option<DraftClashes>, Error> {
        let (Some(draft), Some(base)) = (&object.draft, &object.base) else {
            return Ok(None);
        };
        let clashes = self.objects.clashes(draft, document)?;
        if clashes.is_empty() {
            return Ok(None);
        }
        let (by, at) = last_change(&self.context, base);
        // The minute is enough to recognise the change.
        let minute = at.map(|at| at - at.rem_euclid(60_000));
        let at = minute.and_then(|minute| self.context.zone.format_short(minute));
        let is_open = |clash: &&Clash| clash.state == ClashState::Open;
        let open = saturating_u32(clashes.iter().filter(is_open).count());
        let describe = describe_kind(&self.context, object.kind());
        let clashes = clashes.into_iter().map(|clash| {
            let alike = match clash.state {
                ClashState::Open => self.objects.drafts_with_open_clash(&clash.place)?.len() - 1,
                ClashState::Mine | ClashState::Theirs | ClashState::Other => 0,
            };
            Ok(ClashView {
                values: describe.clash(&clash.values),
                state: clash.state,
                is_list: is_of_lists(&clash),
                alike: saturating_u32(alike),
                place: clash.place,
            })
        });
        Ok(Some(DraftClashes {
            by,
            at,
            open,
            clashes: clashes.collect::<Result<_, Error>>()?,
        }))
    }
}

/// Returns whether both sides have a list.
fn is_of_lists(clash: &Clash) -> bool {
    let is_list = |raw: &Option<String>| {
        let value = raw.as_deref().map(parse_editable);
        matches!(value, Some(Ok(value)) if value.root().json_type() == JsonType::Array)
    };
    is_list(&clash.values.mine) && is_list(&clash.values.theirs)
}
