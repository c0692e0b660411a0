//! The items of the outbox in the terms of the views.

use adwright_store::{ItemVerb, OutboxState};

pub(crate) fn item_state_view(state: OutboxState) -> adwright_views::ItemState {
    match state {
        OutboxState::Planned => adwright_views::ItemState::Planned,
        OutboxState::Intent => adwright_views::ItemState::Intent,
        OutboxState::Confirmed => adwright_views::ItemState::Confirmed,
        OutboxState::Refused => adwright_views::ItemState::Refused,
        OutboxState::TakenBack => adwright_views::ItemState::TakenBack,
        OutboxState::Unknown => adwright_views::ItemState::Unknown,
        OutboxState::NeedsYou => adwright_views::ItemState::NeedsYou,
    }
}

pub(crate) fn verb_view(verb: ItemVerb) -> adwright_views::SendVerb {
    match verb {
        ItemVerb::Create => adwright_views::SendVerb::Create,
        ItemVerb::Update => adwright_views::SendVerb::Update,
    }
}
