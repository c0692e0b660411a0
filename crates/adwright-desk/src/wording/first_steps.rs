//! The wording of the first steps.

use adwright_views::WelcomeStepId;

/// Returns the title of a step.
pub(crate) const fn welcome_step_title(step: WelcomeStepId) -> &'static str {
    match step {
        WelcomeStepId::Change => "Open and change a campaign",
        WelcomeStepId::Fix => "See and fix a finding",
        WelcomeStepId::Send => "Review and send",
        WelcomeStepId::Receipt => "See the receipt",
    }
}

/// Returns what to do in a step.
pub(crate) const fn welcome_step_text(step: WelcomeStepId) -> &'static str {
    match step {
        WelcomeStepId::Change => {
            "Give “Spring launch, DE” another name. Every edit is saved at once, on this computer only."
        }
        WelcomeStepId::Fix => {
            "Set its trafficking mode to “simple”. Adwright reports the problem before the service does."
        }
        WelcomeStepId::Send => {
            "Compare each field before and after, then send. The change goes to the practice service only."
        }
        WelcomeStepId::Receipt => {
            "The receipt says what was sent, when, by whom, and what the service answered. It stays under Sent."
        }
    }
}

/// The text of the step with a finding, once the finding is there.
pub(crate) const FINDING_NOTICED: &str = "Here is a finding. It says what the service would refuse, \
    and why. Press Revert beside the field, or fix the value.";
