//! The reference that Adwright adds to a new object.

use adwright_model::Kind;
use adwright_planner::{REFERENCE_BITS, REFERENCE_PREFIX, UnsupportedReference};
use adwright_wire::ClientRefFormat;
use uuid::Uuid;

use super::wording;

use crate::doctor::reference_setting;
use crate::error::Error;
use crate::outbox::Outbox;

impl Outbox {
    /// Turns references off for new objects of a kind, unless a person turned them on.
    pub(super) fn learn_reference_off(
        &self,
        kind: Kind,
        unsupported_reference: &UnsupportedReference,
    ) -> Result<(), Error> {
        let setting = reference_setting(kind);
        self.settings.learn_setting(
            setting.key,
            "off",
            &wording::unsupported_reference_message(unsupported_reference),
        )?;
        Ok(())
    }
}

/// Returns a new unique reference.
pub(super) fn new_reference(form: ClientRefFormat) -> String {
    match form {
        ClientRefFormat::Integer => {
            let (high, low) = Uuid::new_v4().as_u64_pair();
            ((high ^ low) >> (u64::BITS - REFERENCE_BITS) | 1 << (REFERENCE_BITS - 1)).to_string()
        }
        _ => format!("{REFERENCE_PREFIX}{}", Uuid::new_v4().simple()),
    }
}

#[cfg(test)]
mod tests {
    use adwright_planner::{is_own_reference, is_truncated_reference};

    use super::*;

    #[test]
    fn own_references_are_recognised() {
        for form in [ClientRefFormat::Text, ClientRefFormat::Integer] {
            let made = new_reference(form);
            assert!(is_own_reference(&made), "{made}");
        }
        for other in ["", "mine-1", "81", "1072288341", "1700000000000", "-5e15"] {
            assert!(!is_own_reference(other), "{other}");
        }
        let made = new_reference(ClientRefFormat::Text);
        assert!(!is_own_reference(&made[..36]) && is_truncated_reference(&made[..36]));
        assert!(!is_truncated_reference(&made) && !is_truncated_reference("mine-1"));
    }
}
