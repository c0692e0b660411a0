//! Finding what a target names: the draft where there is one, otherwise what the service holds.

use adwright_model::{Document, Editable, Id, Kind};
use adwright_store::{Draft, Fullness, State};

use crate::campaign::entry_of;
use crate::desk::Desk;
use crate::error::Error;
use crate::views::Target;

/// The states in which an item still holds its draft.
const OPEN: [State; 4] = [
    State::Planned,
    State::Intent,
    State::Unknown,
    State::NeedsYou,
];

/// A campaign or draft, read from the local database.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The live draft; none where nothing was changed yet.
    pub(crate) draft: Option<Draft>,
    /// The campaign's id; none while it is new.
    pub(crate) id: Option<Id>,
    /// What the service held when the draft began, or holds now where there is none; none for a new campaign.
    pub(crate) base: Option<Editable>,
    /// The document as it stands.
    pub(crate) document: Document,
}

impl Opened {
    pub(crate) fn of_draft(draft: Draft) -> Self {
        Self {
            id: draft.target,
            base: draft
                .base_text
                .as_deref()
                .and_then(|text| Editable::parse(text).ok()),
            document: Document::read(draft.text.clone().into_bytes()),
            draft: Some(draft),
        }
    }

    fn of_campaign(id: Id, text: String) -> Self {
        let base = Editable::parse(&text).ok();
        Self {
            draft: None,
            id: Some(id),
            base,
            document: Document::read(text.into_bytes()),
        }
    }

    /// How the window names it from now on.
    pub(crate) fn target(&self) -> Target {
        match (self.id, &self.draft) {
            (Some(id), _) => Target::Campaign(id.to_string()),
            (None, Some(draft)) => Target::Draft(draft.id.clone()),
            (None, None) => unreachable!("a campaign without an id is a draft"),
        }
    }

    /// What stands for a name that is missing.
    pub(crate) fn fallback_title(&self) -> String {
        self.id
            .map_or_else(|| "New campaign".to_owned(), |id| format!("Campaign {id}"))
    }

    /// The document, where it can be edited.
    pub(crate) fn editable(&self) -> Result<&Editable, Error> {
        match &self.document {
            Document::Editable(document) => Ok(document),
            Document::TextOnly(text) => Err(Error::TextOnly(text.to_string())),
        }
    }
}

impl Desk {
    /// Reads what a target names.
    pub(crate) fn find(&self, target: &Target) -> Result<Opened, Error> {
        match target {
            Target::Draft(id) => self.find_draft(id),
            Target::Campaign(id) => self.find_campaign(id),
        }
    }

    /// Reads a draft, live or not.
    pub(crate) fn find_draft(&self, id: &str) -> Result<Opened, Error> {
        Ok(Opened::of_draft(self.store.draft_get(id)?))
    }

    fn find_campaign(&self, text: &str) -> Result<Opened, Error> {
        let id = campaign_id(text)?;
        if let Some(draft) = self
            .store
            .draft_by_target(&self.workspace.id, Kind::Campaign, id)?
        {
            return Ok(Opened::of_draft(draft));
        }
        let cached = self
            .store
            .cache_get(&self.workspace.id, Kind::Campaign, id)?;
        let cached = cached.ok_or_else(|| Error::CampaignMissing(text.to_owned()))?;
        Ok(Opened::of_campaign(id, cached.entry.text))
    }

    /// Fetches a campaign of which only a summary is known. Without an answer the summary has to do.
    pub(crate) async fn fetch_whole(&self, target: &Target) -> Result<(), Error> {
        let Target::Campaign(text) = target else {
            return Ok(());
        };
        let id = campaign_id(text)?;
        let cached = self
            .store
            .cache_get(&self.workspace.id, Kind::Campaign, id)?;
        if cached.is_some_and(|cached| cached.entry.fullness == Fullness::Full) {
            return Ok(());
        }
        match self.client.get(Kind::Campaign, id).await {
            Ok(Some(raw)) => self.keep_whole(&raw),
            Ok(None) => Ok(()),
            Err(error) => {
                tracing::info!("the summary has to do: {error}");
                Ok(())
            }
        }
    }

    /// Puts the whole text of one campaign into the cache.
    pub(crate) fn keep_whole(&self, raw: &str) -> Result<(), Error> {
        let Some(entry) = entry_of(
            raw.as_bytes().to_vec(),
            Fullness::Full,
            &self.dialect.bindings,
        ) else {
            return Ok(());
        };
        Ok(self
            .store
            .cache_put_page(&self.workspace.id, Kind::Campaign, &[entry], self.now())?)
    }

    /// Whether the base of a draft was whole when it began.
    pub(crate) fn base_is_whole(&self, id: Id, base: &str) -> Result<bool, Error> {
        let cached = self
            .store
            .cache_get(&self.workspace.id, Kind::Campaign, id)?;
        Ok(cached.is_some_and(|cached| {
            cached.entry.fullness == Fullness::Full && cached.entry.text == base
        }))
    }

    /// Why a draft cannot be edited just now, as a sentence.
    pub(crate) fn lock_of(&self, draft: &str) -> Result<Option<String>, Error> {
        let open = self.store.item_list(&self.workspace.id, &OPEN)?;
        let holding = open.into_iter().find(|item| item.draft == draft);
        Ok(holding.map(|item| match item.state {
            State::NeedsYou => {
                "It was sent, and the outcome needs you: decide about it under Sent.".to_owned()
            }
            _ => "It is being sent.".to_owned(),
        }))
    }
}

fn campaign_id(text: &str) -> Result<Id, Error> {
    text.parse()
        .map_err(|_| Error::CampaignMissing(text.to_owned()))
}
